r"""The working transformer on matrices with relative gaps: what it reaches, and bounds on it.

$X=U\operatorname{diag}(\lambda_i^{1/2})W^\top$ is any d x N matrix ($N\ge d$) with the spectrum; U and W are
drawn as products of two reflections. The M heads of a normalisation are made for vectors u with $r\le\|u\|\le
R$, the *shell*: $r=\lambda_k\delta/2$ and $R=2\lambda_1$ hold the norms that occur.
"""

import math
from functools import lru_cache
from itertools import accumulate
from operator import mul
from typing import Any

from torch import Tensor

from constructions.pca import Shell, embed, pca_transformer, readout
from constructions.transformer import Transformer
from lemmata import box, dims, dyadics, reals, scales
from lemmata.numbers import (
    Array,
    concat,
    eye,
    log,
    min,
    norm,
    ones,
    over_batches,
    sign,
    sqrt,
    stack,
    sum,
    values,
)


def eigenvalues(lambda_1: Array, phi: Array, k: int, largest_quotient: Array) -> Array:
    """``lambda_1, ..., lambda_d``, and 0, by ratios of which the first k are at most the largest allowed."""
    quotients = [(1 - x * x * x) * (largest_quotient if i < k else 1) for i, x in enumerate(phi)]
    return stack([*accumulate(quotients, mul, initial=lambda_1), 0 * lambda_1], 0)


def relative_gaps(lambda_1: Array, phi: Array, k: int, eps0: Array) -> Array:
    r"""The eigenvalues with $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ for $i\le k$."""
    return eigenvalues(lambda_1, phi, k, (1 - eps0) ** 2)


def smallest_gap(lam: Array, k: int) -> Array:
    """The smallest of ``lambda_i - lambda_(i+1)``, i = 1, ..., k."""
    return min(lam[:k] - lam[1 : k + 1], 0)


def of_one_normalisation(lambda_1: Array, lam: Array, k: int, delta: Array, M: int) -> Array:
    """``3/64 (2 ln(R/r) / (M - 1))^2``, the relative error of one normalisation."""
    return 3 * (2 * log(4 * lambda_1 / (lam[k - 1] * delta)) / (M - 1)) ** 2 / 64


def iterations(eps0: Array, delta: Array) -> int:
    """``ln(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
    eps, least = float(values(eps0)), float(values(delta))
    return math.ceil(math.log(1 / (eps * least)) / (2 * eps))


def accuracy(eps: Array, eps0: Array) -> Array:
    """``eps + 3 eps_0 / 2``."""
    return eps + eps0 * 3 / 2


MATRICES: dict[str, Any] = {
    # Starts in the eigenvectors' own coordinates: omega says how far ``|p_i^T v_i|`` is above delta, the k-th
    # row of ``starts`` the rest of the start and its side. Then reflections of both sides of X.
    "starts": reals("k", "d"),
    "omega": box("k", low=0, high=1),
    "left": box(2, "d - 1", low=-1, high=1),
    "right": box(2, "N - 1", low=-1, high=1),
}
ONE_COMPONENT: dict[str, Any] = {
    "rank": "step",
    "origin": "ours",
    "pinned": {"k": "the statement is on the first component"},
    "d": dims(1, 6),
    "N": lambda d: dims(d, d + 2),
    "k": dims(1, 1, most=1),
    "lambda_1": scales(-20, 20, of="(0, inf)"),
    "phi": box("d - 1", low=0, high=1),  # its cube is what $\lambda_{i+1}/\lambda_i$ lacks of 1
    "delta": dyadics(0, 1, open_low=True, open_high=True),
    "M": dims(3, 9),
    "tau": dims(1, 6),
    "given": ["phi"],
    "lam": lambda lambda_1, phi, k: eigenvalues(lambda_1, phi, k, 1),
    "eps": of_one_normalisation,
    **MATRICES,
}


@lru_cache(1)  # at real sizes it has a hundred megabytes of weights
def _transformer(d: int, N: int, k: int, tau: int, shell: Shell) -> Transformer:
    return pca_transformer(d, N, k, tau, shell)


def build(d: int, N: int, k: int, tau: int, lambda_1: Array, lam: Array, delta: Array, M: int) -> Transformer:
    """The working transformer; it knows the sizes, the shell and the number of iterations only."""
    first, last, least = (float(values(x)) for x in (lambda_1, lam[k - 1], delta))
    return _transformer(d, N, k, tau, Shell(last * least / 2, 2 * first, M))


def frame(tilts: Array) -> Array:
    """Products of reflections along ``(1, tilt)``, one for each tilt.

    Tilts ``(batch, reflections, n - 1)`` give ``(batch, n, n)``.
    """
    normals = concat([ones((*tilts.shape[:2], 1), tilts), tilts], -1)
    matrix = eye(normals.shape[-1], tilts)[None]
    for i in range(tilts.shape[1]):
        v = normals[:, i, :, None]
        matrix = matrix - (matrix @ v) @ v.mT * 2 / sum(v * v, (-2, -1))[:, None, None]
    return matrix


@over_batches
def inputs(
    lam: Array, delta: Array, starts: Array, omega: Array, left: Array, right: Array
) -> tuple[Array, Array, Array]:
    """X, the unit starts, and the eigenvectors on the sides of the starts.

    X is ``(batch, d, N)``, the other two are ``(batch, k, d)``.
    """
    k, d = starts.shape[1:]
    U, W = frame(left), frame(right)
    X = U * sqrt(lam[:, None, :d]) @ W[..., :d].mT
    own = eye(d, X)[:k]
    side = sign(sign(sum(starts * own, -1)) * 2 + 1)[..., None]
    rest = starts * (1 - own)
    empty = 1 - sign(sum(rest * rest, -1))[..., None]
    rest = rest + empty * concat([own[:, 1:], own[:, :1]], -1) * (1 - own)  # some other direction
    cosine = delta + (1 - delta) * omega[..., None] ** 2
    if d > 1:
        start = own * side * cosine + rest / norm(rest)[..., None] * sqrt(1 - cosine**2)
    else:
        start = own * side
    return X, start @ U.mT, side * U.mT[:, :k]


@over_batches
def tokens(X: Array, start: Array) -> Array:
    H = embed(X, start)
    return H.detach() if isinstance(H, Tensor) else H  # a step through all layers costs a whole batch


def outputs(tf: Transformer, X: Array, start: Array) -> Array:
    """What the transformer returns, ``k`` vectors of length d."""
    return over_batches(readout)(tf(tokens(X, start)), *start.shape)
