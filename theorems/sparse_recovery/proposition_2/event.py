r"""Event A as printed is empty for d >= 2, so that Proposition 2 as printed says nothing there.

The third line of (D.4) bounds $\max_{i\ne j}|[D_n]_{:,i}^\top X_{1:n,i}|$, which is the diagonal, by $\sqrt{
\frac{\log d-\log\delta}{nc}}$. For $d\ge2$ and $n\ge N_0$ that is at most $\frac1{4\sqrt2}<0.177$, and the
first line wants at least $\frac n{n+2}(1-0.177)\ge0.27$ on the support: for every c, n, S and $M^V$ the two
exclude one another. With $X_{1:n,j}$ it can be met: by orthogonal columns
with $D_{:,i}^\top X_{:,i}=\frac n{n+2}$ on the support and 0 elsewhere, if $n\ge S$.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_most, dims, lines
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import Dimensions, Setting, at, chances, lengths, occurring, row
from theorems.sparse_recovery.proposition_2.recursion import FACTOR

usual = lengths()
whole = replace(usual, fields={**usual.fields, "d": dims(2, 6)})
event = PAPER.claim(
    "Proposition 2",
    part="event A",
    id="proposition-2/event",
    rank="slip",
    origin="read",
    at=lines(662, 668),
    summary="Event A, whose third line bounds the diagonal, can occur for prompts of length N_0 and more",
    pinned=FACTOR,
    settings=whole,
    prompts=chances,
)
Sides = Callable[[Setting], tuple[Array, Array]]


def low(q: Setting) -> Array:
    """The first bound of (D.4)."""
    return (1 - q.support) * q.n / (q.n + 2)


def orthogonal(q: Setting, shift: int = 0) -> tuple[Array, Array]:
    """The three lines for orthogonal columns, the diagonal on S being n/(n + 2) plus a shift.

    And that there are S such columns of n entries.
    """
    diagonal = q.n / (q.n + 2) + shift
    high = (q.support + 1) * q.n / (q.n + 2)
    return row(low(q), diagonal, 0, q.S), row(diagonal, high, q.dimension, q.n)


@event.printed(
    r"Event A as printed, with $X_{1:n,i}$ in its third line, can occur for $n\ge N_0$ (excess is $n/N_0$), "
    r"$d\ge2$: then some "
    r"diagonal entry $D_{:,i}^\top X_{:,i}$, $i\in\mathbb S$, is at least $\frac "
    r"n{n+2}\left(1-\sqrt{\frac{\log S-\log"
    r"\delta}{nc}}\right)$ and at most "
    r"$\sqrt{\frac{\log d-\log\delta}{nc}}$.",
    defect="typo",
    because="The third line, i for j, bounds the diagonal by at most 0.177, the first wants 0.27, for every c.",
    sides=lambda q: (low(q), q.dimension),
)
@event.amended(
    r"Event A with $X_{1:n,j}$ in its third line can occur for $n\ge N_0$ (excess is $n/N_0$), $n\ge S$, "
    r"$d\ge2$: its "
    r"three lines hold "
    r"if $D_{:,i}^\top X_{:,i}=\frac n{n+2}$ for $i\in\mathbb S$, these columns are orthogonal and "
    r"the others 0.",
    adds="X_j in the third line of (D.4), n >= S",
    settings=occurring(whole),
    sides=orthogonal,
)
def can_occur(s: Dimensions, prompt: Prompt, sides: Sides) -> Margin:
    """The three lines of event A do not exclude one another."""
    return at_most(*sides(at(s, prompt)))


event.mutant("1 more on the diagonal", sides=lambda q: orthogonal(q, 1))
event.mutant("1 less on the diagonal", sides=lambda q: orthogonal(q, -1))
