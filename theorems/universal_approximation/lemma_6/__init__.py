r"""The empirical risk is near the true one for all $\rho$ at once, Lemma 6: what the sample's moments give.

**What is open.** The proof, appendix A.2, applies Hoeffding's inequality to the largest entry of a vector of
$n+1$, and to that of a matrix of $(n+1)^2$, for any n, and forgets the union bound (``lemma-6/hoeffding``):
with n independent features no constant does. That features (29) of inputs in few dimensions are not so
independent is another argument, which the proof does not make (``lemma-6/eq-94/spread``,
``lemma-6/eq-96/noise``). In dimensions far above N no constants that are the same for all d serve
(``every-pattern``). If they may depend on d, (84) follows from its amended form. Of (83) the cross term,
$\|\frac1N\sum_ir_i\phi_i-\mathbb Er\phi\|_\infty$, is not checked.

**What survives.** What the proof shows before it uses Hoeffding's inequality is deterministic, for every f:
(83), and (89), which is (83) at $\widehat\rho$, with the sample moments of (91), (92) and (94) as they are, and
(84). (95), on one function, misses no union bound; the law of r is a coin between a level and
$\varepsilon_{\mathsf{dis}}$, which at the level 0 spreads as far as any.
"""

import math
from fractions import Fraction

from lemmata import (
    Probability,
    amended,
    at_least,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    lines,
    mutants,
    printed,
    reals,
    scales,
    signs,
    some,
    theorem,
)
from lemmata.numbers import abs, constant, exp, log, max, maximum, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import D_LEFT_OPEN, rate
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


# The proof, appendix A.2.1
def many(K: float) -> dict[str, float]:
    """So many examples that neither side leaves room for the constant K."""
    return dict(k=12 + 3 * math.ceil(math.log2(K)), K=K)


@theorem(
    PAPER,
    "before (94), Hoeffding's inequality",
    id="lemma-6/hoeffding",
    rank="step",
    origin="read",
    at=lines(793, 797),
    k=dims(4, 64),
    N=lambda k: 2.0**k,
    K=some(scales(0, 6), weaker="larger", fails_at=many),
    examples=[many(64.0)],
)
@printed(
    "Applying Hoeffding's inequality shows that, with probability at least $1-O(N^{-12})$, "
    r"$\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb "
    r"E[\phi_{N+1}\phi_{N+1}^\top]\right\|_\infty\lesssim\rate$.",
    implies=r"$1\le\max\left\{2K\rate,\frac{KN^{-12}}{1-e^{-2}}\right\}$ for every $N=2^k$, with constants "
    r"$K$ of $\lesssim$ and $O$ that are the same for all $n$, $N$ and $d$, as in Hoeffding's inequality. "
    r"Since the last entry of $\phi_i$ is 1, $\left\|\frac1N\sum_i\phi_i-\mathbb "
    r"E\phi_{N+1}\right\|_\infty$ is no larger. At $d=n=2^N$, inputs even on $\{\pm d^{-1/2}\}^d$ and the "
    r"features (29) with $\omega_i=e_i$, $t_i=0$, $\tau\ge\frac12\sqrt d$, which are independent fair bits, "
    "some one is 0 at all examples, or 1 at all, with probability at least $1-e^{-2}$.",
    defect="proof-step",
    because="The inequality is for one mean; for $n + 1$ of them at once a union bound is missing, whose "
    r"$\log(n + 1)$ nothing bounds. Where constants may depend on d another argument would do "
    "(lemma-6/eq-94/spread).",
)
def of_one_for_all(k, N, K):
    """What Hoeffding's inequality says of one feature is true of all features at once."""
    return at_least(maximum(2 * K * rate(N), K * Fraction(1, 2 ** (12 * k)) / (1 - exp(constant([-2])[0]))), 1)


def tail(N: int, most: int) -> Fraction:
    """The probability that more than ``most`` of N fair bits agree; ``most`` is at least N/2."""
    return Fraction(2 * sum(math.comb(N, j) for j in range(most + 1, N + 1)), 2**N)


@amended(
    r"For n independent features that are fair bits, and every j from $\frac N2$ to N: some mean of N "
    r"examples is more than $t=\frac jN-\frac12$ from $\frac12$ with probability at most $2n\,e^{-2Nt^2}$, "
    r"which is $2N^{-12}$ at $t=\sqrt{\frac{\log n+12\log N}{2N}}$.",
    of=of_one_for_all,
    because="Hoeffding's inequality and the union bound.",
    adds=r"$\log(nN)$ for $\log N$",
    slack="The union bound counts all features as if they were never off together.",
    N=dims(1, 16, most=32),
    most=lambda N: dims((N + 1) // 2, N, most=N),
    n=dims(1, 64, most=64),
)
@mutants({"no union bound": dict(count=1), "e^(-4 N t^2)": dict(exponent=4)})
def with_a_union_bound(N, most, n, count=lambda n: n, exponent=2):
    """The largest of n means obeys Hoeffding's inequality with a factor n."""
    off = 1 - (1 - tail(N, most)) ** n
    t = Fraction(most, N) - Fraction(1, 2)
    return at_most(off, 2 * count * exp(constant([-exponent * N * t * t])[0]))


@theorem(
    PAPER,
    "(95)",
    id="lemma-6/eq-95",
    rank="step",
    origin="read",
    at=lines(804, 806),
    kind=Probability(failure=lambda N: 2 * float(N) ** -12),
    N=choices(2, 64, 256, 1024),
    eps_dis=dyadics(0.125, 2, of="(0, inf)"),
    level=dyadics(0, 0.5),  # the share of $\varepsilon_{\mathsf{dis}}$ that the other side of the coin has
    coin=signs("N"),
)
@printed(
    r"For $r=f-\phi^\top\rho^\star$ with $|r|\le\edis$: $\mathcal E_2=\left|\frac1N\sum_ir_i^2-\mathbb "
    r"Er^2\right|\le\edis^2\sqrt{\frac{6\log N}N}$ with probability at least $1-2N^{-12}$; here r is $\edis$ "
    "or at most half of that, by a fair coin."
)
@mutants(
    {
        "a rate 1/(2N)": dict(bound=lambda N: 1 / N / 2),
        "an eighth": dict(bound=lambda N: sqrt(log(N) * 6 / N) / 8),
    }
)
def squares_are_near_their_mean(N, eps_dis, level, coin, bound=lambda N: sqrt(log(N) * 6 / N)):
    """The mean squared discretisation error of the examples is near its expectation."""
    spread, allowed = eps_dis**2 * (1 - level**2) / 2, eps_dis**2 * bound
    return at_most(abs(sum(coin)) / N * spread, allowed).trivial_where(allowed - spread)  # all coins alike
