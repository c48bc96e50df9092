r"""Lemma 10: the label of the query is carried along and changes nothing else.

Stated for one prompt at a time, with the literal forward pass (4) and weights (13). In the lemma the text
gives C the shape $(d+1)\times1$; the row $Y_0$ has $1\times(n+1)$, which is read. Item 1 is a
claim of its own, items 2 and 3 are the display "2 + 3", the bare id.
"""

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, full, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import (
    EVERY_NETWORK,
    LARGE,
    WEIGHTS,
    WITH_AN_ENTRY,
    Answer,
    Setting,
    run,
    weights,
)

lemma_10 = PAPER.claim(
    "Lemma 10",
    summary="An entry added to the query's label is added to it after every layer, and to no other label.",
    origin="read",
    at=lines(1543, 1558),
    examples=[LARGE],
    **WITH_AN_ENTRY,
)
item_1 = PAPER.claim(
    "Lemma 10, 1",
    id="lemma-10/item-1",
    summary="The covariates do not depend on the query's label.",
    origin="read",
    at=lines(1543, 1553),
    examples=[LARGE],
    **WITH_AN_ENTRY,
)
lemma_10.construction(weights)
item_1.construction(weights)
lemma_10.waive("all weights zero", because=EVERY_NETWORK)
item_1.waive("all weights zero", because=EVERY_NETWORK)


def c(prompt: Prompt) -> Array:
    """The last entry of C."""
    return prompt.c[:, 0]


@lemma_10.printed(
    WEIGHTS + r"with $F_Y$ for the last row, $F_Y(\{A_i,B_i\},X_0,Y_0+C)=F_Y(\{A_i,B_i\},X_0,Y_0)+C$ for "
    r"$C=[0,\dots,0,c]$.",
    label=c,
    answer=c,
    rows=slice(-1, None),
)
@item_1.printed(
    WEIGHTS + r"with $F_X$ for the first d rows, $F_X(\{A_i,B_i\},X_0,Y_0+C)=F_X(\{A_i,B_i\},X_0,Y_0)$ for "
    r"$C=[0,\dots,0,c]$.",
    label=c,
    answer=c,
    rows=slice(0, -1),
)
def answer_is_carried_along(
    s: Setting, tf: Transformer, prompt: Prompt, label: Answer, answer: Answer, rows: slice
) -> Margin:
    """The entry of the query's label is carried along and changes nothing else."""
    plain, moved = run(tf, prompt), run(tf, prompt, label(prompt))
    # Zero but for the entry of the query's label.
    last = concatenate([full(0, like=moved[0][:, -1:, :-1]), answer(prompt)[:, None, None]], 2)
    C = concatenate([full(0, like=moved[0][:, :-1]), last], 1)
    left = stack([Z[:, rows] for Z in moved], 1)
    return equal(left, stack([(Z + C)[:, rows] for Z in plain], 1))


lemma_10.mutant("a tenth more of C", answer=lambda prompt: c(prompt) * 11 / 10)
lemma_10.mutant("no C", answer=lambda prompt: full(0, like=c(prompt)))
item_1.mutant(
    "the labels for the covariates",
    why="Of the labels the statement is false without C on the right side, and Lemma 10 with it.",
    rows=slice(-1, None),
    answer=lambda prompt: full(0, like=c(prompt)),
)


@lemma_10.mutant("the first P and Q all ones")
@item_1.mutant("the first P and Q all ones")
def reading(s: Setting, tf: Transformer) -> Transformer:
    ones = full(1, like=tf.layers[0].weights()["Q"].array)
    first = tf.layers[0].with_weights({"P": ones, "Q": ones})
    return Transformer(tf.stream, (first, *tf.layers[1:]))
