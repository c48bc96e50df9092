r"""The sizes that make the risk small, (25a) to (25c), Section 3.

With $n=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$, $\sqrt N=C_{\mathcal
F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ and $L=nC_{\mathcal F}(C_{\mathcal
F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ the bound (24) without its logarithm is at most
$3\varepsilon_{\mathsf{pred}}$, the two expressions for L in (25c) agree, and $D-d=2n+7$, with n rounded up, is
of the order of (25a). That wants $\varepsilon_{\mathsf{pred}}\le C_{\mathcal F}^2$, and
$\log|\mathcal N_\varepsilon|\ge\log2$; the former gives the $n\ge\log|\mathcal N_\varepsilon|$ of Theorem 1,
too. For larger $\varepsilon_{\mathsf{pred}}$ the prediction 0 will do.
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, Space, at_most, box, lines, space
from lemmata.numbers import Array, concatenate
from theorems.universal_approximation import PAPER


def sizes(s: object) -> Space:
    """C_F, sigma, eps_pred over C_F^2, and log |N_eps|."""
    return space(
        C=box(1, low=0.125, high=4.0, of="(0, inf)"),
        sigma=box(1, low=0.0, high=4.0, of="[0, inf)"),
        share=box(1, low=0.0625, high=1.0, of="(0, 1]"),
        log_cover=box(1, low=0.625, high=8.0, of="[5/8, inf)"),
    )


Number = Callable[[Prompt, Array], Array]
choice = PAPER.claim(
    "(25)",
    id="eq-25",
    rank="step",
    origin="read",
    summary="The sizes (25) make the bound (24), without its logarithm, at most three times the accuracy that "
    "is wanted",
    at=lines(239, 243),
    settings=space(),
    prompts=sizes,
)


@choice.printed(
    r"With $n=C_{\mathcal F}^2\varepsilon_{\mathsf{pred}}^{-1}\log|\mathcal N_\varepsilon|$ (25a), $\sqrt "
    r"N=C_{\mathcal F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ (25b) and $L=nC_{\mathcal "
    r"F}(C_{\mathcal F}+\sigma)\varepsilon_{\mathsf{pred}}^{-1}$ (25c), not rounded, "
    r"$\varepsilon_{\mathsf{pred}}\le C_{\mathcal F}^2$ and $\log|\mathcal N_\varepsilon|\ge\frac58$: "
    r"$\left(\sqrt{\frac1N}+\frac nL\right)C_{\mathcal F}(C_{\mathcal F}+\sigma)+\frac{C_{\mathcal "
    r"F}^2\log|\mathcal N_\varepsilon|}n\le3\varepsilon_{\mathsf{pred}}$, $L=C_{\mathcal F}^3(C_{\mathcal "
    r"F}+\sigma)\varepsilon_{\mathsf{pred}}^{-2}\log|\mathcal N_\varepsilon|$, and $D-d\le2(n+1)+7\le17n$; "
    r"drawn "
    r"is the share that $\varepsilon_{\mathsf{pred}}$ has of $C_{\mathcal F}^2$.",
    root_N=lambda x, eps: x.C * (x.C + x.sigma) / eps,
    power=3,
    factor=17,
)
def parameters_make_the_risk_small(prompt: Prompt, root_N: Number, power: int, factor: int) -> Margin:
    """The bound (24) without its logarithm at the sizes (25), the second form of (25c), and D - d."""
    x = prompt
    eps = x.share * x.C * x.C
    n = x.C * x.C / eps * x.log_cover
    L = n * x.C * (x.C + x.sigma) / eps
    risk = (1 / root_N(x, eps) + n / L) * x.C * (x.C + x.sigma) + x.C * x.C * x.log_cover / n
    second = x.C**power * (x.C + x.sigma) / (eps * eps) * x.log_cover
    return at_most(
        concatenate([risk, L, second, n * 2 + 9], -1), concatenate([eps * 3, second, L, n * factor], -1)
    )


choice.mutant("nine tenths of the root of N", root_N=lambda x, eps: x.C * (x.C + x.sigma) / eps * 9 / 10)
choice.mutant("no noise in N", root_N=lambda x, eps: x.C * x.C / eps)
choice.mutant("C_F^2 for C_F^3 in (25c)", power=2)
choice.mutant("16 for 17", factor=16)
