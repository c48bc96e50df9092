r"""(C.13): what attention and MLP make of an even token, whose $\beta$ is nobody's concern, as the paper says.

The row too many is counted in `block-sizes/eq-c.13` (a column that is garbled there may be the extraction's
fault here, too); its left side has $h^{(k+1)}$ where $h^{(k)}$ is meant.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import concat
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import LAYER, STATE, state


@theorem(PAPER, "(C.13)", rank="slip", origin="read", possible_extraction=True, at=lines(497, 499), **LAYER)
@printed(
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for even $i$: "
    r"$h_i^{(k+1)}=(x_{i/2};0;\beta_i^{(k+1)};1)$ with some $\beta_i^{(k+1)}$ (printed is "
    r"$(x_{i/2};0;\beta_i^{(k+1)};0;1)$; read without the row too many, the 0 before the 1).",
    defect="typo",
    because="An even token keeps its label and its flag 0.",
)
@amended(
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for even $i$: "
    r"$h_i^{(k+1)}=(x_{i/2};y_{i/2};\beta_i^{(k+1)};0)$ with some $\beta_i^{(k+1)}$.",
    adds="the label $y_{i/2}$ and the flag 0, as Proposition 1 has it",
    kept=1,
    flag=0,
)
@mutants(
    the_label_is_lost=dict(kept=0),
    the_flag_becomes_1=dict(flag=1),
    other_rows=dict(rows=lambda X: -concat([X[1:], X[:1]])),
)
def even_token_moves(d, tf, X, y, query, beta, kept=0, flag=1, rows=lambda X: X):
    """One layer replaces the label of an even token by 0 and its flag by 1."""
    moved = tf(state(X, y, query, beta)).T[1::2]
    return equal(concat([moved[:, : d + 1], moved[:, -1:]], 1), concat([rows, kept * y[:, None], flag], 1))


even_token_moves.waive(
    "all weights zero", because="It says what is kept, and a layer that does nothing keeps all."
)
