"""All partial derivatives of the exact loss, in any arithmetic: (26), (35)."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from baselines.gaussian_moments import Task
from baselines.in_context_loss import in_context_loss, slope
from lemmata.numbers import Array, concat, eye, full, over_batches


def gradient(A: Array, Sigma: Array, n: int, task: Task) -> Array:
    """All partial derivatives of the loss in the entries of A, of one instance."""
    return over_batches(_gradient, given=["Sigma"])(A, Sigma=Sigma, n=n, task=task)


def gradient_with_B(A: Array, B: Array, Sigma: Array, precision: Array, n: int) -> tuple[Array, Array]:
    """The gradients in the entries of A and of B, of one instance."""
    both = over_batches(_gradient_with_B, given=["Sigma", "precision"])
    of_A, of_B = both(A, B, Sigma=Sigma, precision=precision, n=n)
    return of_A, of_B


def _units(A: Array) -> Array:
    """The coordinate directions of L matrices: ``(L d d, L, d, d)``."""
    L, d, _ = A.shape[1:]
    return eye(L * d * d, A).reshape(L * d * d, L, d, d)


def _gradient(A: Array, Sigma: Array, n: int, task: Task) -> Array:
    """For A ``(batch, L, d, d)``."""
    law: dict[str, Any] = {"task": task, "symmetric": False}
    if isinstance(A, Tensor):
        return _reverse(lambda x: in_context_loss(x, Sigma, n, **law), A)[0]
    return slope(A[:, None], _units(A), Sigma, n, **law).reshape(*A.shape)


def _gradient_with_B(A: Array, B: Array, Sigma: Array, precision: Array, n: int) -> tuple[Array, Array]:
    """For A and B ``(batch, L, d, d)``."""
    law: dict[str, Any] = {"task": "inverse", "symmetric": False}
    if isinstance(A, Tensor):
        in_A, in_B = _reverse(lambda A, B: in_context_loss(A, Sigma, n, B=B, **law), A, B)
        return in_A, in_B
    each, free = _units(A), (A.shape[1] - 1) * A.shape[2] ** 2  # the last B has no influence
    R = concat([each, full(0, like=each[:free])], 0)
    S = concat([full(0, like=each), each[:free]], 0)
    slopes = slope(A[:, None], R, Sigma, n, B=B[:, None], S=S, precision=precision, **law)
    of_A, of_B = slopes[:, : len(each)], slopes[:, len(each) :]
    of_B = concat([of_B, full(0, like=of_A[:, free:])], 1)
    return of_A.reshape(*A.shape), of_B.reshape(*A.shape)


def _reverse(function: Callable[..., Tensor], *points: Tensor) -> tuple[Tensor, ...]:
    """Gradients by reverse differentiation, themselves differentiable where that is wanted."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        at = [p if p.requires_grad else p.detach().requires_grad_() for p in points]
        return torch.autograd.grad(function(*at).sum(), at, create_graph=again, materialize_grads=True)
