r"""Lemma 10 with what its proof of Lemma 9 draws from it, and footnote 3.

Stated for one prompt at a time, with the literal forward pass (4) and weights (13). In the lemma the text
gives C the shape $(d+1)\times1$; the row $Y_0$ has $1\times(n+1)$. Item 1 is a claim of its own, items 2 and 3
are the display "2 + 3". Footnote 3 is about three layers; the last B never matters.
"""

from __future__ import annotations

from collections.abc import Callable

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Claim, Margin, Prompt, equal
from lemmata.numbers import concatenate, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_9 import (
    Answer,
    Setting,
    prompts,
    run,
    settings,
    truth,
    weights,
)


def display(label: str, slug: str) -> Claim:
    claim = PAPER.claim(label, slug=slug, kind="forall", settings=settings, prompts=prompts)
    claim.construction(weights)
    return claim


lemma_10, item_1 = display("Lemma 10", "lemma-10"), display("Lemma 10, 1", "lemma-10-item-1")
shift = display("proof of Lemma 9", "lemma-9-shift")
footnote_3 = display("footnote 3", "footnote-3")


@lemma_10.printed(
    r"$F_Y(\{A_i,B_i\},X_0,Y_0+C)=F_Y(\{A_i,B_i\},X_0,Y_0)+C$ for $C=[0,\dots,0,c]$.",
    answer=lambda prompt: prompt.c[:, 0],
    rows=1,
)
@item_1.printed(
    r"$F_X(\{A_i,B_i\},X_0,Y_0+C)=F_X(\{A_i,B_i\},X_0,Y_0)$ for $C=[0,\dots,0,c]$.",
    answer=lambda prompt: prompt.c[:, 0],
    rows=0,
)
@shift.printed(
    r"$\bar X_k=X_k$ and $\bar Y_k=Y_k+[0\;\dots\;0\;\langle w_\star,x^{(n+1)}\rangle]$.",
    answer=truth,
    rows=2,
)
def answer_is_carried_along(
    s: Setting, tf: Transformer, prompt: Prompt, answer: Answer, rows: int
) -> Margin:
    """The entry of the query's label is carried along and changes nothing else."""
    plain, moved = run(tf, prompt), run(tf, prompt, prompt.c[:, 0] if rows < 2 else truth(prompt))
    C = moved[0] * 0
    corner = answer(prompt)[:, None, None] + C[:, -1:, -1:]
    row = concatenate([C[:, -1:, :-1], corner], 2)
    C = concatenate([C[:, :-1], row], 1)
    part = [slice(0, s.d), slice(s.d, None), slice(None)][rows]
    left = stack([Z[:, part] for Z in moved], 1)
    return equal(left, stack([(Z + C)[:, part] for Z in plain], 1))


@footnote_3.printed(
    r"The objective does not depend on the last B ($B_2$ for three layers): no prediction does.",
    layer=lambda s: s.L - 1,
)
def last_B(s: Setting, tf: Transformer, prompt: Prompt, layer: Callable[[Setting], int]) -> Margin:
    """The output does not depend on the last B."""
    k = layer(s)
    B = concatenate([s.B[:k], s.other, s.B[k + 1 :]], 0)
    changed = preconditioned_gd_transformer(s.A, B)
    return equal(run(tf, prompt)[-1][:, -1], run(changed, prompt)[-1][:, -1])


lemma_10.mutant("C twice", answer=lambda prompt: prompt.c[:, 0] * 2)
lemma_10.mutant("no C", answer=lambda prompt: prompt.c[:, 0] * 0)
item_1.mutant("the rows of Y, too", rows=1, answer=lambda prompt: prompt.c[:, 0] * 0)
shift.mutant("minus", answer=lambda prompt: -truth(prompt))
shift.mutant("nothing", answer=lambda prompt: truth(prompt) * 0)
footnote_3.mutant("the first B", layer=lambda s: 0)
footnote_3.mutant("the last but one", layer=lambda s: max(s.L - 2, 0))


@lemma_10.mutant("Q reads the labels")
@item_1.mutant("Q reads the labels, P writes covariates")
def reading(s: Setting, tf: Transformer) -> Transformer:
    ones = tf.layers[0].weights()["Q"].array * 0 + 1
    first = tf.layers[0].with_weights({"P": ones, "Q": ones})
    return Transformer(tf.stream, (first, *tf.layers[1:]))
