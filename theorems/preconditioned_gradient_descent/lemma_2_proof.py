r"""The displays (57), (58) and (61) of Lemma 2's proof, on the literal forward pass (4) with (9).

$y_\ell^{(i)}$ are the entries of the last row of $Z_\ell$. (61) says that it recalls (57), and has
$x^{(n+1)}$ in place of $x^{(i)}$, which is the row of another token. (58) prints $x^{(n+1)}A_\ell x^{(j)}$,
without the transpose that (57) has: read as lost in the extraction, since the product has no meaning for
$d\ge2$.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import Setting, on_the_network
from theorems.preconditioned_gradient_descent.instances_lemma_2_proof import (
    PROOF,
    asymmetric,
    states,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

Rows = Callable[[Prompt], Array]


eq_57, eq_58, eq_61 = (
    on_the_network(PAPER.claim(f"({k})", slug=f"lemma-2-eq-{k}", uses=[entry], **PROOF))
    for k in (57, 58, 61)
)


@eq_57.printed(
    r"For $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell x^{(j)}y_\ell^{(j)}$.",
    first=0,
    rows=lambda prompt: prompt.X,
)
@eq_58.printed(
    r"$y_{\ell+1}^{(n+1)}=y_\ell^{(n+1)}+\frac1n\sum_jx^{(n+1)\top}A_\ell x^{(j)}y_\ell^{(j)}$.",
    first=1,
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.printed(
    r"For $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(n+1)\top}A_\ell x^{(j)}y_\ell^{(j)}$.",
    expect="refuted",
    defect="typo",
    because="It recalls (57), which has x^(i) there.",
    first=0,
    rows=lambda prompt: prompt.query[:, None],
)
@eq_61.amended(
    r"For $i\le n$: $y_{\ell+1}^{(i)}=y_\ell^{(i)}+\frac1n\sum_jx^{(i)\top}A_\ell x^{(j)}y_\ell^{(j)}$.",
    first=0,
    rows=lambda prompt: prompt.X,
)
def entries_of_the_last_row(
    s: Setting, tf: Transformer, prompt: Prompt, first: int, rows: Rows
) -> Margin:
    """The update of the entries of the last row: those of the samples, or of the query."""
    Z = states(tf, prompt, prompt.query, prompt.numbers[:, 0])
    part = slice(s.n, None) if first else slice(0, s.n)
    found, wanted = [], []
    for before, after, A in zip(Z, Z[1:], s.A, strict=False):
        known = before[:, -1, : s.n, None]
        step = (rows(prompt) @ A @ prompt.X.mT @ known)[..., 0] / s.n
        found.append(after[:, -1, part])
        wanted.append(before[:, -1, part] + step)
    return equal(stack(found, 1), stack(wanted, 1))


eq_57.mutant("the row of the query", rows=lambda prompt: prompt.query[:, None])
eq_58.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
eq_61.mutant("the first row", rows=lambda prompt: prompt.X[:, :1])
for claim in (eq_57, eq_58, eq_61):
    asymmetric(claim)
    claim.mutant("the row of another token", rows=lambda prompt: -prompt.other[:, None])
