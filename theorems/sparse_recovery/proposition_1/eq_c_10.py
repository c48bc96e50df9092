r"""(C.10): what an odd token $i$ gathers from all tokens before it in the heads $\pm1$.

Its first and its last line hold: the terms of $j=1$ and $j=i$ are 0, and the sum is $-\gamma M^VX_{1:n}^\top
X_{1:n}\beta_i$ with $n=\frac{i-1}2$. The middle line runs over every $j$ from 2 to $i-1$ where even $j$ are
meant, with the row of the querying token in every term.
"""

from collections.abc import Callable
from dataclasses import replace

import torch

from constructions.attention import Attention
from constructions.lista_vm import attention_layer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, constant, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import (
    STATE,
    Setting,
    attending,
    attention,
    column,
    prompts,
    rows,
    state,
    terms,
)
from theorems.sparse_recovery.proposition_1.eq_c_5 import DRAWN, c5

Sum = Callable[[Setting, Prompt], Array]
"""The right side, ``(batch, odd i, 2d + 2)``."""
SUM = r"\sum_{u=\pm%d}\sum_{j=1}^i" + DRAWN + r"=\sum_{u=\pm%d}\sum_{j=2}^{i-1}" + DRAWN
GATHERED = SUM % (1, 1)


def before(s: Setting, more: int, like: Array) -> Array:
    """1 where measurement m is among the first n + more, for the odd tokens 2n + 1: (N + 1, N + 1)."""
    square = torch.ones(s.N + 1, s.N + 1, dtype=torch.float64)
    return constant(square.tril(more - 1), like)


def between(H: Array) -> Array:
    """1 where 2 <= j <= i - 1, for odd i: ``(N + 1, 2N + 1)``."""
    tokens = H.shape[-1]
    mask = torch.ones(tokens, tokens, dtype=torch.float64).tril(-1)[::2]
    mask[:, 0] = 0
    return constant(mask, H)


def gram(s: Setting, p: Prompt, more: int = 0) -> Array:
    """``-M X_{1:m}^T X_{1:m} beta_i`` in the beta block, with m = n + ``more``."""
    X = rows(s, p)[:, ::2]
    scores = (p.beta[:, ::2] @ X.mT) * before(s, more, X)
    return column(s, -(scores @ X) @ s.M.mT)


def own_row(s: Setting, p: Prompt, every: bool = True) -> Array:
    """``-(beta_i^T x) M x`` for the row x of token i, 2n - 1 times (n times, if only even j)."""
    x = rows(s, p)[:, ::2]
    times = [float(max(2 * n - 1, 0) if every else n) for n in range(s.N + 1)]
    score = sum(x * p.beta[:, ::2], -1) * constant(times, x)
    return column(s, -(score[..., None] * x) @ s.M.mT)


c10 = PAPER.claim(
    "(C.10)",
    id="proposition-1/eq-c.10",
    rank="step",
    origin="read",
    at=lines(481, 483),
    summary="The heads 1 and -1 gather minus M times the Gram matrix of the earlier rows times the estimate",
    settings=attending,
    prompts=prompts,
    uses=[c5],
)
c10.construction(attention)


@c10.printed(
    STATE + rf"for odd $i$, $n=\frac{{i-1}}2$: ${GATHERED}=(0;-\gamma M^VX_{{1:n}}^\top X_{{1:n}}\beta_i;0)$ "
    r"(the first and the last line).",
    head=1,
    right=gram,
)
def token_gathers(s: Setting, tf: Attention, prompt: Prompt, head: int, right: Sum) -> Margin:
    """The sum over two heads and all tokens up to i, and that from 2 to i - 1, are the one of the display."""
    H, expected = state(s, prompt), right(s, prompt)
    drawn = terms(tf, H, head) + terms(tf, H, -head)
    inner = drawn * between(H)[..., None]
    return equal(concatenate([sum(drawn, 2), sum(inner, 2)], 1), concatenate([expected, expected], 1))


c10.mutant("the token's own row, too", right=lambda s, p: gram(s, p, 1))
c10.mutant("M is transposed", right=lambda s, p: gram(replace(s, M=s.M.mT), p))

middle = PAPER.claim(
    "(C.10), middle line",
    id="proposition-1/eq-c.10/middle-line",
    rank="slip",
    origin="read",
    at=lines(483),
    summary="The heads 1 and -1 gather what the token's own row gives, once for every j from 2 to i - 1",
    settings=attending,
    prompts=prompts,
    uses=[c5],
)
middle.construction(attention)
middle.printed(
    STATE + rf"for odd $i$, $\iota=\frac{{i+1}}2$: ${GATHERED}=\sum_{{j=2}}^{{i-1}}-\beta_i^\top x_\iota"
    r"(0;\gamma M^Vx_\iota;0)$.",
    defect="typo",
    because="Even j are meant, each with its own row j / 2.",
    head=1,
    right=own_row,
)(token_gathers)
middle.amended(
    STATE
    + rf"for odd $i$: ${GATHERED}=\sum_{{j=2,4,\dots,i-1}}-\beta_i^\top x_{{j/2}}(0;\gamma M^Vx_{{j/2}};0)$.",
    because="Summed over even j.",
    adds="even j only, the row j / 2",
    head=1,
    right=gram,
)(token_gathers)
middle.mutant("odd keys are not shut out", construction=lambda s: attention_layer(s.M, 0.0))
middle.mutant("even j, each with the row of token i", right=lambda s, p: own_row(s, p, every=False))
