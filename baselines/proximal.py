r"""Soft thresholding and the recursions built on it, from their definitions.

Everything is written in the array vocabulary: torch batches, running error bounds and exact numbers
run through the same lines.
"""

from __future__ import annotations

import torch
from torch import Tensor

from baselines.checks import require_array, require_finite, require_shape
from lemmata.numbers import (
    Array,
    abs,
    as_array,
    constant,
    maximum,
    moveaxis,
    relu,
    sign,
    sqrt,
    stack,
    sum,
    values,
    zeros,
)
from lemmata.numbers.fused import transposed
from lemmata.numbers.running_error import Tracked


def soft_threshold(x: Array, theta: Array) -> Array:
    """``sign(x) max(0, |x| - theta)`` entrywise for ``theta >= 0`` (Liu et al. 2025, section 4.2; li2025 (39)).

    As two ramps, of which one is 0: the same numbers to the last bit, and no sign that jumps, which no proof
    would follow.

    Args:
        x: any shape.
        theta: a number or an array that broadcasts to ``x``, not below 0.

    Returns:
        Shaped as ``x``.
    """
    theta = as_array(theta, x)
    return relu(x - theta) - relu(-x - theta)


def soft_threshold_by_sign(x: Array, theta: Array) -> Array:
    """:func:`soft_threshold` by the formula that is printed; for a threshold below 0 that jumps at 0."""
    return sign(x) * maximum(abs(x) - as_array(theta, x), 0)


def lista_vm(X: Array, y: Array, M: Array, theta: Array) -> Array:
    r"""LISTA with varying measurements, for every prefix of the data (Liu et al. 2025, (4.4)).

    For each prefix length n on its own data, from 0, $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}\big(
    \beta^{(k)}-\frac1{2n+1}M^{(k)}X_{1:n}^\top(X_{1:n}\beta^{(k)}-y_{1:n})\big)$.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        M: ``(K, d, d)``.
        theta: ``(K,)``.

    Returns:
        ``(K + 1, batch, N, d)``: entry ``[k, :, n - 1]`` is the estimate from the first n
        measurements after k steps.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array.
        ValueError: the shapes do not fit together.
    """
    batch, N, d = _lista_vm_sizes(X, y, M, theta)
    tokens = constant(torch.arange(3, 2 * N + 2, 2), X)[:, None]  # 2n + 1
    share = constant(torch.ones(N, N, dtype=torch.float64).tril(), X) / tokens  # [n, i]: of row i, if i <= n
    columns, labels = transposed(X), y[:, None, :] * share
    beta = zeros((batch, N, d), X)
    path = [beta]
    for k in range(M.shape[0]):
        gradients = ((beta @ columns) * share - labels) @ X
        beta = soft_threshold(beta - gradients @ M[k].mT, theta[k])
        path.append(beta)
    return moveaxis(stack(path, 1), 1, 0)  # in memory the batch comes first, as margins read it


