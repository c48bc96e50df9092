r"""(56) of Lemma 2's proof, and the choice of y before (61), on the literal forward pass (4) with (9).

$Y_\ell$ is the last row of $Z_\ell$. The choice "$y:=\langle y^{(i)},w_\star\rangle$" before (61) has no
meaning for $d>1$ (a number with a vector) and is wrong for $d=1$; $\langle x^{(i)},w_\star\rangle$ is meant
(suffix ``choice``).
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from baselines.gradient import labels
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, equal
from lemmata.numbers import Array, constant, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting, on_the_network
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import (
    PROOF,
    proof_settings,
    states,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

Rows = Callable[[Prompt], Array]


eq_56 = on_the_network(PAPER.claim("(56)", slug="lemma-2-eq-56", uses=[entry], **PROOF))
choice = on_the_network(PAPER.claim("before (61)", slug="lemma-2-choice", uses=[entry], **PROOF))


def mask(n: int, kept: int, like: Array) -> Array:
    """M, with the first ``kept`` of n + 1 tokens."""
    return constant(torch.diag((torch.arange(n + 1) < kept).to(torch.float64)), like)


@eq_56.printed(
    r"$Y_{\ell+1}=Y_\ell+\frac1nY_\ell MX_0^\top A_\ell X_0$.",
    kept=lambda s: s.n,
    over=lambda s: s.n,
)
def last_row(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    kept: Callable[[Setting], int],
    over: Callable[[Setting], int],
) -> Margin:
    """The update of the last row."""
    Z = states(tf, prompt, prompt.query, prompt.numbers[:, 0])
    X_0, M = Z[0][:, : s.d], mask(s.n, kept(s), Z[0])
    rows = [z[:, s.d :] for z in Z]
    wanted = [Y + Y @ M @ X_0.mT @ A @ X_0 / over(s) for Y, A in zip(rows, s.A, strict=False)]
    return equal(stack(rows[1:], 1), stack(wanted, 1))


@choice.printed(
    r"With $x^{(n+1)}=x^{(i)}$ and $y=\langle y^{(i)},w_\star\rangle$: $y=y_0^{(i)}$, and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$.",
    expect="refuted",
    defect="typo",
    because="For d = 1, where it has a meaning, it is y w_star; for d > 1 it has none.",
    settings=Space(proof_settings().holder, proof_settings().fields, where=lambda s: s.d == 1),
    answer=lambda prompt: labels(prompt.X, prompt.w_star)[:, 0] * prompt.w_star[:, 0],
)
@choice.amended(
    r"With $x^{(n+1)}=x^{(i)}$ and $y=\langle x^{(i)},w_\star\rangle$: $y=y_0^{(i)}$, and "
    r"$y_\ell^{(n+1)}=y_\ell^{(i)}$ for all $\ell$.",
    answer=lambda prompt: labels(prompt.X, prompt.w_star)[:, 0],
)
def query_that_repeats_a_sample(
    s: Setting, tf: Transformer, prompt: Prompt, answer: Rows
) -> Margin:
    """A query that repeats a sample with its label is treated like it."""
    Z = states(tf, prompt, prompt.X[:, 0], answer(prompt))
    return equal(stack([z[:, -1, -1] for z in Z], 1), stack([z[:, -1, 0] for z in Z], 1))


eq_56.mutant("without the mask", kept=lambda s: s.n + 1)
eq_56.mutant("n + 1 in place of n", over=lambda s: s.n + 1)
choice.mutant("y = 0", answer=lambda prompt: prompt.numbers[:, 0] * 0)
choice.mutant("any y", answer=lambda prompt: prompt.numbers[:, 0])
