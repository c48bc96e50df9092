r"""(23) and (32): the loss "from Lemma 9" has one layer more than the loss (5).

By (5), $f(\{P_i,Q_i\}_{i=0}^k)$ predicts with $Z_k$, on which the layer $k$ has no influence; by (23) and
(32) it is $\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))$, which has the layers $0,\dots,k$. At
$d=n=1$, $k=1$, $A=(-\frac12,-\frac14)$, $B=0$ the one is $\frac34$ and the other $\frac{49}{64}$. With $Y_k$
it is Lemma 9, for every prompt. (Theorems 4 and 5 are checked for every number of layers that the loss sees,
which covers both readings.) As printed both means are exact, with $\Sigma=I$.
"""

from typing import Any

from baselines.in_context_loss import in_context_loss
from constructions.transformer import Transformer
from lemmata import Expectation, Margin, Prompt, equal, lines
from lemmata.numbers import eye, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import (
    EVERY_NETWORK,
    Answer,
    Setting,
    deep,
    prompts,
    run,
    truth,
    weights,
)
from theorems.preconditioned_gradient_descent.layers import last
from theorems.preconditioned_gradient_descent.lemma_9 import lemma_9

eq_23 = PAPER.claim(
    "(23), (32)",
    id="theorem-4/eq-23",
    summary="The loss (5), which predicts with Z_k, is that of the last row of Z_(k+1).",
    rank="slip",
    at=lines(766, 770),
    kind=Expectation(),
    settings=deep(2, 3),
    pinned={"L": "as printed with k = 1 only: one k is enough to refute"},
    prompts=prompts,
    uses=[lemma_9],
)
eq_23.construction(weights)
eq_23.waive("all weights zero", because=EVERY_NETWORK)
PASS = (
    r"With the weights (13) of the layers $0,\dots,k$ ($k=L-1$), and Y the last row of the pass (4) that "
    r"starts at $Y_0=w_\star^\top X_0$: "
)


@eq_23.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ be the columns of $X_0$, and "
    r"$w_\star\sim N(0,\Sigma^{-1})$ (here $\Sigma=I$). "
    + PASS
    + r"$f(\{A_i,B_i\}_{i=0}^k)$ of (5) is $\mathbf E\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))$.",
    defect="typo",
    because="(5) predicts with Z_k, so that the layer k has no influence; on Y_{k+1} it has.",
    settings=deep(2, 2),
    prompts=None,
)
def two_losses(s: Setting) -> Margin:
    """The loss (5), of the layers before k, is that of (23), of all layers."""
    one = eye(s.d, s.A)
    law: dict[str, Any] = {"task": "inverse", "precision": one}
    by_5 = in_context_loss(s.A[None, :-1], one, s.n, B=s.B[None, :-1], **law)
    by_23 = in_context_loss(s.A[None], one, s.n, B=s.B[None], **law)
    return equal(by_5, by_23)


@eq_23.amended(
    PASS + r"$([Z_k]_{d+1,n+1}+w_\star^\top x^{(n+1)})^2=\operatorname{Tr}((I-M)Y_k^\top Y_k(I-M))$ for every "
    "prompt, and so in the mean.",
    because="Lemma 9 has the index k on both sides.",
    adds="the index k for k + 1",
    label=truth,
    later=0,
)
def same_index(s: Setting, tf: Transformer, prompt: Prompt, label: Answer, later: int) -> Margin:
    """The loss of a prompt is that of the last row with the same index."""
    k = s.L - 1
    residual = run(tf, prompt)[k][:, -1, -1] + truth(prompt)
    Y = run(tf, prompt, label(prompt))[k + later][:, s.d :]
    return equal(residual * residual, trace(last(s.n, Y) @ Y.mT @ Y @ last(s.n, Y)))


eq_23.mutant("k + 1, as printed", later=1)
eq_23.mutant("a layer before", later=-1)
eq_23.mutant("the 0 is kept", label=lambda prompt: None)
eq_23.mutant("minus the label", label=lambda prompt: -truth(prompt))
