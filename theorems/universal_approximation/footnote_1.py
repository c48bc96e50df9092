r"""Functions on the ball alone have an infinite Barron parameter: footnote 1 and the first line of Theorem 1.

Theorem 1 speaks of absolutely integrable functions on the ball, and footnote 1 says that integrability
there is enough for (17a). Extended by 0, a function that does not vanish on the boundary has a jump: for
$f=1$ on $[-1,1]$ (17a) is $F_f(\omega)=\frac{\sin\omega}{\pi\omega}$, and $\int_{|\omega|\le k\pi}|\omega
F_f(\omega)|\,\mathrm d\omega=\frac{4k}\pi$ grows without limit, as it does for all examples of Section 2.3.
What the proofs use is (17b) on the ball for some finite measure $F_f$ with a first moment (as Barron has
it): then $|f(x)-f(0)|\le\int\|\omega\||F_f|(\mathrm d\omega)$ there, here for sums of cosines.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Setting:
    terms: int
    k: int
    K: int


def functions(s: Setting) -> Space:
    return space(
        b=box(s.terms, low=-1.0, high=1.0),
        omega=box(s.terms, low=0.125, high=8.0),
        theta=box(s.terms, low=0.0, high=6.25),
        x=box(1, low=-1.0, high=1.0),
    )


finite = PAPER.claim(
    "Footnote 1",
    id="footnote-1",
    rank="step",
    origin="read",
    at=lines(160),
    settings=space(Setting, terms=dims(1, 2), k=dims(1, 64), K=dims(1, 16)),
    prompts=functions,
)
Side = Callable[[Setting, Prompt], Array]


def truncated(s: Setting, prompt: Prompt) -> Array:
    """The integral over k half periods on either side for f = 1: 2 / pi for each."""
    return 4 * s.k / pi(prompt.x)


def change(s: Setting, prompt: Prompt) -> Array:
    at = cosine(prompt.omega * prompt.x + prompt.theta)
    zero = cosine(prompt.theta)
    return absolute(sum((at - zero) * prompt.b, -1))


def moment(s: Setting, prompt: Prompt) -> Array:
    return sum(absolute(prompt.b) * prompt.omega, -1)


@finite.printed(
    r"$\int_{|\omega|\le k\pi}|\omega||F_f(\omega)|\,\mathrm d\omega\le K$ for some K and all k, for "
    r"$f=1$ on the ball, with (17a) over the ball alone.",
    defect="statement",
    because="The jump at the boundary makes the first moment infinite.",
    left=truncated,
    right=lambda s, prompt: s.K,
)
@finite.amended(
    r"If $f(x)=\int e^{j\omega^\top x}F_f(\mathrm d\omega)$ on the ball for a finite measure, "
    r"$|f(x)-f(0)|\le\int\|\omega\||F_f|(\mathrm d\omega)$.",
    because="Any extension of f will do, and F_f may be a measure.",
    adds="any extension of f, a finite measure for its transform",
    left=change,
    right=moment,
)
def first_moment(s: Setting, prompt: Prompt, left: Side, right: Side) -> Margin:
    """The first moment of the Fourier transform on the ball."""
    return at_most(left(s, prompt), right(s, prompt))


finite.mutant("half of it", left=change, right=lambda s, prompt: moment(s, prompt) / 2)
finite.mutant("without the frequencies", left=change, right=lambda s, p: sum(absolute(p.b), -1))
