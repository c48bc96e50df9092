r"""(11): preconditioned gradient steps, with the gradient of the wrong loss.

Read with the sentence after it, by which the transformer (9) runs these steps, and with the prediction of
section 3 D. (11) takes the gradient of $R_{w_k}$, which by (10) is the loss of the labels
$\langle w_k,x_i\rangle$ of the current iterate: it is computed from there, and vanishes, so that as printed
nothing ever moves. With $R_{w_\star}$ it is what the transformer of Lemma 2 runs.
"""

from baselines.gradient import labels, least_squares_gradient
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.lemma_2.setting import (
    LARGE,
    Setting,
    add_mutants,
    batch_first,
    complete,
    prompts,
    query_entries,
    settings,
)

eq_11 = PAPER.claim(
    "(11)",
    id="eq-11",
    summary="The transformer runs gradient steps on the loss of the current iterate.",
    rank="slip",
    origin="read",
    at=lines(168, 175),
    possible_extraction=True,
    settings=settings(),
    prompts=prompts,
    examples=[LARGE],
    uses=[entry],
)
complete(eq_11)


FOLLOWS = (
    r"The transformer (9) with symmetric $A_k$ predicts $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w_k\rangle$ after "
    r"every layer, "
    r"for all samples, $w_\star$ and queries, where $w_0=0$ and, with R of (10), "
)


def own_loss(s: Setting, X: Array, w_star: Array) -> Array:
    """(11) to the letter: at every step the gradient of (10) with w_k in place of w_star."""
    path = [full(0, like=w_star)]
    for A_k in s.A:
        w = path[-1]
        gradient = least_squares_gradient(X, labels(X, w), w)
        path.append(w + (A_k @ gradient[..., None])[..., 0])
    return batch_first(path)


@eq_11.printed(
    FOLLOWS + r"$w_{k+1}=w_k+A_k\nabla R_{w_k}(w_k)$.",
    defect="extraction",
    because="R with subscript w_k has its minimum at w_k: the gradient vanishes and nothing moves.",
    iterates=own_loss,
)
@eq_11.amended(FOLLOWS + r"$w_{k+1}=w_k+A_k\nabla R_{w_\star}(w_k)$.", adds="w_star for w_k in R")
def update_of_eq_11(s: Setting, tf: Transformer, prompt: Prompt, iterates: Array) -> Margin:
    """The gradient method that the transformer implements, in the form of (11)."""
    inner = sum(iterates * prompt.query[:, None, :], -1)
    return equal(-query_entries(tf, prompt), inner)


add_mutants(eq_11)
