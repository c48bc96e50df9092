r"""The penalty of (40) lacks the discretisation error, and (42) fails without it, however few the features.

Lemma 2 wants $\lambda\ge c_\lambda(\sqrt{\log N/N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2)$.
The proof of (42), after (102), combines its (37) with (41) "for $\lambda\gtrsim\sqrt{\log N/N}(C_{\mathcal
F}+\sigma)$", which is all that (40) demands. $\varepsilon_{\mathsf{dis}}^2\ge C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$ does not fall with N: for fixed n the one does not imply the other, whatever the constants
(``use-of-37``; there $\log|\mathcal N_\varepsilon|\ge\frac n4$, any other fixed share would do, and K is the
quotient of the constants). With the penalty (58a) of Lemma 4 it does, whose third term is the missing one.

Nor is (42) true without it, at least for one class. Let $f(x)=\frac1{2\pi}(1-\cos2\pi x)$, so that
$C_{\mathcal F}=1$, no noise, and inputs at 0, $\frac12$ and 1, a quarter, a half and a quarter of the sample.
There f is 0, $y=\frac1\pi$, 0; two ramps are 0, $\frac12$, 1 and 0, $\frac12-\delta$, 1 (others may be 1
throughout). Then $\rho^\star=0$ serves (28), and (31) for $\varepsilon_{\mathsf{dis}}\ge y$; $(\frac
y\delta,-\frac y\delta,0)$ fits the labels. Let $\|\rho\|_1\le M=c_1C_{\mathcal F}$: the second difference of
the residuals is at least $2(y-\delta M)$, so that $\ell(\rho)\ge\frac16(y-\delta M)^2$. As $t\to\infty$ the
iterates tend to a minimiser, with $\ell\le2\lambda\frac y\delta$. For $\delta=\frac{qy}M$ and (42) to hold,
$\frac{y^2(1-q)^2}6\le\frac{2\lambda M}q$, which fails for every $c_1$ and $c_\lambda$ as N grows.

On these data $\lambda\ge c_\lambda C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ mends (42): a step never
increases the objective, and $\lambda\|\rho_t\|_1\le\ell(\rho_t)\le\ell(0)=\frac{y^2}2$. It does not mend (42)
in general: features beyond number refute it as well (claim ``lemma-3/eq-42``).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from baselines.proximal import proximal_gradient
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, dyadics, lines, scales, some, space
from lemmata.numbers import Array, as_array, concatenate, full, log, pi, sqrt, stack
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1


@dataclass(frozen=True)
class Large:
    k: int
    """The binary logarithm of N."""
    K: float
    """The constant c_1 of (42), and c_lambda of the penalty: the larger of the two serves for both."""

    @property
    def N(self) -> float:
        return 2.0**self.k


@dataclass(frozen=True)
class Setting(Large):
    T: int


def shares(s: Large) -> Space:
    """Delta over y / (K C_F)."""
    return space(q=box(1, low=0.125, high=0.875))


def large_sample(K: float) -> Large:
    """So many examples that the penalty is small beside 1 / K."""
    return Large(k=32 + 4 * math.ceil(math.log2(K)), K=K)


Penalty = Callable[[Large, Array], Array]
penalty = PAPER.claim(
    "Lemma 3, (42), penalty",
    id="lemma-3/penalty",
    rank="step",
    origin="read",
    summary="The iterates stay small with a penalty that sees the noise and not the discretisation error",
    at=lines(369, 379),
    settings=space(Large, k=dims(16, 96), K=some(scales(0, 6), weaker="larger", fails_at=large_sample)),
    prompts=shares,
    examples=[large_sample(64.0), Setting(k=96, K=1.625, T=64)],
)


def of_40(s: Large, y: Array) -> Array:
    """(40) with sigma = 0 and C_F = 1."""
    return sqrt(log(as_array(s.N, y)) / s.N) * s.K


def with_the_error(power: int) -> Penalty:
    """(40) with eps_dis = y, the largest difference of f and its features."""
    return lambda s, y: of_40(s, y) + y**power * s.K


@penalty.printed(
    r"$\|\rho_t\|_1\le c_1\left(C_{\mathcal F}+\frac{nC_{\mathcal F}^2}{t\lambda}\right)$ as $t\to\infty$, "
    r"without errors, for $\lambda=c_\lambda\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$ and some "
    r"$c_1=c_\lambda$: "
    r"for $f(x)=\frac1{2\pi}(1-\cos2\pi x)$, $\sigma=0$, $y=\frac1\pi$, $N=2^k$ inputs at $0,\frac12,1$ (a "
    r"quarter, a half, a quarter of the sample, which inputs at random are "
    r"with a probability far above $N^{-10}$) and ramps that are $0,\frac12,1$ and "
    r"$0,\frac12-\delta,1$ where $f$ is $0,y,0$, $\delta=\frac{qy}{c_1}$, the objective is at least "
    r"$\frac{y^2(1-q)^2}6$ where $\|\rho\|_1\le c_1C_{\mathcal F}=c_1$, and $\frac{2\lambda c_1}q$ at one "
    r"point: "
    r"$\frac{y^2(1-q)^2}6\le\frac{2\lambda c_1}q$.",
    defect="statement",
    because="The penalty lacks the discretisation error: it goes to 0 as N grows, and without noise the "
    "estimate fits with coefficients as large as it takes.",
    lam=of_40,
)
def fit_by_small_coefficients(s: Large, prompt: Prompt, lam: Penalty) -> Margin:
    """The least objective of small coefficients against that of large ones that fit."""
    y = 1 / pi(prompt.q)
    misfit = y * (1 - prompt.q)
    return at_most(misfit * misfit / 6, lam(s, y) * 2 * s.K / prompt.q)


@penalty.amended(
    r"For $f(x)=\frac1{2\pi}(1-\cos2\pi x)$, $\sigma=0$, $y=\frac1\pi$, $N=2^k$ inputs at $0,\frac12,1$ (a "
    r"quarter, a half, a quarter of the sample) where two ramps are $0,\frac12,1$ and $0,\frac12-\delta,1$, "
    r"$\delta=\frac{qy}{c_\lambda}$, $\frac18\le q\le\frac78$, $c_\lambda\ge1$ "
    r"and $\lambda=c_\lambda\left(\sqrt{\frac{\log N}N}C_{\mathcal F}+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2\right)$ with $\varepsilon_{\mathsf{dis}}=y$: $\|\rho_T\|_1\le"
    r"\frac1{8c_\lambda}C_{\mathcal F}$ for the iterates (38b) without errors, $\eta=\frac1{2n}$.",
    because="With the penalty that Lemma 2 wants these data are no counterexample.",
    settings=space(Setting, k=dims(16, 96), T=dims(1, 64), K=dyadics(1, 64, of="[1, inf)")),
    adds="eps_dis^2 / C_F in lambda; these data alone, since (42) has other counterexamples (lemma-3/eq-42)",
    lam=with_the_error(2),
    share=1,
)
def iterates_on_these_data(s: Setting, prompt: Prompt, lam: Penalty, share: Fraction | int) -> Margin:
    """The l1 norm of an exact iterate on the data of the counterexample."""
    y = 1 / pi(prompt.q)
    zero, half, one = (full(value, like=prompt.q) for value in (0, 0.5, 1))
    below = half - prompt.q * y / s.K
    middle = concatenate([half, below, one], -1)
    phi = stack([concatenate([zero, zero, one], -1), middle, middle, full(1, like=middle)], 1)
    labels = concatenate([zero, full(y, like=zero), full(y, like=zero), zero], -1)
    start = full(0, like=middle)
    path = proximal_gradient(phi, labels, lam(s, y), start, steps=s.T, inverse_step=4)
    return at_most(l1(path[-1]) * 8 * s.K, share)


penalty.mutant("the error to the sixth power", lam=with_the_error(6))
penalty.mutant("the penalty (40)", lam=of_40)
penalty.mutant("4/5 of the bound", share=Fraction(4, 5))


@dataclass(frozen=True)
class Quotient:
    k: int
    """The binary logarithm of N."""
    K: float
    """The constant of (40) over that of Lemma 2."""

    @property
    def N(self) -> float:
        return 2.0**self.k


def many(K: float) -> Quotient:
    """So many examples that the penalty is small beside 1 / K."""
    return Quotient(16 + 3 * math.ceil(math.log2(K)), K)


def numbers(s: Quotient) -> Space:
    """C_F, sigma, and eps_dis over C_F."""
    return space(
        C=box(1, low=0.125, high=4.0, of="(0, inf)"),
        sigma=box(1, low=0.0, high=4.0, of="[0, inf)"),
        share=box(1, low=0.5, high=4.0, of="[1/2, inf)"),
    )


use_of_37 = PAPER.claim(
    "Lemma 3, use of (37)",
    id="lemma-3/penalty/use-of-37",
    rank="step",
    origin="read",
    summary="Every penalty that Lemma 3 allows is one that Lemma 2 allows",
    at=lines(891, 894),
    settings=space(Quotient, k=dims(1, 64), K=some(scales(0, 10), weaker="larger", fails_at=many)),
    prompts=numbers,
    examples=[Quotient(64, 1024.0)],
)
Level = Callable[[Array, Array, Array, Array], Array]


@use_of_37.printed(
    r"For some universal $K$, the quotient of the constants of (40) and of Lemma 2, and all $N\ge2$: "
    r"$\lambda=K\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$ implies "
    r"$\lambda\ge\sqrt{\frac{\log N}N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$; here with "
    r"$N=2^k$ and $\log|\mathcal N_\varepsilon|\ge\frac n4$ (any other share that does not fall with $N$ "
    r"fails alike), so that "
    r"$\varepsilon_{\mathsf{dis}}\ge\frac12C_{\mathcal F}$ by (30), $c_{\mathsf{dis}}\ge1$.",
    defect="proof-step",
    because="The discretisation error does not fall with N.",
    lam=lambda root, C, sigma, dis: root * (C + sigma),
)
@use_of_37.amended(
    r"For all $K\ge1$ and $N\ge2$: $\lambda=K\left(\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2\right)$ implies $\lambda\ge\sqrt{\frac{\log N}N}\sigma+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2$; here with $N=2^k$ and "
    r"$\varepsilon_{\mathsf{dis}}\ge\frac12C_{\mathcal F}$.",
    because="(58a) has the missing term.",
    adds="eps_dis^2 / C_F in lambda",
    settings=space(Quotient, k=dims(1, 64), K=scales(0, 10, of="[1, inf)")),
    lam=lambda root, C, sigma, dis: root * (C + sigma) + dis * dis / C,
)
def penalty_is_large_enough(s: Quotient, prompt: Prompt, lam: Level) -> Margin:
    """The penalty of Lemma 3 against the least one of Lemma 2."""
    C, sigma = prompt.C, prompt.sigma
    root = sqrt(log(s.N) / s.N)
    dis = C * prompt.share
    return at_least(lam(root, C, sigma, dis) * s.K, root * sigma + dis * dis / C)


use_of_37.mutant("half of the new term", lam=lambda root, C, sigma, dis: root * (C + sigma) + dis * dis / C / 2)
use_of_37.mutant("no noise", lam=lambda root, C, sigma, dis: dis * dis / C)
