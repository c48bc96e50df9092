r"""(C.11): what an odd token $i$ gathers from all tokens before it in the heads $\pm2$, for any labels.

Its middle line has $y_{j/2}$, which only even $j$ have, and is not evaluated (nor the row too many:
`block-sizes/eq-c.11`).
"""

from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, column, state
from theorems.sparse_recovery.proposition_1.eq_c_6 import label_is_drawn
from theorems.sparse_recovery.proposition_1.eq_c_10 import gathered


@theorem(PAPER, "(C.11)", rank="step", origin="read", at=lines(485, 487), uses=[label_is_drawn], **ATTENTION)
@printed(
    STATE
    + r"for odd $i$, $n=\frac{i-1}2$: $\sum_{u=\pm2}\sum_{j=1}^i\drawn=\sum_{u=\pm2}\sum_{j=2}^{i-1}\drawn="
    r"(0;\gamma M^VX_{1:n}^\top y_{1:n};0)$ (the first and the last line, the last block read as one row)."
)
@mutants({"heads +-1": dict(head=1), "the labels change sign": dict(sign=-1)})
def labels_are_gathered(N, M, tf, X, y, query, beta, head=2, sign=1):
    """The heads 2 and -2 gather M times the sum of the rows before the token, weighted by their labels."""
    expected = [column(sign * M @ X[:n].T @ y[:n]) for n in range(N + 1)]
    return equal(gathered(tf, state(X, y, query, beta), head), stack(expected * 2))
