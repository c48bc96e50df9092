r"""Eigenvalues and eigenvectors of symmetric matrices with certificates, and the power method.

The certificate does not trust the solver. Let $V$, $\Lambda$ be what it returned, $R=AV-V\Lambda$
and $E=V^\top V-I$. With the polar factor $U$ of $V$, $\|A-U\Lambda U^\top\|\le\rho:=\|R\|+\|E\|
(\|A\|+\|\Lambda\|)$, so by Weyl's theorem each eigenvalue is within $\rho$ of the computed one (of the
same rank). For a column $v$ with residual $r$, and $g$ the distance from its $\lambda$ to all other
eigenvalues, the part of $v$ orthogonal to the exact eigenvector is at most $\eta=\|r\|/g$ (Davis and
Kahan, 1970), so that its distance to the exact unit eigenvector is at most
$\eta+|\|v\|-1|+\eta^2/\|v\|$. All norms are bounded from above with their own rounding included.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import torch
from torch import Tensor

from baselines.bounds import UP, norm_above, raised
from baselines.certified import Certified
from baselines.checks import require_array, require_finite, require_shape
from lemmata.numbers import Array, exact, norm, stack, sum
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.linalg import jacobi, midpoints
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked


@dataclass(frozen=True)
class Pca:
    """The spectral decomposition of symmetric matrices, largest eigenvalue first.

    Attributes:
        eigenvalues: values ``(..., d)``, descending; error ``(..., d)``.
        eigenvectors: values ``(..., d, d)``, unit vectors as columns; error ``(..., d)``, a bound on
            the Euclidean distance of each column to the exact one. The sign is a convention (see
            :func:`pca`); where it cannot be decided the error exceeds 2, and where an eigenvalue
            is not separated from the others it is infinite.
    """

    eigenvalues: Certified
    eigenvectors: Certified


def pca(A: Array, *, toward: Array = None) -> Pca:
    """Eigenvalues and eigenvectors of symmetric matrices ``(..., d, d)``.

    Sign convention: the entry of largest magnitude is positive. So that ties are decided, entry
    ``i`` (from 0) counts with the weight ``1 - i / (1024 d)``. With ``toward``, a vector ``(..., d)``
    for all or ``(..., d, d)`` with one column each, the inner product with it is positive instead.

    Args:
        A: a float64 tensor (taken as exact), a tracked array (its error is included), rationals or
            balls. The exact matrix is taken to be symmetric.
        toward: sets the signs; it must be of the same arithmetic as ``A``.

    Returns:
        Values in the arithmetic of ``A``: tracked values carry the certificate as their error.

    Raises:
        TypeError: ``A`` is no float64 tensor, tracked or exact array.
        ValueError: ``A`` is not square, not symmetric, or not finite.
        NotExact: rationals that are not diagonal or have a repeated eigenvalue; exact numbers where
            a sign cannot be decided. (Balls whose eigenvalue is not separated enclose every unit
            vector.)
    """
    _check(A)
    if isinstance(A, Exact):
        return _exact_pca(A, toward)
    matrix = _tracked(A)
    # The gradient, where one is wanted, flows through the solver; the certificate has none.
    values, vectors = torch.linalg.eigh(_symmetrised(A if isinstance(A, Tensor) else A.value))
    values, vectors = values.flip(-1), vectors.flip(-1)
    weighted = vectors * _weights(vectors)
    by_largest = torch.take_along_dim(vectors, weighted.abs().argmax(-2, keepdim=True), -2)
    if toward is not None:
        by_largest = (_columns(_float(toward), vectors) * vectors).sum(-2, keepdim=True)
    vectors = vectors * torch.where(by_largest < 0, -1.0, 1.0).to(vectors.dtype)
    with torch.no_grad():
        value_error, vector_error = _bounds(matrix, values.detach(), vectors.detach())
        decided = _sign_decided(vectors.detach(), vector_error, toward)
        vector_error = torch.where(decided, vector_error, vector_error + 2.0)
    if isinstance(A, Tracked):
        values = Tracked(values, value_error)
        vectors = Tracked(vectors, vector_error[..., None, :].expand_as(vectors))
    return Pca(
        Certified(values, value_error, "eigenvalue: residual and orthonormality defect (Weyl)"),
        Certified(vectors, vector_error, "Euclidean distance: residual over eigengap (Davis-Kahan)"),
    )


def eigenvalues(A: Array) -> Certified:
    """The eigenvalues of symmetric matrices ``(..., d, d)``, descending; repeated ones are welcome.

    Returns:
        value ``(..., d)``; error ``(..., d)``.

    Arguments and errors are those of :func:`pca`, except that no separation is needed.
    """
    _check(A)
    if isinstance(A, Exact):
        spectra = np.empty((A.values[..., 0, 0].size, A.shape[-1]), dtype=object)
        for k, matrix in enumerate(A.values.reshape(-1, *A.shape[-2:])):
            spectra[k] = _decomposed(matrix, A.ring).values
        error = torch.zeros(A.shape[:-1], dtype=torch.float64)
        return Certified(Exact(spectra.reshape(A.shape[:-1]), A.ring), error, "exact arithmetic")
    return pca(A).eigenvalues


def top_components(A: Array, k: int) -> Pca:
    """The first ``k`` eigenvalues and eigenvectors of positive semidefinite matrices ``(..., d, d)``.

    What :func:`pca` gives, for callers that need each eigenvector to be one: eigenvalue i is separated
    from i + 1 for every i up to k (beyond the bounds on their errors), and none of the first k is 0.

    Raises:
        TypeError: ``A`` is no float64 tensor or tracked array, or ``k`` is no whole number.
        ValueError: ``k`` is not between 1 and d; ``A`` is not square, not symmetric or not finite; a
            matrix is zero; an eigenvalue among the first ``k`` is repeated, or 0 (within its error).
    """
    if isinstance(k, bool) or not isinstance(k, int):
        raise TypeError(f"k is {k!r}; expected a whole number")
    _check(A)
    if isinstance(A, Exact):
        raise TypeError("A is made of exact numbers; expected float64 (pca serves the others)")
    d = A.shape[-1]
    if not 1 <= k <= d:
        raise ValueError(f"k is {k}; expected 1 to {d}, the size of A")
    matrix = A.value if isinstance(A, Tracked) else A
    if bool((matrix == 0).all(-1).all(-1).any()):
        raise ValueError("A is zero in an instance; every vector is an eigenvector of it")
    decomposition = pca(A)
    values, error = decomposition.eigenvalues.value, decomposition.eigenvalues.error
    values = values.value if isinstance(values, Tracked) else values
    following = torch.cat([values[..., 1:], torch.zeros_like(values[..., :1])], -1)
    room = error + torch.cat([error[..., 1:], torch.zeros_like(error[..., :1])], -1)
    close = (values - following <= room)[..., :k]
    if bool(close.any()):
        index = int(close.reshape(-1, k).any(0).nonzero()[0])
        what = "is 0" if index == d - 1 else f"equals number {index + 2}"
        raise ValueError(
            f"eigenvalue number {index + 1} {what} within its error, so its eigenvector is not determined; "
            "separate the spectrum or ask for fewer components"
        )
    vectors, vector_error = decomposition.eigenvectors.value, decomposition.eigenvectors.error
    return Pca(
        Certified(decomposition.eigenvalues.value[..., :k], error[..., :k], decomposition.eigenvalues.by),
        Certified(vectors[..., :k], vector_error[..., :k], decomposition.eigenvectors.by),
    )


# -- the certificate in floats ----------------------------------------------------------------------


def _check(A: Array) -> None:
    require_array(A=A)
    require_shape("(..., d, d)", A.ndim >= 2 and A.shape[-1] == A.shape[-2], A=A)
    if isinstance(A, Exact):
        flipped = np.swapaxes(A.values, -1, -2)
        if not all(_may_equal(x, y) for x, y in zip(A.values.flat, flipped.flat, strict=True)):
            raise ValueError("A is not symmetric; expected a symmetric matrix")
        return
    tracked = A if isinstance(A, Tracked) else Tracked.of(A.detach())
    value = tracked.value
    require_finite(A=value)
    asymmetry = (value - value.mT).abs()
    room = 16 * value.shape[-1] * UNIT_ROUNDOFF * value.abs().amax((-2, -1), keepdim=True)
    if bool((asymmetry > room + tracked.error + tracked.error.mT).any()):
        raise ValueError(
            f"A is not symmetric: |A - A^T| reaches {float(asymmetry.max()):.3g}; expected a "
            "symmetric matrix ((A + A.mT) / 2 is one)"
        )


def _may_equal(x: Any, y: Any) -> bool:
    return bool(x.overlaps(y)) if exact.ring_of(x) == "ball" else bool(x == y)


def _symmetrised(A: Tensor) -> Tensor:
    half = (A + A.mT) / 2
    return torch.where(torch.isfinite(half), half, A / 2 + A.mT / 2)  # the sum may overflow


def _tracked(A: Array) -> Tracked:
    """``A`` with a bound that covers every symmetric matrix that ``A`` may stand for."""
    if isinstance(A, Tracked):
        return A
    value = A.detach()
    return Tracked(value, (value - value.mT).abs())


def _bounds(A: Tracked, values: Tensor, vectors: Tensor) -> tuple[Tensor, Tensor]:
    V = Tracked.of(vectors)
    residual = A @ V - V * Tracked.of(values[..., None, :])
    identity = torch.eye(values.shape[-1], dtype=values.dtype, device=values.device)
    defect = norm_above(V.mT @ V - identity, (-2, -1))
    sizes = norm_above(A, (-2, -1)) + values.abs().amax(-1)
    rho = raised(norm_above(residual, (-2, -1)) + raised(defect * sizes))
    rho = torch.where((defect < 1) & (rho >= 0), rho, torch.inf)[..., None].expand_as(values)

    apart = (values[..., :, None] - values[..., None, :]).abs() * (1 - 2.0**-40)
    itself = torch.eye(values.shape[-1], dtype=torch.bool, device=values.device)
    gap = apart.masked_fill(itself, torch.inf).amin(-1) - raised(rho)
    eta = raised(norm_above(residual, -2) / (gap * (1 - 2.0**-40)))
    off_unit = (defect * UP)[..., None]  # | |v| - 1 | <= | |v|^2 - 1 |
    error = raised(eta + off_unit + eta * eta / (1 - off_unit))
    certain = (gap > 0) & (eta < 0.5) & (off_unit < 0.5)
    return rho, torch.where(certain, error, torch.inf)


def _sign_decided(vectors: Tensor, error: Tensor, toward: Array) -> Tensor:
    """Where every vector within the error of the computed one gets the same sign, ``(..., d)``."""
    if toward is None:
        # The largest entry must be positive, whatever it is within the error (and some rounding).
        weighted = vectors * _weights(vectors)
        return (-weighted).amax(-2) + error * UP + 2.0**-50 < weighted.amax(-2) - error * UP
    reference = toward if isinstance(toward, Tracked) else Tracked.of(toward.detach())
    columns = Tracked(_columns(reference.value, vectors), _columns(reference.error, vectors))
    inner = (columns * Tracked.of(vectors)).sum(-2)
    return inner.value > inner.error + raised(norm_above(columns, -2) * error)


def _weights(vectors: Tensor) -> Tensor:
    """What the entries of a column count when the largest one is looked for, ``(d, 1)``."""
    d = vectors.shape[-1]
    index = torch.arange(d, dtype=vectors.dtype, device=vectors.device)
    return (1 - index / (1024 * d))[:, None]


def _float(x: Array) -> Tensor:
    floats = x.value if isinstance(x, Tracked) else x
    require_array(toward=floats)
    return floats


def _columns(reference: Tensor, vectors: Tensor) -> Tensor:
    column = reference if reference.ndim == vectors.ndim else reference[..., None]
    return column.expand_as(vectors)


# -- exact numbers ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Spectrum:
    """One matrix decomposed: descending eigenvalues, columns, and which columns are determined."""

    values: np.ndarray
    vectors: np.ndarray
    determined: list[bool]


def _exact_pca(A: Exact, toward: Array) -> Pca:
    d = A.shape[-1]
    matrices = A.values.reshape(-1, d, d)
    references: list[np.ndarray | None] = [None] * len(matrices)
    if toward is not None:
        if not isinstance(toward, Exact):
            raise TypeError(f"toward is a {type(toward).__name__}; expected exact numbers, as A is")
        columns = toward.values if toward.ndim == A.ndim else toward.values[..., None]
        references = list(np.broadcast_to(columns, A.shape).reshape(-1, d, d))
    values = np.empty((len(matrices), d), dtype=object)
    vectors = np.empty((len(matrices), d, d), dtype=object)
    error = torch.zeros(len(matrices), d, dtype=torch.float64)
    for k, (matrix, reference) in enumerate(zip(matrices, references, strict=True)):
        spectrum = _decomposed(matrix, A.ring)
        values[k] = spectrum.values
        for i, determined in enumerate(spectrum.determined):
            vector = spectrum.vectors[:, i]
            if determined:
                vectors[k, :, i] = _signed(vector, None if reference is None else reference[:, i])
            elif A.ring == "rational":
                raise NotExact("an eigenvalue is repeated, so it has no eigenvector of its own")
            else:
                vectors[k, :, i] = _anything(vector)
                error[k, i] = torch.inf
    by, exactly = "exact arithmetic", torch.zeros(A.shape[:-1], dtype=torch.float64)
    return Pca(
        Certified(Exact(values.reshape(A.shape[:-1]), A.ring), exactly, by),
        Certified(Exact(vectors.reshape(A.shape), A.ring), error.reshape(A.shape[:-1]), by),
    )


def _decomposed(matrix: np.ndarray, ring: exact.Ring) -> _Spectrum:
    if ring == "ball":
        return _decomposed_in_balls(matrix)
    if any(bool(v != 0) for v in matrix[~np.eye(len(matrix), dtype=bool)]):
        raise NotExact("the eigenvectors of a rational matrix that is not diagonal are irrational")
    diagonal = np.diag(matrix)
    order = sorted(range(len(diagonal)), key=lambda k: diagonal[k], reverse=True)
    unit = np.full(matrix.shape, exact.number(0, ring), dtype=object)
    np.fill_diagonal(unit, exact.number(1, ring))
    alone = [list(diagonal).count(diagonal[k]) == 1 for k in order]
    return _Spectrum(diagonal[order], unit[:, order], alone)


def _decomposed_in_balls(matrix: np.ndarray) -> _Spectrum:
    """Jacobi's method on midpoints, then the certificate of this file in ball arithmetic."""
    middle, vectors = jacobi(midpoints(matrix))
    order = sorted(range(len(middle)), key=lambda k: middle[k], reverse=True)
    middle, vectors = middle[order], vectors[:, order]
    A, V = Exact(matrix, "ball"), Exact(vectors, "ball")
    residual = (A @ V - V * Exact(middle, "ball")).values
    defect = _ball_norm((V.mT @ V).values - np.eye(len(middle), dtype=int))
    sizes = _ball_norm(matrix) + max(abs(v) for v in middle)
    rho = (_ball_norm(residual) + defect * sizes).upper()
    if not (rho.is_finite() and defect < 1):
        raise NotExact("ball arithmetic gave no finite bound on the eigenvalues")
    determined = []
    balls = np.empty(matrix.shape, dtype=object)
    for k, value in enumerate(middle):
        gaps = [abs(value - other) - rho for j, other in enumerate(middle) if j != k]
        eta = max((_ball_norm(residual[:, k]) / gap for gap in gaps), default=flint.arb(0))
        alone = all(gap > 0 for gap in gaps) and bool(eta < 1 / 2) and bool(defect < 1 / 2)
        radius = (eta + defect + eta * eta / (1 - defect)).upper() if alone else flint.arb(1)
        balls[:, k] = [v + flint.arb(0, radius) for v in vectors[:, k]]
        determined.append(alone)
    return _Spectrum(np.array([v + flint.arb(0, rho) for v in middle]), balls, determined)


