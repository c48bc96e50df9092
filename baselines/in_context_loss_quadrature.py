r"""The in-context loss by quadrature over the Bartlett factor: a second exact method.

$nG=RTT^\top R^\top$ with $\Sigma=RR^\top$ and a lower trapezoidal $T$ (``d`` by ``min(d, n)``) of
independent entries: $t_{ii}^2\sim\chi^2_{n-i}$ (``i`` from 0) on the diagonal, standard normal below
it. The loss of a given network is the mean of a polynomial in $G$, hence of one in the $t_{ii}^2$ and
the entries below: a product of Gauss-Laguerre and Gauss-Hermite rules integrates it exactly. (An odd
power of $t_{ii}$ comes with an odd power of the entries below it, and vanishes with it.)

It shares nothing with the expansion into words; its cost grows fast with ``d``, so it is meant for
small ones, and for networks with B that move the covariates.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
from scipy.special import roots_genlaguerre, roots_hermitenorm
from torch import Tensor

from baselines.checks import require_float64, require_shape
from baselines.gaussian_moments import Task, check_count, check_covariance

MOST_NODES = 4_000_000


def quadrature_loss(A: Tensor, Sigma: Tensor, n: int, *, task: Task, B: Tensor | None = None) -> Tensor:
    """The loss f(A) of (9) or f(A, B) of (13), for any matrices, symmetric or not.

    Args:
        A: ``(L, d, d)``.
        Sigma: ``(d, d)``, symmetric positive definite.
        n: number of examples, at least 1.
        task: covariance of ``w``: ``identity``, or ``inverse`` for that of Sigma.
        B: ``(L, d, d)``, zero if left out.

    Returns:
        A scalar, differentiable in ``A`` and ``B``.

    Raises:
        TypeError: a tensor is not float64, or n no whole number.
        ValueError: wrong shapes, no layers, n < 1, Sigma not symmetric positive definite, or more
            than four million nodes.
    """
    matrices = {"A": A, "Sigma": Sigma} | ({} if B is None else {"B": B})
    require_float64(**matrices)
    d = Sigma.shape[-1]
    fits = tuple(Sigma.shape) == (d, d) and A.ndim == 3 and tuple(A.shape[1:]) == (d, d)
    fits = fits and (B is None or B.shape == A.shape)
    require_shape("(L, d, d), (d, d) and B like A", fits, **matrices)
    L = len(A)
    if L < 1:
        raise ValueError(f"A has shape {tuple(A.shape)}: no layers; expected at least one A_i")
    check_count(n)
    check_covariance(Sigma)
    moving = B is not None and L > 1
    T, weights = bartlett_rule(d, n, 3**L - 1 if moving else 2 * L)
    root = torch.linalg.cholesky(Sigma)
    T = root @ T.to(Sigma.device)
    G = T @ T.mT / n
    C = D = torch.eye(d, dtype=torch.float64, device=Sigma.device)
    for i in range(L):
        step = G @ C.mT @ A[i] @ C
        D = D + D @ step
        if B is not None:
            C = C + B[i] @ C @ step
    W = torch.eye(d, dtype=torch.float64, device=Sigma.device)
    if task == "inverse":
        W = torch.cholesky_inverse(root)
    elif task != "identity":
        raise ValueError(f"task must be 'identity' or 'inverse', got {task!r}")
    each = ((W @ D) * (D @ Sigma)).sum((-2, -1))
    return weights.to(Sigma.device) @ each


@lru_cache(maxsize=64)
def bartlett_rule(d: int, n: int, degree: int) -> tuple[Tensor, Tensor]:
    """Factors ``(nodes, d, min(d, n))`` and weights ``(nodes,)``, exact up to ``degree`` in T T^T.

    Raises:
        ValueError: the product rule would have more than four million nodes.
    """
    rank = min(d, n)
    below = [(i, j) for j in range(rank) for i in range(j + 1, d)]
    few, many = degree // 2 + 1, degree + 1
    count = few**rank * many ** len(below)
    if count > MOST_NODES:
        raise ValueError(
            f"d={d}, n={n} and degree {degree} need {count} nodes; expected at most {MOST_NODES} "
            "(baselines.in_context_loss.in_context_loss has no such limit)"
        )
    rules = []
    for j in range(rank):
        x, w = roots_genlaguerre(few, (n - j) / 2 - 1)
        rules.append(((2 * x) ** 0.5, w / math.gamma((n - j) / 2)))
    x, w = roots_hermitenorm(many)
    rules += [(x, w / math.sqrt(2 * math.pi))] * len(below)
    places = [(j, j) for j in range(rank)] + below
    grid = torch.cartesian_prod(*(torch.from_numpy(x) for x, _ in rules)).reshape(count, -1)
    weights = torch.cartesian_prod(*(torch.from_numpy(w) for _, w in rules)).reshape(count, -1)
    T = torch.zeros(count, d, rank, dtype=torch.float64)
    for column, (i, j) in enumerate(places):
        T[:, i, j] = grid[:, column]
    return T, weights.prod(-1)
