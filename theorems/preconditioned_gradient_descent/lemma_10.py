r"""Lemma 10: the label of the query is carried along and changes nothing else.

Stated for any start $X_0,Y_0$, with the literal forward pass (4) and weights (13). In the lemma the text gives
C the shape $(d+1)\times1$; the row $Y_0$ has $1\times(n+1)$, which is read. The two displays are checked at
once. With $c=\langle w_\star,x^{(n+1)}\rangle$ it is what the proof of Lemma 9 draws from it.
"""

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, equal, lines, space
from lemmata.numbers import Array, concatenate, eye, full, stack, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import (
    EVERY_NETWORK,
    LARGE,
    ON_A_PROMPT,
    WEIGHTS,
    Answer,
    Setting,
    run_from,
    weights,
)


def start_and_entry(s: Setting) -> Space:
    """X_0, Y_0, and a number c to add to the last entry of Y_0."""
    return space(X=drawn(s.n, s.d), query=drawn(s.d), Y=drawn(s.n + 1), c=drawn(1))


lemma_10 = PAPER.claim(
    "Lemma 10",
    summary="An entry added to the query's label is added to it after every layer, and changes nothing else.",
    origin="read",
    at=lines(1543, 1558),
    examples=[LARGE],
    **{**ON_A_PROMPT, "prompts": start_and_entry},
)
lemma_10.construction(weights)
lemma_10.waive("all weights zero", because=EVERY_NETWORK)


def c(prompt: Prompt) -> Array:
    """The last entry of C."""
    return prompt.c[:, 0]


@lemma_10.printed(
    WEIGHTS % "any $X_0$ and $Y_0$" + r"with $F_X$ for the first d rows and $F_Y$ for the last one, "
    r"$F_X(\{A_i,B_i\},X_0,Y_0+C)=F_X(\{A_i,B_i\},X_0,Y_0)$ and "
    r"$F_Y(\{A_i,B_i\},X_0,Y_0+C)=F_Y(\{A_i,B_i\},X_0,Y_0)+C$ for the row "
    r"$C=[0,\dots,0,c]$ of $n+1$ numbers (printed with $d+1$).",
    label=c,
    entry=c,
)
def answer_is_carried_along(
    s: Setting, tf: Transformer, prompt: Prompt, label: Answer, entry: Answer
) -> Margin:
    """The entry of the query's label is carried along and changes nothing else."""
    plain, moved = run_from(tf, prompt), run_from(tf, prompt, label(prompt))
    # Zero but for the entry of the query's label.
    corner = concatenate([zeros((s.d, s.n + 1), s.A), eye(s.n + 1, s.A)[-1:]], 0)
    C = corner * entry(prompt)[:, None, None]
    return equal(stack(list(moved), 1), stack([Z + C for Z in plain], 1))


lemma_10.mutant("a tenth more of C", entry=lambda prompt: c(prompt) * 11 / 10)
lemma_10.mutant("no C", entry=lambda prompt: full(0, like=c(prompt)))


@lemma_10.mutant("the first P and Q all ones")
def reading(s: Setting, tf: Transformer) -> Transformer:
    ones = full(1, like=tf.layers[0].weights()["Q"].array)
    first = tf.layers[0].with_weights({"P": ones, "Q": ones})
    return Transformer(tf.stream, (first, *tf.layers[1:]))
