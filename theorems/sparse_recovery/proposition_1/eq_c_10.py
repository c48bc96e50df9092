r"""What an odd token $i$ gathers from all tokens before it: (C.10) for the heads $\pm1$, (C.11) for $\pm2$.

The first and the last line of both hold: the sums are $-\gamma MX_{1:n}^\top X_{1:n}\beta_i$ and
$\gamma MX_{1:n}^\top y_{1:n}$ with $n=\frac{i-1}2$. The middle line of (C.10) runs over every $j$ from 2
to $i-1$ where even $j$ are meant, with the row of the querying token in every term. (That of (C.11) has
$y_{j/2}$, which only even $j$ have; its blocks are counted in
:mod:`theorems.sparse_recovery.block_sizes`.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import torch

from constructions.lista_vm import attention_layer
from constructions.transformer import CausalReluAttention
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, constant, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import (
    Setting,
    attention,
    column,
    gathered,
    prompts,
    rows,
    settings,
    state,
)
from theorems.sparse_recovery.proposition_1.eq_c_5 import c5, c6

Sum = Callable[[Setting, Prompt], Array]
c10, middle, c11 = (
    PAPER.claim(label, id=id, kind="forall", settings=settings, prompts=prompts, uses=[c5, c6])
    for label, id in (
        ("(C.10)", "proposition-1/eq-c.10"),
        ("(C.10), middle line", "proposition-1/eq-c.10/middle-line"),
        ("(C.11)", "proposition-1/eq-c.11"),
    )
)


def before(s: Setting, more: int, like: Array) -> Array:
    """1 where measurement m is among the first n + more, for the odd tokens 2n + 1: (N + 1, N + 1)."""
    square = torch.ones(s.N + 1, s.N + 1, dtype=torch.float64)
    return constant(square.tril(more - 1), like)


def gram(s: Setting, p: Prompt, more: int = 0) -> Array:
    """``-X_{1:n}^T X_{1:n} beta_i`` in the beta block, with ``more`` rows than n."""
    X = rows(s, p)[:, ::2]
    scores = (p.beta[:, ::2] @ X.mT) * before(s, more, X)
    return column(s, -(scores @ X) @ s.M.mT)


def moments(s: Setting, p: Prompt) -> Array:
    """``X_{1:n}^T y_{1:n}`` in the beta block."""
    weights = p.y[:, None] * before(s, 0, p.X)[:, :-1]
    return column(s, weights @ p.X @ s.M.mT)


def own_row(s: Setting, p: Prompt, every: bool = True) -> Array:
    """2n - 1 times (n times, if only even j) what the row of token i itself contributes."""
    x = rows(s, p)[:, ::2]
    times = [float(max(2 * n - 1, 0) if every else n) for n in range(s.N + 1)]
    score = sum(x * p.beta[:, ::2], -1) * constant(times, x)
    return column(s, -(score[..., None] * x) @ s.M.mT)


def token_gathers(
    s: Setting, tf: CausalReluAttention, prompt: Prompt, size: int, right: Sum
) -> Margin:
    """The sum over two heads and all earlier tokens is the one of the display."""
    return equal(gathered(tf, state(s, prompt), (size, -size)), right(s, prompt))


SUM = r"\sum_{u=\pm%d}\sum_{j\le i}\sigma(\langle Q_uh_i,K_uh_j\rangle)V_uh_j"
c10.printed(
    rf"For odd $i$, $n=\frac{{i-1}}2$: ${SUM % 1}=(0;-\gamma M^VX_{{1:n}}^\top X_{{1:n}}\beta_i;0)$.",
    construction=attention, size=1, right=gram,
)(token_gathers)  # fmt: skip
middle.printed(
    rf"For odd $i$, $\iota=\frac{{i+1}}2$: ${SUM % 1}=\sum_{{j=2}}^{{i-1}}-\beta_i^\top x_\iota"
    r"(0;\gamma M^Vx_\iota;0)$.",
    expect="refuted", defect="typo",
    because="Even j are meant, each with its own row j / 2.",
    construction=attention, size=1, right=own_row,
)(token_gathers)  # fmt: skip
middle.amended(
    rf"For odd $i$: ${SUM % 1}=\sum_{{j=2,4,\dots,i-1}}-\beta_i^\top x_{{j/2}}(0;\gamma M^Vx_{{j/2}};0)$.",
    because="Summed over even j.", construction=attention, size=1, right=gram,
)(token_gathers)  # fmt: skip
c11.printed(
    rf"For odd $i$, $n=\frac{{i-1}}2$: ${SUM % 2}=(0;\gamma M^VX_{{1:n}}^\top y_{{1:n}};0)$.",
    construction=attention, size=2, right=moments,
)(token_gathers)  # fmt: skip
c10.mutant("the token's own row, too", right=lambda s, p: gram(s, p, 1))
c10.mutant("M is transposed", right=lambda s, p: gram(replace(s, M=s.M.mT), p))
middle.mutant("odd keys are not shut out", construction=lambda s: attention_layer(s.M, s.B * 0))
middle.mutant("even j, the row of the query", right=lambda s, p: own_row(s, p, every=False))
c11.mutant("heads +-1", size=1)
c11.mutant("the labels change sign", right=lambda s, p: -moments(s, p))