def lista_vm_from_all(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The last prefix of :func:`lista_vm` alone, at a cost that is linear in N.

    Arguments and errors are those of :func:`lista_vm`; the result is ``(K + 1, batch, d)``.
    """
    batch, N, d = _lista_vm_sizes(X, y, M, theta)
    beta = zeros((batch, d), X)
    path = [beta]
    for k in range(M.shape[0]):
        gradient = ((X @ beta[..., None])[..., 0] - y)[:, None, :] @ X
        step = (gradient @ M[k].mT)[:, 0] / (2 * N + 1)
        beta = soft_threshold(beta - step, theta[k])
        path.append(beta)
    return stack(path, 0)


def lista_cp(X: Array, y: Array, D: Array, theta: Array) -> Array:
    r"""LISTA-CP, (4.1) of Liu et al. 2025, from 0.

    $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}\big(\beta^{(k)}-(D^{(k)})^\top(X\beta^{(k)}-y)\big)$.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        D: ``(K, N, d)``, or ``(K, batch, N, d)`` where it differs between instances.
        theta: ``(K,)``.

    Returns:
        ``(K + 1, batch, d)``, every iterate.

    Raises:
        TypeError, ValueError: as :func:`lista_vm`.
    """
    require_array(X=X, y=y, D=D, theta=theta)
    _batched(X, y)
    batch, N, d = X.shape
    agree = tuple(D.shape) in ((theta.shape[0], N, d), (theta.shape[0], batch, N, d))
    require_shape("(batch, N, d), (K, N, d) or (K, batch, N, d), (K,)", agree, X=X, D=D, theta=theta)
    beta = zeros((batch, d), X)
    path = [beta]
    for k in range(theta.shape[0]):
        residual = X @ beta[..., None] - y[..., None]
        beta = soft_threshold(beta - (D[k].mT @ residual)[..., 0], theta[k])
        path.append(beta)
    return stack(path, 0)


def ista(X: Array, y: Array, alpha: Array, L: Array, steps: int) -> Array:
    r"""ISTA from 0: $\beta\leftarrow\mathcal S_{\alpha/L}(\beta-\frac1L X^\top(X\beta-y))$.

    Liu et al. 2025, section 4.2; it minimises $\frac12\|y-X\beta\|^2+\alpha\|\beta\|_1$ if ``L`` is
    at least the largest eigenvalue of $X^\top X$.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        alpha: the penalty, a number.
        L: a number, or ``(batch,)``.
        steps: how many.

    Returns:
        ``(steps + 1, batch, d)``, every iterate.

    Raises:
        TypeError, ValueError: as :func:`lista_vm`.
    """
    L = _penalised(X, y, L)
    beta = zeros((X.shape[0], X.shape[2]), X)
    path = [beta]
    for _ in range(steps):
        beta = _ista_step(X, y, alpha, L, beta)
        path.append(beta)
    return stack(path, 0)


def fista(X: Array, y: Array, alpha: Array, L: Array, steps: int) -> Array:
    """ISTA with the momentum of Beck and Teboulle (2009), (4.1) to (4.3); needs square roots.

    Arguments, the result ``(steps + 1, batch, d)`` and errors are those of :func:`ista`.
    """
    L = _penalised(X, y, L)
    beta = zeros((X.shape[0], X.shape[2]), X)
    ahead, t = beta, as_array(1, X)
    path = [beta]
    for _ in range(steps):
        before, beta = beta, _ista_step(X, y, alpha, L, ahead)
        t_next = (sqrt(t * t * 4 + 1) + 1) / 2
        ahead = beta + (beta - before) * ((t - 1) / t_next)
        t = t_next
        path.append(beta)
    return stack(path, 0)


def _batched(X: Array, y: Array) -> None:
    agree = X.ndim == 3 and min(X.shape[1:]) >= 1 and tuple(y.shape) == tuple(X.shape[:2])
    require_shape("(batch, N, d), (batch, N) with N >= 1 and d >= 1", agree, X=X, y=y)
    for name, value in (("X", X), ("y", y)):
        if isinstance(value, Tensor | Tracked) and not values(value).is_meta:
            require_finite(**{name: values(value)})


def _lista_vm_sizes(X: Array, y: Array, M: Array, theta: Array) -> tuple[int, int, int]:
    require_array(X=X, y=y, M=M, theta=theta)
    _batched(X, y)
    batch, N, d = X.shape
    require_shape(
        "(batch, N, d), (K, d, d), (K,)",
        theta.ndim == 1 and tuple(M.shape) == (theta.shape[0], d, d),
        X=X,
        M=M,
        theta=theta,
    )
    return batch, N, d


def _penalised(X: Array, y: Array, L: Array) -> Array:
    require_array(X=X, y=y)
    _batched(X, y)
    L = as_array(L, X)
    return L[:, None] if L.ndim else L


def _ista_step(X: Array, y: Array, alpha: Array, L: Array, beta: Array) -> Array:
    gradient = (X.mT @ (X @ beta[..., None] - y[..., None]))[..., 0]
    return soft_threshold(beta - gradient / L, as_array(alpha, X) / L)


def lasso_objective(Phi: Array, y: Array, lam: Array, rho: Array) -> Array:
    r"""The objective (32) of li2025, $\frac1N\sum_i(y_i-\phi_i^\top\rho)^2+\lambda\|\rho\|_1$.

    Args:
        Phi: features ``(batch, N, p)``.
        y: ``(batch, N)``.
        lam: the penalty, a number.
        rho: ``(batch, p)``.

    Returns:
        ``(batch,)``.

    Raises:
        TypeError, ValueError: as :func:`lista_vm`.
    """
    require_array(Phi=Phi, y=y, rho=rho)
    _features(Phi, y, rho)
    residual = y - (Phi @ rho[..., None])[..., 0]
    return sum(residual * residual, -1) / Phi.shape[1] + as_array(lam, rho) * sum(abs(rho), -1)


def proximal_gradient(
    Phi: Array, y: Array, lam: Array, rho0: Array, *, steps: int, eta: Array = None, inverse_step: Array = None
) -> Array:
    r"""The exact proximal gradient method on (32), that is (38) of li2025 with $e_t=0$.

    $\rho\leftarrow\mathrm{ST}_{\eta\lambda}\big(\rho+\frac{2\eta}N\sum_i(y_i-\phi_i^\top\rho)\phi_i\big)$.

    Args:
        Phi: features ``(batch, N, p)``.
        y: ``(batch, N)``.
        lam: the penalty, a number.
        rho0: the start, ``(batch, p)``.
        steps: how many.
        eta: the step size, a number.
        inverse_step: one over the step size instead, so that 1 / (2n) stays exact.

    Returns:
        ``(steps + 1, batch, p)``, every iterate.

    Raises:
        TypeError: none or both of ``eta`` and ``inverse_step``; otherwise as :func:`lista_vm`.
        ValueError: the shapes do not fit together.
    """
    if (eta is None) == (inverse_step is None):
        raise TypeError("give either eta or inverse_step (= 1 / eta), not both and not none")
    require_array(Phi=Phi, y=y, rho0=rho0)
    _features(Phi, y, rho0)
    N = Phi.shape[1]

    def scaled(v: Array) -> Array:
        return v * as_array(eta, v) if inverse_step is None else v / as_array(inverse_step, v)

    threshold = scaled(as_array(lam, rho0))
    rho = rho0
    path = [rho]
    for _ in range(steps):
        residual = y - (Phi @ rho[..., None])[..., 0]
        direction = (Phi.mT @ residual[..., None])[..., 0] * 2 / N
        rho = soft_threshold(rho + scaled(direction), threshold)
        path.append(rho)
    return stack(path, 0)


def _features(Phi: Array, y: Array, rho: Array) -> None:
    agree = (
        Phi.ndim == 3
        and tuple(y.shape) == tuple(Phi.shape[:2])
        and tuple(rho.shape) == (Phi.shape[0], Phi.shape[2])
    )
    require_shape("(batch, N, p), (batch, N), (batch, p)", agree, Phi=Phi, y=y, rho=rho)
