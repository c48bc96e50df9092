r"""Lemma 9 and (54): the in-context loss in other words, for the weights (13).

Everything is stated for one prompt at a time, with the literal forward pass (4), and so for every law of
the covariates and of $w_\star$. A bar means the matrix with $y^{(n+1)}=\langle w_\star,x^{(n+1)}\rangle$ in
place of the 0 of (1). Lemma 9 is checked after every layer $k=0,\dots,L$.
"""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Claim, Margin, Prompt, equal
from lemmata.numbers import concatenate, stack, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_equivariance_model import last
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


lemma_9 = display("Lemma 9", "lemma-9")
eq_54 = display("(54)", "lemma-9-eq-54")


@lemma_9.printed(
    r"$([Z_k]_{d+1,n+1}+w_\star^\top x^{(n+1)})^2=\operatorname{Tr}((I-M)\bar Y_k^\top\bar Y_k(I-M))$, so that "
    r"(5) has this equivalent form.",
    answer=truth,
)
def equivalent_form(s: Setting, tf: Transformer, prompt: Prompt, answer: Answer) -> Margin:
    """The loss is that of the last row started at the label of the query."""
    left, right = [], []
    for Z, barred in zip(run(tf, prompt), run(tf, prompt, answer(prompt)), strict=True):
        residual, Y = Z[:, -1, -1] + truth(prompt), barred[:, s.d :]
        left.append(residual * residual)
        right.append(trace(last(s, Y) @ Y.mT @ Y @ last(s, Y)))  # type: ignore[arg-type]
    return equal(stack(left, 1), stack(right, 1))


@eq_54.printed(
    r"$X_{i+1}=X_i+\frac1nB_iX_iMX_i^\top A_iX_i$ and $Y_{i+1}=Y_i+\frac1nY_iMX_i^\top A_iX_i$.",
    masked=1,
)
def two_dynamics(s: Setting, tf: Transformer, prompt: Prompt, masked: int) -> Margin:
    """The forward pass in rows: the covariates and the labels."""
    states, wanted = run(tf, prompt, prompt.c[:, 0]), []
    for Z, A, B in zip(states, s.A, s.B, strict=False):
        X, Y = Z[:, : s.d], Z[:, s.d :]
        keys = X[..., : s.n] @ X.mT[:, : s.n] if masked else X @ X.mT
        mixed = Y[..., : s.n] @ X.mT[:, : s.n] if masked else Y @ X.mT
        wanted.append(concatenate([X + B @ keys @ A @ X / s.n, Y + mixed @ A @ X / s.n], 1))
    return equal(stack(list(states[1:]), 1), stack(wanted, 1))


lemma_9.mutant("the 0 is kept", answer=lambda prompt: truth(prompt) * 0)
lemma_9.mutant("minus the label", answer=lambda prompt: -truth(prompt))
eq_54.mutant("without the mask", masked=0)


@lemma_9.mutant("Q reads the labels")
@eq_54.mutant("Q reads the labels")
def reading(s: Setting, tf: Transformer) -> Transformer:
    Q = tf.layers[0].weights()["Q"].array
    return Transformer(tf.stream, (tf.layers[0].with_weights({"Q": Q * 0 + 1}), *tf.layers[1:]))
