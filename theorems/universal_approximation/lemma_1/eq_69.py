r"""The distance (69) of the steep ramp (26) from the unit step is $1/\tau$ for every $\tau\ge2$, appendix A.1.

$\delta_\tau=\inf_{0<\varepsilon\le1/2}\{2\varepsilon+\sup_{|x|\ge\varepsilon}|\phi(\tau x)-\mathbb
1(x>0)|\}$. The bare id is that no $\varepsilon$ gives less than $1/\tau$ (the supremum is at least its
value at $\pm\varepsilon$), ``attained`` that $\varepsilon=1/(2\tau)$ gives no more. Both hold. (The display
that evaluates it, after (74), mixes $\varepsilon$ and $\varepsilon'$; that is a slip of notation only.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.barron import phi
from lemmata import Margin, Prompt, at_least, at_most, box, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, maximum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    tau: float


settings = space(Setting, tau=dyadics(2, 64))
Level = Callable[[Array], Array]
lower = PAPER.claim(
    "(69)",
    id="lemma-1/eq-69",
    rank="step",
    origin="read",
    summary="No cut makes the distance of the steep ramp from the unit step less than one over the steepness",
    at=lines(588, 600),
    settings=settings,
    prompts=lambda s: space(eps=box(1, low=0.00390625, high=0.5)),
)
upper = PAPER.claim(
    "(69), attained",
    id="lemma-1/eq-69/attained",
    rank="step",
    origin="read",
    summary="The cut at half of one over the steepness makes that distance one over the steepness",
    at=lines(588, 600),
    settings=settings,
    prompts=lambda s: space(x=reals(1)),
)


@lower.printed(
    r"$2\varepsilon+\sup_{|x|\ge\varepsilon}|\phi(\tau x)-\mathbb 1(x>0)|\ge\frac1\tau$ for all "
    r"$0<\varepsilon\le\frac12$ and $\tau\ge2$.",
    level=lambda tau: 1 / tau,
)
def no_level_is_lower(s: Setting, prompt: Prompt, level: Level) -> Margin:
    """The distance (69) at one cut, against 1/tau; the supremum is at least its value at the cut."""
    eps, tau = prompt.eps, s.tau
    jump = maximum(1 - phi(eps * tau), phi(-eps * tau))
    return at_least(eps * 2 + jump, level(tau))


lower.mutant("two over tau", level=lambda tau: 2 / tau)
lower.mutant("one percent more", level=lambda tau: 101 / tau / 100)
lower.mutant("tau below 2", settings=space(Setting, tau=dyadics(0.5, 1.5)))


@upper.printed(
    r"For $\tau\ge2$: $2\varepsilon+|\phi(\tau x)-\mathbb 1(x>0)|\le\frac1\tau$ for "
    r"$\varepsilon=\frac1{2\tau}$ and all "
    r"$|x|\ge\varepsilon$.",
    level=lambda tau: 1 / tau,
)
def this_level_is_attained(s: Setting, prompt: Prompt, level: Level) -> Margin:
    """What (69) takes the supremum of, at the cut 1/(2 tau)."""
    size, tau = absolute(prompt.x), s.tau
    cut = 1 / tau / 2
    jump = maximum(1 - phi(size * tau), phi(-size * tau))
    return at_most(jump + cut * 2, level(tau)).given(size - cut)


upper.mutant("half of it", level=lambda tau: 1 / tau / 2)
upper.mutant("one percent less", level=lambda tau: 99 / tau / 100)
