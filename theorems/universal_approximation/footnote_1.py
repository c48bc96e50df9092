r"""What a function on the ball needs for (19): an extension whose transform is a finite measure (footnote 1).

Theorem 1 speaks of absolutely integrable functions on the ball, and footnote 1 says that nothing outside of the
ball matters. What the proofs use is (17b) on the ball for some finite measure $F_f$ with a first moment (as
Barron has it): then $|f(x)-f(0)|\le\int\|\omega\||F_f|(\mathrm d\omega)$ there, here for sums of cosines. The
extension has to be chosen: by 0 it makes a jump of every function that does not vanish on the boundary. For
$f=1$ on $[-1,1]$ that gives $F_f(\omega)=\frac{\sin\omega}{\pi\omega}$, of which $\int_{|\omega|\le
k\pi}|\omega F_f(\omega)|\,\mathrm d\omega=\frac{4k}\pi$ grows without limit, so that $C_{\mathcal F}<\infty$, a
hypothesis of its own in Theorem 1, would leave out the examples of Section 2.3.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, space
from lemmata.numbers import Array, absolute, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Sums:
    m: int
    """How many cosines."""


def functions(s: Sums) -> Space:
    """Sums of cosines, at the projections of one input on their directions."""
    return space(
        b=box(s.m, low=-1.0, high=1.0, of="(-inf, inf)"),
        omega=box(s.m, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.m, low=0.0, high=6.25, of="(-inf, inf)"),
        z=box(s.m, low=-1.0, high=1.0),
    )


Moment = Callable[[Prompt], Array]
finite = PAPER.claim(
    "Footnote 1",
    id="footnote-1",
    rank="step",
    origin="ours",
    summary="On the ball a function changes by at most the first moment of any measure that it is the "
    "transform of",
    at=lines(160),
    settings=space(Sums, m=dims(1, 3)),
    prompts=functions,
)


def first_moment(prompt: Prompt) -> Array:
    """The first moment of the measure F_f for a sum of cosines."""
    return sum(absolute(prompt.b) * prompt.omega, -1)


@finite.printed(
    r"If $f(x)=\int e^{j\omega^\top x}F_f(\mathrm d\omega)$ for $\|x\|_2\le1$ and a finite measure $F_f$: "
    r"$|f(x)-f(0)|\le\int\|\omega\|_2|F_f|(\mathrm d\omega)$ there; here "
    r"$f(x)=\sum_{k\le m}b_k\cos(\omega_k^\top x+\theta_k)$, with the moment $\sum_k|b_k|\|\omega_k\|_2$, at "
    r"the projections $z_k$ of $x$ on the directions of the $\omega_k$.",
    moment=first_moment,
)
def change_of_the_function(s: Sums, prompt: Prompt, moment: Moment) -> Margin:
    """The change of a sum of cosines from 0 to x against its first moment."""
    at = cosine(prompt.omega * prompt.z + prompt.theta)
    change = absolute(sum((at - cosine(prompt.theta)) * prompt.b, -1))
    return at_most(change, moment(prompt))


finite.mutant("nine tenths", moment=lambda prompt: first_moment(prompt) * 9 / 10)
finite.mutant("without the frequencies", moment=lambda prompt: sum(absolute(prompt.b), -1))
