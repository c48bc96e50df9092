r"""The distance (69) of the steep ramp (26) from the unit step is $1/\tau$ for every $\tau\ge2$, appendix A.1.

$\delta_\tau=\inf_{0<\varepsilon\le1/2}\{2\varepsilon+\sup_{|x|\ge\varepsilon}|\phi(\tau x)-\mathbb
1(x>0)|\}$. No $\varepsilon$ gives less than $1/\tau$ (the supremum is at least its value at
$\pm\varepsilon$), and $\varepsilon=1/(2\tau)$ gives no more. (The display that evaluates it, after (74), mixes
$\varepsilon$ and $\varepsilon'$; that is a slip of notation only.)
"""

from dataclasses import dataclass
from fractions import Fraction

from baselines.barron import phi
from lemmata import Margin, Prompt, at_most, box, dyadics, lines, reals, space
from lemmata.numbers import Array, absolute, as_array, concatenate, maximum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    tau: float


distance = PAPER.claim(
    "(69)",
    id="lemma-1/eq-69",
    rank="step",
    origin="read",
    summary="The distance of the steep ramp from the unit step is one over the steepness",
    at=lines(588, 600),
    settings=space(Setting, tau=dyadics(2, 64, of="[2, inf)")),
    prompts=lambda s: space(eps=box(1, low=0.00390625, high=0.5, of="(0, 1/2]"), x=reals(1)),
)


@distance.printed(
    r"$\delta_\tau=\frac1\tau$ for $\tau\ge2$: $\frac1\tau\le2\varepsilon+|\phi(\pm\tau\varepsilon)-\mathbb "
    r"1(\pm\varepsilon>0)|$ for all $0<\varepsilon\le\frac12$, and $2\varepsilon+|\phi(\tau u)-\mathbb 1(u>0)|"
    r"\le\frac1\tau$ for $\varepsilon=\frac1{2\tau}$ and all $|u|\ge\varepsilon$, drawn as "
    r"$|u|=\varepsilon+|x|$.",
    below=Fraction(1),
    above=Fraction(1),
)
def distance_from_the_step(s: Setting, prompt: Prompt, below: Fraction, above: Fraction) -> Margin:
    """What (69) takes the infimum of, at one cut from below and at the best cut from above."""
    tau, one = s.tau, as_array(1, prompt.x) / s.tau
    cut = one / 2

    def jump(size: Array) -> Array:
        return maximum(1 - phi(size * tau), phi(-size * tau))

    level = one + prompt.x * 0
    attained = jump(absolute(prompt.x) + cut) + cut * 2
    return at_most(
        concatenate([level * below, attained], -1),
        concatenate([prompt.eps * 2 + jump(prompt.eps), level * above], -1),
    )


distance.mutant("one percent more", below=Fraction(101, 100))
distance.mutant("one percent less", above=Fraction(99, 100))
distance.mutant("tau below 2", settings=space(Setting, tau=dyadics(0.5, 1.5)))
