r"""Lemma 9, (54) and (55), which is (5) again: the in-context loss in other words, for the weights (13).

Everything is stated for one prompt at a time, (54) for any start, with the literal forward pass (4), and so
for every law of the covariates and of $w_\star$. A bar means the matrix with
$y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$ in place of the 0 of (1). Lemma 9 is checked after every layer
$k=0,\dots,L$. What its proof draws from Lemma 10 is a case of it. That (23) and (32) quote the lemma with
another index is ``theorem-4/eq-23``.
"""

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import concatenate, full, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import (
    EVERY_NETWORK,
    LARGE,
    ON_A_PROMPT,
    WEIGHTS,
    Answer,
    Setting,
    any_start,
    run,
    run_from,
    truth,
    weights,
)
from theorems.preconditioned_gradient_descent.layers import last
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
    "(54), (56)",
    id="lemma-9/eq-54",
    summary="A layer moves the covariates and the labels as two recursions.",
    rank="step",
    at=lines(1484, 1498),
    **{**ON_A_PROMPT, "prompts": any_start},
)
eq_54.construction(weights)


@eq_54.printed(
    WEIGHTS % "any $X_0$ and $Y_0$" + r"$X_{i+1}=X_i+\frac1nB_iX_iMX_i^\top A_iX_i$ and "
    r"$Y_{i+1}=Y_i+\frac1nY_iMX_i^\top A_iX_i$ (with $B_i=0$, where $X_i=X_0$, (56)).",
    tokens=lambda s: s.n,
)
def two_dynamics(s: Setting, tf: Transformer, prompt: Prompt, tokens: Callable[[Setting], int]) -> Margin:
    """The forward pass in rows: the covariates and the labels."""
    states, stated = run_from(tf, prompt), []
    for Z, A, B in zip(states, s.A, s.B, strict=False):
        X, Y = Z[:, : s.d], Z[:, s.d :]
        X_M, Y_M = X[..., : tokens(s)], Y[..., : tokens(s)]  # the columns that M leaves
        keys, mixed = X_M @ X_M.mT, Y_M @ X_M.mT
        stated.append(concatenate([X + B @ keys @ A @ X / s.n, Y + mixed @ A @ X / s.n], 1))
    return equal(stack(list(states[1:]), 1), stack(stated, 1))


eq_54.mutant("without the mask", tokens=lambda s: s.n + 1)


@lemma_9.mutant("Q reads the labels")
@eq_54.mutant("Q reads the labels")
def reading(s: Setting, tf: Transformer) -> Transformer:
    Q = tf.layers[0].weights()["Q"].array
    Q = concatenate([Q[:-1], full(1, like=Q[-1:])], 0)
    return Transformer(tf.stream, (tf.layers[0].with_weights({"Q": Q}), *tf.layers[1:]))
