"""Linear algebra over stacks of matrices ``(..., n, n)``, each answer with what is known of its error.

Floats are torch's answers. With a running error bound, torch's answer is a guess, and its distance to the
exact one is bounded from the residual (Rump, *Verification methods*, Acta Numerica 19, 2010, section 10); a
matrix that may be singular gets an infinite error. Rationals are solved exactly by python-flint, and their
eigenvalues are given where all are rational. Balls are Arb's: solutions by its own enclosure, eigenvalues by
the same residual bound as for floats, at the precision in force, so that multiple ones are enclosed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arrays, exact
from lemmata.numbers.advice import missing
from lemmata.numbers.choices import decided
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import _OWN, _UNDERFLOW, UNIT_ROUNDOFF, Tracked

try:
    import flint
except ImportError:  # the extra "exact" is not installed
    flint = None

__all__ = ["det", "eigvalsh", "inv", "qr", "solve", "svdvals"]


def solve(A: Any, b: Any) -> Any:
    """The solution of ``A x = b``.

    Args:
        A: ``(..., n, n)``, invertible.
        b: with as many axes as A, matrices ``(..., n, k)``; with one axis less, or with one alone, vectors
            ``(..., n)``. The other axes broadcast.

    Returns:
        As ``b``. In floats NaN where torch finds A singular; infinite errors where A may be.

    Raises:
        ZeroDivisionError: a singular matrix of rationals.
        NotExact: balls that may hold a singular matrix; a function of variables.
        ValueError: the shapes do not fit.
    """
    A, b = arrays.alike(A, b)
    n = _side(A)
    vectors = b.ndim in (1, A.ndim - 1)
    if vectors:
        b = b[..., None]
    if b.ndim < A.ndim or b.shape[-2] != n:
        raise ValueError(
            f"A of shape {tuple(A.shape)} and b of shape {tuple(b.shape)} do not fit: vectors (..., {n}) have "
            "one axis less than A, matrices as many"
        )
    lead = np.broadcast_shapes(tuple(A.shape[:-2]), tuple(b.shape[:-2]))
    A = arrays.broadcast_to(A, (*lead, n, n))
    b = arrays.broadcast_to(b, (*lead, n, b.shape[-1]))
    if isinstance(A, Tracked):
        x: Any = _tracked_solution(A, b)
    elif isinstance(A, Exact):
        x = _by_matrices(_exact_solution, A, b)
    else:
        x = _float_solution(A, b)
    return x[..., 0] if vectors else x


def inv(A: Any) -> Any:
    """The inverse ``(..., n, n)``; with the errors of :func:`solve`."""
    return solve(A, arrays.broadcast_to(arrays.eye(_side(A), A), A.shape))


def det(A: Any) -> Any:
    """The determinants ``(...)`` of ``(..., n, n)``.

    With a running error bound by elimination, whose pivots are the largest in their columns.

    Raises:
        NotExact: a function of variables.
    """
    n = _side(A)
    if isinstance(A, Exact):
        return _by_matrices(lambda matrix: [[matrix.det()]], A)[..., 0, 0]
    if isinstance(A, Tensor):
        return torch.linalg.det(A)
    result = arrays.ones(A.shape[:-2], A)
    for _ in range(n):
        rows = list(range(A.shape[-2]))
        pivot = A.value[..., 0].abs().argmax(-1)[..., None]
        # The pivot's row changes places with the first one.
        order = torch.as_tensor(rows, device=A.value.device).broadcast_to(A.value.shape[:-1]).clone()
        order.scatter_(-1, pivot, 0)
        order[..., :1] = pivot
        order = order[..., None].broadcast_to(A.value.shape)
        A = Tracked(A.value.gather(-2, order), A.error.gather(-2, order))
        result = result * A[..., 0, 0] * _parity(pivot[..., 0], A)
        known = A.value[..., 0, 0].abs() > A.error[..., 0, 0]
        below = A[..., 1:, 1:] - A[..., 1:, :1] / A[..., :1, :1] * A[..., :1, 1:]
        nothing = (A.value[..., 0, 0] == 0) & (A.error[..., 0].amax(-1) == 0)  # a column of zeros
        below = Tracked(
            torch.where(known[..., None, None], below.value, 0.0),
            torch.where(known[..., None, None], below.error, torch.inf),
        )
        below.error[nothing] = 0.0
        A = below
    return Tracked(result.value, result.error.nan_to_num(torch.inf, torch.inf))


def _parity(pivot: Tensor, like: Tracked) -> Tracked:
    """-1 where two rows changed places, 1 elsewhere."""
    return Tracked.of(torch.where(pivot == 0, 1.0, -1.0).to(like.value.dtype))


def eigvalsh(A: Any) -> Any:
    """The eigenvalues ``(..., n)`` of symmetric matrices, in ascending order; read from the lower triangle.

    Multiple eigenvalues are enclosed as often as they occur.

    Raises:
        NotExact: rationals one of whose eigenvalues is irrational; a function of variables.
    """
    n = _side(A)
    if isinstance(A, Tensor):
        return _of_finite(torch.linalg.eigvalsh, A)
    A = arrays.where(torch.as_tensor(np.tri(n, dtype=bool)), A, A.mT)
    if isinstance(A, Tracked):
        return _tracked_eigenvalues(A)
    return _by_matrices(_exact_eigenvalues, A)[..., 0, :]


def svdvals(A: Any) -> Any:
    """The singular values ``(..., min(m, n))`` of ``(..., m, n)``, in descending order.

    They are eigenvalues of the symmetric matrix of A and its transpose beside the diagonal (Golub and Van Loan,
    *Matrix Computations*, section 8.6), whose errors are no larger for small ones.

    Raises:
        NotExact: as :func:`eigvalsh`.
    """
    if isinstance(A, Tensor):
        return _of_finite(torch.linalg.svdvals, A)
    m, n = A.shape[-2:]
    lead = tuple(A.shape[:-2])
    above = arrays.concatenate([arrays.zeros((*lead, m, m), A), A], -1)
    below = arrays.concatenate([A.mT, arrays.zeros((*lead, n, n), A)], -1)
    values = eigvalsh(arrays.concatenate([above, below], -2))
    count = min(m, n)
    largest = values[..., m + n - count :][..., list(range(count - 1, -1, -1))]
    return arrays.relu(largest)


def qr(A: Any) -> tuple[Any, Any]:
    """``A = Q R`` of matrices ``(..., m, n)`` of full column rank: ``Q (..., m, n)`` and ``R (..., n, n)``.

    The columns of Q are orthonormal, R is upper triangular with a positive diagonal: there is one such pair.

    Raises:
        NotExact: rationals with an irrational norm; balls that may hold a matrix of lower rank.
        ZeroDivisionError: rationals of lower rank.
    """
    n = A.shape[-1]
    if A.shape[-2] < n:
        raise ValueError(f"qr needs at least as many rows as columns, got the shape {tuple(A.shape)}")
    if isinstance(A, Tensor):
        Q, R = torch.linalg.qr(A)
        signs = torch.where(R.diagonal(dim1=-2, dim2=-1) < 0, -1.0, 1.0).to(A.dtype)
        return Q * signs[..., None, :], R * signs[..., :, None]
    columns: list[Any] = []
    for k in range(n):
        column = A[..., k]
        for other in columns:  # Gram and Schmidt, in the changed order
            column = column - other * arrays.sum(other * column, -1)[..., None]
        columns.append(arrays.unit(column))
    Q = arrays.stack(columns, -1)
    if isinstance(Q, Exact):
        decided(Q)
    upper = torch.as_tensor(np.tri(n, dtype=bool).T)
    return Q, arrays.where(upper, Q.mT @ A, 0)


# -- floats --------------------------------------------------------------------------------------------


def _side(A: Any) -> int:
    if A.ndim < 2 or A.shape[-1] != A.shape[-2]:
        raise ValueError(f"a square matrix (..., n, n) is wanted, got the shape {tuple(A.shape)}")
    return int(A.shape[-1])


def _float_solution(A: Tensor, b: Tensor) -> Tensor:
    x, info = torch.linalg.solve_ex(A, b)
    return torch.where((info == 0)[..., None, None], x, torch.nan)


def _of_finite(function: Callable[[Tensor], Tensor], A: Tensor) -> Tensor:
    """Of matrices with an entry that is not finite, at which torch ends the whole batch: NaN."""
    finite = torch.isfinite(A).all(-1).all(-1)[..., None]
    return torch.where(finite, function(torch.where(finite[..., None], A, 0.0)), torch.nan)


# -- running error -------------------------------------------------------------------------------------


def _norm_bound(x: Tracked) -> Tensor:
    """At least the norm of each matrix that belongs to the largest entry: its largest sum of a row."""
    return (x.value.abs() + x.error).sum(-1).amax(-1) * _OWN


def _finite(value: Tensor) -> Tensor:
    return torch.nan_to_num(value, 0.0, 0.0, 0.0)


def _tracked_solution(A: Tracked, b: Tracked) -> Tracked:
    """A guess y, and a bound by an approximate inverse R.

    If ``|R A - 1| < 1``, A is invertible, and ``|y - x| <= |R (A y - b)| / (1 - |R A - 1|)``.
    """
    middle = _finite(A.value)
    guess = Tracked.of(_finite(torch.linalg.solve_ex(middle, _finite(b.value))[0]))
    inverse = Tracked.of(_finite(torch.linalg.inv_ex(middle)[0]))
    off = _norm_bound(inverse @ A - arrays.eye(A.shape[-1], A))
    residual = inverse @ (A @ guess - b)
    largest = (residual.value.abs() + residual.error).amax(-2, keepdim=True)  # of each column
    bound = largest / ((1 - off)[..., None, None] * (1 - 4 * UNIT_ROUNDOFF)) * _OWN + _UNDERFLOW
    bound = torch.where((off < 1)[..., None, None], bound, torch.inf).nan_to_num(torch.inf, torch.inf)
    return Tracked(guess.value, bound.broadcast_to(guess.value.shape).clone())


def _tracked_eigenvalues(A: Tracked) -> Tracked:
    """With approximate eigenvectors Q, nearly orthonormal: ``Q^T A Q`` is nearly diagonal.

    Its eigenvalues are near its diagonal by the norm of the rest (Weyl), and those of A near its by the factor
    that ``Q^T Q`` is away from 1 (Ostrowski; Horn and Johnson, *Matrix Analysis*, theorem 4.5.9). The norm of a
    symmetric matrix is at most its largest sum of a row.
    """
    n = A.shape[-1]
    finite = torch.isfinite(A.value).all(-1).all(-1) & torch.isfinite(A.error).all(-1).all(-1)
    Q = Tracked.of(torch.linalg.eigh(torch.where(finite[..., None, None], A.value, 0.0)).eigenvectors)
    turned = Q.mT @ A @ Q
    diagonal = turned.value.diagonal(dim1=-2, dim2=-1)
    rest = _norm_bound(Tracked(turned.value - torch.diag_embed(diagonal), turned.error))[..., None]
    off = _norm_bound(Q.mT @ Q - arrays.eye(n, A))[..., None]
    values = diagonal.sort(-1).values
    error = rest + (values.abs() + rest) * off / ((1 - off) * (1 - 4 * UNIT_ROUNDOFF))
    known = finite[..., None] & (off < 1) & torch.isfinite(error)
    return Tracked(torch.where(known, values, 0.0), torch.where(known, error * _OWN + _UNDERFLOW, torch.inf))


# -- exact numbers -------------------------------------------------------------------------------------


def _by_matrices(function: Callable[..., Any], *arguments: Exact) -> Exact:
    """``function`` of matrices of python-flint, one instance after the other, to rows of entries.

    Raises:
        NotExact: python-flint is not installed; a function of variables.
    """
    ring = arguments[0].ring
    if flint is None:
        raise NotExact("linear algebra of exact numbers needs python-flint: pip install 'lemmata[exact]'")
    if ring == "formal":
        for x in arguments:
            decided(x)
    stacks = [x.values.reshape((-1, *x.values.shape[-2:])) for x in arguments]
    results = [
        np.array(_rows(function(*(_matrix(m, ring) for m in matrices))), dtype=object)
        for matrices in zip(*stacks, strict=True)
    ]
    shape = results[0].shape if results else (0, 0)
    entries = np.empty((len(results), *shape), dtype=object)
    for i, result in enumerate(results):
        entries[i] = result
    found = Exact(
        entries.reshape((*arguments[0].values.shape[:-2], *shape)), "ball" if ring == "ball" else "rational"
    )
    return found if ring == "ball" else found.in_ring(ring)


def _matrix(entries: np.ndarray, ring: exact.Ring) -> Any:
    if ring == "ball":
        return flint.arb_mat(*entries.shape, entries.ravel().tolist())
    fractions = [exact.fraction(v) for v in entries.ravel()]
    return flint.fmpq_mat(*entries.shape, [flint.fmpq(v.numerator, v.denominator) for v in fractions])


def _rows(result: Any) -> list[list[Any]]:
    return result if isinstance(result, list) else result.tolist()


def _exact_solution(A: Any, b: Any) -> Any:
    try:
        return A.solve(b)
    except ZeroDivisionError:
        if isinstance(A, flint.fmpq_mat):
            raise
        raise NotExact("whether a matrix is invertible is too close to call") from None


def _exact_eigenvalues(A: Any) -> list[list[Any]]:
    if isinstance(A, flint.fmpq_mat):
        roots = sorted((root, times) for root, times in A.charpoly().roots())
        found = [root for root, times in roots for _ in range(times)]
        if len(found) < A.nrows():
            raise NotExact("an eigenvalue of a rational matrix is not rational")
        return [found]
    return [_ball_eigenvalues(A)]


def _ball_eigenvalues(A: Any) -> list[Any]:
    """As :func:`_tracked_eigenvalues`, at the precision in force."""
    n = A.nrows()
    Q = _eigenvectors(A)
    turned = Q.transpose() * A * Q
    middles = [turned[i, i].mid() for i in range(n)]
    for i in range(n):
        turned[i, i] -= middles[i]
    rest = _row_sum(turned)
    gram = Q.transpose() * Q
    for i in range(n):
        gram[i, i] -= 1
    off = _row_sum(gram)
    if not (rest.is_finite() and off < 1):
        raise NotExact("the eigenvalues could not be enclosed")
    return [v + flint.arb(0, (rest + (abs(v) + rest) * off / (1 - off)).upper()) for v in sorted(middles)]


def _row_sum(matrix: Any) -> Any:
    """At least its largest sum of the absolute values of a row."""
    sums = [sum((v.abs_upper() for v in row), flint.arb(0)).upper() for row in matrix.tolist()]
    return max(sums, default=flint.arb(0))


def _eigenvectors(A: Any) -> Any:
    """Nearly orthonormal and nearly eigenvectors, without a bound, with exact entries."""
    import mpmath

    n = A.nrows()
    with mpmath.workprec(flint.ctx.prec + 16):
        middle = mpmath.matrix(n, n)
        for i in range(n):
            for j in range(n):
                middle[i, j] = mpmath.mpf(A[i, j].mid())
        _, vectors = mpmath.mp.eigsy(middle)
        return flint.arb_mat(n, n, [flint.arb(vectors[i, j]).mid() for i in range(n) for j in range(n)])


def __getattr__(name: str) -> Any:
    """As of :mod:`lemmata.numbers`."""
    raise missing(__name__, name)
