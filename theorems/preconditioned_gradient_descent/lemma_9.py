r"""Lemma 9, (54) and (55), which is (5) again: the in-context loss in other words, for the weights (13).

Everything is stated for one prompt at a time, (54) for any start, with the literal forward pass (4), and so
for every law of the covariates and of $w_\star$. B.2 and B.3 repeat (54) as (22) and (31), without the factor
$\frac1n$ and with the labels as a product. A bar means the matrix with
$y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$ in place of the 0 of (1). Lemma 9 is checked after every layer
$k=0,\dots,L$. What its proof draws from Lemma 10 is a case of it. That (23) and (32) quote the lemma with
another index is ``theorem-4/eq-23``.
"""

import functools
import operator
from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, concatenate, eye, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import (
    EVERY_NETWORK,
    LARGE,
    ON_A_PROMPT,
    WEIGHTS,
    Answer,
    Setting,
    any_matrices,
    any_start,
    deep,
    run,
    run_from,
    truth,
    weights,
)
from theorems.preconditioned_gradient_descent.layers import last, mask
from theorems.preconditioned_gradient_descent.lemma_10 import lemma_10

lemma_9 = PAPER.claim(
    "Lemma 9",
    summary="The loss of a prompt is that of the last row of the pass that starts at the query's label.",
    origin="read",
    at=lines(1502, 1526),
    examples=[LARGE],
    uses=[lemma_10],
    **ON_A_PROMPT,
)
lemma_9.construction(weights)
lemma_9.waive("all weights zero", because=EVERY_NETWORK)


@lemma_9.printed(
    WEIGHTS % "every prompt" + r"with $\bar Y_k$ the last row of the pass that starts at $y^{(n+1)}=\langle "
    r"w_\star,x^{(n+1)}\rangle$ in place of the 0 of (1), $([Z_k]_{d+1,n+1}+w_\star^\top "
    r"x^{(n+1)})^2=\operatorname{Tr}((I-M)\bar Y_k^\top\bar Y_k(I-M))$, so that the mean of the right side is "
    r"the loss (5), whatever the laws of x and $w_\star$.",
    label=truth,
)
def equivalent_form(s: Setting, tf: Transformer, prompt: Prompt, label: Answer) -> Margin:
    """The loss is that of the last row started at the label of the query."""
    left, right = [], []
    for Z, barred in zip(run(tf, prompt), run(tf, prompt, label(prompt)), strict=True):
        residual, Y = Z[:, -1, -1] + truth(prompt), barred[:, s.d :]
        left.append(residual * residual)
        right.append(trace(last(s.n, Y) @ Y.mT @ Y @ last(s.n, Y)))
    return equal(stack(left, 1), stack(right, 1))


lemma_9.mutant("the 0 is kept", label=lambda prompt: None)
lemma_9.mutant("minus the label", label=lambda prompt: -truth(prompt))

eq_54 = PAPER.claim(
    "(22), (31), (54), (56)",
    id="lemma-9/eq-54",
    summary="A layer moves covariates and labels by the masked Gram matrix, and the labels are a product.",
    rank="step",
    at=lines(1484, 1498),
    **{**ON_A_PROMPT, "settings": deep(1, 3, d=4, A=any_matrices), "prompts": any_start},
)
eq_54.construction(weights)


@eq_54.printed(
    (WEIGHTS % "any $X_0$ and $Y_0$").replace("symmetric $A_i$", "any $A_i$")
    + r"$X_{i+1}=X_i+\frac1nB_iX_iMX_i^\top A_iX_i$ and $Y_{i+1}=Y_i+\frac1nY_iMX_i^\top A_iX_i$, (54), which "
    r"with $B_i=0$, where $X_i=X_0$, is (56). With the factor $\frac1n$ absorbed into $A_i$: "
    r"$X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i=Y_0\prod_{\ell=0}^i(I+MX_\ell^\top A_\ell X_\ell)$, (31), which with "
    r"$B_i=0$ is (22).",
    masking=mask,
    order=lambda factors: factors,
)
def two_dynamics(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    masking: Callable[[int, Array], Array],
    order: Callable[[list[Array]], list[Array]],
) -> Margin:
    """The forward pass in rows: the covariates and the labels, and these as a product."""
    states, stated, products, factors = run_from(tf, prompt), [], [], []
    Y_0 = states[0][:, s.d :]
    M, one = masking(s.n, Y_0), eye(s.n + 1, Y_0)
    for Z, A, B in zip(states, s.A / s.n, s.B, strict=False):
        X, Y = Z[:, : s.d], Z[:, s.d :]
        step = M @ X.mT @ A @ X
        factors.append(one + step)
        stated.append(concatenate([X + B @ X @ step, Y + Y @ step], 1))
        products.append(functools.reduce(operator.matmul, order(factors), Y_0))
    literal = stack(list(states[1:]), 1)
    return equal(
        concatenate([literal, literal[:, :, s.d :]], 2), concatenate([stack(stated, 1), stack(products, 1)], 2)
    )


eq_54.mutant("without the mask", masking=lambda n, Y: eye(n + 1, Y))
eq_54.mutant("twice the step", masking=lambda n, Y: mask(n, Y) * 2)
eq_54.mutant("the product in reverse order", order=lambda factors: factors[::-1])


@lemma_9.mutant("Q reads the labels")
@eq_54.mutant("Q reads the labels")
def reading(s: Setting, tf: Transformer) -> Transformer:
    Q = tf.layers[0].weights()["Q"].array
    Q = concatenate([Q[:-1], full(1, like=Q[-1:])], 0)
    return Transformer(tf.stream, (tf.layers[0].with_weights({"Q": Q}), *tf.layers[1:]))
