r"""Proposition 1: the state that every layer reads (with Theorem C.1, of which it is the proof).

Read with the bias of (C.2) corrected, as everywhere in this folder. The input of layer $k\ge2$ has the rows
of (4.2), and $\beta^{(k)}_{2n+1}=\mathcal S_{\theta^{(k-1)}}\big(
\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}\beta^{(k)}_{2n+1}-y_{1:n})\big)$, with
$D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$: the estimate stands on both sides, where $\beta^{(k-1)}$ is meant on the
right. The proof once writes $X_{1:\lfloor(i+1)/2\rfloor}$ and $y_{1:\lfloor(i+1)/2\rfloor}$ for odd $i=2n+1$,
one row more than $D_n$ has (`rows`, read with as many rows in $D$). Theorem C.1 is the same statement over
all layers; it is called an equivalent form of Theorem 4.1 but has one $M^V$ for all layers
(`theorem-c.1/equivalence`).

In the order of the paper: `growth`, the growth bound of the statement; the proof, which is `tokens` (queries,
keys and values), (C.5) to (C.9), `distance`, `constant-b`, then (C.10) to (C.13).
"""

from collections.abc import Callable

import torch

from baselines.proximal import soft_threshold
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, box, dims, equal, lines, reals, scales, space
from lemmata.numbers import Array, absolute, amax, concatenate, constant, full, stack, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_12 import c12
from theorems.sparse_recovery.proposition_1.setting import Setting, data, prompts

settings = space(
    Setting,
    d=dims(1, 3),
    N=dims(1, 3),
    K=dims(1, 2),
    M=lambda s: reals(s.d, s.d),
    gamma=scales(-2, 1, of="(0, inf)"),
    steps=lambda s: box(s.K, low=-1.0, high=1.0),
    theta=lambda s: box(s.K, low=0.0, high=1.0, of="[0, inf)"),
    b_x=scales(-2, 2, of="(0, inf)"),
    b_beta=scales(-2, 2, of="(0, inf)"),
)


def network(s: Setting) -> Transformer:
    # A rational number above the B that the proof prescribes (with the amended C_beta).
    size = s.gamma * amax(absolute(s.steps), 0) * sum(absolute(s.M), (-2, -1))
    C = size * s.b_x * s.b_x * (s.d + s.b_beta) + 1
    B = s.b_x * (s.b_beta + s.d * (s.b_beta + C**s.K))
    return lista_vm_transformer(s.matrices, s.theta, B, bias="corrected")


def prefix_step(s: Setting, prompt: Prompt, k: int, before: Array, inside: Array, more: int = 0) -> Array:
    """One step of the display at the odd tokens, ``inside`` standing in the residual: ``(batch, n, d)``.

    ``more`` rows than n are taken, as far as there are labels.
    """
    X, y, _ = data(s, prompt)
    mask = torch.ones(before.shape[1], s.N, dtype=torch.float64).tril(more - 1)
    tokens = constant([2 * n + 1.0 for n in range(before.shape[1])], X)[:, None]
    residual = (inside @ X.mT - y[:, None]) * constant(mask, X)
    return soft_threshold(before - residual @ X @ s.matrices[k].mT / tokens, s.theta[k])


inputs = PAPER.claim(
    "Proposition 1",
    origin="read",
    at=lines(411, 415),
    summary="The estimate that enters a layer solves an equation that has it on both sides",
    settings=settings,
    prompts=prompts,
    uses=[c12],
)
inputs.construction(network)
NETWORK = (
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the network "
    r"of "
    r"section 4.3 with the bias of (C.2) corrected, $\theta^{(k)}\ge0$ and $B$ large: "
)
FORM = NETWORK + (
    r"for $2\le k\le K+1$ the input $H^{(k)}$ of layer $k$ ($H^{(K+1)}$: the output of the last) has the rows "
    r"$x$, $y$ and flag of (4.2), and, for $0\le n\le N$, $\beta^{(k)}_{2n+1}="
    r"\mathcal S_{\theta^{(k-1)}}\left(\beta^{(k-1)}_{2n+1}-\gamma^{(k-1)}D_n^\top(X_{1:n}"
    r"\beta^{(%s)}_{2n+1}-y_{1:n})\right)$, $D_n=\frac1{2n+1}X_{1:n}(M^V)^\top$."
)
Step = Callable[[Array, Array], Array]
"""Which estimate stands inside the residual: of (before, after)."""


