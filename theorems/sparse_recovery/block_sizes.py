r"""Do the blocks of a display make a token of $2d+2$ rows? Three displays have one row too many.

(C.11): $0_{d+1}$, $d$ rows and $0_2$. (C.13): $d$ rows, 0, $d$ rows, 0 and 1. The values of appendix D.2:
$0_{(d+1)\times d}$, $d$ rows and $0_{2\times d}$. The biases of (C.2) and of D.2 have the $8d+8$ entries
that they need. (The extraction may have added the rows.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Declaration, Margin, dims, equal, lines, space
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int


@dataclass(frozen=True)
class Supported(Setting):
    S: int  # the size of the known set that D.2 calls S


settings = space(Setting, d=dims(1, 8))
Rows = Callable[[Setting], list[int]]
"""The rows of each block, from top to bottom."""


def blocks_fit(s: Setting, rows: Rows, whole: Callable[[Setting], int]) -> Margin:
    """The blocks have as many rows as the vector that they make."""
    return equal(sum(rows(s)), whole(s))


def token(s: Setting) -> int:
    return 2 * s.d + 2


def hidden(s: Setting) -> int:
    return 4 * token(s)


def state(claim: Declaration, blocks: str, printed: tuple[str, Rows], amended: tuple[str, Rows]) -> None:
    """The readings and mutants: the last of the blocks is one row too many, and what it should be."""
    claim.printed(
        f"{blocks % printed[0]} make a column of $2d+2$ rows.",
        defect="typo",
        because="They are 2d + 3 rows.",
        rows=printed[1],
        whole=token,
    )(blocks_fit)
    claim.amended(
        f"{blocks % amended[0]} make a column of $2d+2$ rows.",
        because="The last block is the flag, one row.",
        adds="one row less in the last block",
        rows=amended[1],
        whole=token,
    )(blocks_fit)
    claim.mutant("no flag", rows=lambda s: [s.d + 1, s.d])
    claim.mutant("2d + 3 rows", whole=lambda s: token(s) + 1)


state(
    PAPER.claim(
        "(C.11), blocks",
        id="block-sizes/eq-c.11",
        rank="slip",
        origin="read",
        possible_extraction=True,
        at=lines(487),
        summary="The blocks 0, M x y and 0 of (C.11) make a column of 2d + 2 rows",
        settings=settings,
    ),
    "$0_{d+1}$, $d$ rows and $%s$",
    ("0_2", lambda s: [s.d + 1, s.d, 2]),
    ("0_1", lambda s: [s.d + 1, s.d, 1]),
)
state(
    PAPER.claim(
        "(C.13), blocks",
        id="block-sizes/eq-c.13",
        rank="slip",
        origin="read",
        possible_extraction=True,
        at=lines(499),
        summary="The blocks x, 0, beta, 0 and 1 of (C.13) make a token of 2d + 2 rows",
        settings=settings,
    ),
    "$d$ rows, $0$, $d$ rows and $%s$",
    ("0,1", lambda s: [s.d, 1, s.d, 1, 1]),
    ("0", lambda s: [s.d, 1, s.d, 1]),
)
state(
    PAPER.claim(
        "D.2, V",
        id="block-sizes/values-of-d.2",
        rank="slip",
        origin="read",
        possible_extraction=True,
        at=lines(764),
        summary="The blocks of the value matrices of D.2 make columns of 2d + 2 rows",
        settings=settings,
    ),
    r"$0_{(d+1)\times d}$, $d$ rows and $%s$",
    (r"0_{2\times d}", lambda s: [s.d + 1, s.d, 2]),
    (r"0_{1\times d}", lambda s: [s.d + 1, s.d, 1]),
)

biases = PAPER.claim(
    "b of (C.2) and D.2",
    id="block-sizes/bias",
    rank="slip",
    origin="read",
    at=lines(756),
    summary="The biases of the MLPs have as many entries as the hidden layer, and their thresholds lie on beta",
    settings=space(Supported, d=dims(1, 8), S=lambda s: dims(1, s.d, most=s.d)),
)


def with_support(s: Supported, size: int) -> list[int]:
    return [5 * s.d + 5, size, 2 * s.d + 2 - size, size, 1 + s.d - size]


@biases.printed(
    r"The blocks of $\mathbf b$ in D.2, $0_{5d+5}$, $|\mathbb S|$, $0_{2d+2-|\mathbb S|}$, $|\mathbb S|$ and "
    r"$0_{1+d-|\mathbb S|}$, those of (C.2) for $|\mathbb S|=d$, are $4(2d+2)$ entries, and the two blocks "
    r"of thresholds start where $\beta$ does in the third and the fourth copy.",
    rows=lambda s: with_support(s, s.S),
)
def bias_fits(s: Supported, rows: Callable[[Supported], list[int]]) -> Margin:
    """The bias has the length of the hidden layer, and its thresholds lie on beta."""
    sizes = rows(s)
    starts = [sum(sizes[:1]), sum(sizes[:3]), sum(sizes)]
    expected = [2 * token(s) + s.d + 1, 3 * token(s) + s.d + 1, hidden(s)]
    return equal([starts], [expected])


biases.mutant("one entry late", rows=lambda s: [5 * s.d + 6, *with_support(s, s.S)[1:]])
biases.mutant("the support is forgotten", rows=lambda s: [5 * s.d + 5, s.S, s.d + 2, s.S, 1])
