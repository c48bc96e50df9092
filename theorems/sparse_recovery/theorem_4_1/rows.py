r"""Which rows hold the estimate: Theorems 4.1 and 5.1 read it off one too many (section 4.3)."""

from lemmata import amended, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import concat, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import TOKENS, state


@theorem(
    PAPER,
    "Theorem 4.1, rows of the estimates",
    rank="slip",
    at=lines(169),
    d=dims(1, 2),
    N=dims(1, 2),
    **TOKENS,
)
@printed(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+1:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    defect="typo",
    because="These are $d + 1$ rows, the first of which is that of y.",
)
@amended(
    r"In a state with the rows of $x$, $y$, $\beta$ and the flag, of $d$, 1, $d$ and 1 rows, "
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+2:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    adds="the first row is $d + 2$, as Theorem C.1 has it",
    first=lambda d: d + 2,
)
@mutants({"d + 3 to 2d + 1": dict(first=lambda d: d + 3), "1 to 2d + 1": dict(first=1)})
def rows_hold_the_estimate(d, N, X, y, query, beta, first=lambda d: d + 1):
    """The estimate stands in the rows $d + 1$ to $2d + 1$ of the state."""
    block = state(X, y, query, beta)[first - 1 : 2 * d + 1, ::2]  # rows are counted from 1
    size = max(len(block), d)
    padded = [concat([x, zeros((size - len(x), N + 1))]) for x in (block, beta[::2].T)]
    return equal(*padded)
