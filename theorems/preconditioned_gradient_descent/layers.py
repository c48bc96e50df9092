r"""The layers $X_0,X_1,\dots$ of (13) and their product G, with the factor $\frac1n$ of (4) absorbed into A.

Derivatives are those of the recursion itself, so that no product rule of the paper is used. That the recursion
is the literal forward pass is ``lemma-9/eq-54``. Prompts may have leading axes: ``(..., d, n + 1)``.
"""

from collections.abc import Callable, Sequence

import torch

from lemmata.numbers import Array, broadcast_to, constant, derivative, eye, stack


def mask(n: int, *like: Array) -> Array:
    """M: the identity, but for the query."""
    return constant(torch.diag(torch.tensor([1.0] * n + [0.0]).double()), *like)


def last(n: int, *like: Array) -> Array:
    """$I - M$."""
    return eye(n + 1, *like) - mask(n, *like)


def layers(X: Array, A: Array, B: Array) -> list[Array]:
    r"""$X_0, \ldots, X_{k+1}$ from $X_0$: $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$."""
    M, path = mask(X.shape[-1] - 1), [X]
    for A_i, B_i in zip(A, B, strict=True):
        X = X + B_i @ X @ M @ X.mT @ A_i @ X
        path.append(X)
    return path


def product(path: Sequence[Array], A: Array, sign: int = 1) -> Array:
    r"""$X_0\prod_i(I$ + sign $MX_i^\top A_iX_i)$ for given $X_0,X_1,\dots$."""
    G = path[0]
    M = mask(G.shape[-1] - 1)
    for X, A_i in zip(path, A, strict=False):
        G = G + sign * (G @ M @ X.mT @ A_i @ X)
    return G


def G(X: Array, A: Array, B: Array, sign: int = 1) -> Array:
    r"""$X_0\prod_{i=0}^k(I$ + sign $MX_i^\top A_iX_i)$."""
    return product(layers(X, A, B), A, sign)


def labels(X: Array, w: Array, A: Array, B: Array) -> Array:
    r"""$Y_{k+1}$, from $Y_0=w^\top X_0$: $Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i$."""
    M, Y = mask(X.shape[-1] - 1), w @ X
    for X_i, A_i in zip(layers(X, A, B), A, strict=False):
        Y = Y + Y @ M @ X_i.mT @ A_i @ X_i
    return Y


def in_layer(C: Array, j: int, layers: int) -> Array:
    """C in layer j, and 0 in the others."""
    return stack([C if i == j else 0 * C for i in range(layers)])


def replaced(A: Array, j: int, other: Array) -> list[Array]:
    """A with another matrix in layer j, or with several along an axis before it."""
    return [other if i == j else A_i for i, A_i in enumerate(A)]


Function = Callable[[Array, Array], Array]


def as_A_moves(f: Function, A: Array, B: Array, j: int, C: Array) -> Array:
    r"""$\frac d{dt}f(A,B)$ at $t=0$ as $A_j$ moves by tC; of several C along an axis before it."""
    along = in_layer(C, j, len(A))
    return derivative(lambda A: f(A, B), _repeated(A, along), along=along)


def as_B_moves(f: Function, A: Array, B: Array, j: int, C: Array) -> Array:
    r"""$\frac d{dt}f(A,B)$ at $t=0$ as $B_j$ moves by tC; of several C along an axis before it."""
    along = in_layer(C, j, len(B))
    return derivative(lambda B: f(A, B), _repeated(B, along), along=along)


def _repeated(A: Array, along: Array) -> Array:
    return A if along.ndim == A.ndim else broadcast_to(A[:, None], along.shape)
