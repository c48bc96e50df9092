r"""How the slides split the state after rpe,2: the last two signs are exchanged.

With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$ the display goes from $\widetilde H+
T(\widetilde H)$ to $H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$: the $H$ behind the last but one $Q_m$ and
one upper index are lost in the text, and may be lost elsewhere. With $H$ in these places it is an identity for
the other signs, $-T(H)+T(\widetilde H)$, and so it is where $H$ and $\widetilde H$ change places in the last
two terms. (With $\widetilde H$ in both no signs help: the difference cancels.)
"""

from lemmata import Margin, amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, relu, sum
from theorems.pca import PAPER


@theorem(
    PAPER,
    "rpe,2, split",
    rank="slip",
    origin="read",
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
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$.",
    defect="extraction",
    because="The two sides differ by twice the difference of T at the two states. Letters are lost in the "
    "text: either the last two signs are exchanged, or H and H tilde in the last two terms.",
)
@amended(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)-T(H)+T(\widetilde H)$.",
    adds="the last two signs exchanged",
    sign=-1,
)
@mutants(neither_term=dict(sign=0), both_terms_twice=dict(sign=-2))
def state_is_split(V: Array, Q: Array, K: Array, H_tilde: Array, H: Array, sign: int = 1) -> Margin:
    """The state after the second removal layer splits into the displayed terms."""

    def T(G: Array) -> Array:
        return sum(V @ H_tilde @ relu((K @ H_tilde).mT @ (Q @ G)), 0)

    return equal(H_tilde + T(H_tilde), H + T(H) + (H_tilde - H) + sign * (T(H) - T(H_tilde)))
