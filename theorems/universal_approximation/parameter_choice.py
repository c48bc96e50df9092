r"""The parameters that make the risk small, (25).

(25): with $n=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, $\sqrt
N=C_{\mathcal F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ and $L=nC_{\mathcal F}(C_{\mathcal
F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ the bound (24) without its logarithm is at most
$3\varepsilon_{\mathsf{pred}}$, and the two expressions for L in (25c) agree. It holds.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, at_most, box, equal, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.error_exponent import Setting, settings


def sizes(s: Setting) -> Space:
    return space(
        C=box(1, low=0.125, high=4.0),
        sigma=box(1, low=0.0, high=4.0),
        eps=box(1, low=0.0625, high=1.0),
        log_cover=box(1, low=0.125, high=8.0),
    )


choice = PAPER.claim(
    "(25)", slug="parameter-choice", kind="forall", settings=settings, prompts=sizes
)
depth = PAPER.claim(
    "(25c)", slug="parameter-choice-25c", kind="forall", settings=settings, prompts=sizes
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
