r"""The sentence after Theorem 3: two iterations of descent with coordinate-wise step sizes.

The two-layer network with diagonal $A_0,A_1$ runs two iterations of gradient descent in which every
coordinate has a step size of its own. That they achieve the minimal loss is Theorem 3 itself.
"""

from collections.abc import Callable

from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, diag_embed
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.prompts import embed
from theorems.preconditioned_gradient_descent.theorem_3 import theorem_3


@theorem(
    PAPER,
    "after Theorem 3",
    rank="step",
    origin="read",
    at=lines(199),
    uses=[entry, theorem_3],
    given=["a"],
    d=dims(1, 3),
    n=dims(1, 3),
    a=reals(2, "d"),  # the diagonals of $A_0$ and $A_1$
    X=reals("n", "d"),
    w_star=reals("d"),
    query=reals("d"),
    construction=lambda a: preconditioned_gd_transformer(diag_embed(a)),
)
@printed(
    r"The network (9) with $A_k=\operatorname{diag}(a_k)$, $k=0,1$, runs two iterations of gradient descent "
    r"with coordinate-wise step sizes: for all samples, $w_\star$ and queries $-[Z_2]_{d+1,n+1}=\langle "
    r"x^{(n+1)},w_2\rangle$, where $w_0=0$ and $w_{k+1}[c]=w_k[c]+a_k[c]\,\partial_cR_{w_\star}(w_k)$ for "
    "every coordinate c, R of (10)."
)
@mutants(
    one_step_size_for_all=dict(size=lambda a: a[:, :1]),
    ascent=dict(size=lambda a: -a),
    the_steps_exchanged=dict(size=lambda a: a[::-1]),
)
def stepsizes(n, X, w_star, query, tf, answer: Callable[[Array], Array], size=lambda a: a):
    """Diagonal matrices run two steps of descent with a step size for each coordinate."""
    w = 0 * w_star
    for k in range(2):
        w = w + size[k] * (X.T @ (X @ w - X @ w_star) / n)
    return equal(answer(-tf(embed(X, X @ w_star, query))[-1, -1]), w @ query)
