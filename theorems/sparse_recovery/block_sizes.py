r"""Do the blocks of a display make a token of $2d+2$ rows? Three displays have one row too many.

(C.11): $0_{d+1}$, $d$ rows and $0_2$. (C.13): $d$ rows, 0, $d$ rows, 0 and 1. The values of appendix D.2:
$0_{(d+1)\times d}$, $d$ rows and $0_{2\times d}$. The biases of (C.2) and of D.2 have the $8d+8$ entries
that they need. (The extraction may have added the rows.)
"""

from lemmata import Margin, amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import Number
from theorems.sparse_recovery import PAPER

NO_FLAG = {"no flag": dict(last=0), "2d + 3 rows": dict(more=1)}


@theorem(
    PAPER,
    "(C.11), blocks",
    id="block-sizes/eq-c.11",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(487),
    d=dims(1, 8),
)
@printed(
    "$0_{d+1}$, $d$ rows and $0_2$ make a column of $2d+2$ rows.",
    defect="typo",
    because="They are $2d + 3$ rows.",
)
@amended(
    "$0_{d+1}$, $d$ rows and $0_1$ make a column of $2d+2$ rows.",
    because="The last block is the flag, one row.",
    adds="one row less in the last block",
    last=1,
)
@mutants(NO_FLAG)
def blocks_of_c11(d: int, last: int = 2, more: int = 0) -> Margin:
    """The blocks 0, M x y and 0 of (C.11) make a column of $2d + 2$ rows."""
    return equal(d + 1 + d + last, 2 * d + 2 + more)


@theorem(
    PAPER,
    "(C.13), blocks",
    id="block-sizes/eq-c.13",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(499),
    d=dims(1, 8),
)
@printed(
    "$d$ rows, $0$, $d$ rows and $0,1$ make a column of $2d+2$ rows.",
    defect="typo",
    because="They are $2d + 3$ rows.",
    falls_with="sparse_recovery/proposition-1/eq-c.13",
)
@amended(
    "$d$ rows, $0$, $d$ rows and $0$ make a column of $2d+2$ rows.",
    because="The last block is the flag, one row.",
    adds="one row less in the last block",
    last=1,
)
@mutants(NO_FLAG)
def blocks_of_c13(d: int, last: int = 2, more: int = 0) -> Margin:
    r"""The blocks x, 0, $\beta$, 0 and 1 of (C.13) make a token of $2d + 2$ rows."""
    return equal(d + 1 + d + last, 2 * d + 2 + more)


@theorem(
    PAPER,
    "D.2, V",
    id="block-sizes/values-of-d.2",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(764),
    d=dims(1, 8),
)
@printed(
    r"$0_{(d+1)\times d}$, $d$ rows and $0_{2\times d}$ make a column of $2d+2$ rows.",
    defect="typo",
    because="They are $2d + 3$ rows.",
)
@amended(
    r"$0_{(d+1)\times d}$, $d$ rows and $0_{1\times d}$ make a column of $2d+2$ rows.",
    because="The last block is the flag, one row.",
    adds="one row less in the last block",
    last=1,
)
@mutants(NO_FLAG)
def blocks_of_values(d: int, last: int = 2, more: int = 0) -> Margin:
    """The blocks of the value matrices of D.2 make columns of $2d + 2$ rows."""
    return equal(d + 1 + d + last, 2 * d + 2 + more)


@theorem(
    PAPER,
    "b of (C.2) and D.2",
    id="block-sizes/bias",
    rank="slip",
    origin="read",
    at=lines(756),
    d=dims(1, 8),
    S=dims(1, "d", most="d"),  # the size of the known set that D.2 calls S
)
@printed(
    r"The blocks of $\mathbf b$ in D.2, $0_{5d+5}$, $|\mathbb S|$, $0_{2d+2-|\mathbb S|}$, $|\mathbb S|$ and "
    r"$0_{1+d-|\mathbb S|}$, those of (C.2) for $|\mathbb S|=d$, are $4(2d+2)$ entries, and the two blocks of "
    r"thresholds start where $\beta$ does in the third and the fourth copy."
)
@mutants(
    one_entry_late=dict(first=lambda d: 5 * d + 6),
    the_support_is_forgotten=dict(
        between=lambda d: d + 2, last=1, why="The blocks after both thresholds have its complement's length."
    ),
)
def bias_fits(
    d: int,
    S: int,
    first: Number = lambda d: 5 * d + 5,
    between: Number = lambda d, S: 2 * d + 2 - S,
    last: Number = lambda d, S: 1 + d - S,
) -> Margin:
    r"""The biases of the MLPs have as many entries as the hidden layer, and their thresholds lie on $\beta$."""
    second, token = first + S + between, 2 * d + 2
    return equal([first, second, second + S + last], [2 * token + d + 1, 3 * token + d + 1, 4 * token])