def _ball_norm(x: np.ndarray) -> Any:
    return np.sum(x * x).upper().sqrt().upper()


def _anything(vector: np.ndarray) -> np.ndarray:
    """Encloses every unit vector."""
    return np.array([flint.arb(0, 1) for _ in vector], dtype=object)


def _signed(vector: np.ndarray, reference: np.ndarray | None) -> np.ndarray:
    """The vector with the sign of the convention, or :class:`NotExact`."""
    if reference is not None:
        inner = np.sum(vector * reference)
        if inner > 0 or inner < 0:
            return vector if inner > 0 else -vector
        raise NotExact("the inner product that sets an eigenvector's sign may be 0")
    d = len(vector)
    weighted = [v * (1024 * d - i) for i, v in enumerate(vector)]
    most_positive, most_negative = weighted[0], -weighted[0]
    for v in weighted[1:]:
        most_positive = exact.larger(most_positive, v)
        most_negative = exact.larger(most_negative, -v)
    if most_positive > most_negative:
        return vector
    if most_negative > most_positive:
        return -vector
    raise NotExact("two entries of opposite sign may both be the largest of an eigenvector")


# -- the power method -------------------------------------------------------------------------------


def power_method(A: Array, start: Array, iterations: int) -> Array:
    r"""Every iterate of $v\leftarrow Av/\|Av\|_2$ (slides of Q. Liu 2025, Algorithm 1, inner loop).

    Args:
        A: ``(batch, d, d)``.
        start: ``(batch, d)``, taken as it is.
        iterations: how many.

    Returns:
        ``(iterations + 1, batch, d)``. Where ``A v`` vanishes the iterates are NaN.

    Raises:
        TypeError: an argument is no float64 tensor, tracked or exact array.
        ValueError: the shapes do not fit together.
        NotExact: rationals with an irrational norm.
    """
    _check_start(A, start)
    v = start
    path = [v]
    for _ in range(iterations):
        v = _apply(A, v)
        v = v / norm(v)[..., None]
        path.append(v)
    return stack(path, 0)


