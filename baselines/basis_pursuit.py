r"""Basis pursuit, $\min\|\beta\|_1$ subject to $X\beta=y$, as the end of the Lasso's path, with its own bounds.

For a small penalty the Lasso solution has the support of a basis pursuit solution; a least-norm correction on
that support makes it satisfy the constraints. Its residual over the penalty is a dual point $\nu$ with
$\|X^\top\nu\|_\infty\le1$, so that $\|\beta\|_1-y^\top\nu$ bounds what is missing to the minimum.
"""

from __future__ import annotations

import torch
from torch import Tensor

from baselines.bounds import LEAST, UP, norm_above, raised
from baselines.certified import Certified
from baselines.checks import require_finite, require_float64, require_shape
from baselines.lasso import lasso_batched
from lemmata.numbers.running_error import Tracked

_SHARE = 1e-6
"""The penalty as a share of the smallest one whose solution is 0."""
_KEPT = 1e-9
_ROUNDING_OF_ZEROS = 2.0**-960


def basis_pursuit(X: Tensor, y: Tensor) -> Certified:
    r"""Many basis pursuits at once.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``, in the range of X.

    Returns:
        value ``(batch, d)``; error ``(batch,)``: how far the l1 norm may be above the minimum, including
        what the constraints are missed by (``|X beta - y|`` times the length of the dual point), and the
        rounding of its own computation. It is infinite where they are missed by more than 1e-6 of ``|y|``.

    Raises:
        TypeError: an argument is no float64 tensor.
        ValueError: shapes that do not fit together, NaN or infinities.
    """
    require_float64(X=X, y=y)
    agree = X.ndim == 3 and tuple(y.shape) == tuple(X.shape[:2]) and X.numel() > 0
    require_shape("(batch, N, d), (batch, N), none of them 0", agree, X=X, y=y)
    require_finite(X=X, y=y)
    largest = (X.mT @ y[..., None]).abs().amax((1, 2))
    penalty = largest * _SHARE
    penalty = torch.where((penalty > 0) & torch.isfinite(penalty), penalty, 1.0)
    lasso = lasso_batched(X, y, penalty).value
    residual = y - (X @ lasso[..., None])[..., 0]
    nu = residual / penalty[:, None]
    nu = nu / (X.mT @ nu[..., None]).abs().amax((1, 2)).clamp_min(1.0)[:, None]
    size = lasso.abs().amax(-1, keepdim=True)
    on = (lasso.abs() > _KEPT * size).to(X.dtype)
    restricted = X * on[:, None]
    beta = lasso + (torch.linalg.pinv(restricted) @ residual[..., None])[..., 0] * on
    missed = norm_above(Tracked.of(y) - (Tracked.of(X) @ Tracked.of(beta[..., None]))[..., 0], -1)
    usable = missed <= 1e-6 * norm_above(y, -1) + _ROUNDING_OF_ZEROS
    floor = _floor(X, y, nu)
    length = Tracked.of(beta.abs()).sum(-1)
    above = (length.value + length.error) * UP - floor
    gap = raised(above.clamp_min(0.0) + raised(missed * norm_above(nu, -1)))
    return Certified(
        beta,
        torch.where(usable & torch.isfinite(gap), gap, torch.inf),
        "l1 norm above its minimum: a dual point from the Lasso's residual",
    )


def _floor(X: Tensor, y: Tensor, nu: Tensor) -> Tensor:
    r"""What no feasible point is below: $y^\top\nu$, over $\|X^\top\nu\|_\infty$ where that exceeds 1."""
    correlation = (Tracked.of(X).mT @ Tracked.of(nu[..., None]))[..., 0]
    level = (correlation.value.abs() + correlation.error).amax(-1).clamp_min(1.0)
    inner = (Tracked.of(y) * Tracked.of(nu)).sum(-1)
    return ((inner.value - inner.error) / (level * UP) - LEAST).clamp_min(0.0) * (1 - 2.0**-40)
