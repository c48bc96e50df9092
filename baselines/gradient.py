r"""Gradient methods on the least-squares loss of one prompt, as recursions (Ahn et al. 2023).

Gradient descent and preconditioned gradient descent run on (10); GD++ (von Oswald et al. 2022)
transforms the covariates as well.
"""

from __future__ import annotations

from baselines.checks import require_array, require_shape
from lemmata.numbers import Array, full, stack, sum, zeros


def least_squares(X: Array, y: Array, w: Array) -> Array:
    r"""The loss (10), $R(w)=\frac1{2n}\sum_i(w^\top x_i-y_i)^2$ with $y_i=w_\star^\top x_i$.

    Args:
        X: ``(batch, n, d)``.
        y: ``(batch, n)``.
        w: ``(batch, d)``.

    Returns:
        ``(batch,)``.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array.
        ValueError: the shapes do not fit together.
    """
    residual = _residual(X, y, w)
    return sum(residual * residual, -1) / (2 * X.shape[1])


def least_squares_gradient(X: Array, y: Array, w: Array) -> Array:
    r"""The gradient of (10), $\nabla R(w)=\frac1n\sum_i(w^\top x_i-y_i)\,x_i$, ``(batch, d)``.

    Arguments and errors are those of :func:`least_squares`.
    """
    residual = _residual(X, y, w)
    return (X.mT @ residual[..., None])[..., 0] / X.shape[1]


def gradient_descent(
    X: Array, A: Array, *, y: Array = None, w_star: Array = None, start: Array = None
) -> Array:
    r"""Every iterate of (11), $w_{k+1}=w_k+A_k\nabla R(w_k)$.

    Args:
        X: covariates ``(batch, n, d)``.
        A: ``(L, d, d)``; descent has them negative definite.
        y: labels ``(batch, n)``; or instead
        w_star: ``(batch, d)``, from which ``y = X w_star``.
        start: ``(batch, d)``, zero if left out.

    Returns:
        ``(L + 1, batch, d)``.

    Raises:
        TypeError: none or both of ``y`` and ``w_star``; otherwise as :func:`least_squares`.
        ValueError: the shapes do not fit together.
    """
    if (y is None) == (w_star is None):
        raise TypeError("give either y or w_star (then y = X w_star), not both and not none")
    require_array(X=X, A=A)
    batch, _, d = X.shape
    require_shape("(batch, n, d), (L, d, d)", A.ndim == 3 and tuple(A.shape[1:]) == (d, d), X=X, A=A)
    if y is None:
        y = labels(X, w_star)
    w = zeros((batch, d), X) if start is None else start
    path = [w]
    for A_k in A:
        w = w + (A_k @ least_squares_gradient(X, y, w)[..., None])[..., 0]
        path.append(w)
    return stack(path, 0)


def gd_plus_plus(
    X: Array, query: Array, eta: Array, gamma: Array, *, y: Array = None, w_star: Array = None
) -> Array:
    r"""The predictions of GD++ for the query after every step, with preconditioner $I$.

    Step $i$ takes a gradient step of size $\eta_i$ on the residuals with the covariates as they
    are, and moves these by $x_j\leftarrow x_j-\gamma_i\frac1n\sum_kx_kx_k^\top x_j$, the query too:
    what the labels of the examples still miss is $r_j\leftarrow r_j-\eta_i\frac1n\sum_kr_kx_k^\top x_j$,
    and the prediction grows by the same sum at the query. For $\gamma=0$ it is gradient descent.

    Args:
        X: covariates ``(batch, n, d)``.
        query: ``(batch, d)``.
        eta: sizes of the gradient steps, ``(L,)``.
        gamma: sizes of the moves, ``(L,)``.
        y: labels ``(batch, n)``; or instead
        w_star: ``(batch, d)``, from which ``y = X w_star``.

    Returns:
        ``(L + 1, batch)``, zero at first.

    Raises:
        TypeError: none or both of ``y`` and ``w_star``; otherwise as :func:`least_squares`.
        ValueError: the shapes do not fit together.
    """
    if (y is None) == (w_star is None):
        raise TypeError("give either y or w_star (then y = X w_star), not both and not none")
    require_array(X=X, query=query, eta=eta, gamma=gamma)
    fits = X.ndim == 3 and tuple(query.shape) == (X.shape[0], X.shape[2])
    fits = fits and eta.ndim == 1 and tuple(eta.shape) == tuple(gamma.shape)
    require_shape("(batch, n, d), (batch, d), (L,), (L,)", fits, X=X, query=query, eta=eta, gamma=gamma)
    residual = labels(X, w_star) if y is None else y
    _residual(X, residual, query)
    predicted = full(0, like=query[:, 0])
    path = [predicted]
    for step, move in zip(eta, gamma, strict=True):
        among, at_query = X @ X.mT / X.shape[1], X @ query[..., None] / X.shape[1]
        predicted = predicted + (residual[:, None] @ at_query)[:, 0, 0] * step
        residual = residual - (among @ residual[..., None])[..., 0] * step
        query = query - (X.mT @ at_query)[..., 0] * move
        X = X - among @ X * move
        path.append(predicted)
    return stack(path, 0)


def labels(X: Array, w_star: Array) -> Array:
    """The labels ``y_i = <x_i, w_star>`` without noise, ``(batch, n)``.

    Args:
        X: ``(batch, n, d)``.
        w_star: ``(batch, d)``.

    Raises:
        TypeError, ValueError: as :func:`least_squares`.
    """
    require_array(X=X, w_star=w_star)
    agree = X.ndim == 3 and tuple(w_star.shape) == (X.shape[0], X.shape[2])
    require_shape("(batch, n, d), (batch, d)", agree, X=X, w_star=w_star)
    return (X @ w_star[..., None])[..., 0]


def _residual(X: Array, y: Array, w: Array) -> Array:
    require_array(X=X, y=y, w=w)
    agree = X.ndim == 3 and tuple(y.shape) == tuple(X.shape[:2]) and tuple(w.shape) == (X.shape[0], X.shape[2])
    require_shape("(batch, n, d), (batch, n), (batch, d)", agree, X=X, y=y, w=w)
    return (X @ w[..., None])[..., 0] - y
