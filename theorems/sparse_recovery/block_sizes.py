"""Do the blocks of a display make a token of $2d+2$ rows? Three displays have one row too many."""

from typing import Any

from lemmata import Declaration, amended, dims, equal, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER


def one_row_too_many(
    id: str, label: str, line: int, summary: str, as_printed: str, corrected: str, **words: Any
) -> Declaration:
    """A display whose last block has two rows in the place of the flag's one."""

    @theorem(
        PAPER,
        label,
        id=id,
        rank="slip",
        origin="read",
        possible_extraction=True,
        at=lines(line),
        summary=summary,
        d=dims(1, 8),
    )
    @printed(as_printed, defect="typo", because="They are $2d + 3$ rows.", **words)
    @amended(
        corrected, because="The last block is the flag, one row.", adds="one row less in the last block", last=1
    )
    @mutants({"no flag": dict(last=0), "2d + 3 rows": dict(more=1)})
    def blocks(d, last=2, more=0):
        return equal(d + 1 + d + last, 2 * d + 2 + more)

    return blocks


blocks_of_c11 = one_row_too_many(
    "block-sizes/eq-c.11",
    "(C.11), blocks",
    487,
    "The blocks 0, M x y and 0 of (C.11) make a column of $2d + 2$ rows",
    "$0_{d+1}$, $d$ rows and $0_2$ make a column of $2d+2$ rows.",
    "$0_{d+1}$, $d$ rows and $0_1$ make a column of $2d+2$ rows.",
)
blocks_of_c13 = one_row_too_many(
    "block-sizes/eq-c.13",
    "(C.13), blocks",
    499,
    r"The blocks x, 0, $\beta$, 0 and 1 of (C.13) make a token of $2d + 2$ rows",
    "$d$ rows, $0$, $d$ rows and $0,1$ make a column of $2d+2$ rows.",
    "$d$ rows, $0$, $d$ rows and $0$ make a column of $2d+2$ rows.",
    falls_with="sparse_recovery/proposition-1/eq-c.13",
)
blocks_of_values = one_row_too_many(
    "block-sizes/values-of-d.2",
    "D.2, V",
    764,
    "The blocks of the value matrices of D.2 make columns of $2d + 2$ rows",
    r"$0_{(d+1)\times d}$, $d$ rows and $0_{2\times d}$ make a column of $2d+2$ rows.",
    r"$0_{(d+1)\times d}$, $d$ rows and $0_{1\times d}$ make a column of $2d+2$ rows.",
)


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
def bias_fits(d, S, first=lambda d: 5 * d + 5, between=lambda d, S: 2 * d + 2 - S, last=lambda d, S: 1 + d - S):
    r"""The biases of the MLPs have as many entries as the hidden layer, and their thresholds lie on $\beta$."""
    second, token = first + S + between, 2 * d + 2
    return equal([first, second, second + S + last], [2 * token + d + 1, 3 * token + d + 1, 4 * token])
