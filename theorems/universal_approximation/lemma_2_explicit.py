r"""Lemma 2 with explicit constants, for any f: what its proof shows if the noise is small beside the penalty.

If $\lambda\ge4\|\frac1N\sum_iz_i\phi_i\|_\infty$ (noise alone) and $|f-\phi^\top\rho^\star|\le\varepsilon$
at the examples and the new input, then for every $\widehat\rho$ with (34), with
$R=4\|\rho^\star\|_1+2(\varepsilon_{\mathsf{opt}}+\varepsilon^2)/\lambda$ and
$\Delta=\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\|_\infty$: $\|\widehat\rho\|_1\le
R-\|\rho^\star\|_1$, which is (37) for $\lambda\ge C_{\mathcal F}^{-1}\varepsilon^2$, and $\mathbb
E(\phi^\top\widehat\rho-f)^2\le2\Delta
R^2+6\lambda\|\rho^\star\|_1+4\varepsilon_{\mathsf{opt}}+10\varepsilon^2$, which is (36) for
$\Delta\lesssim\sqrt{\log N/N}$. Both hold for all data. What is missing in the paper is the number of
features in the two suprema: Hoeffding's inequality gives $\log(Nn)$ for $\log N$ (claim ``lemma-2``).
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_lasso_fits import l1
from theorems.universal_approximation.instances_lemma_2 import Data, Setting, data, few, prompts

explicit = PAPER.claim(
    "Lemma 2, (36), explicit",
    slug="lemma-2-explicit",
    kind="forall",
    settings=few,
    prompts=prompts,
)
small = PAPER.claim(
    "Lemma 2, (37), explicit",
    slug="lemma-2-explicit-eq-37",
    kind="forall",
    settings=few,
    prompts=prompts,
)
Square = Callable[[Array], Array]


def radius(s: Setting, x: Data, star: Array, square: Square) -> Array:
    return l1(star) * 4 + (x.eps_opt + square(x.eps)) * 2 / s.lam


@explicit.printed(
    r"$\mathbb E(\phi^\top\widehat\rho-f)^2\le2\Delta "
    r"R^2+6\lambda\|\rho^\star\|_1+4\varepsilon_{\mathsf{opt}}+10\varepsilon^2$ for "
    r"$\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$ and any $\widehat\rho$ with (34).",
    share=1,
    square=lambda eps: eps * eps,
)
def risk_with_explicit_constants(s: Setting, prompt: Prompt, share: int, square: Square) -> Margin:
    """An estimate that nearly minimises the Lasso objective predicts any function well."""
    x, star = data(s, prompt), prompt.rho_star
    R = radius(s, x, star, square)
    bound = x.spread * R * R * 2 + l1(star) * s.lam * 6 + x.eps_opt * 4 + square(x.eps) * 10
    return at_most(x.risk, bound / share).given(s.lam - x.correlation * 4)


explicit.mutant("the discretisation error taken away", share=1, square=lambda eps: -eps * eps)
explicit.mutant("an eighth", share=8, square=lambda eps: eps * eps)


@small.printed(
    r"$\|\widehat\rho\|_1\le3\|\rho^\star\|_1+\frac2\lambda(\varepsilon_{\mathsf{opt}}+\varepsilon^2)$ for "
    r"$\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$ and any $\widehat\rho$ with (34).",
    stars=3,
    share=1,
)
def size_with_explicit_constants(s: Setting, prompt: Prompt, stars: int, share: int) -> Margin:
    """An estimate that nearly minimises the Lasso objective is small."""
    x = data(s, prompt)
    bound = l1(prompt.rho_star) * stars + (x.eps_opt + x.eps * x.eps) * 2 / s.lam
    return at_most(l1(prompt.rho), bound / share).given(s.lam - x.correlation * 4)


small.mutant("half", stars=3, share=2)
small.mutant("without rho*", stars=0, share=1)
