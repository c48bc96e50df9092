r"""How the slides split the state after rpe,2: letters are lost in the text at hand.

The letter behind the last but one $Q_m$ of the display is lost, and one upper index; others may be. The bound
on "the last term" (line 454) has $\widetilde H$ in its first sum and $H$ in its second. As the text has it,
with $-T(\widetilde H)$ at the end, no letter in the gap makes the display an identity.
"""

from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, relu, sum
from theorems.pca import PAPER


@theorem(
    PAPER,
    "rpe,2, split",
    rank="slip",
    origin="read",
    possible_extraction=True,
    at=lines(432, 434),
    D=dims(1, 2),
    N=dims(1, 2),
    M=dims(1, 2),
    V=reals("M", "D", "D"),
    Q=reals("M", "D", "D"),
    K=reals("M", "D", "D"),
    H_tilde=reals("D", "N"),  # the state that is reached
    H=reals("D", "N"),  # the state that is meant
)
@printed(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$: $\widetilde H+T(\widetilde H)=H+"
    r"T(H)+(\widetilde H-H)+T(\cdot)-T(\widetilde H)$, a letter being lost behind the last but one $Q_m$.",
    open="The text at hand has lost at least one letter of the last two terms: only the slides can show "
    "whether they stand in the order of line 454, with which the display is an identity.",
)
@amended(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)+T(\widetilde H)-T(H)$.",
    adds=r"the last two terms in the order of line 454",
)
@mutants(the_other_order=dict(sign=-1), neither_term=dict(sign=0), both_terms_twice=dict(sign=2))
def state_is_split(V, Q, K, H_tilde, H, sign=1):
    """The state after the second removal layer splits into the displayed terms."""

    def T(G: Array) -> Array:
        return sum(V @ H_tilde @ relu((K @ H_tilde).mT @ (Q @ G)), 0)

    return equal(H_tilde + T(H_tilde), H + T(H) + (H_tilde - H) + sign * (T(H_tilde) - T(H)))
