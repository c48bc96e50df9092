r"""The last line of the proof of (36), after (90), appendix A.2: terms that others absorb.

With $\lambda\ge\sqrt{\log N/N}\,\sigma$ the sum of (89) and (90) is at most twice the right side of (36):
$\sqrt{\log N/N}\,\sigma C_{\mathcal F}\le\lambda C_{\mathcal F}$, $\sqrt{\log
N/N}\,\sigma\lambda^{-1}\varepsilon_{\mathsf{opt}}\le\varepsilon_{\mathsf{opt}}$, and $\sqrt{\log
N/N}\,\varepsilon_{\mathsf{dis}}^2\le\varepsilon_{\mathsf{dis}}^2$. It holds; without the condition on the
penalty it does not (a mutant).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, choices, lines, space
from lemmata.numbers import Array
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    most: float
    """The largest eps_dis and eps_opt that are drawn."""


def numbers(s: Setting) -> Space:
    """The square root of log N / N, and by how much the penalty exceeds it times sigma."""
    return space(
        root=box(1, low=0.015625, high=1.0, of="[0, 1]"),
        excess=box(1, low=0.015625, high=4.0, of="(0, inf)"),
        C=box(1, low=0.0, high=4.0, of="[0, inf)"),
        sigma=box(1, low=0.0, high=4.0, of="[0, inf)"),
        dis=box(1, low=0.0, high=s.most, of="[0, inf)"),
        opt=box(1, low=0.0, high=s.most, of="[0, inf)"),
    )


collected = PAPER.claim(
    "(36), last line of the proof",
    id="lemma-2/eq-90/collected",
    rank="step",
    origin="read",
    summary="The sum of (89) and (90) is at most of the order of the right side of (36)",
    at=lines(761, 764),
    settings=space(Setting, most=choices(4.0, 0.0)),
    prompts=numbers,
)


def penalty(x: Prompt) -> Array:
    return x.root * x.sigma + x.excess


@collected.printed(
    r"For $\lambda\ge\sqrt{\frac{\log N}N}\sigma$, $\lambda>0$: $\sqrt{\frac{\log "
    r"N}N}\left(\varepsilon_{\mathsf{dis}}^2+C_{\mathcal F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+"
    r"\sigma(\varepsilon_{\mathsf{dis}}+C_{\mathcal "
    r"F}+\lambda^{-1}\varepsilon_{\mathsf{opt}})\right)+"
    r"\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal F}+\varepsilon_{\mathsf{opt}}$ is at most twice "
    r"$\sqrt{\frac{\log N}N}\left(C_{\mathcal "
    r"F}^2+\lambda^{-2}\varepsilon_{\mathsf{opt}}^2+\sigma\varepsilon_{\mathsf{dis}}\right)"
    r"+\varepsilon_{\mathsf{dis}}^2+\lambda C_{\mathcal F}+\varepsilon_{\mathsf{opt}}$.",
    lam=penalty,
    factor=2,
)
def terms_are_absorbed(
    s: Setting, prompt: Prompt, lam: Callable[[Prompt], Array], factor: Fraction | int
) -> Margin:
    """The sum of (89) and (90) against the right side of (36)."""
    x, level = prompt, lam(prompt)
    common = x.dis * x.dis + level * x.C + x.opt
    share = x.opt / level
    short = x.root * (x.C * x.C + share * share + x.sigma * x.dis) + common
    noise = x.sigma * (x.dis + x.C + share)
    long = x.root * (x.dis * x.dis + x.C * x.C + share * share + noise) + common
    return at_most(long, short * factor)


collected.mutant("any penalty", lam=lambda x: x.excess)
collected.mutant("19/10 for 2", factor=Fraction(19, 10))
