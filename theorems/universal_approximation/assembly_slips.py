r"""Two slips in Step 5.

(65) rests on "the fact that $\lambda^2\gtrsim(\log N/N)^{1/3}C_{\mathcal
F}^{-2/3}\widehat\varepsilon^{2/3}$", which is false for every constant as $N$ grows (the power of
$\widehat\varepsilon$ is $4/3$, and so it is used); and $\varepsilon_{\mathsf{dis}}\lesssim C_{\mathcal F}$
does not "hold under our assumptions", which allow $\varepsilon$ up to $n/L$, however large.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_least, at_most, dims, space
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_assembly import (
    Setting,
    numbers,
    prompts,
    settings,
)

fact = PAPER.claim(
    "(65), (a)", slug="assembly-65-fact", kind="forall", settings=settings, prompts=prompts
)


@fact.printed(
    r"$\lambda^2\ge\frac1k\left(\frac{\log N}N\right)^{1/3}C_{\mathcal "
    r"F}^{-2/3}\widehat\varepsilon^{2/3}$ for a universal $k$.",
    expect="refuted",
    defect="typo",
    because="The power of the error is 4/3: squared, (58a) gives it.",
    power=2,
)
@fact.amended(
    r"$\lambda^2\ge\left(\frac{\log N}N\right)^{1/3}C_{\mathcal F}^{-2/3}\widehat\varepsilon^{4/3}$.",
    because="The square of the first term of (58a).",
    power=4,
)
def lower_bound_of_the_penalty(s: Setting, prompt: Prompt, power: int) -> Margin:
    """The squared penalty is at least the square of its first term."""
    x = numbers(s, prompt)
    least = x.r * x.r / (x.c * x.c) * x.e**power / (1 if power == 4 else s.k)
    return at_least(x.lam * x.lam, least).given(x.depth)


fact.mutant("a power too low", power=3)
fact.mutant("a power too high", power=5)


@dataclass(frozen=True)
class Depth:
    n: int
    L: int
    K: int


bounded = PAPER.claim(
    "(61), (a)",
    slug="assembly-eps-dis",
    kind="forall",
    settings=space(Depth, n=dims(1, 64), L=dims(1, 64), K=dims(2, 8)),
)


@bounded.printed(
    r"$\varepsilon_{\mathsf{dis}}\le KC_{\mathcal F}$ for a universal $K$, for every "
    r"$\varepsilon\le\sqrt{\frac{\log N}N}+\frac nL$: for $\varepsilon=\frac nL$, and with "
    r"$\varepsilon_{\mathsf{dis}}\ge C_{\mathcal F}\sqrt\varepsilon$.",
    expect="refuted",
    defect="proof-step",
    because="Nothing bounds n/L.",
    excess=0,
)
@bounded.amended(
    r"The same with $n\le L$.",
    because="Without it (24) says nothing anyway.",
    settings=space(Depth, n=dims(1, 64), L=dims(1, 64), K=dims(2, 8), where=lambda s: s.n <= s.L),
    excess=0,
)
def error_is_of_the_order_of_c(s: Depth, excess: int) -> Margin:
    """The discretisation error is of the order of the Barron parameter."""
    return at_most((s.n + excess) * 1.0, s.K * s.K * s.L * 1.0)


bounded.mutant("a thousand features more", excess=1_000)
bounded.mutant("n up to 512 L", settings=space(Depth, n=dims(1, 512), L=dims(1, 1), K=dims(2, 8)))
