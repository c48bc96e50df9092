"""Quantities, estimates and predictions of the last layer of Theorem E.1, the read-out of Theorem 5.2."""

from typing import Any

from lemmata import choices, dims, dyadics, scales, signs, sparse
from lemmata.numbers import Array, Matrix, Number, Vector, concat, eye, maximum, relu, sign, stack, sum, zeros
from theorems.sparse_recovery.theorem_4_1.setting import recursion

INSTANCES: dict[str, Any] = dict(X=signs("n", "d"), beta_star=sparse("d", "d", "b_beta"))
"""Rows of signs, the last one being the query, and any beta* with ||beta*||_1 <= b_beta."""
ONE_COLUMN: dict[str, Any] = dict(
    d=dims(1, 1, most=1),
    n=dims(3, 16),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    theta=choices(0.0),
    share=dyadics(0, 1, open_low=True, open_high=True, grid=64),  # of the largest $|x_n\beta_j|$, is B'
)
"""B' anywhere between 0 and the largest inner product."""
AVERAGING: dict[str, Any] = dict(
    d=dims(1, 3),
    n=dims(3, 8),
    K=dims(1, 4),
    gamma=dyadics(0, 1.5, open_low=True),
    b_beta=scales(-2, 2, of="(0, inf)"),
    theta=dyadics(0, 0.5, of="[0, inf)"),
    B=dyadics(-4, 0, of="(-inf, 0]"),  # B'
    **INSTANCES,
)


def estimates(K: int, gamma: Number, theta: Number, X: Matrix, beta_star: Vector) -> Matrix:
    """beta_{2j-1}, j = 1, ..., n, with M = 2 gamma I, each from the j - 1 rows before it: ``(n, d)``."""
    d = len(beta_star)
    path = recursion(X, X @ beta_star, stack([2 * gamma * eye(d)] * K), stack([theta] * K))[-1]
    return concat([zeros((1, d)), path[:-1]])


def reaches(inner: Vector, B: Number) -> Vector:
    r"""$o_j$: 1 where $x_n^\top \beta_j \ge B'$, else 0."""
    return 1 - maximum(sign(B - inner), 0)


def predicted(inner: Vector, B: Number, p_inverse: int) -> Array:
    r"""2/p times the attended sum of $\sigma (x_n^\top \beta_j - B')$ over odd tokens, plus B'."""
    return 2 * p_inverse * sum(relu(inner - B)) / (2 * len(inner) - 1) + B
