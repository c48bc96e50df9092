r"""Lemma 2 with explicit constants, for any f: what its proof shows if the noise is small beside the penalty.

If $\lambda\ge4\|\frac1N\sum_iz_i\phi_i\|_\infty$ (noise alone) and $|f-\phi^\top\rho^\star|\le\varepsilon$ at
the examples and the new input, then for every $\widehat\rho$ with (34), with
$R=4\|\rho^\star\|_1+2(\varepsilon_{\mathsf{opt}}+\varepsilon^2)/\lambda$ and
$\Delta=\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\|_\infty$: $\|\widehat\rho\|_1\le
R-\|\rho^\star\|_1$, which is (37), in the proof (88), for $\lambda\ge C_{\mathcal F}^{-1}\varepsilon^2$, and
$\mathbb E(\phi^\top\widehat\rho-f)^2\le2\Delta
R^2+6\lambda\|\rho^\star\|_1+4\varepsilon_{\mathsf{opt}}+10\varepsilon^2$, which is (36) for
$\Delta\lesssim\sqrt{\log N/N}$. Both hold for all data. What is missing in the paper is the number of
features in the two suprema: Hoeffding's inequality gives $\log(Nn)$ for $\log N$ (claim ``lemma-2``).
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lasso_objective
from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, amax, relu
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import correlations, design, l1, products, squared


@dataclass(frozen=True)
class Setting:
    n: int
    N: int
    lam: float
    star: float
    """How large the entries of rho* may be: the bounds are nearly sharp where it is 0."""
    residual: float
    """How far f may be from its features; the same."""


few = space(
    Setting,
    n=dims(1, 2),
    N=dims(1, 3),
    lam=dyadics(0.125, 2),
    star=choices(0.0, 4.0),
    residual=choices(0.0, 0.5),
)


def prompts(s: Setting) -> Space:
    """Features of the sample and of two inputs that make up the law of the new one, noise, f beside them."""
    return space(
        features=box(s.N + 2, s.n, low=0.0, high=1.0),
        noise=box(s.N, low=-0.5, high=0.5),
        residual=box(s.N + 2, low=-s.residual, high=s.residual),
        rho_star=box(s.n + 1, low=-s.star, high=s.star),
        rho=reals(s.n + 1),
    )


@dataclass(frozen=True)
class Data:
    """What the two statements compare, each ``(batch,)``."""

    risk: Array
    eps: Array
    """The largest distance of f from its features, discretisation error."""
    eps_opt: Array
    spread: Array
    """The largest entry of the sample's second moment minus the law's."""
    correlation: Array
    """The largest correlation of a feature with the noise."""


def data(s: Setting, prompt: Prompt) -> Data:
    phi = design(prompt.features)
    f = products(phi, prompt.rho_star) + prompt.residual
    sample, others = phi[:, : s.N], phi[:, s.N :]
    y = f[:, : s.N] + prompt.noise
    reached, star = (lasso_objective(sample, y, s.lam, rho) for rho in (prompt.rho, prompt.rho_star))
    spread = absolute(sample.mT @ sample / s.N - others.mT @ others / 2)
    return Data(
        risk=squared(products(others, prompt.rho) - f[:, s.N :]) / 2,
        eps=amax(absolute(prompt.residual), -1),
        eps_opt=relu(reached - star),
        spread=amax(amax(spread, -1), -1),
        correlation=amax(absolute(correlations(sample, prompt.noise)), -1) / s.N,
    )


explicit = PAPER.claim(
    "Lemma 2, (36), explicit",
    id="lemma-2/explicit",
    rank="step",
    origin="ours",
    summary="An estimate that nearly minimises the Lasso objective predicts any f that is near its features",
    at=lines(340, 342),
    settings=few,
    prompts=prompts,
)
small = PAPER.claim(
    "Lemma 2, (37), explicit",
    id="lemma-2/explicit/eq-37",
    rank="step",
    origin="ours",
    summary="An estimate that nearly minimises the Lasso objective is of the size of rho*, for any f near its "
    "features",
    at=lines(340, 343),
    settings=few,
    prompts=prompts,
)
Square = Callable[[Array], Array]


@explicit.printed(
    r"For features in $[0,1]$, $y=f+z$, $|f-\phi^\top\rho^\star|\le\varepsilon$, "
    r"$R=4\|\rho^\star\|_1+2(\varepsilon_{\mathsf{opt}}+\varepsilon^2)/\lambda$, "
    r"$\Delta=\left\|\frac1N\sum_i\phi_i\phi_i^\top-"
    r"\mathbb E\phi\phi^\top\right\|_\infty$ and $x_{N+1}$ one of two further inputs, each with probability "
    r"$\frac12$: $\mathbb E(\phi^\top\widehat\rho-f)^2\le2\Delta "
    r"R^2+6\lambda\|\rho^\star\|_1+4\varepsilon_{\mathsf{opt}}+10\varepsilon^2$ for "
    r"$\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$ and any $\widehat\rho$ with (34).",
    share=1,
    square=lambda eps: eps * eps,
)
def risk_with_explicit_constants(s: Setting, prompt: Prompt, share: int, square: Square) -> Margin:
    """The risk of any estimate, for any f beside its features."""
    x, star = data(s, prompt), prompt.rho_star
    R = l1(star) * 4 + (x.eps_opt + square(x.eps)) * 2 / s.lam
    bound = x.spread * R * R * 2 + l1(star) * s.lam * 6 + x.eps_opt * 4 + square(x.eps) * 10
    # Features in [0, 1] keep every error within the l1 norm of the move, and eps.
    move = l1(prompt.rho - star) + x.eps
    margin = at_most(x.risk, bound / share).trivial_where(bound / share - move * move)
    return margin.given(s.lam - x.correlation * 4)


explicit.mutant("minus the discretisation error", square=lambda eps: -eps * eps)
explicit.mutant("a fifth", share=5)


@small.printed(
    r"For features in $[0,1]$, $y=f+z$ and $|f-\phi^\top\rho^\star|\le\varepsilon$: "
    r"$\|\widehat\rho\|_1\le3\|\rho^\star\|_1+\frac2\lambda(\varepsilon_{\mathsf{opt}}+\varepsilon^2)$ for "
    r"$\lambda\ge4\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty$ and any $\widehat\rho$ with (34).",
    stars=3,
    share=1,
)
def size_with_explicit_constants(s: Setting, prompt: Prompt, stars: int, share: int) -> Margin:
    """The l1 norm of any estimate, for any f beside its features."""
    x = data(s, prompt)
    bound = l1(prompt.rho_star) * stars + (x.eps_opt + x.eps * x.eps) * 2 / s.lam
    return at_most(l1(prompt.rho), bound / share).given(s.lam - x.correlation * 4)


small.mutant("half", share=2)
small.mutant("0 for 3", stars=0)
