r"""(C.6), what an odd token draws from an earlier one in the heads $\pm2$: the slip of (C.5) again."""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import concat, relu
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import ATTENTION, STATE, column, drawn, labels, rows, state
from theorems.sparse_recovery.proposition_1.eq_c_5 import Token, row_of


@theorem(PAPER, "(C.6)", rank="slip", origin="read", at=lines(437, 439), **ATTENTION)
@printed(
    STATE
    + r"for odd $i$, $j\le i$ and $u=\pm2$: $\drawn=1_{j\text{ even}}\,\sigma(m_uy_{j/2})\,(0_{d+1};M^V_u "
    r"X^\top_{:,\lfloor(i+1)/2\rfloor};0)$.",
    defect="typo",
    because="The row of the attended token j is meant; the display has that of the querying token i.",
    falls_with="sparse_recovery/proposition-1/eq-c.5",
)
@amended(
    STATE
    + r"for odd $i$, $j\le i$ and $u=\pm2$: $\drawn=1_{j\text{ even}}\,\sigma(m_uy_{j/2})\,(0_{d+1};M^V_u "
    r"X^\top_{:,\lfloor(j+1)/2\rfloor};0)$.",
    adds="the row of the attended token",
    row="j",
)
@mutants(the_other_head_of_the_pair=dict(pair=-1), the_labels_are_doubled=dict(times=2))
def label_is_drawn(N, M, tf, X, y, query, beta, row: Token = "i", pair=1, times=1):
    """In the heads 2 and -2 an odd token draws its own row from an even one, times its label."""
    H = state(X, y, query, beta)
    expected = []
    for m in (pair, -pair):
        for i in range(1, 2 * N + 2, 2):
            x = row_of(row, rows(X, query), i)
            expected.append(times * relu(m * labels(y)[:i])[:, None] * column(m * x @ M.T))
    return equal(concat(drawn(tf, H, 2) + drawn(tf, H, -2)), concat(expected))
