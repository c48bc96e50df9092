r"""Definition 3.1, masked attention: its two forms, by matrices and token by token, agree."""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from constructions.attention import Attention, Head, causal_relu_attention
from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, constant, relu, stack
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    D: int
    N: int
    M: int
    V: Tensor  # (M, D, D)
    Q: Tensor
    K: Tensor


settings = space(
    Setting,
    D=dims(1, 3),
    N=dims(0, 3),
    M=dims(1, 3),
    V=lambda s: reals(s.M, s.D, s.D),
    Q=lambda s: reals(s.M, s.D, s.D),
    K=lambda s: reals(s.M, s.D, s.D),
)
masked = PAPER.claim(
    "Definition 3.1",
    rank="step",
    at=lines(61, 79),
    summary="Masked attention by matrices is masked attention token by token",
    settings=settings,
    prompts=lambda s: space(H=reals(s.D, s.N + 1)),
)
Share = Callable[[int, int], int]
"""By what the mask divides, from the query i and the key j."""


@masked.construction
def attention(s: Setting) -> Attention:
    return causal_relu_attention(tuple(Head(s.V[m], s.Q[m], s.K[m]) for m in range(s.M)))


def by_matrices(s: Setting, H: Array, share: Share) -> Array:
    """H + sum_m V_m H mask(sigma((K_m H)^T Q_m H))."""
    tokens = range(1, s.N + 2)
    mask = constant([[float(j <= i) for i in tokens] for j in tokens], H)
    shares = constant([[float(share(i, j)) for i in tokens] for j in tokens], H)
    out = H
    for m in range(s.M):
        out = out + (s.V[m] @ H) @ (relu((s.K[m] @ H).mT @ (s.Q[m] @ H)) * mask / shares)
    return out


def by_tokens(s: Setting, H: Array) -> Array:
    """The columns h_i + sum_m sum_{j <= i} 1/i sigma((Q_m h_i)^T K_m h_j) V_m h_j."""
    columns = []
    for i in range(s.N + 1):
        column = H[..., i]
        for m in range(s.M):
            for j in range(i + 1):
                query, key = s.Q[m] @ H[..., i : i + 1], s.K[m] @ H[..., j : j + 1]
                column = column + ((s.V[m] @ H[..., j : j + 1]) * relu(query.mT @ key))[..., 0] / (i + 1)
        columns.append(column)
    return stack(columns, -1)


@masked.printed(
    r"For all $V_m,Q_m,K_m\in\mathbb R^{D\times D}$ and $H\in\mathbb R^{D\times(N+1)}$, $\sigma$ being the "
    r"ReLU and the mask "
    r"having $\frac1i$ in column i down to the diagonal: $H+\sum_mV_mH\,\mathrm{mask}(\sigma((K_mH)^\top "
    r"Q_mH))$ has the "
    r"columns $h_i+\sum_m\sum_{j=1}^i\frac1i\sigma((Q_mh_i)^\top K_mh_j)V_mh_j$. (Ours, and compared "
    r"with both: the attention of our networks.)",
    share=lambda i, j: i,
)
def matrix_form_is_token_form(s: Setting, tf: Attention, prompt: Prompt, share: Share) -> Margin:
    """The matrix form, the token form and the attention of our networks agree."""
    matrix = by_matrices(s, prompt.H, share)
    return equal(concatenate([matrix, matrix], 1), concatenate([by_tokens(s, prompt.H), tf(prompt.H)], 1))


masked.mutant("1 / j", share=lambda i, j: j)
masked.mutant("1 / 4", share=lambda i, j: 4)
