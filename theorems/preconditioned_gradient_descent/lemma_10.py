r"""Lemma 10: the label of the query is carried along and changes nothing else.

The text gives C the shape $(d+1)\times1$; the row $Y_0$ has $1\times(n+1)$, which is read. With $c=\langle
w_\star,x^{(n+1)}\rangle$ it is what the proof of Lemma 9 draws from it.
"""

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, concat, eye, full, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import (
    ANY_START,
    EVERY_NETWORK,
    LARGE,
    NETWORK,
    embed,
)


def reading_all(A: Array, B: Array) -> Transformer:
    """The network (13), whose first P and Q are all ones."""
    tf = preconditioned_gd_transformer(A, B)
    ones = full(1, like=tf.layers[0].weights()["Q"].array)
    return Transformer(tf.stream, (tf.layers[0].with_weights({"P": ones, "Q": ones}), *tf.layers[1:]))


@theorem(
    PAPER,
    "Lemma 10",
    origin="read",
    at=lines(1543, 1558),
    examples=[LARGE],
    **NETWORK,
    **ANY_START,
    c=drawn(1),  # what is added to the last entry of $Y_0$
)
@printed(
    "With the weights (13), symmetric $A_i$ and any $B_i$, after any number of layers (4) and for any $X_0$ "
    "and $Y_0$, with $X_i$ the first d rows of $Z_i$, $Y_i$ the last one, "
    r"$M=\operatorname{diag}(1,\dots,1,0)$: with $F_X$ for the first d rows and $F_Y$ for the last one, "
    r"$F_X(\{A_i,B_i\},X_0,Y_0+C)=F_X(\{A_i,B_i\},X_0,Y_0)$ and $F_Y(\{A_i,B_i\},X_0,Y_0+C)=F_Y(\{A_i,B_i"
    r"\},X_0,Y_0)+C$ for the row $C=[0,\dots,0,c]$ of $n+1$ numbers (printed with $d+1$)."
)
@mutants(
    a_tenth_more_of_C=dict(entry=lambda c: c[0] * 11 / 10),
    no_C=dict(entry=0),
    the_first_P_and_Q_all_ones=dict(construction=reading_all),
)
def lemma_10(d, n, X, query, Y, c, tf, entry=lambda c: c[0]):
    """An entry added to the query's label is added to it after every layer, and changes nothing else."""
    plain, moved = (tf.run(embed(X, Y[:-1], query, Y[-1] + added)) for added in (0, c[0]))
    C = entry * concat([zeros((d, n + 1)), eye(n + 1)[-1:]])  # zero but for the query's label
    return equal(list(moved), [Z + C for Z in plain])


lemma_10.waive("all weights zero", because=EVERY_NETWORK)
