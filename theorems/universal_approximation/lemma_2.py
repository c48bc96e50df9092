r"""An estimate that nearly minimises the Lasso objective predicts well, for a penalty above the noise.

**What is open** in Lemma 2, Section 4. The proof bounds $\|\frac1N\sum_iz_i\phi_i\|_\infty$ over $n+1$ features
by $\sqrt{\log N/N}\,\sigma$, which needs $\log n\lesssim\log N$; nothing bounds $n$ from above. In dimensions
far above N no constants that are the same for all d serve, at any level $\sigma>0$ of the noise
(``every-pattern``), and the list of Section 1.5 ("for any choice of $\mathcal X$") does not name d. For fixed d
all features at once are correlated with the noise by at most the order of $\sigma$ times the root of
$(d+11)\log N/N$ (``lemma-6/eq-96/noise``), and their second moments are that near to their means
(``lemma-6/eq-94/spread``), so that the amended forms give (37) and (36) with d beside $\log N$. All that
follows takes $\sqrt{\log N/N}$ as a number of at most 1 (``step-5``) or is deterministic, so that Theorem 1
goes through with $\sqrt{d\log N/N}$ for it, where that is at most 1.

**What survives** is deterministic, with $A$ a bound on the empirical risk; (36) is then of the order of
$A+\Delta M^2$. The proof, appendix A.2, rests on Lemma 6. (37) is (85) to (88): a contradiction of numbers
(``lemma-2/eq-86``), so that (88) holds wherever (84) does, and that is open. (36) is (89), (90) and a last line
in which $\lambda\ge\sqrt{\log N/N}\,\sigma$ absorbs terms (``lemma-2/eq-90/collected``).

What a proof by certificate wants: twelve quantities, maxima, nested roots and norms as variables, more than a
sum of squares has room for.
"""

from fractions import Fraction
from typing import Any

from lemmata import (
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
    theorem,
)
from lemmata.numbers import abs, concat, max, relu, sqrt
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


# The proof, appendix A.2
@theorem(
    PAPER,
    "(86)",
    id="lemma-2/eq-86",
    rank="step",
    origin="read",
    at=lines(718, 740),
    K=scales(-2, 2, of="(0, inf)"),  # the universal constant $C$ of (86)
    more=choices(4.0, 0.0),  # the largest opt, larger and penalty that are drawn
    S=box(1, low=0, high=4, of="[0, inf)"),  # $\|\rho^\star\|_1$
    C=box(1, low=0.125, high=4, of="(0, inf)"),  # $C_{\mathcal F}$
    opt=box(1, low=0, high="more", of="[0, inf)"),  # $\varepsilon_{\mathsf{opt}}/\lambda$
    dis=box(1, low=0, high=4, of="[0, inf)"),  # $\varepsilon_{\mathsf{dis}}$
    noise=box(1, low=0, high=4, of="[0, inf)"),  # $\sqrt{\log N/N}\sigma$
    larger=box(1, low=0, high="more", of="[0, inf)"),  # by how much (85) is exceeded
    penalty=box(1, low=0, high="more", of="[0, inf)"),  # by how much (87) is exceeded
)
@printed(
    r"For $R=\|\widehat\rho\|_1>4S+\CF+4\lambda^{-1}\eopt$ (85) with $S=\|\rho^\star\|_1$, every $K>0$ (the "
    r"constant $C$ of (86)) and $\lambda\ge4K\CF^{-1}\edis^2+8K\rate\sigma$ (87): $\lambda R-\lambda "
    r"S-K\edis^2-K\rate\sigma(R+S)\ge\frac\lambda4R\ge\eopt$."
)
@mutants(
    {
        "S for 4 S in (85)": dict(stars=1),
        "a sixteenth of (87)": dict(share=16),
        "all of lambda R": dict(quarters=4),
    }
)
def contradiction(K, S, C, opt, dis, noise, larger, penalty, stars=4, share=1, quarters=1):
    r"""By (86) an estimate as large as (85) misses the objective by at least $\varepsilon_{\mathrm{opt}}$."""
    R = stars * S + C + 4 * opt + larger
    lam = K * (4 * dis**2 / C + 8 * noise) / share + penalty
    excess = lam * (R - S) - K * (dis**2 + noise * (R + S))
    quarter = lam * R * quarters / 4
    return at_least(concat([excess, quarter]), concat([quarter, lam * opt]))


@theorem(
    PAPER,
    "(36), last line of the proof",
    id="lemma-2/eq-90/collected",
    rank="step",
    origin="read",
    at=lines(761, 764),
    most=choices(4.0, 0.0),  # the largest dis and opt that are drawn
    root=box(1, low=0.015625, high=1, of="[0, 1]"),  # $\sqrt{\log N/N}$
    excess=box(1, low=0.015625, high=4, of="(0, inf)"),  # of $\lambda$ over that root times $\sigma$
    C=box(1, low=0, high=4, of="[0, inf)"),  # $C_{\mathcal F}$
    sigma=box(1, low=0, high=4, of="[0, inf)"),
    dis=box(1, low=0, high="most", of="[0, inf)"),  # $\varepsilon_{\mathsf{dis}}$
    opt=box(1, low=0, high="most", of="[0, inf)"),  # $\varepsilon_{\mathsf{opt}}$
)
@printed(
    r"For $\lambda\ge\rate\sigma$, $\lambda>0$: $\rate\left(\edis^2+\CF^2+\lambda^{-2}\eopt^2+\sigma(\edis+\CF+"
    r"\lambda^{-1}\eopt)\right)+\edis^2+\lambda \CF+\eopt$ is at most twice $\rate\left(\CF^2+\lambda^{-2}"
    r"\eopt^2+\sigma\edis\right)+\edis^2+\lambda \CF+\eopt$."
)
@mutants({"any penalty": dict(least=0), "19/10 for 2": dict(factor=Fraction(19, 10))})
def collected(root, excess, C, sigma, dis, opt, factor=2, least=1):
    """The sum of (89) and (90) is at most of the order of the right side of (36)."""
    lam = root * sigma * least + excess
    common = dis**2 + lam * C + opt
    right = root * (C**2 + (opt / lam) ** 2 + sigma * dis) + common
    return at_most(
        root * (dis**2 + C**2 + (opt / lam) ** 2 + sigma * (dis + C + opt / lam)) + common, right * factor
    )
