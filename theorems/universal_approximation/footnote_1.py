r"""Functions on the ball alone have an infinite Barron parameter: footnote 1 and the first line of Theorem 1.

Theorem 1 speaks of absolutely integrable functions on the ball, and footnote 1 says that integrability
there is enough for (17a). Extended by 0, a function that does not vanish on the boundary has a jump: for
$f=1$ on $[-1,1]$ (17a) is $F_f(\omega)=\frac{\sin\omega}{\pi\omega}$, and $\int_{|\omega|\le k\pi}|\omega
F_f(\omega)|\,\mathrm d\omega=\frac{4k}\pi$ grows without limit, as it does for the examples of Section 2.3.
What the proofs use is (17b) on the ball for some finite measure $F_f$ with a first moment (as Barron has
it): then $|f(x)-f(0)|\le\int\|\omega\||F_f|(\mathrm d\omega)$ there, here for sums of cosines.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, scales, some, space
from lemmata.numbers import Array, absolute, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Range:
    k: int
    """Half periods on either side."""
    K: float


def wide(K: float) -> Range:
    """So wide a range that 4 k / pi exceeds K."""
    return Range(k=int(K) + 1, K=K)


@dataclass(frozen=True)
class Sums:
    m: int
    """How many cosines."""


def functions(s: Sums) -> Space:
    """Sums of cosines, at the projections of one input on their directions."""
    return space(
        b=box(s.m, low=-1.0, high=1.0),
        omega=box(s.m, low=0.125, high=8.0),
        theta=box(s.m, low=0.0, high=6.25),
        z=box(s.m, low=-1.0, high=1.0),
    )


finite = PAPER.claim(
    "Footnote 1",
    id="footnote-1",
    rank="step",
    origin="read",
    summary="A function that is integrable on the ball has a finite Barron parameter if it is taken as 0 "
    "outside",
    at=lines(160),
    settings=space(Range, k=dims(1, 64), K=some(scales(0, 8), weaker="larger", fails_at=wide)),
    examples=[wide(256.0)],
)


@finite.printed(
    r"With (17a) over the ball alone, for $f=1$ on $[-1,1]$: $\int_{|\omega|\le "
    r"k\pi}|\omega||F_f(\omega)|\,\mathrm "
    r"d\omega=\frac{4k}\pi\le K$ for some $K$ and all $k$.",
    defect="statement",
    because="The jump at the boundary makes the first moment infinite.",
)
def first_moment_of_a_constant(s: Range) -> Margin:
    """The integral of |omega F_f| over k half periods on either side, 2 / pi for each."""
    return at_most(4 * s.k / pi(s.K), s.K)


Moment = Callable[[Prompt], Array]


def moment(prompt: Prompt) -> Array:
    """The first moment of the measure F_f for a sum of cosines."""
    return sum(absolute(prompt.b) * prompt.omega, -1)


@finite.amended(
    r"If $f(x)=\int e^{j\omega^\top x}F_f(\mathrm d\omega)$ on the ball for a finite measure: "
    r"$|f(x)-f(0)|\le\int\|\omega\|_2|F_f|(\mathrm d\omega)$ for $\|x\|_2\le1$; here "
    r"$f(x)=\sum_{k\le m}b_k\cos(\omega_k^\top x+\theta_k)$, with the moment $\sum_k|b_k|\|\omega_k\|_2$, at "
    r"the projections $z_k$ of $x$ on the directions of the $\omega_k$.",
    because="Any extension of f will do, and F_f may be a measure; this is what the proofs use.",
    adds="any extension of f, a finite measure for its transform",
    settings=space(Sums, m=dims(1, 3)),
    prompts=functions,
    moment=moment,
)
def change_of_the_function(s: Sums, prompt: Prompt, moment: Moment) -> Margin:
    """The change of a sum of cosines from 0 to x against its first moment."""
    at = cosine(prompt.omega * prompt.z + prompt.theta)
    change = absolute(sum((at - cosine(prompt.theta)) * prompt.b, -1))
    return at_most(change, moment(prompt))


finite.mutant("nine tenths", moment=lambda prompt: moment(prompt) * 9 / 10)
finite.mutant("without the frequencies", moment=lambda prompt: sum(absolute(prompt.b), -1))
