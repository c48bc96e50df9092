"""On the set S with isotropic covariates the network runs GD++ of von Oswald et al. (2022), up to step sizes.

The statement holds for any covariates, whatever their law.
"""

from collections.abc import Callable

from baselines import gradient as baselines
from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, over_batches, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import times
from theorems.preconditioned_gradient_descent.prompts import embed


def gd_plus_plus(X: Array, query: Array, y: Array, eta: Array, gamma: Array) -> Array:
    """The predictions of GD++ after every step, ``(batch, L + 1)``."""
    return stack(list(baselines.gd_plus_plus(X, query, eta, gamma, y=y)), 1)


@theorem(
    PAPER,
    "after Theorem 5",
    origin="read",
    at=lines(279),
    given=["a", "b"],
    d=dims(1, 3),
    n=dims(1, 3),
    L=dims(1, 3),
    a=reals("L"),
    b=reals("L"),
    X=reals("n", "d"),
    w_star=reals("d"),
    query=reals("d"),
    construction=lambda d, a, b: preconditioned_gd_transformer(times(a, eye(d, a)), times(b, eye(d, b))),
)
@printed(
    r"The algorithm implemented by $A_i=a_iI$, $B_i=b_iI$ (the points of $\mathcal S$ for $\Sigma=I$) is "
    r"exactly GD++ with $\eta_i=-a_i$ for the gradient steps and $\gamma_i=-a_ib_i$ for the moves of the "
    r"covariates, $x_j\leftarrow x_j-\gamma_i\frac1n\sum_kx_kx_k^\top x_j$: after every layer, and for all "
    r"samples, $w_\star$ and queries, the predicted label $-[Z_i]_{d+1,n+1}$ is the prediction of GD++ after i "
    "steps."
)
@mutants(
    ascent=dict(eta=lambda a: a),
    the_covariates_stand_still=dict(gamma=lambda a: 0 * a),
    the_move_without_a=dict(gamma=lambda b: -b),
)
def gd_plus_plus_is_run(
    X, w_star, query, tf, answer: Callable[[Array], Array], eta=lambda a: -a, gamma=lambda a, b: -a * b
):
    """On S with isotropic covariates the network runs GD++."""
    y = X @ w_star
    predicted = answer(stack([-Z[-1, -1] for Z in tf.run(embed(X, y, query))]))
    path = over_batches(gd_plus_plus, given=["eta", "gamma"])
    return equal(predicted, path(X, query, y, eta=eta, gamma=gamma))
