r"""A linear transformer with sparse weights runs preconditioned gradient descent.

Lemma 2, with weights (9), the forward pass (4) and the least-squares loss (10). Index: the paper's
$k$-layer transformer is written here with $L$ layers $A_0,\dots,A_{L-1}$, and the statement is checked
after every layer $i=0,\dots,L$ (the paper lists one matrix more than it uses). The iterates $w_i$ are
the witness of "there exists": they may depend on the samples and on $w_\star$, never on the query.

With $y_i^{(n+1)}$ read as the entry $[Z_i]_{d+1,n+1}$, as the proof defines it, the lemma holds. Part D
of section 3 predicts with *minus* that entry, so for the predicted label the lemma's sign is wrong
(suffix ``prediction``). (11) takes the gradient of $R_{w_k}$, the loss of the current iterate, which
vanishes there: as printed it never moves (suffix ``eq-11``).
"""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, symmetric
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import (
    GD,
    LARGE,
    Setting,
    add_mutants,
    complete,
    prompts,
    seen_entries,
    settings,
)

entry = PAPER.claim(
    "Lemma 2", kind="forall", settings=settings(), prompts=prompts, examples=[LARGE]
)
complete(entry)


@entry.printed(
    r"For $i=0,\dots,k$ there is a $w_i^{\mathrm{gd}}\in\mathbb R^d$ such that "
    r"$y_i^{(n+1)}=-\langle x^{(n+1)},w_i^{\mathrm{gd}}\rangle$, where $y_i^{(n+1)}=[Z_i]_{d+1,n+1}$, and "
    rf"${GD}$.",
    sign=-1,
)
def entry_follows_gradient_descent(
    s: Setting, tf: Transformer, prompt: Prompt, iterates: Array, sign: int
) -> Margin:
    """After each layer the query's entry is an inner product with the gradient descent iterate."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(seen_entries(tf, prompt), inner * sign)


add_mutants(entry)
entry.derive_mutants(at=Setting(d=2, n=2, L=2, A=symmetric(2, 2).seeded(1)))
