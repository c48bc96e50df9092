r"""The penalty of (40) lacks the discretisation error, and (42) fails without it, however few the features.

Lemma 2 wants $\lambda\ge c_\lambda(\sqrt{\log N/N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2)$.
The proof of (42), after (102), combines its (37) with (41) "for $\lambda\gtrsim\sqrt{\log N/N}(C_{\mathcal
F}+\sigma)$", which is all that (40) demands. $\varepsilon_{\mathsf{dis}}^2\ge C_{\mathcal F}^2\log|\mathcal
N_\varepsilon|/n$ does not fall with N: for fixed n the one does not imply the other, whatever the constants
(``use-of-37``; there $\log|\mathcal N_\varepsilon|=\frac n4$ and K is the quotient of the constants). With
the penalty (58a) of Lemma 4 it does, whose third term is the one that is missing.

Nor is (42) true without it. Let $f(x)=\frac1{2\pi}(1-\cos2\pi x)$, so that $C_{\mathcal F}=1$, no noise,
and inputs at 0, $\frac12$ and 1, where f is 0, $y=\frac1\pi$, 0, and two ramps that are 0, $\frac12$, 1 and
0, $\frac12-\delta$, 1 there (others may be 1 throughout). Then $\rho^\star=0$ serves (28), and (31) for
$\varepsilon_{\mathsf{dis}}\ge y$; $(\frac y\delta,-\frac y\delta)$ fits the labels. Let $\|\rho\|_1\le
M=c_1C_{\mathcal F}$: the second difference of the residuals is at least $y-\delta M$, so that
$\ell(\rho)\ge\frac16(y-\delta M)^2$ if each input has a quarter of the sample. As $t\to\infty$ the iterates
tend to a minimiser, with $\ell\le2\lambda\frac y\delta$. For $\delta=\frac{sy}M$ and (42) to hold,
$\frac{y^2(1-s)^2}6\le\frac{2\lambda M}s$, which fails for every $c_1$ and $c_\lambda$ as N grows. That
features beyond number refute (42) as well is the claim ``lemma-3/eq-42``.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, at_most, box, choices, dims, lines, space
from lemmata.numbers import Array, as_array, log, pi, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    k: int
    c1: int
    c_lambda: int

    @property
    def N(self) -> int:
        return int(2**self.k)


def shares(s: Setting) -> Space:
    return space(s=box(1, low=0.125, high=0.875))


Penalty = Callable[[Setting, Array], Array]
penalty = PAPER.claim(
    "Lemma 3, (42), penalty",
    id="lemma-3/penalty",
    rank="step",
    origin="read",
    at=lines(369, 379),
    settings=space(Setting, k=choices(40, 16, 56), c1=dims(1, 8), c_lambda=dims(1, 8)),
    prompts=shares,
)


def of_40(s: Setting, y: Array) -> Array:
    return sqrt(log(as_array(s.N, y)) / s.N) * s.c_lambda


def with_the_error(power: int) -> Penalty:
    """(40) with eps_dis = y, the largest difference of f and its features."""
    return lambda s, y: of_40(s, y) + y**power * s.c_lambda


@penalty.printed(
    r"$\|\rho_t\|_1\le c_1\left(C_{\mathcal F}+\frac{nC_{\mathcal F}^2}{t\lambda}\right)$ as $t\to\infty$, "
    r"for $\lambda=c_\lambda\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$: $\frac{y^2(1-s)^2}6\le\frac{"
    r"2\lambda c_1}s$.",
    defect="statement",
    because="The penalty lacks the discretisation error: without noise it goes to 0 as N grows, and the "
    "estimate fits with coefficients as large as it takes.",
    lam=of_40,
)
@penalty.amended(
    r"The same for $\lambda=c_\lambda\left(\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2\right)$.",
    because="The penalty that Lemma 2 wants.",
    adds="eps_dis^2 / C_F in lambda",
    lam=with_the_error(2),
)
def fit_by_large_coefficients(s: Setting, prompt: Prompt, lam: Penalty) -> Margin:
    """Small coefficients fit no worse than the penalty of large ones."""
    y = 1 / pi(prompt.s)
    misfit = y * (1 - prompt.s)
    return at_most(misfit * misfit / 6, lam(s, y) * 2 * s.c1 / prompt.s)


penalty.mutant("an error of higher order", lam=with_the_error(6))
penalty.mutant("the penalty (40)", lam=of_40)


@dataclass(frozen=True)
class Large:
    N: int
    K: int


def numbers(s: Large) -> Space:
    return space(C=box(1, low=0.125, high=4.0), sigma=box(1, low=0.0, high=4.0))


use_of_37 = PAPER.claim(
    "Lemma 3, use of (37)",
    id="lemma-3/penalty/use-of-37",
    rank="step",
    origin="read",
    at=lines(891, 894),
    settings=space(Large, N=choices(2**20, 2**30, 16, 256), K=dims(1, 16)),
    prompts=numbers,
)
Level = Callable[[Array, Array, Array, Array], Array]


@use_of_37.printed(
    r"$\lambda=K\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$ implies $\lambda\ge\sqrt{\frac{\log "
    r"N}N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ for a universal K.",
    defect="proof-step",
    because="The discretisation error does not fall with N.",
    lam=lambda root, C, sigma, missing: root * (C + sigma),
)
@use_of_37.amended(
    r"$\lambda=K\left(\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2\right)$ implies it.",
    because="(58a) has the missing term.",
    adds="eps_dis^2 / C_F in lambda",
    lam=lambda root, C, sigma, missing: root * (C + sigma) + missing,
)
def penalty_is_large_enough(s: Large, prompt: Prompt, lam: Level) -> Margin:
    """The penalty of Lemma 3 is one that Lemma 2 allows."""
    C, sigma = prompt.C, prompt.sigma
    root = sqrt(log(s.N) / s.N)
    missing = C / 4  # C_F^{-1} eps_dis^2 with eps = 0 and log |N| = n / 4
    return at_least(lam(root, C, sigma, missing) * s.K, root * sigma + missing)


use_of_37.mutant("half of the missing term", lam=lambda root, C, sigma, missing: missing / 2)
use_of_37.mutant("noise alone", lam=lambda root, C, sigma, missing: root * sigma)
