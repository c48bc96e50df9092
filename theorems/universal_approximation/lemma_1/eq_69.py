r"""The distance (69) of the steep ramp (26) from the unit step is $1/\tau$ for every $\tau\ge2$, appendix A.1.

$\delta_\tau=\inf_{0<\varepsilon\le1/2}\{2\varepsilon+\sup_{|x|\ge\varepsilon}|\phi(\tau x)-\mathbb
1(x>0)|\}$. No $\varepsilon$ gives less than $1/\tau$ (the supremum is at least its value at
$\pm\varepsilon$), and $\varepsilon=1/(2\tau)$ gives no more. (The display that evaluates it, after (74), mixes
$\varepsilon$ and $\varepsilon'$; that is a slip of notation only.)
"""

from fractions import Fraction

from baselines.barron import phi
from lemmata import at_most, box, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, abs, concat, maximum
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(69)",
    rank="step",
    origin="read",
    at=lines(588, 600),
    tau=dyadics(2, 64, of="[2, inf)"),
    eps=box(1, low=0.00390625, high=0.5, of="(0, 1/2]"),
    x=reals(1),
)
@printed(
    r"$\delta_\tau=\frac1\tau$ for $\tau\ge2$: $\frac1\tau\le2\varepsilon+|\phi(\pm\tau\varepsilon)-\mathbb "
    r"1(\pm\varepsilon>0)|$ for all $0<\varepsilon\le\frac12$, and $2\varepsilon+|\phi(\tau u)-\mathbb "
    r"1(u>0)|\le\frac1\tau$ for $\varepsilon=\frac1{2\tau}$ and all $|u|\ge\varepsilon$, drawn as "
    r"$|u|=\varepsilon+|x|$."
)
@mutants(
    one_percent_more=dict(below=Fraction(101, 100)),
    one_percent_less=dict(above=Fraction(99, 100)),
    tau_below_2=dict(tau=dyadics(0.5, 1.5)),
)
def distance_from_the_step(tau, eps, x, below=1, above=1):
    """The distance of the steep ramp from the unit step is one over the steepness."""

    def jump(size: Array) -> Array:
        return maximum(1 - phi(size * tau), phi(-size * tau))

    cut, level = 1 / (2 * tau), 1 / tau + 0 * x
    attained = jump(abs(x) + cut) + 2 * cut
    return at_most(concat([level * below, attained]), concat([2 * eps + jump(eps), level * above]))
