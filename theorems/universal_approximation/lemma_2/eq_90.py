r"""The last line of the proof of (36), after (90), appendix A.2: terms that others absorb.

With $\lambda\ge\sqrt{\log N/N}\,\sigma$ the sum of (89) and (90) is at most twice the right side of (36):
$\sqrt{\log N/N}\,\sigma C_{\mathcal F}\le\lambda C_{\mathcal F}$, $\sqrt{\log
N/N}\,\sigma\lambda^{-1}\varepsilon_{\mathsf{opt}}\le\varepsilon_{\mathsf{opt}}$, and $\sqrt{\log
N/N}\,\varepsilon_{\mathsf{dis}}^2\le\varepsilon_{\mathsf{dis}}^2$. It holds; without the condition on the
penalty it does not (a mutant).
"""

from fractions import Fraction

from lemmata import at_most, box, choices, lines, mutants, printed, theorem
from theorems.universal_approximation import PAPER


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
