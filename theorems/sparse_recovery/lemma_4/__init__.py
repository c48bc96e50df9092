r"""Lemma 4: the estimates stay bounded. Not by the printed constant, not for every prefix or step.

For $N < d$, the usual case, $\sigma_{\min}=0$ and nothing is said. For $N\ge d$ it fails at a prefix $n < d$:
with $X=4I_2$, $n = 1$, $\gamma=\frac3{32}$, $\beta^*=(1,0)$ and $\beta^{(k)}=(0,C_x)$ the first coordinate
becomes 1 and the norm grows, at a step that overshoots nothing. Cauchy interlacing goes the other way: more
rows, larger eigenvalues. $\sigma_d$ only scales $\gamma$, which stands for $\gamma/\sigma_d^2$.
"""

from typing import Any

from baselines.proximal import soft_threshold
from lemmata import (
    amended,
    at_most,
    box,
    dims,
    dyadics,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    scales,
    sparse,
    theorem,
)
from lemmata.numbers import Matrix, Vector, concat, diag, max, maximum, min, outer, zeros
from theorems.sparse_recovery import PAPER

FLOOR = 2.0**-20
"""Eigenvalues below FLOOR are left out: C_x is infinite at 0."""
STEP = (
    r"Under Assumption 1 ($\|x_j\|\le b_x$, here since the singular values $\sigma$ of X are, "
    r"$\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), for the token $i=2n+1$, its $n$ rows $X_{1:n}$ and "
    r"$\beta^{(k+1)}=\mathcal S_\theta(\beta^{(k)}-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta^{(k)}-y_{1:n}))$, "
    r"$M^V=\frac2{\sigma_d^2}I$, $\theta\ge0$ (X is drawn by its singular values and the reflections left and "
    r"right, $\beta^{(k)}$ as $C_xu$): "
)
"""The hypotheses of Lemma 4; (C.12) is the step."""
SIZES: dict[str, Any] = dict(
    d=dims(1, 3),
    N=lambda d: dims(d, d + 2),
    n=dims(1, "N", most="N"),
    b_x=scales(-1, 3, of="(0, inf)"),
    b_beta=scales(-2, 1, of="(0, inf)"),
)
STEPS = dyadics(0, 1.5, open_low=True, of="(0, inf)")
r"""gamma over $\sigma_d^2$: no more of the two enters."""
SPECTRUM: dict[str, Any] = dict(
    sigma=box("d", low=0.0, high="b_x"),  # the singular values of X
    left=reals("d", "N"),  # d reflections on either side, which take the first d coordinates to any orthonormal
    right=reals("d", "d"),  # vectors (but for a null set)
    beta_star=sparse("d", "d", "b_beta"),
    u=in_ball("d", radius=1.0),  # $\beta^{(k)}$ as a share of what is allowed
)


def matrix(N: int, sigma: Vector, left: Matrix, right: Matrix) -> Matrix:
    """X, of singular values sigma, from the reflections that take (1, v_2, ..., v_n) to its negative."""
    d = len(sigma)
    X = concat([diag(sigma), zeros((N - d, d))])
    for vectors in (left, right):
        for v in vectors:
            v = concat([[1], v[1:]])
            X = X - outer(v, v @ X) * 2 / (v @ v)
        X = X.T
    return X


@theorem(
    PAPER,
    "Lemma 4",
    origin="read",
    at=lines(788),
    uses=["sparse_recovery/lemma-4/proof/step-i", "sparse_recovery/lemma-4/proof/step-ii"],
    **SIZES,
    gamma=STEPS,
    theta=dyadics(0, 1, of="[0, inf)"),
    **SPECTRUM,
    examples=[
        dict(d=2, N=2, n=1, b_x=4.0, b_beta=1.0, gamma=0.09375, theta=0.0),
        dict(d=1, N=4, n=4, b_x=3.0, b_beta=1.0, gamma=1.0, theta=0.0),
        dict(d=1, N=1, n=1, b_x=1.0, b_beta=1.0, gamma=1.0, theta=0.0),
    ],
)
@printed(
    STEP + r"if $\|\beta^{(k)}\|\le C_x$, then $\|\beta^{(k+1)}\|\le C_x$, $C_x=\frac{db_xb_\beta(N+1)}{"
    r"\sigma_{\min}(X^\top X)}$, for $n\le N$, $N\ge d$ and $\sigma_{\min}(X^\top X)\ge2^{-20}$.",
    defect="statement",
    because="With threshold 0 a prefix of fewer than d rows does not shrink what it does not see, however "
    r"short the step is. (A long step may overshoot, and $X^\top y$ may be as large as $n b_x^2 b_\beta$.)",
    top=lambda d, N, b_x, b_beta: d * b_x * b_beta * (N + 1),
)
@amended(
    STEP + r"if $\|\beta^{(k)}\|\le C_x$ and $\frac{2\gamma}{(2n+1)\sigma_d^2}\lambda_{\max}(G_n)\le1$, then "
    r"$\|\beta^{(k+1)}\|\le C_x$, $C_x=\frac{nb_x^2b_\beta}{\lambda_{\min}(G_n)}$, $G_n=X_{1:n}^\top X_{1:n}$, "
    r"$n\ge d$, $\lambda_{\min}(G_n)\ge2^{-20}$ (only these n rows are drawn).",
    adds=r"the n rows of the token in $C_x$, $n \ge d$; "
    r"$2 \gamma \lambda_{\max}/((2n + 1) \sigma_d^2) \le 1$; $C_x = n b_x^2 b_\beta/\lambda_{\min}$",
    n=dims("N", "N", most="N"),
    top=lambda n, b_x, b_beta: n * b_x**2 * b_beta,  # at least the norm of $X^\top y$
    cap=1,
)
@mutants(
    {
        "n b_x b_beta / 2": dict(top=lambda n, b_x, b_beta: n * b_x * b_beta / 2),
        "nine tenths of the constant": dict(top=lambda n, b_x, b_beta: n * b_x**2 * b_beta * 9 / 10),
        "half the constant": dict(top=lambda n, b_x, b_beta: n * b_x**2 * b_beta / 2),
        "steps of twice the length": dict(cap=2),
    }
)
def stays_bounded(N, n, gamma, theta, sigma, left, right, beta_star, u, top, cap=0):
    r"""No layer leaves the ball of radius $d b_x b_\beta(N + 1)$ over the smallest eigenvalue of $X^\top X$."""
    X = matrix(N, sigma, left, right)[:n]
    low, high = min(sigma) ** 2, max(sigma) ** 2
    C = top / maximum(low, FLOOR)  # C_x is infinite at 0
    step = 2 * gamma / (2 * n + 1)
    beta = soft_threshold(C * u - step * X.T @ (X @ (C * u - beta_star)), theta)
    return at_most(beta @ beta, C**2).given([low - FLOOR, *([cap - step * high] if cap else [])])