def last_iterate(A: Array, start: Array, iterations: int) -> Array:
    r"""The last iterate of :func:`power_method`, ``(batch, d)``, by repeated squaring.

    $v^{(\tau)}=A^\tau v/\|A^\tau v\|_2$, so that $\tau$ steps cost about $\log_2\tau$ products of matrices.
    The powers are kept near 1 by positive factors, which the next normalisation forgets. Exact numbers go
    up to 64 steps one by one: an iterate that is an axis then stays one, exactly, and balls do not grow much.

    Arguments and errors are those of :func:`power_method`.
    """
    if iterations < 2 or (isinstance(A, Exact) and iterations <= 64):
        return power_method(A, start, iterations)[-1]
    _check_start(A, start)
    v, power = start, A
    while iterations:
        if iterations % 2:
            v = _apply(power, v)
            v = v / norm(v)[..., None]
        iterations //= 2
        if iterations:
            power = power @ power / sum(power * power, (-2, -1))[..., None, None]
    return v


@dataclass(frozen=True)
class Deflation:
    """What Algorithm 1 of the slides leaves behind.

    Attributes:
        vectors: ``(k, batch, d)``, the last iterate for each eigenvector.
        eigenvalues: ``(k, batch)``, the estimates ``|A_l v_l|``.
        matrices: ``(k + 1, batch, d, d)``, ``A_1`` to ``A_{k+1}``.
    """

    vectors: Array
    eigenvalues: Array
    matrices: Array


