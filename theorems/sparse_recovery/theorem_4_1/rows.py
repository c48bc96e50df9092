r"""Which rows hold the estimate (section 4.3, below Assumption 1).

Theorems 4.1 and 5.1 read $\beta_{2n+1}^{(k+1)}$ off the rows $d+1$ to $2d+1$ of $H^{(k+1)}$: one too many,
starting with that of $y$ (Theorem C.1: $d+2$ to $2d+1$).
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, dims, equal, lines, scales, space
from lemmata.numbers import Array, concatenate, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import Sizes, prompts, state


@dataclass(frozen=True)
class Setting(Sizes):
    b_x: float
    R: float  # the radius of the estimates


rows = PAPER.claim(
    "Theorem 4.1, rows of the estimates",
    id="theorem-4.1/rows",
    rank="slip",
    origin="read",
    at=lines(169),
    summary="The estimate stands in the rows d + 1 to 2d + 1 of the state",
    settings=space(
        Setting, d=dims(1, 2), N=dims(1, 2), b_x=scales(-2, 2, of="(0, inf)"), R=scales(-2, 2, of="(0, inf)")
    ),
    prompts=prompts,
)


def padded(x: Array, size: int) -> Array:
    """The last axis filled up with zeros to ``size`` entries."""
    return concatenate([x, zeros((*x.shape[:-1], size - x.shape[-1]), x)], -1)


@rows.printed(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+1:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    defect="typo",
    because="These are d + 1 rows, the first of which is that of y.",
    first=lambda s: s.d + 1,
)
@rows.amended(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+2:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    because="As Theorem C.1 has it.",
    adds="the first row is d + 2",
    first=lambda s: s.d + 2,
)
def rows_hold_the_estimate(s: Setting, prompt: Prompt, first: Callable[[Setting], int]) -> Margin:
    """The rows named in the theorem hold the estimate."""
    block = state(s, prompt).mT[:, ::2, first(s) - 1 : 2 * s.d + 1]  # rows are counted from 1
    size = max(block.shape[-1], s.d)
    return equal(padded(block, size), padded(prompt.beta[:, ::2], size))


rows.mutant("d + 3 to 2d + 1", first=lambda s: s.d + 3)
rows.mutant("1 to 2d + 1", first=lambda s: 1)
