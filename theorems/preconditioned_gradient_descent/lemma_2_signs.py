r"""Two slips around Lemma 2: the sign of the predicted label, and the loss in (11).

Part D of section 3 predicts the label with *minus* the entry $[Z_i]_{d+1,n+1}$, so that the predicted
label is $+\langle x^{(n+1)},w_i\rangle$, where Lemma 2 prints a minus sign (suffix ``prediction``; the
lemma holds if its $y_i^{(n+1)}$ is the entry itself). (11) takes the gradient of $R_{w_k}$, which by (10) is
the loss of the labels $\langle w_k,x_i\rangle$ of the current iterate: it is computed from there, and
vanishes, so that as printed nothing ever moves (suffix ``eq-11``).
"""

from __future__ import annotations

from baselines.gradient import labels, least_squares_gradient
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_2 import (
    GD,
    LARGE,
    Setting,
    add_mutants,
    batch_first,
    complete,
    prompts,
    seen_entries,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_2 import entry

prediction = PAPER.claim(
    "Lemma 2, predicted label",
    slug="lemma-2-prediction",
    kind="forall",
    settings=settings(),
    prompts=prompts,
    examples=[LARGE],
    uses=[entry],
)
eq_11 = PAPER.claim(
    "(11)",
    slug="lemma-2-eq-11",
    kind="forall",
    settings=settings(),
    prompts=prompts,
    examples=[LARGE],
    uses=[entry],
)
for claim in (prediction, eq_11):
    complete(claim)


def own_loss(s: Setting, X: Array, w_star: Array) -> Array:
    """(11) to the letter: at every step the gradient of (10) with w_k in place of w_star."""
    path = [w_star * 0]
    for A_k in s.A:
        w = path[-1]
        gradient = least_squares_gradient(X, labels(X, w), w)
        path.append(w + (A_k @ gradient[..., None])[..., 0])
    return batch_first(path)


@prediction.printed(
    r"The predicted label after layer $i$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$-\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, and ${GD}$.",
    expect="refuted",
    defect="typo",
    because="Section 3 D predicts with minus the entry, which is plus the inner product.",
    sign=-1,
)
@prediction.amended(
    r"The predicted label after layer $i$, which is $-[Z_i]_{d+1,n+1}$, equals "
    rf"$+\langle x^{{(n+1)}},w_i^{{\mathrm{{gd}}}}\rangle$, and ${GD}$.",
    because="One of the two signs has to go.",
    sign=1,
)
def predicted_label(
    s: Setting, tf: Transformer, prompt: Prompt, iterates: Array, sign: int
) -> Margin:
    """The predicted label of the query is an inner product with the gradient descent iterate."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(-seen_entries(tf, prompt), inner * sign)


@eq_11.printed(
    r"The transformer follows $w_{k+1}=w_k+A_k\nabla R_{w_k}(w_k)$.",
    expect="refuted",
    defect="extraction",
    because="R with subscript w_k has its minimum at w_k: the gradient vanishes and nothing moves (a "
    "possible extraction artefact: w_k for w_star).",
    iterates=own_loss,
)
@eq_11.amended(r"The transformer follows $w_{k+1}=w_k+A_k\nabla R_{w_\star}(w_k)$.")
def update_of_eq_11(s: Setting, tf: Transformer, prompt: Prompt, iterates: Array) -> Margin:
    """The gradient method that the transformer implements, in the form of (11)."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(-seen_entries(tf, prompt), inner)


for claim in (prediction, eq_11):
    add_mutants(claim)
