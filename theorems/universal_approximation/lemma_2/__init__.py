r"""An estimate that nearly minimises the Lasso objective predicts well, for a penalty above the noise.

**Statement.** Lemma 2, Section 4, for $\lambda\ge c_\lambda(\sqrt{\log N/N}\,\sigma+C_{\mathcal
F}^{-1}\varepsilon_{\mathsf{dis}}^2)$: with probability $1-O(N^{-10})$ every $\widehat\rho$ with (34) has (36),
the bare id, and (37).

**What is open.** The proof bounds $\|\frac1N\sum_iz_i\phi_i\|_\infty$ over $n+1$ features by $\sqrt{\log
N/N}\,\sigma$, which needs $\log n\lesssim\log N$; nothing bounds $n$ from above ($n\ge c_0\log|\mathcal
N_\varepsilon|$). In dimensions far above N no constants that are the same for all d serve, at any level
$\sigma>0$ of the noise (``every-pattern``). The list of Section 1.5 ("for any choice of $\mathcal X$") does
not name d. For fixed d all features at once are correlated with the noise by at most the order of $\sigma$
times the root of $(d+11)\log N/N$ (``lemma-6/eq-96/noise``), so that the amended form gives (37) with d
beside $\log N$; and their second moments are that near to their means (``lemma-6/eq-94/spread``), so that it
gives (36).

**What survives** is deterministic, for any f with $|f-\phi^\top\rho^\star|\le\varepsilon$ at the examples
and the new input: if $\lambda\ge4\|\frac1N\sum_iz_i\phi_i\|_\infty$ (noise alone), then (37), in the proof
(88), is $\|\widehat\rho\|_1\le3\|\rho^\star\|_1+\frac2\lambda(\varepsilon_{\mathsf{opt}}+\varepsilon^2)$,
and with $A=\varepsilon^2+\frac32\lambda\|\rho^\star\|_1+\varepsilon_{\mathsf{opt}}$, which bounds the
empirical risk, $M=4\|\rho^\star\|_1+\frac2\lambda(\varepsilon_{\mathsf{opt}}+\varepsilon^2)$ and
$\Delta=\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\|_\infty$ (36) is $\mathbb
E(\phi^\top\widehat\rho-f)^2\le(\sqrt{(\sqrt A+\varepsilon)^2+\Delta M^2}+\varepsilon)^2$, of the order of
$A+\Delta M^2$. For a fixed dimension both suprema are of the order of $\sqrt{d\log N/N}$, with $\sigma$ for
the first (these two claims). All that follows takes $\sqrt{\log N/N}$ as a number of at most 1 (the chain
``step-5``) or is deterministic, so that with $\sqrt{d\log N/N}$ for it, where that is at most 1, it goes
through: Theorem 1 with that root.

The proof, appendix A.2, rests on Lemma 6: (37) is (85) to (88) (claim ``lemma-2/eq-86``), and (36) is (89),
(90) and a last line (``lemma-2/eq-90/collected``).

What a proof by certificate wants: twelve quantities, maxima, nested roots and norms as variables, more than a
sum of squares has room for.
"""

from fractions import Fraction
from typing import Any

from lemmata import amended, at_most, box, choices, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, max, relu, sqrt
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import D_LEFT_OPEN
from theorems.universal_approximation.lasso import design, l1, objective

NEAR_MINIMISERS: dict[str, Any] = dict(
    n=dims(1, 2),
    N=dims(1, 3),
    lam=dyadics(0.125, 2, of="(0, inf)"),
    size=choices(0.0, 4.0),  # how large rho* is drawn: the bounds are nearly sharp where it is 0
    eps=choices(0.0, 0.5),  # how far f is drawn from its features; the same
    features=box("N + 2", "n", low=0, high=1),  # of the sample, and of two inputs: the law of the new one
    z=box("N", low=-0.5, high=0.5, of="(-inf, inf)"),  # the noise
    r=box("N + 2", low="-eps", high="eps", of="(-inf, inf)"),
    rho_star=box("n + 1", low="-size", high="size", of="(-inf, inf)"),
    rho=reals("n + 1"),
)


