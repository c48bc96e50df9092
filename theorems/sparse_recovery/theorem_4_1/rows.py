r"""Which rows hold the estimate, what the input is, and what attention is: sections 3.1, 4.3 and 4.4.

Theorems 4.1 and 5.1 read $\beta_{2n+1}^{(k+1)}$ off the rows $d+1$ to $2d+1$ of $H^{(k+1)}$: one too many,
starting with that of $y$ (Theorem C.1: $d+2$ to $2d+1$). The two forms of Definition 3.1 agree.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.lista_vm import embed
from constructions.transformer import CausalReluAttention
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, constant, relu, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import (
    Setting,
    attention,
    prompts,
    settings,
    state,
)

rows, embedding, masked = (
    PAPER.claim(label, id=id, kind="forall", settings=settings, prompts=prompts)
    for label, id in (
        ("Theorem 4.1, rows of beta", "theorem-4.1/rows"),
        ("(4.2)", "eq-4.2"),
        ("Definition 3.1", "definition-3.1"),
    )
)


@rows.printed(
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+1:2d+1,2n+1}$: the $j$-th of these rows is the $j$-th entry.",
    expect="refuted",
    defect="typo",
    because="These are d + 1 rows, the first of which is that of y.",
    first=lambda s: s.d + 1,
)
@rows.amended(
    r"$\beta_{2n+1}^{(k+1)}=[H^{(k+1)}]_{d+2:2d+1,2n+1}$.",
    because="As Theorem C.1 has it.",
    first=lambda s: s.d + 2,
)
def rows_hold_the_estimate(s: Setting, prompt: Prompt, first: Callable[[Setting], int]) -> Margin:
    """The rows named in the theorem hold the estimate."""
    start = first(s) - 1  # rows are counted from 1
    block = state(s, prompt).mT[:, ::2, start : 2 * s.d + 1]
    more = block.shape[-1] - s.d
    beta = prompt.beta[:, ::2]
    short = zeros((beta.shape[0], beta.shape[1], max(more, 0)), beta)
    block = block if more >= 0 else concatenate([block, beta[..., :1] * 0], -1)
    return equal(block, concatenate([beta, short], -1) if more > 0 else beta)


def columns(s: Setting, p: Prompt, flags: tuple[float, float], label_first: bool) -> Array:
    """The columns of (4.2), one by one."""
    zero = p.X[:, 0] * 0
    made = []
    for n in range(s.N):
        y = p.y[:, n : n + 1]
        pair = (y, y * 0) if label_first else (y * 0, y)
        for label, flag in zip(pair, flags, strict=True):
            made.append(concatenate([p.X[:, n], label, zero, y * 0 + flag], 1))
    made.append(concatenate([p.query, p.y[:, :1] * 0, zero, p.y[:, :1] * 0 + flags[0]], 1))
    return concatenate([c[:, :, None] for c in made], 2)


Columns = Callable[[Setting, Prompt], Array]


@embedding.printed(
    r"$H^{(1)}\in\mathbb R^{(2d+2)\times(2N+1)}$ has the columns $(x_n;0;0_d;1)$ and $(x_n;y_n;0_d;0)$ for "
    r"$n\in[N]$, then $(x_{N+1};0;0_d;1)$.",
    expected=lambda s, p: columns(s, p, (1.0, 0.0), False),
)
def input_is_4_2(s: Setting, prompt: Prompt, expected: Columns) -> Margin:
    """The input of the constructed network is (4.2)."""
    return equal(embed(prompt.X, prompt.y, prompt.query), expected(s, prompt))


@masked.printed(
    r"$H+\sum_mV_mH\,\mathrm{mask}(\sigma((K_mH)^\top Q_mH))$ has the columns "
    r"$h_i+\sum_m\sum_{j=1}^i\frac1i\sigma((Q_mh_i)^\top K_mh_j)V_mh_j$.",
    construction=attention,
    normal=lambda i, j: i,
)
def matrix_form_is_token_form(
    s: Setting, tf: CausalReluAttention, prompt: Prompt, normal: Callable[[int, int], int]
) -> Margin:
    """The matrix form of masked attention and its token form agree."""
    H = state(s, prompt)
    tokens = range(1, H.shape[-1] + 1)
    mask = constant([[float(j <= i) for i in tokens] for j in tokens], H)
    share = constant([[float(normal(i, j)) for i in tokens] for j in tokens], H)
    matrix = H
    for head in tf.heads:
        scores = relu((head.K @ H).mT @ (head.Q @ H))
        matrix = matrix + (head.V @ H) @ (scores * mask / share)
    return equal(matrix, tf(H))


rows.mutant("d + 3 to 2d + 1", first=lambda s: s.d + 3)
rows.mutant("1 to 2d + 1", first=lambda s: 1)
embedding.mutant("labels at odd tokens", expected=lambda s, p: columns(s, p, (1.0, 0.0), True))
embedding.mutant("flags exchanged", expected=lambda s, p: columns(s, p, (0.0, 1.0), False))
masked.mutant("1 / j", normal=lambda i, j: j)
masked.mutant("1 / 3", normal=lambda i, j: 3)
