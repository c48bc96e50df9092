r"""The sizes that make the risk small, (25a) to (25c), Section 3.

With $n=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, $\sqrt N=C_{\mathcal
F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ and $L=nC_{\mathcal F}(C_{\mathcal
F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ the bound (24) without its logarithm is at most
$3\varepsilon_{\mathsf{pred}}$, and the two expressions for L in (25c) agree. Both hold.

(25a) cannot be of the stated order: $D-d=2n+7$ is at least 9, and $C_{\mathcal
F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$ is below any number for small $C_{\mathcal
F}$ (or large $\varepsilon_{\mathsf{pred}}$). What is meant is a dimension that suffices, with n the next
whole number. Nor does (25a) give $n\gtrsim\log|\mathcal N_\varepsilon|$, which Theorem 1 wants, unless
$\varepsilon_{\mathsf{pred}}\lesssim C_{\mathcal F}^2$; for larger $\varepsilon_{\mathsf{pred}}$ the
prediction 0 will do.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, equal, lines, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    k: int
    """Not used: (25) has no other quantity than those of the prompt."""


settings = space(Setting, k=dims(1, 8))


def sizes(s: Setting) -> Space:
    return space(
        C=box(1, low=0.125, high=4.0),
        sigma=box(1, low=0.0, high=4.0),
        eps=box(1, low=0.0625, high=1.0),
        log_cover=box(1, low=0.125, high=8.0),
    )


choice = PAPER.claim("(25)", id="eq-25", origin="read", at=lines(239, 243), settings=settings, prompts=sizes)
depth = PAPER.claim(
    "(25c)", id="eq-25/c", rank="step", origin="read", at=lines(243), settings=settings, prompts=sizes
)
Number = Callable[[Prompt], Array]


@choice.printed(
    r"With the $n$, $N$ and $L$ of (25): $\left(\sqrt{\frac1N}+\frac nL\right)C_{\mathcal F}(C_{\mathcal "
    r"F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\le3\varepsilon_{\mathsf{pred}}$.",
    root_N=lambda x: x.C * (x.C + x.sigma) / x.eps,
)
def parameters_make_the_risk_small(s: Setting, prompt: Prompt, root_N: Number) -> Margin:
    """The parameters (25) give the wanted accuracy, up to logarithms."""
    x = prompt
    n = x.C * x.C / x.eps * x.log_cover
    L = n * x.C * (x.C + x.sigma) / x.eps
    risk = (1 / root_N(x) + n / L) * x.C * (x.C + x.sigma) + x.C * x.C * x.log_cover / n
    return at_most(risk, x.eps * 3)


choice.mutant("N without its square", root_N=lambda x: (x.C + x.sigma) / x.eps / 16)
choice.mutant("no noise in N", root_N=lambda x: x.C * x.C / x.eps)


@depth.printed(
    r"$(D-d)C_{\mathcal F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}\asymp C_{\mathcal "
    r"F}^3(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-2}\log|\mathcal N_\varepsilon|$, with "
    r"$D-d$ of (25a) as it is.",
    power=3,
)
def two_expressions_for_the_depth(s: Setting, prompt: Prompt, power: int) -> Margin:
    """The two expressions for the depth agree."""
    x = prompt
    size = x.C * x.C / x.eps * x.log_cover
    left = size * x.C * (x.C + x.sigma) / x.eps
    return equal(left, x.C**power * (x.C + x.sigma) / (x.eps * x.eps) * x.log_cover)


depth.mutant("C_F^2", power=2)
depth.mutant("C_F^4", power=4)


@dataclass(frozen=True)
class Dimension:
    n: int
    k: int


def quotients(s: Dimension) -> Space:
    """C_F, and log |N| over eps_pred between the two quotients that make n the next whole number."""
    return space(C=box(1, low=0.0625, high=2.0), part=box(1, low=0.0, high=1.0))


def dimension(s: Dimension) -> int:
    """D - d."""
    return 2 * s.n + 7


wide = PAPER.claim(
    "(25a)",
    id="eq-25/a",
    rank="slip",
    origin="read",
    at=lines(239, 241),
    settings=space(Dimension, n=dims(1, 8), k=dims(1, 64)),
    prompts=quotients,
)
Order = Callable[[Dimension, Prompt], Array]


@wide.printed(
    r"$D-d\le kC_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$ for a "
    r"universal $k$ and some $n\ge1$ (with $n=1$, which is the least, and "
    r"$\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|=1$).",
    defect="typo",
    because="The left side is at least 9, the right side can be small.",
    order=lambda s, prompt: prompt.C * prompt.C * s.k,
    size=lambda s: 9,
)
@wide.amended(
    r"$D-d\le11\max\{1,C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|\}$ for n the next whole number.",
    because="A dimension of that order suffices.",
    adds="the maximum with 1, n rounded up",
    order=lambda s, prompt: 11 * (prompt.part * (1 if s.n > 1 else 0) + max(s.n - 1, 1)),
    size=dimension,
)
def dimension_is_of_the_order(
    s: Dimension, prompt: Prompt, order: Order, size: Callable[[Dimension], int]
) -> Margin:
    """The dimension of the transformer is of the stated order."""
    return at_most(size(s), order(s, prompt))


wide.mutant("5 times", order=lambda s, p: 5 * (p.part + max(s.n - 1, 1)), size=dimension)
wide.mutant("twice", order=lambda s, p: 2 * (p.part + max(s.n - 1, 1)), size=dimension)
