"""All partial derivatives of the exact loss, in any arithmetic: (26), (35)."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from baselines.gaussian_moments import Task
from baselines.in_context_loss import in_context_loss, slope
from lemmata.numbers import Array, concatenate, eye, full
from theorems.preconditioned_gradient_descent.critical_points import Setting


def units(s: Setting, like: Array) -> Array:
    """The coordinate directions of L matrices: ``(L d d, L, d, d)``."""
    count = s.L * s.d * s.d
    return eye(count, like).reshape(count, s.L, s.d, s.d)


def gradient(s: Setting, A: Array, task: Task) -> Array:
    """All partial derivatives of the loss in the entries of A, ``(batch, L, d, d)``."""
    if isinstance(A, Tensor):
        law: dict[str, Any] = {"task": task, "symmetric": False}
        return reverse(lambda x: in_context_loss(x, s.Sigma, s.n, **law), A)[0]
    slopes = slope(A[:, None], units(s, A), s.Sigma, s.n, task=task, symmetric=False)  # (batch, L d d)
    return slopes.reshape(slopes.shape[0], s.L, s.d, s.d)


def gradient_with_B(s: Setting, A: Array, B: Array) -> tuple[Array, Array]:
    """The gradients in the entries of A and of B, each ``(batch, L, d, d)``."""
    law: dict[str, Any] = {"task": "inverse", "symmetric": False}
    if isinstance(A, Tensor):
        in_A, in_B = reverse(lambda A, B: in_context_loss(A, s.Sigma, s.n, B=B, **law), A, B)
        return in_A, in_B
    each, free = units(s, A), (s.L - 1) * s.d**2  # the last B has no influence
    R = concatenate([each, full(0, like=each[:free])], 0)
    S = concatenate([full(0, like=each), each[:free]], 0)
    slopes = slope(A[:, None], R, s.Sigma, s.n, B=B[:, None], S=S, precision=s.precision, **law)
    of_A, of_B = slopes[:, : len(each)], slopes[:, len(each) :]
    of_B = concatenate([of_B, full(0, like=of_A[:, free:])], 1)
    return of_A.reshape(-1, s.L, s.d, s.d), of_B.reshape(-1, s.L, s.d, s.d)


def reverse(function: Callable[..., Tensor], *points: Tensor) -> tuple[Tensor, ...]:
    """Gradients by reverse differentiation, themselves differentiable where that is wanted."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        at = [p if p.requires_grad else p.detach().requires_grad_() for p in points]
        return torch.autograd.grad(function(*at).sum(), at, create_graph=again, materialize_grads=True)
