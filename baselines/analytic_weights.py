r"""The weights of ALISTA (Liu and Chen 2019): $\min_W\max_{i\ne j}|W_i^\top X_j|$ with $W_i^\top X_i=1$.

Column by column this is a linear program, so that the problem is convex (the text of Liu et al. 2025,
section 6, calls it non-convex). Its dual is a basis pursuit: if $X_{-i}u=X_i$ then no feasible $w$ has
$\|X_{-i}^\top w\|_\infty<1/\|u\|_1$, which certifies what a solver returns.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from math import frexp

import torch
from torch import Tensor

from baselines.bounds import norm_above
from baselines.certified import Certified, MissingDependency
from baselines.checks import require_finite, require_float64, require_shape

_ORDINARY = 30
"""Solvers and their tolerances serve entries up to 2^30; no coherence depends on the scale of X."""


def coherence_weights(X: Tensor) -> Certified:
    r"""The weights through cvxpy.

    Args:
        X: ``(N, d)``, no column 0.

    Returns:
        value ``(N, d)``, feasible; error ``(d,)``: how far the coherence $\|X_{-i}^\top W_i\|_\infty$ of each
        column may be above its minimum (rounding of order 1e-15 aside), infinite where nothing is known.

    Raises:
        MissingDependency: cvxpy is not installed.
        TypeError: X is no float64 tensor.
        ValueError: X is no matrix, has NaN, or a column 0, for which nothing is feasible.
    """
    _checked(X)
    try:
        import cvxpy
    except ImportError as error:
        raise MissingDependency("cvxpy is not installed: pip install cvxpy") from error
    scale = _scale(X)
    X = X / scale
    A = X.cpu().numpy()
    d = A.shape[1]
    W, t = cvxpy.Variable(A.shape), cvxpy.Variable(d)
    product = W.T @ A
    off = 1.0 - torch.eye(d, dtype=torch.float64).numpy()
    level = cvxpy.reshape(t, (d, 1), order="C") @ torch.ones(1, d, dtype=torch.float64).numpy()
    above = cvxpy.multiply(off, product - level) <= 0
    below = cvxpy.multiply(off, -product - level) <= 0
    problem = cvxpy.Problem(cvxpy.Minimize(cvxpy.sum(t)), [cvxpy.diag(product) == 1, above, below])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "may be inaccurate": the certificate says how inaccurate
        with suppress(cvxpy.error.SolverError):
            problem.solve(solver=cvxpy.CLARABEL)
    if W.value is None:
        weights = frobenius_weights(X)
        dual = torch.zeros(d, d, dtype=X.dtype)
    else:
        weights = torch.as_tensor(W.value, dtype=X.dtype)
        weights = weights / (weights * X.cpu()).sum(0)
        dual = torch.as_tensor(off * (below.dual_value - above.dual_value), dtype=X.dtype)
    floor = _floor(X.cpu(), weights, dual)
    gap = (_coherence(X.cpu(), weights) - floor).clamp_min(0.0)
    weights = weights / scale
    known = torch.isfinite(gap) & torch.isfinite(weights).all(0)
    gap = torch.where(known, gap, torch.inf)
    by = "coherence above its minimum: basis pursuit on the other columns"
    return Certified(weights.to(X.device), gap.to(X.device), by)


def frobenius_weights(X: Tensor) -> Tensor:
    r"""The closed form of the other variant, $\min\|W^\top X\|_F^2$ with $W_i^\top X_i=1$.

    $W_i=G^+X_i/(X_i^\top G^+X_i)$ with $G=XX^\top$.

    Args:
        X: ``(N, d)``, no column 0.

    Returns:
        ``(N, d)``.

    Raises:
        TypeError, ValueError: as :func:`coherence_weights`.
    """
    _checked(X)
    scale = _scale(X)
    X = X / scale
    W = torch.linalg.pinv(X @ X.mT, hermitian=True) @ X
    scaled: Tensor = W / (W * X).sum(0) / scale
    return scaled


def _coherence(X: Tensor, W: Tensor) -> Tensor:
    products = (W.mT @ X).abs()
    return (products - torch.diag(products.diagonal())).amax(1)


def _scale(X: Tensor) -> float:
    """A power of 2 near the largest entry where that is far from 1: squares and solvers lose such data."""
    _, exponent = frexp(float(X.abs().max()))
    return 2.0 ** (exponent - 1) if abs(exponent) > _ORDINARY else 1.0


def _floor(X: Tensor, W: Tensor, dual: Tensor) -> Tensor:
    """The largest certified lower bound of each column, from the solver's duals or least squares."""
    floors = []
    for i in range(X.shape[1]):
        others = torch.arange(X.shape[1]) != i
        best = torch.zeros((), dtype=X.dtype)
        size = float(dual[i, others].abs().sum())
        starts = [torch.zeros(int(others.sum()), dtype=X.dtype)]
        if size > 0:
            u = dual[i, others]
            v = X[:, others] @ u
            scale = (v * X[:, i]).sum() / (v * v).sum().clamp_min(1e-300)
            starts.append(u * scale)
        inverse = torch.linalg.pinv(X[:, others])
        for start in starts:
            u = start
            for _ in range(2):  # the second round removes the rounding of the first
                u = u + inverse @ (X[:, i] - X[:, others] @ u)
            missed = norm_above(X[:, i] - X[:, others] @ u, 0) * norm_above(W[:, i], 0)
            best = torch.maximum(best, (1 - missed) / u.abs().sum().clamp_min(1e-300))
        floors.append(best)
    return torch.stack(floors)


def _checked(X: Tensor) -> None:
    require_float64(X=X)
    require_shape("(N, d), none of them 0", X.ndim == 2 and X.numel() > 0, X=X)
    require_finite(X=X)
    if not bool((X != 0).any(0).all()):
        raise ValueError("X has a column that is 0; expected none (no weight has W_i^T X_i = 1 for it)")
