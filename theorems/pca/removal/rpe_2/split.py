r"""How the slides split the state after rpe,2: the last two signs are exchanged.

With $T(G)=\sum_mV_m\widetilde H\sigma((K_m\widetilde H)^\top(Q_mG))$ the display goes from $\widetilde H+
T(\widetilde H)$ to $H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$: the $H$ behind the last but one $Q_m$ and
one upper index are lost in the text. It is an identity for the other signs, $-T(H)+T(\widetilde H)$. (With
$\widetilde H$ in the place of the lost $H$ no signs help: the difference cancels.)
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, dims, equal, reals, space
from lemmata.numbers import Array, relu, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int


def prompts(s: Setting) -> Space:
    """Any weights, the state (``found``) and the one that is near it (``near``)."""
    square, state = reals(s.M, s.D, s.D), reals(s.D, s.N)
    return space(V=square, Q=square, K=square, found=state, near=state)


split = PAPER.claim(
    "rpe,2, split",
    id="removal/rpe-2/split",
    kind="forall",
    settings=space(Setting, D=dims(1, 2), N=dims(1, 2), M=dims(1, 2)),
    prompts=prompts,
)


def heads(prompt: Prompt, queries: Array) -> Array:
    """``sum_m V_m found relu((K_m found)^T (Q_m queries))``."""
    found = prompt.found[:, None]
    scores = relu((prompt.K @ found).mT @ (prompt.Q @ queries[:, None]))
    return sum((prompt.V @ found) @ scores, 1)


@split.printed(
    r"$\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)+T(H)-T(\widetilde H)$.",
    expect="refuted",
    defect="typo",
    because="The two sides differ by twice T(found) - T(H): the last two signs are exchanged.",
    sign=1,
)
@split.amended(
    r"$\widetilde H+T(\widetilde H)=H+T(H)+(\widetilde H-H)-T(H)+T(\widetilde H)$.",
    sign=-1,
)
def state_is_split(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The state after rpe,2 is the sum of the displayed terms."""
    found, near = prompt.found, prompt.near
    rest = heads(prompt, near) - heads(prompt, found)
    right = near + heads(prompt, near) + (found - near) + rest * sign
    return equal(found + heads(prompt, found), right)


split.mutant("neither term", sign=0)


split.mutant("both terms twice", sign=-2)
