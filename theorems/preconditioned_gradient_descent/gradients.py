"""All partial derivatives of the exact loss, in any arithmetic: (26), (35)."""

from collections.abc import Callable
from typing import Any, cast

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
    """The gradients in symmetric ``A_i`` and in ``B_i``, each ``(batch, L, d, d)``."""
    if isinstance(A, Tensor):

        def loss(A: Tensor, B: Tensor) -> Tensor:
            return cast(Tensor, in_context_loss(A, s.Sigma, s.n, task="inverse", B=B))

        in_A, in_B = reverse(loss, A, B)
        return in_A, in_B
    d, each, free = s.d, units(s, A), (s.L - 1) * s.d**2  # the last B has no influence
    entries = [(k, i, j) for k in range(s.L) for i in range(d) for j in range(d)]
    upper = [e for e in entries if e[1] <= e[2]]  # A is symmetric: these are all directions
    in_A = ((each + each.mT) / 2)[[(k * d + i) * d + j for k, i, j in upper]]
    in_B = each[:free]
    both = slope(
        A[:, None],
        concatenate([in_A, full(0, like=in_B)], 0),
        s.Sigma,
        s.n,
        task="inverse",
        B=B[:, None],
        S=concatenate([full(0, like=in_A), in_B], 0),
        precision=s.precision,
    )
    # The entries (i, j) and (j, i) of the gradient are the slope along (E_ij + E_ji) / 2.
    of_A = both[:, [upper.index((k, min(i, j), max(i, j))) for k, i, j in entries]]
    of_B = concatenate([both[:, len(upper) :], full(0, like=of_A[:, free:])], 1)
    shape = (len(both), s.L, d, d)
    return of_A.reshape(*shape), of_B.reshape(*shape)


def reverse(function: Callable[..., Tensor], *points: Tensor) -> tuple[Tensor, ...]:
    """Gradients by reverse differentiation, themselves differentiable where that is wanted."""
    again = torch.is_grad_enabled()
    with torch.enable_grad():
        at = [p if p.requires_grad else p.detach().requires_grad_() for p in points]
        return torch.autograd.grad(function(*at).sum(), at, create_graph=again, materialize_grads=True)
