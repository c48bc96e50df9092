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

from lemmata import Margin, Prompt, Space, at_most, box, dims, equal, lines, scales, some, space
from lemmata.numbers import Array, maximum
from theorems.universal_approximation import PAPER


def sizes(s: object) -> Space:
    """C_F, sigma, eps_pred and log |N_eps|."""
    return space(
        C=box(1, low=0.125, high=4.0),
        sigma=box(1, low=0.0, high=4.0),
        eps=box(1, low=0.0625, high=1.0),
        log_cover=box(1, low=0.125, high=8.0),
    )


Number = Callable[[Prompt], Array]
choice = PAPER.claim(
    "(25)",
    id="eq-25",
    origin="read",
    summary="The sizes (25) make the bound (24), without its logarithm, at most three times the accuracy that "
    "is wanted",
    at=lines(239, 243),
    settings=space(),
    prompts=sizes,
)


@choice.printed(
    r"With $n=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, $\sqrt "
    r"N=C_{\mathcal "
    r"F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ and $L=nC_{\mathcal F}(C_{\mathcal "
    r"F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ (not rounded): $\left(\sqrt{\frac1N}+\frac "
    r"nL\right)C_{\mathcal "
    r"F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal F}^2\log|\mathcal "
    r"N_\varepsilon|}n\le3\varepsilon_{\mathsf{pred}}$.",
    root_N=lambda x: x.C * (x.C + x.sigma) / x.eps,
)
def parameters_make_the_risk_small(prompt: Prompt, root_N: Number) -> Margin:
    """The bound (24) without its logarithm at the sizes (25)."""
    x = prompt
    n = x.C * x.C / x.eps * x.log_cover
    L = n * x.C * (x.C + x.sigma) / x.eps
    risk = (1 / root_N(x) + n / L) * x.C * (x.C + x.sigma) + x.C * x.C * x.log_cover / n
    return at_most(risk, x.eps * 3)


choice.mutant("nine tenths of the root of N", root_N=lambda x: x.C * (x.C + x.sigma) / x.eps * 9 / 10)
choice.mutant("no noise in N", root_N=lambda x: x.C * x.C / x.eps)

depth = PAPER.claim(
    "(25c)",
    id="eq-25/c",
    rank="step",
    origin="read",
    summary="The two expressions that (25c) gives for the depth are of one order",
    at=lines(243),
    settings=space(),
    prompts=sizes,
)


@depth.printed(
    r"$(D-d)C_{\mathcal F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}=C_{\mathcal "
    r"F}^3(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-2}\log|\mathcal N_\varepsilon|$, for "
    r"$D-d=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, which is (25a) with "
    r"the constant 1.",
    power=3,
)
def two_expressions_for_the_depth(prompt: Prompt, power: int) -> Margin:
    """Both expressions of (25c), with D - d of (25a)."""
    x = prompt
    size = x.C * x.C / x.eps * x.log_cover
    left = size * x.C * (x.C + x.sigma) / x.eps
    return equal(left, x.C**power * (x.C + x.sigma) / (x.eps * x.eps) * x.log_cover)


depth.mutant("C_F^2", power=2)
depth.mutant("C_F^4", power=4)


@dataclass(frozen=True)
class Order:
    k: float


@dataclass(frozen=True)
class Rounded:
    n: int
    """C_F^2 / eps_pred log |N_eps|, rounded up."""


wide = PAPER.claim(
    "(25a)",
    id="eq-25/a",
    rank="slip",
    origin="read",
    summary="The extra dimension D - d is of the order of C_F^2 log |N_eps| / eps_pred",
    at=lines(239, 241),
    settings=space(Order, k=some(scales(0, 10), weaker="larger", fails_at=Order)),
    # The quotient may be any number above 0: however large k is, some of these refute it.
    prompts=lambda s: space(quotient=box(1, low=1 / (2 * s.k), high=1.0)),
)


@wide.printed(
    r"For some universal $k$ and all quotients $C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|>0$ there "
    r"is $n\ge1$ such that $D-d=2n+7\le kC_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|$; the least is $n=1$.",
    defect="typo",
    because="The left side is at least 9, the right side can be small.",
)
def dimension_of_one_feature(s: Order, prompt: Prompt) -> Margin:
    """The least D - d against the quotient of (25a)."""
    return at_most(9, prompt.quotient * s.k)


@wide.amended(
    r"$D-d=2n+7\le11\max\{1,C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|\}$ for $n$ the next whole number above $C_{\mathcal "
    r"F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal "
    r"N_\varepsilon|$.",
    because="A dimension of that order suffices.",
    adds="the maximum with 1, n rounded up",
    settings=space(Rounded, n=dims(1, 64)),
    prompts=lambda s: space(quotient=box(1, low=s.n - 1, high=s.n)),
    factor=11,
)
def dimension_is_of_the_order(s: Rounded, prompt: Prompt, factor: int) -> Margin:
    """D - d against the quotient of (25a), which is at least 1 here."""
    return at_most(2 * s.n + 7, maximum(prompt.quotient, 1) * factor)


wide.mutant("10 for 11", factor=10)
wide.mutant("5 for 11", factor=5)
