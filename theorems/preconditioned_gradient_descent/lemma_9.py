r"""Lemma 9, (54) and (55), which is (5) again: the in-context loss in other words, for the weights (13).

Everything is stated for one prompt at a time, and so for every law of the covariates and of $w_\star$. That
(23) and (32) quote the lemma with another index is ``theorem-4/eq-23``.
"""

import functools
import operator
from collections.abc import Callable

from constructions.gradient_descent import preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, concat, eye, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.forward_pass import (
    ANY_START,
    EVERY_NETWORK,
    LARGE,
    NETWORK,
    PROMPT,
    embed,
)
from theorems.preconditioned_gradient_descent.layers import last, mask
from theorems.preconditioned_gradient_descent.lemma_10 import lemma_10

Order = Callable[[list[Array]], list[Array]]


def reading_labels(A: Array, B: Array) -> Transformer:
    """The network (13), whose first Q has ones in its last row."""
    tf = preconditioned_gd_transformer(A, B)
    Q = tf.layers[0].weights()["Q"].array
    Q = concat([Q[:-1], full(1, like=Q[-1:])], 0)
    return Transformer(tf.stream, (tf.layers[0].with_weights({"Q": Q}), *tf.layers[1:]))


@theorem(
    PAPER,
    "Lemma 9",
    origin="read",
    at=lines(1502, 1526),
    examples=[LARGE],
    uses=[lemma_10],
    **NETWORK,
    **PROMPT,
)
@printed(
    "With the weights (13), symmetric $A_i$ and any $B_i$, after any number of layers (4) and for every "
    r"prompt, with $X_i$ the first d rows of $Z_i$, $Y_i$ the last one, $M=\operatorname{diag}(1,\dots,1,0)$: "
    r"with $\bar Y_k$ the last row of the pass that starts at $y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$ in "
    r"place of the 0 of (1), $([Z_k]_{d+1,n+1}+w_\star^\top x^{(n+1)})^2=\operatorname{Tr}((I-M)\bar "
    r"Y_k^\top\bar Y_k(I-M))$, so that the mean of the right side is the loss (5), whatever the laws of x and "
    r"$w_\star$."
)
@mutants(
    {
        "the 0 is kept": dict(label=0),
        "minus the label": dict(label=lambda w_star, query: -w_star @ query),
        "Q reads the labels": dict(construction=reading_labels),
    }
)
def lemma_9(n, X, w_star, query, tf, label=lambda w_star, query: w_star @ query):
    """The loss of a prompt is that of the last row of the pass that starts at the query's label."""
    y, left, right = X @ w_star, [], []
    for Z, barred in zip(tf.run(embed(X, y, query)), tf.run(embed(X, y, query, label)), strict=True):
        left.append((Z[-1, -1] + w_star @ query) ** 2)
        Y = barred[-1:]
        right.append(trace(last(n) @ Y.T @ Y @ last(n)))
    return equal(left, right)


lemma_9.waive("all weights zero", because=EVERY_NETWORK)


@theorem(
    PAPER,
    "(22), (31), (54), (56)",
    id="lemma-9/eq-54",
    rank="step",
    at=lines(1484, 1498),
    **NETWORK | {"A": drawn("L", "d", "d")},
    **ANY_START,
)
@printed(
    "With the weights (13), any $A_i$ and any $B_i$, after any number of layers (4) and for any $X_0$ and "
    r"$Y_0$, with $X_i$ the first d rows of $Z_i$, $Y_i$ the last one, $M=\operatorname{diag}(1,\dots,1,0)$: "
    r"$X_{i+1}=X_i+\frac1nB_iX_iMX_i^\top A_iX_i$ and $Y_{i+1}=Y_i+\frac1nY_iMX_i^\top A_iX_i$, (54), which "
    r"with $B_i=0$, where $X_i=X_0$, is (56). With the factor $\frac1n$ absorbed into $A_i$: "
    r"$X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and $Y_{i+1}=Y_i+Y_iMX_i^\top "
    r"A_iX_i=Y_0\prod_{\ell=0}^i(I+MX_\ell^\top A_\ell X_\ell)$, (31), which with $B_i=0$ is (22)."
)
@mutants(
    without_the_mask=dict(M=lambda n: eye(n + 1)),
    twice_the_step=dict(M=lambda n: 2 * mask(n)),
    the_product_in_reverse_order=dict(order=lambda factors: factors[::-1]),
    Q_reads_the_labels=dict(construction=reading_labels),
)
def eq_54(d, n, A, B, X, query, Y, tf, M=lambda n: mask(n), order: Order = lambda factors: factors):
    """A layer moves covariates and labels by the masked Gram matrix, and the labels are a product."""
    states = tf.run(embed(X, Y[:-1], query, Y[-1]))
    stated, products, factors = [], [], []
    for Z, A_i, B_i in zip(states, A / n, B, strict=False):
        X_i, Y_i = Z[:d], Z[d:]
        step = M @ X_i.T @ A_i @ X_i
        factors.append(eye(n + 1) + step)
        stated.append(concat([X_i + B_i @ X_i @ step, Y_i + Y_i @ step]))
        products.append(functools.reduce(operator.matmul, order(factors), states[0][d:]))
    literal = stack(states[1:])
    return equal(concat([literal, literal[:, d:]], 1), concat([stack(stated), stack(products)], 1))
