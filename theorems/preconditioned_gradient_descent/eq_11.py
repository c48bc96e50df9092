"""(11): preconditioned gradient steps, with the gradient of the wrong loss.

Read with the sentence after it, by which the transformer (9) runs these steps, and with the prediction of
section 3 D.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import (
    LARGE,
    NETWORK,
    WRONG,
    descent,
    entry,
    gradient,
    query_entries,
)


def own_loss(A: Array, X: Array, w_star: Array) -> Array:
    r"""(11) to the letter: at every step the gradient of (10) with $w_k$ in place of $w_\star$."""
    path = [0 * w_star]
    for A_k in A:
        path.append(path[-1] + A_k @ gradient(X, path[-1], path[-1]))
    return stack(path)


@theorem(
    PAPER,
    "(11)",
    rank="slip",
    origin="read",
    at=lines(168, 175),
    possible_extraction=True,
    examples=[LARGE],
    uses=[entry],
    **NETWORK,
)
@printed(
    r"The transformer (9) with symmetric $A_k$ predicts $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w_k\rangle$ after "
    r"every layer, for all samples, $w_\star$ and queries, where $w_0=0$ and, with R of (10), "
    r"$w_{k+1}=w_k+A_k\nabla R_{w_k}(w_k)$.",
    defect="extraction",
    because="R with subscript $w_k$ has its minimum at $w_k$: the gradient vanishes and nothing moves.",
    iterates=own_loss,
)
@amended(
    r"The transformer (9) with symmetric $A_k$ predicts $-[Z_k]_{d+1,n+1}=\langle x^{(n+1)},w_k\rangle$ after "
    r"every layer, for all samples, $w_\star$ and queries, where $w_0=0$ and, with R of (10), "
    r"$w_{k+1}=w_k+A_k\nabla R_{w_\star}(w_k)$.",
    adds=r"$w_\star$ for $w_k$ in R",
)
@mutants(WRONG)
def eq_11(X, w_star, query, tf, iterates=descent):
    """The transformer runs gradient steps on the loss of the current iterate."""
    return equal(-query_entries(tf, X, w_star, query), iterates @ query)
