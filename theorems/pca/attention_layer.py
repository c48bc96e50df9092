r"""The matrix form and the vector form of an attention layer are not the same layer.

Definition of Attn: column $i$ of $V H\,\sigma((QH)^\top(KH))$ is $\sum_j\sigma(\langle Qh_j,Kh_i\rangle)Vh_j$,
while the vector form has $\sigma(\langle Qh_i,Kh_j\rangle)$: queries and keys are exchanged, which shows
from two tokens on. $\sigma((KH)^\top(QH))$, as rpe,2 has it, agrees. Definition 4 (suffix ``decoder``)
does the same and writes $\sigma(Q_mH)^\top(K_mH)$, the ReLU of the queries alone. With both repaired the
mask is right: column $i$ of MSK holds $1/i$ for $j\le i$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch

from lemmata import Margin, Prompt, Space, dims, equal, reals, space
from lemmata.numbers import Array, constant, relu, stack, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int
    hidden: int


settings = space(Setting, D=dims(1, 2), N=dims(1, 3), M=dims(1, 2), hidden=dims(1, 4))


def prompts(s: Setting) -> Space:
    square = reals(s.M, s.D, s.D)
    return space(V=square, Q=square, K=square, H=reals(s.D, s.N))


Scores = Callable[[Array, Array], Array]


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "examples": [Setting(D=1, N=2, M=1, hidden=1)],
}


def as_displayed(Q: Array, K: Array) -> Array:
    return relu(Q.mT @ K)


def exchanged(Q: Array, K: Array) -> Array:
    return relu(K.mT @ Q)


def queries_alone(Q: Array, K: Array) -> Array:
    return relu(Q).mT @ K


def mean(s: Setting, like: Array) -> Array:
    return constant(torch.ones(s.N, s.N), like) / s.N


def mask(s: Setting, like: Array) -> Array:
    """MSK: 1/i in column i, down to row i."""
    return constant(torch.ones(s.N, s.N).triu(), like) / constant(torch.arange(1, s.N + 1), like)


def vector_form(prompt: Prompt, i: int, causal: bool) -> Array:
    """``sum_m 1/n sum_{j <= n} relu(<Q_m h_i, K_m h_j>) V_m h_j`` with n = i if causal, else N."""
    H = prompt.H[:, None]
    n = i + 1 if causal else H.shape[-1]
    query, keys, found = prompt.Q @ H[..., i : i + 1], prompt.K @ H[..., :n], prompt.V @ H[..., :n]
    return sum(relu(query.mT @ keys) * found / n, (1, 3))


encoder = PAPER.claim("Definition of Attn", id="attention-layer", prompts=prompts, **common)


@encoder.printed(
    r"$H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    expect="refuted",
    defect="typo",
    because="Its columns have <Q h_j, K h_i>: queries and keys are exchanged.",
    scores=as_displayed,
    weight=mean,
    causal=False,
)
@encoder.amended(
    r"$H+\frac1N\sum_mV_mH\,\sigma((K_mH)^\top(Q_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    scores=exchanged,
    weight=mean,
    causal=False,
)
def forms_agree(
    s: Setting,
    prompt: Prompt,
    scores: Scores,
    weight: Callable[[Setting, Array], Array],
    causal: bool,
) -> Margin:
    """The matrix form of the attention layer has the columns of its vector form."""
    H = prompt.H[:, None]
    mixed = scores(prompt.Q @ H, prompt.K @ H) * weight(s, prompt.H)
    columns = [vector_form(prompt, i, causal) for i in range(s.N)]
    return equal(sum((prompt.V @ H) @ mixed, 1), stack(columns, -1))


encoder.mutant("ReLU of the queries", scores=queries_alone)


encoder.mutant("no mean", weight=lambda s, like: mean(s, like) * s.N)


encoder.mutant("the mask of the decoder", weight=mask)