def power_method_deflation(A: Array, starts: Array, iterations: int) -> Deflation:
    r"""The power method with deflation, Algorithm 1 of the slides of Q. Liu (2025).

    For $\ell=1,\dots,k$: iterate on $A_\ell$, set $\hat\lambda_\ell=\|A_\ell v_\ell\|_2$ and
    $A_{\ell+1}=A_\ell-\hat\lambda_\ell v_\ell v_\ell^\top$.

    Args:
        A: ``(batch, d, d)``; the algorithm has ``A = X X^T``.
        starts: ``(batch, k, d)``, one start for each eigenvector.
        iterations: how many for each.

    Raises:
        TypeError, ValueError, NotExact: as :func:`power_method`.
    """
    require_array(A=A, starts=starts)
    require_shape("(batch, d, d), (batch, k, d)", starts.ndim == 3, A=A, starts=starts)
    matrices, vectors, estimates = [A], [], []
    for index in range(starts.shape[1]):
        current = matrices[-1]
        v = last_iterate(current, starts[:, index], iterations)
        estimate = norm(_apply(current, v))
        outer = v[..., :, None] * v[..., None, :]
        matrices.append(current - estimate[..., None, None] * outer)
        vectors.append(v)
        estimates.append(estimate)
    return Deflation(vectors=stack(vectors, 0), eigenvalues=stack(estimates, 0), matrices=stack(matrices, 0))


def _check_start(A: Array, start: Array) -> None:
    require_array(A=A, start=start)
    batch, d = start.shape[0], start.shape[-1]
    agree = start.ndim == 2 and tuple(A.shape) == (batch, d, d)
    require_shape("(batch, d, d), (batch, d)", agree, A=A, start=start)


def _apply(A: Array, v: Array) -> Array:
    return sum(A * v[..., None, :], -1)
