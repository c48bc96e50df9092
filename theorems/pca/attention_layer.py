r"""The matrix form and the vector form of an attention layer are not the same layer.

The slides define an attention layer by $H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$ and then give its
"vector form". Column $i$ of the first has $\sum_j\sigma(\langle Qh_j,Kh_i\rangle)Vh_j$, the second has
$\sigma(\langle Qh_i,Kh_j\rangle)$: queries and keys are exchanged, which shows from two tokens on.
$\sigma((KH)^\top(QH))$, as the slides have it in the layer rpe,2, agrees.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from lemmata import Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, constant, relu, stack, sum
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int


TWO_TOKENS = Setting(D=1, N=2, M=1)

settings = space(Setting, D=dims(1, 2), N=dims(1, 3), M=dims(1, 2))


def prompts(s: Setting) -> Space:
    square = reals(s.M, s.D, s.D)
    return space(V=square, Q=square, K=square, H=reals(s.D, s.N))


Scores = Callable[[Array, Array], Array]
Weight = Callable[[Setting, Array], Array]


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
    """``sum_m 1/n sum_{j <= n} relu(<Q_m h_i, K_m h_j>) V_m h_j`` with n = i if causal, else N.

    ``i`` counts from 0; the result is ``(batch, D)``.
    """
    H = prompt.H[:, None]
    n = i + 1 if causal else H.shape[-1]
    query, keys = prompt.Q @ H[..., i : i + 1], prompt.K @ H[..., :n]
    return sum(relu(query.mT @ keys) * (prompt.V @ H[..., :n]) / n, (1, 3))


encoder = PAPER.claim(
    "Definition of Attn",
    id="attention-layer",
    rank="slip",
    at=lines(36, 40),
    summary="The matrix form of an attention layer and its vector form are the same layer",
    settings=settings,
    prompts=prompts,
    examples=[TWO_TOKENS],
)


@encoder.printed(
    r"For all weights and H: $H+\frac1N\sum_mV_mH\,\sigma((Q_mH)^\top(K_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    defect="typo",
    because="Its columns have <Q h_j, K h_i>: queries and keys are exchanged, which shows from two tokens on.",
    fails_where=lambda s: s.N >= 2,
    scores=as_displayed,
    weight=mean,
    causal=False,
)
@encoder.amended(
    r"For all weights and H: $H+\frac1N\sum_mV_mH\,\sigma((K_mH)^\top(Q_mH))$ has the columns "
    r"$h_i+\sum_m\frac1N\sum_j\sigma(\langle Q_mh_i,K_mh_j\rangle)V_mh_j$.",
    adds="scores (K H)^T (Q H): keys and queries exchanged",
    scores=exchanged,
    weight=mean,
    causal=False,
)
def forms_agree(s: Setting, prompt: Prompt, scores: Scores, weight: Weight, causal: bool) -> Margin:
    """The matrix form of the attention layer has the columns of its vector form."""
    H = prompt.H[:, None]
    mixed = scores(prompt.Q @ H, prompt.K @ H) * weight(s, prompt.H)
    columns = [vector_form(prompt, i, causal) for i in range(s.N)]
    return equal(sum((prompt.V @ H) @ mixed, 1), stack(columns, -1))


encoder.mutant("sigma(Q H)^T (K H), as in Definition 4", scores=queries_alone)
encoder.mutant("no mean", weight=lambda s, like: mean(s, like) * s.N)
encoder.mutant("the mask of the decoder", weight=mask)
