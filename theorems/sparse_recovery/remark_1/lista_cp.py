r"""Must LISTA-CP have one measurement matrix? In one dimension K layers serve K, without thresholds no more.

Remark 1: since $D^{(k)}$ is fixed, "LISTA-CP requires the measurement matrix $X$ to stay the same during
pre-training and inference" (Remark 2: it "only works for fixed $X$"), without a bound. In one dimension the
error after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$, $D^{(2)}=-1$ it
vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$ given $X\ne0$.
Under $K+1$ numbers it does ($\theta=0$): the factor is a polynomial in $X$ of degree K that is 1 at 0, so by
Lagrange's formula its largest value at $X_0,\dots,X_K$ is at least $1/\sum_i\prod_{j\ne
i}\left|\frac{X_j}{X_j-X_i}\right|$ (1 for $K=1$, $X_1=-X_0$). With thresholds two layers can have less.
"""

import math
from fractions import Fraction
from itertools import combinations
from typing import Any

from baselines.proximal import soft_threshold
from lemmata import at_least, box, dims, mutants, printed, reals, theorem
from lemmata.numbers import abs, max, stack
from theorems.sparse_recovery import PAPER


def distances(nodes: list[Any]) -> Any:
    """The product of the distances of all pairs."""
    return math.prod(abs(x - y) for x, y in combinations(nodes, 2))


def weights(nodes: list[Any]) -> Any:
    r"""$\sum_i\prod_{j \ne i}|X_j/(X_j - X_i)|$ times the product of the distances of all pairs."""
    total: Any = 0
    for i in range(len(nodes)):
        others = nodes[:i] + nodes[i + 1 :]
        total = total + math.prod(map(abs, others)) * distances(others)
    return total


@theorem(
    PAPER,
    "Remark 1, LISTA-CP",
    rank="step",
    origin="ours",
    pinned={"theta": r"the statement says $\theta = 0$"},
    given=["D", "theta", "X"],
    K=dims(1, 3),
    D=reals("K"),  # the whole matrices, since $d = N = 1$
    theta=box("K", low=0.0, high=0.0),
    X=reals("K + 1"),  # measurement matrices
    beta_star=reals(),
    where=lambda X: distances([*X]) > 0,
    examples=[
        # exact under 1 and -1, not under 2; 0.98 of the bound; with thresholds, below the bound at beta* = 1
        dict(K=2, D=[1.0, -1.0], theta=[0.0, 0.0], X=[1.0, -1.0, 2.0]),
        dict(K=2, D=[0.625, -0.625], theta=[0.0, 0.0], X=[1.0, -1.0, 2.0]),
        dict(K=2, D=[-2.625, 0.375], theta=[2.375, 0.0], X=[-1.125, 0.875, 2.875]),
    ],
)
@printed(
    r"At $d=N=1$, for K layers, $\theta=0$, all $D^{(k)}$ and any $K+1$ different $X_i$ LISTA-CP's largest "
    r"error over $\pm\beta^*$ and these matrices is at least $|\beta^*|/\sum_i\prod_{j\ne "
    r"i}\left|\frac{X_j}{X_j-X_i}\right|$: K layers cannot serve $K+1$ matrices.",
    because="A polynomial of degree K that is 1 at 0 has no $K + 1$ roots.",
)
@mutants(
    as_many_matrices_as_layers=dict(count=lambda K: K),
    a_tenth_more=dict(share=Fraction(11, 10)),
    thresholds=dict(theta=box("K", low=0.0, high=4.0)),
)
def another_matrix_is_missed(K, D, theta, X, beta_star, count=lambda K: K + 1, share=1):
    """In one dimension K layers of LISTA-CP without thresholds cannot serve $K + 1$ measurement matrices."""
    nodes, errors = [X[i] for i in range(count)], []
    for x in nodes:
        for target in (beta_star, -beta_star):
            beta = 0 * beta_star
            for k in range(K):
                beta = soft_threshold(beta - D[k] * (x * beta - x * target), theta[k])
            errors.append(abs(beta - target))
    # Both sides are multiplied by the distances of all pairs.
    return at_least(max(stack(errors)) * weights(nodes), abs(beta_star) * distances(nodes) * share)
