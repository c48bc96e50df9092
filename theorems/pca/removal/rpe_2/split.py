r"""How the slides split the state after rpe,2: the last two signs are exchanged.

With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$ the display goes from $\widetilde H+
T(\widetilde H)$ to $H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$: the $H$ behind the last but one $Q_m$ and
one upper index are lost in the text, and may be lost elsewhere. With $H$ in these places it is an identity for
the other signs, $-T(H)+T(\widetilde H)$, and so it is where $H$ and $\widetilde H$ change places in the last
two terms. (With $\widetilde H$ in both no signs help: the difference cancels.)
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, relu, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int


def prompts(s: Setting) -> Space:
    """Any weights, the state that is reached (``H_tilde``) and the one that is meant (``H``)."""
    square, state = reals(s.M, s.D, s.D), reals(s.D, s.N)
    return space(V=square, Q=square, K=square, H_tilde=state, H=state)


split = PAPER.claim(
    "rpe,2, split",
    id="removal/rpe-2/split",
    rank="slip",
    origin="read",
    at=lines(432, 434),
    summary="The state after the second removal layer splits into the displayed terms",
    settings=space(Setting, D=dims(1, 2), N=dims(1, 2), M=dims(1, 2)),
    prompts=prompts,
)


def heads(prompt: Prompt, queries: Array) -> Array:
    """``T(queries)``: values and keys come from the state that is reached."""
    H_tilde = prompt.H_tilde[:, None]
    scores = relu((prompt.K @ H_tilde).mT @ (prompt.Q @ queries[:, None]))
    return sum((prompt.V @ H_tilde) @ scores, 1)


@split.printed(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$.",
    defect="extraction",
    because="The two sides differ by twice the difference of T at the two states. Letters are lost in the "
    "text: either the last two signs are exchanged, or H and H tilde in the last two terms.",
    sign=1,
)
@split.amended(
    r"With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$, for all weights, $H$ and $"
    r"\widetilde H$: $\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)-T(H)+T(\widetilde H)$.",
    adds="the last two signs exchanged",
    sign=-1,
)
def state_is_split(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The state after rpe,2 is the sum of the displayed terms."""
    H_tilde, H = prompt.H_tilde, prompt.H
    difference = heads(prompt, H) - heads(prompt, H_tilde)
    right = H + heads(prompt, H) + (H_tilde - H) + difference * sign
    return equal(H_tilde + heads(prompt, H_tilde), right)


split.mutant("neither term", sign=0)
split.mutant("both terms twice", sign=-2)
