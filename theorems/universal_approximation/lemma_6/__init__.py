r"""The empirical risk is near the true one for all $\rho$ at once, Lemma 6: what the sample's moments give.

**Statement.** Appendix A.2: with probability $1-O(N^{-11})$, for every $\rho$, (83), the bare id, and (84).

**What is open.** The proof applies Hoeffding's inequality to each of $n+1$ features (and of their products) and
forgets the union bound (``lemma-6/hoeffding``); nothing bounds $n$ from above. In dimensions far above N no
constants that are the same for all d serve (``every-pattern``). If they may depend on d, (84) follows from its
amended form and ``lemma-6/eq-96/noise``. Of (83), ``lemma-6/eq-94/spread`` has the second moments; the cross
term, $\|\frac1N\sum_ir_i\phi_i-\mathbb Er\phi\|_\infty$, is not checked.

**What survives.** What the proof shows before it uses Hoeffding's inequality is deterministic, for every f:
(83) with the sample moments of (91), (92) and (94) as they are, and (84) with $\frac1N\sum_ir_i^2$ and
$2\|\frac1N\sum_iz_i\phi_i\|_\infty\|\rho-\rho^\star\|_1$, where $r=f-\phi^\top\rho^\star$. (89) is (83) at
$\widehat\rho$. In (91) the factor $\frac1N$ of $\mathcal E_3$ is missing; (96) has it (``lemma-6/eq-96``).
"""

from lemmata import amended, at_most, box, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, max
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import D_LEFT_OPEN
from theorems.universal_approximation.lasso import design, l1


@theorem(
    PAPER,
    "Lemma 6, (83)",
    at=lines(706, 709),
    n=dims(1, 2),
    N=dims(1, 3),
    features=box("N", "n", low=0, high=1),
    z=reals("N"),
    r=reals("N"),
    rho_star=reals("n + 1"),
    rho=reals("n + 1"),
    others=box(2, "n", low=0, high=1),
    r_others=reals(2),
)
@printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho\in\mathbb R^{n+1}$ (which can be statistically "
    r"dependent on $\{(x_i,y_i)\}_{1\le i\le N}$ but not on $x_{N+1}$), we have "
    r"$\left|\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-z_i^2]-\mathbb E(f(x_{N+1})-\phi_{N+1}^\top\rho)^2\right|"
    r"\lesssim\rate(\edis^2+\|\rho-\rho^\star\|_1^2+\sigma(\edis+\|\rho-\rho^\star\|_1))$.",
    open=D_LEFT_OPEN + "If they may, all but the cross term of the amended form is as small as (83) wants "
    "(lemma-6/eq-96/noise, lemma-6/eq-94/spread); the cross term is not decided.",
)
@amended(
    r"For any $\rho$, $\rho^\star$, $f$ and $z$, with $r=f-\phi^\top\rho^\star$, features in $[0,1]$ and "
    r"$x_{N+1}$ one of two further inputs, each with probability $\frac12$: $\left|\frac1N\sum_i[(y_i-\phi_i^"
    r"\top\rho)^2-z_i^2]-\mathbb E(f(x_{N+1})-\phi_{N+1}^\top\rho)^2\right|\le\left\|"
    r"\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty\|\rho-\rho^\star\|_1^2+2\left\|"
    r"\frac1N\sum_ir_i\phi_i-\mathbb Er\phi\right\|_\infty\|\rho-\rho^\star\|_1+\left|\frac1N\sum_ir_i^2-"
    r"\mathbb Er^2\right|+2\left|\frac1N\sum_iz_ir_i\right|+2\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\|"
    r"\rho-\rho^\star\|_1$.",
    because="What the proof has before it uses Hoeffding's inequality.",
    adds="the sample's moments for their rates, every sample",
)
@mutants(
    no_second_moments_of_the_features=dict(moments=0),
    no_cross_term=dict(cross=0),
    no_noise_at_the_features=dict(at_features=0),
)
def empirical_and_true_risk(
    N, features, z, r, rho_star, rho, others, r_others, moments=1, cross=2, at_features=2
):
    r"""The empirical risk of every $\rho$ at once is near its true risk."""
    phi, new, move = design(features), design(others), rho - rho_star
    # The residuals of rho are those of rho* minus what the move changes; y is f + z.
    miss, miss_new = r - phi @ move, r_others - new @ move
    apart = abs(miss @ (miss + 2 * z) / N - miss_new @ miss_new / 2)
    second = max(abs(phi.T @ phi / N - new.T @ new / 2)) * moments
    crossed = max(abs(r @ phi / N - r_others @ new / 2)) * cross
    squares = abs(r @ r / N - r_others @ r_others / 2)
    seen = max(abs(z @ phi)) / N * at_features
    size = l1(move)
    return at_most(apart, second * size**2 + crossed * size + squares + 2 * abs(z @ r) / N + seen * size)


@theorem(
    PAPER,
    "Lemma 6, (84)",
    id="lemma-6/eq-84",
    at=lines(706, 710),
    n=dims(1, 2),
    N=dims(1, 3),
    features=box("N", "n", low=0, high=1),
    z=reals("N"),
    miss=reals("N"),  # f less the prediction of rho
    rho_star=reals("n + 1"),
    rho=reals("n + 1"),
)
@printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho\in\mathbb R^{n+1}$ (which can be statistically "
    r"dependent on $\{(x_i,y_i)\}_{1\le i\le N}$ but not on $x_{N+1}$), we have "
    r"$\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\gtrsim-\edis^2-\rate\sigma\|\rho-"
    r"\rho^\star\|_1$.",
    open=D_LEFT_OPEN + "If they may, (84) follows from its amended form and lemma-6/eq-96/noise.",
)
@amended(
    r"For any $\rho$, $\rho^\star$, $f$ and $z$, with $r=f-\phi^\top\rho^\star$ and features in $[0,1]$: "
    r"$\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\ge-\frac1N\sum_ir_i^2-2\left\|"
    r"\frac1N\sum_iz_i\phi_i\right\|_\infty\|\rho-\rho^\star\|_1$.",
    because="What the proof has before it bounds the correlation with the noise.",
    adds="the largest correlation of a feature with the noise for its rate, every sample",
)
@mutants(
    {"1 for 2": dict(factor=1), "no correlation": dict(factor=0), "no discretisation error": dict(error=0)}
)
def excess_empirical_risk(N, features, z, miss, rho_star, rho, factor=2, error=1):
    r"""No $\rho$ has a much smaller empirical risk than $\rho^*$."""
    phi, move = design(features), rho - rho_star
    r = miss + phi @ move
    # The residuals are z + r of rho*, and z + miss of rho: the squares of z cancel.
    gain = (r @ r - miss @ miss + 2 * z @ (phi @ move)) / N
    return at_most(gain, r @ r / N * error + factor * max(abs(z @ phi)) / N * l1(move))