@inputs.printed(
    FORM % "k",
    defect="typo",
    because="The residual is that of the estimate before the step.",
    inside=lambda before, after: after,
)
@inputs.amended(
    FORM % "k-1",
    because="With the estimate before the step on the right side.",
    adds="beta^(k-1) on the right side",
    inside=lambda before, after: before,
)
def input_of_every_layer(s: Setting, tf: Transformer, prompt: Prompt, inside: Step) -> Margin:
    """The input of every layer has the rows of (4.2), with the estimates of the recursion."""
    H = embed(*data(s, prompt))
    states = [state.mT for state in tf.run(H)[::2]]
    computed, expected = [], []
    for k in range(s.K):
        before, after = states[k][:, ::2, s.d + 1 : -1], states[k + 1][:, ::2, s.d + 1 : -1]
        computed += [after, without_beta(s, states[k + 1])]
        expected += [prefix_step(s, prompt, k, before, inside(before, after)), without_beta(s, H.mT)]
    return equal(flat(computed), flat(expected))


def without_beta(s: Setting, tokens: Array) -> Array:
    """The blocks x, y and flag: ``(batch, tokens, d + 2)``."""
    return concatenate([tokens[..., : s.d + 1], tokens[..., -1:]], -1)


def flat(parts: list[Array]) -> Array:
    """The entries of arrays ``(batch, tokens, rows)``, one array after the other."""
    return concatenate([x.reshape(x.shape[0], x.shape[1] * x.shape[2]) for x in parts], 1)


inputs.mutant("the residual of 0", inside=lambda before, after: full(0, like=before))
inputs.mutant("half of each", inside=lambda before, after: (before + after) / 2)


# The same recursion as the proof writes it


rows = PAPER.claim(
    "Proposition 1, in its proof",
    id="proposition-1/rows",
    rank="slip",
    origin="read",
    at=lines(453, 455),
    summary="The estimate at token i is made from (i + 1) / 2 rows and labels",
    settings=settings,
    prompts=prompts,
    uses=[inputs],
)
rows.construction(network)
STEP = NETWORK + (
    r"for $2\le k\le K+1$ and odd $i=2n+1\le2N-1$, D read with as many rows as the residual: "
    r"$\beta_i^{(k)}=\mathcal S_{\theta^{(k-1)}}\left(\beta_i^{(k-1)}-\frac{\gamma^{(k-1)}}i"
    r"M^VX_{1:%s}^\top(X_{1:%s}\beta_i^{(k-1)}-y_{1:%s})\right)$."
)


@rows.printed(
    STEP % ((r"\lfloor(i+1)/2\rfloor",) * 3),
    defect="typo",
    because="Token i has seen (i - 1) / 2 labels, one row less.",
    more=1,
)
@rows.amended(STEP % ((r"(i-1)/2",) * 3), because="With the rows of D_n.", adds="(i - 1) / 2 rows", more=0)
def rows_of_the_proof(s: Setting, tf: Transformer, prompt: Prompt, more: int) -> Margin:
    """The estimate at token i = 2n + 1 <= 2N - 1 is made from so many rows."""
    states = [H.mT[:, :-1:2, s.d + 1 : -1] for H in tf.run(embed(*data(s, prompt)))[::2]]
    expected = [prefix_step(s, prompt, k, states[k], states[k], more) for k in range(s.K)]
    return equal(stack(states[1:], 1), stack(expected, 1))


rows.mutant("one row less", more=-1)
rows.mutant("all rows", more=9)
