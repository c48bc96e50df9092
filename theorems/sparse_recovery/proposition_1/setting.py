"""The recursion of Proposition 1 over many scales, with the constants that its proof sets."""

from typing import Any

from lemmata import box, dims, in_ball, reals, scales, sparse
from lemmata.numbers import Array, Number, abs, max, sqrt, sum
from theorems.sparse_recovery.theorem_4_1.setting import recursion

RECURSION: dict[str, Any] = dict(
    d=dims(1, 2),
    N=dims(1, 2),
    K=dims(1, 3),
    given=["M", "steps", "theta"],
    M=reals("d", "d"),  # $M^V$
    gamma=scales(-17, 1, of="(0, inf)"),
    steps=box("K", low=-1.0, high=1.0),  # $\gamma^{(k)} = \gamma$ times these
    theta=box("K", low=0.0, high=2.0, of="[0, inf)"),
    b_x=scales(-2, 10, of="(0, inf)"),
    b_beta=scales(-2, 10, of="(0, inf)"),
    matrices=lambda M, gamma, steps: steps[:, None, None] * M * gamma,  # $M^{(k)}=\gamma^{(k)}M^V$
    # $\gamma_{\max}\|M^V\|$; the paper does not define the norm: Frobenius', at least the operator norm
    size=lambda M, gamma, steps: gamma * max(abs(steps), 0) * sqrt(sum(M * M, (-2, -1))),
    C=lambda d, size, b_x, b_beta: size * b_x**2 * d + size * b_beta * b_x + 1,  # $C_\beta$ as printed
    a=lambda N, size, b_x: size * b_x**2 * N / (2 * N + 1),  # r becomes at most $r+a(r+b_\beta)$ in a layer
    X=in_ball("N", "d", radius="b_x"),
    beta_star=sparse("d", "d", "b_beta"),
    query=in_ball("d", radius="b_x"),
)
"""Assumption 1: rows and query of norm at most b_x, beta* of l1 norm at most b_beta, no noise."""
UNDER_ASSUMPTION_1 = (
    r"Under Assumption 1 (rows $x_j$ of X and query $x_{N+1}$ of norm at most $b_x$, $\|\beta^*\|_1\le "
    r"b_\beta$, $y=X\beta^*$), for the recursion (4.4) from 0 with $M^{(k)}=\gamma^{(k)}M^V$, "
    r"$\gamma_{\max}=\max_k|\gamma^{(k)}|$ and any $\theta^{(k)}\ge0$: "
)


def example(K: int, gamma: float, b_x: float, b_beta: float, step: float = 1.0) -> dict[str, Any]:
    """One measurement in one dimension, no threshold."""
    sizes = dict(d=1, N=1, K=K, M=[[1.0]], gamma=gamma, b_x=b_x, b_beta=b_beta)
    return sizes | dict(steps=[step] * K, theta=[0.0] * K)


def path(X: Array, beta_star: Array, matrices: Array, theta: Array) -> Array:
    """The recursion (4.4): ``(K + 1, N, d)``."""
    return recursion(X, X @ beta_star, matrices, theta)


def radius(a: Number, b_beta: Number, k: int) -> Number:
    """``b_beta ((1 + a)^(k - 1) - 1)``, which an estimate of norm 0 stays below for k - 1 layers."""
    # As a sum of powers: for a small a the difference would be lost to rounding.
    total: Number = 0
    for _ in range(k - 1):
        total = total * (a + 1) + 1
    return b_beta * a * total