@theorem(
    PAPER,
    "Lemma 2, (36)",
    rank="headline",
    at=lines(340, 345),
    uses=["universal_approximation/lemma-6", "universal_approximation/lemma-2/eq-37"],
    **NEAR_MINIMISERS,
)
@printed(
    r"Consider any given $\lambda\ge c_\lambda(\rate\sigma+\CF^{-1}\edis^2)$ for some sufficiently large "
    r"constant $c_\lambda>0$. For any $\widehat\rho$ that is statistically independent from $x_{N+1}$ and "
    r"satisfies (34) with $\eopt\ge0$, we have $\mathbb E[(\phi_{N+1}^\top\widehat\rho-f(x_{N+1}))^2]"
    r"\lesssim\rate(\CF^2+\lambda^{-2}\eopt^2+\sigma\edis)+\edis^2+\lambda \CF+\eopt$ with probability at "
    r"least $1-O(N^{-10})$.",
    open=D_LEFT_OPEN + "If they may, (36) follows from its amended form, lemma-6/eq-96/noise and "
    "lemma-6/eq-94/spread.",
)
@amended(
    r"For features in $[0,1]$, $y=f+z$, $\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$, any "
    r"$\rho^\star$ and $f$ with $r=f-\phi^\top\rho^\star$, $|r|\le\varepsilon$, and any $\widehat\rho$ with "
    r"(34), $x_{N+1}$ one of two further inputs, each with probability $\frac12$: $\mathbb "
    r"E(\phi^\top\widehat\rho-f)^2\le\left(\sqrt{\left(\sqrt A+\varepsilon\right)^2+\Delta "
    r"M^2}+\varepsilon\right)^2$ with $A=\varepsilon^2+\frac32\lambda\|\rho^\star\|_1+\eopt$, "
    r"$M=4\|\rho^\star\|_1+\frac2\lambda(\eopt+\varepsilon^2)$ and $\Delta=\left\|\frac1N\sum_i\phi_i\phi_i^"
    r"\top-\mathbb E\phi\phi^\top\right\|_\infty$.",
    because=r"What the proof wants of the penalty, stated; Hoeffding gives it with log(Nn) for $\log N$.",
    adds=r"$\lambda$ at least four times the largest correlation of a feature with the noise, the sample's "
    "spread in the bound, constants, every sample",
)
@mutants(
    the_spread_left_out=dict(spread=0),
    nine_tenths=dict(share=Fraction(9, 10)),
    no_discretisation_error=dict(error=0),
)
def risk_of_near_minimisers(N, lam, features, z, r, rho_star, rho, spread=1, error=1, share=1):
    """An estimate that nearly minimises the Lasso objective has a small prediction risk."""
    phi = design(features)
    sample, others = phi[:N], phi[N:]
    f = phi @ rho_star + r
    miss, y = others @ rho - f[N:], f[:N] + z
    eps_opt = relu(objective(sample, y, lam, rho) - objective(sample, y, lam, rho_star))
    eps, S = max(abs(r)) * error, l1(rho_star)
    A = eps**2 + 3 * lam * S / 2 + eps_opt
    M = 4 * S + 2 * (eps_opt + eps**2) / lam
    Delta = max(abs(sample.T @ sample / N - others.T @ others / 2)) * spread
    bound = (sqrt((sqrt(A) + eps) ** 2 + Delta * M**2) + eps) ** 2 * share
    # Features in [0, 1] keep every error within the l1 norm of the move, and eps.
    most = l1(rho - rho_star) + max(abs(r))
    return (
        at_most(miss @ miss / 2, bound).trivial_where(bound - most**2).given(lam - 4 * max(abs(z @ sample)) / N)
    )


@theorem(
    PAPER,
    "Lemma 2, (37)",
    id="lemma-2/eq-37",
    at=lines(340, 345),
    uses=["universal_approximation/lemma-6/eq-84", "universal_approximation/lemma-1/eq-28"],
    **NEAR_MINIMISERS,
)
@printed(
    r"Consider any given $\lambda\ge c_\lambda(\rate\sigma+\CF^{-1}\edis^2)$ for some sufficiently large "
    r"constant $c_\lambda>0$. For any $\widehat\rho$ that is statistically independent from $x_{N+1}$ and "
    r"satisfies (34) with $\eopt\ge0$, we have $\|\widehat\rho\|_1\lesssim \CF+\lambda^{-1}\eopt$ with "
    "probability at least $1-O(N^{-10})$.",
    open=D_LEFT_OPEN + "If they may, (37) follows from its amended form and lemma-6/eq-96/noise.",
)
@amended(
    r"For features in $[0,1]$, $y=f+z$, $\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$, any "
    r"$\rho^\star$ and $f$ with $r=f-\phi^\top\rho^\star$, $|r|\le\varepsilon$, and any $\widehat\rho$ with "
    r"(34): $\|\widehat\rho\|_1\le3\|\rho^\star\|_1+\frac2\lambda(\eopt+\varepsilon^2)$.",
    because="What the proof wants of the penalty, stated.",
    adds=r"$\lambda$ at least four times the largest correlation of a feature with the noise, constants, every "
    "sample",
    slack=r"It is met in the limit of small estimates: one example, feature 1, $\rho^* = 0$ and $z = "
    r"\lambda/4$ make the ratio $1/(1 + 2 \rho/\lambda)$.",
)
@mutants(
    {
        "without the errors": dict(errors=0),
        "1 for 3": dict(
            stars=1,
            n=dims(2, 2),
            N=dims(3, 3),
            size=choices(4.0),
            eps=choices(0.0),
            why=r"without the errors, which hide what $\rho^*$ allows",
        ),
        "no discretisation error": dict(
            square=0,
            n=dims(1, 1),
            N=dims(1, 1),
            lam=choices(0.125),
            size=choices(0.0),
            eps=choices(0.5),
            why=r"a residual above half of the penalty is fitted: here it is, where $\rho^* = 0$",
        ),
    }
)
def size_of_near_minimisers(N, lam, features, z, r, rho_star, rho, stars=3, errors=2, square=1):
    r"""An estimate that nearly minimises the Lasso objective has an $\ell_1$ norm of the order of $C_F$."""
    sample = design(features[:N])
    y = sample @ rho_star + r[:N] + z
    eps_opt = relu(objective(sample, y, lam, rho) - objective(sample, y, lam, rho_star))
    bound = stars * l1(rho_star) + errors * (eps_opt + max(abs(r)) ** 2 * square) / lam
    return at_most(l1(rho), bound).given(lam - 4 * max(abs(z @ sample)) / N)
