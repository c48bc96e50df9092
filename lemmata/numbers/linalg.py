"""Linear algebra over stacks of matrices ``(..., n, n)``, each answer with what is known of its error.

Floats are torch's answers. With a running error bound, torch's answer is a guess, and its distance to the
exact one is bounded from the residual (Rump, *Verification methods*, Acta Numerica 19, 2010, section 10); a
matrix that may be singular gets an infinite error. Rationals are solved exactly by python-flint, and their
eigenvalues are given where all are rational. Balls are Arb's: solutions by its own enclosure, eigenvalues by
the same residual bound as for floats, at the precision in force, so that multiple ones are enclosed, too. Of
numbers that stand for all their values (functions of variables, enclosures) small matrices have their formulas:
determinants and inverses by expansion, eigenvalues and singular values of two by two by their roots.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flint
import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arrays, exact
from lemmata.numbers.advice import missing
from lemmata.numbers.choices import decided
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import _OWN, _UNDERFLOW, UNIT_ROUNDOFF, Tracked

__all__ = ["det", "eigvalsh", "inv", "qr", "solve", "svdvals"]

_OF_VARIABLES = "formal", "enclosure"
_SWEEPS = 40
"""Jacobi's method converges quadratically; it needs about ten sweeps at 256 bits."""
_EXPANDED = 4
"""Determinants of functions of variables and of enclosures are expanded up to this size."""
_GUARD = 24
"""It computes with so many binary digits more."""
_ROUNDED = UNIT_ROUNDOFF**0.5
"""Two entries of a matrix of floats may differ by this share of its norm, and be the same number rounded.

The entries (i, j) and (j, i) of a product are off by ``gamma(k)`` times the product of the absolute values, k
being the terms of its sums (Higham, *Accuracy and Stability of Numerical Algorithms*, section 3.5), which may
be far larger than the norm of what is left where terms cancel. Half of the digits is room for that; a matrix
that is meant to be symmetric and lost more has to be made so. What floats leave open error bounds decide.
"""


def solve(A: Any, b: Any) -> Any:
    """The solution of ``A x = b``.

    Args:
        A: ``(..., n, n)``, invertible.
        b: with as many axes as A, matrices ``(..., n, k)``; with one axis less, or with one alone, vectors
            ``(..., n)``. The other axes broadcast.

    Returns:
        As ``b``. In floats NaN where torch finds A singular; infinite errors where A may be, balls of NaN.

    Raises:
        ZeroDivisionError: a singular matrix of rationals.
        NotExact: a function of variables.
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
    elif isinstance(A, Exact) and A.ring in _OF_VARIABLES and 0 < n <= _EXPANDED:
        x = _cramer(A, b)
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
    if isinstance(A, Exact) and A.ring in _OF_VARIABLES and 0 < n <= _EXPANDED:
        return _expanded(A)
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
    """The eigenvalues ``(..., n)`` of symmetric matrices, in ascending order.

    Multiple eigenvalues are enclosed as often as they occur. One triangle is read, so that a matrix that is not
    symmetric is refused: floats where two entries that should be equal differ by more than rounding makes of
    them, error bounds and balls where they are certainly unequal.

    Raises:
        NotExact: rationals one of whose eigenvalues is irrational; a function of variables.
        ValueError: a matrix is not symmetric; names the entry.
    """
    if isinstance(A, Exact) and A.ring == "enclosure" and _side(A) in (1, 2):
        return _pair(A)
    _side(A)
    _require_symmetric(A)
    return _eigenvalues(A)


def _eigenvalues(A: Any) -> Any:
    """As :func:`eigvalsh`, of matrices that are known to be symmetric."""
    if isinstance(A, Tensor):
        return _of_finite(torch.linalg.eigvalsh, A)
    A = arrays.where(torch.as_tensor(np.tri(A.shape[-1], dtype=bool)), A, A.mT)
    if isinstance(A, Tracked):
        return _tracked_eigenvalues(A)
    return _by_matrices(_exact_eigenvalues, A)[..., 0, :]


def _require_symmetric(A: Any) -> None:
    """Refuses matrices that are certainly not symmetric.

    Raises:
        NotExact: functions of variables, which nobody can compare.
        ValueError: names the first entry that is another than the one across the diagonal.
    """
    if isinstance(A, Tensor):
        norm = A.abs().sum(-1).amax(-1)[..., None, None] if A.shape[-1] else 0.0
        unequal = (A - A.mT).abs() > _ROUNDED * norm
    elif isinstance(A, Tracked):
        difference = A - A.mT
        unequal = difference.value.abs() > difference.error
    else:
        signs = [low > 0 or high < 0 for low, high in decided(A - A.mT)]
        unequal = torch.tensor(signs, dtype=torch.bool).reshape(A.shape)
    if not bool(unequal.any()):
        return
    *instance, i, j = unequal.nonzero()[0].tolist()
    one, other = (float(arrays.values(A)[(*instance, *place)]) for place in ((i, j), (j, i)))
    raise ValueError(
        f"linalg.eigvalsh is of symmetric matrices: the entry [{i}, {j}] is {one:.17g}, and [{j}, {i}] is "
        f'{other:.17g}. Draw A from symmetric("n"), or write (A + A.T) / 2 if that is meant; an eigenvalue t '
        "of any other matrix is stated by linalg.det(A - t * eye(n)) = 0"
    )


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
    if isinstance(A, Exact) and A.ring == "enclosure" and (min(m, n) == 1 or (m, n) == (2, 2)):
        return _singular_pair(A)
    lead = tuple(A.shape[:-2])
    above = arrays.concat([arrays.zeros((*lead, m, m), A), A], -1)
    below = arrays.concat([A.mT, arrays.zeros((*lead, n, n), A)], -1)
    values = _eigenvalues(arrays.concat([above, below], -2))
    count = min(m, n)
    largest = values[..., m + n - count :][..., list(range(count - 1, -1, -1))]
    return arrays.relu(largest)


def qr(A: Any) -> tuple[Any, Any]:
    """``A = Q R`` of matrices ``(..., m, n)`` of full column rank: ``Q (..., m, n)`` and ``R (..., n, n)``.

    The columns of Q are orthonormal, R is upper triangular with a positive diagonal: there is one such pair.

    Of lower rank there is none: floats are NaN where they show it.

    Raises:
        NotExact: rationals with an irrational norm; balls that may hold a matrix of lower rank.
        ZeroDivisionError: rationals of lower rank.
    """
    n = A.shape[-1]
    if A.shape[-2] < n:
        raise ValueError(f"qr needs at least as many rows as columns, got the shape {tuple(A.shape)}")
    if isinstance(A, Tensor):
        Q, R = torch.linalg.qr(A)
        diagonal = R.diagonal(dim1=-2, dim2=-1)
        signs = torch.where(diagonal < 0, -1.0, 1.0).to(A.dtype)
        signs = torch.where((diagonal == 0).any(-1, keepdim=True), torch.nan, signs)
        return Q * signs[..., None, :], R * signs[..., :, None]
    columns: list[Any] = []
    for k in range(n):
        column = A[..., k]
        for other in columns:  # Gram and Schmidt, in the changed order
            column = column - other * arrays.sum(other * column, -1)[..., None]
        try:
            columns.append(arrays.unit(column))
        except ZeroDivisionError:
            raise ZeroDivisionError("the columns of a matrix of qr are linearly dependent") from None
    Q = arrays.stack(columns, -1)
    if isinstance(Q, Exact):
        decided(Q)
    upper = torch.as_tensor(np.tri(n, dtype=bool).T)
    return Q, arrays.where(upper, Q.mT @ A, 0)


# -- numbers that stand for all their values ------------------------------------------------------------


def _expanded(A: Exact) -> Any:
    """A determinant by its first row."""
    n = A.shape[-1]
    if n == 1:
        return A[..., 0, 0]
    terms = []
    for k in range(n):
        minor = _expanded(A[..., 1:, :][..., [j for j in range(n) if j != k]])
        terms.append(A[..., 0, k] * minor * (-1) ** k)
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def _cramer(A: Exact, b: Exact) -> Any:
    """The solution of ``A x = b`` by determinants."""
    n, whole = A.shape[-1], _expanded(A)
    columns = []
    for k in range(b.shape[-1]):
        replaced = (arrays.concat([A[..., :i], b[..., k : k + 1], A[..., i + 1 :]], -1) for i in range(n))
        columns.append(arrays.stack([_expanded(M) / whole for M in replaced], -1))
    return arrays.stack(columns, -1)


def _pair(A: Exact) -> Any:
    """The eigenvalues of a symmetric matrix of size 1 or 2.

    Raises:
        NotExact: it is not known to be symmetric.
    """
    if A.shape[-1] == 1:
        return A[..., 0, :]
    across, other = A[..., 0, 1], A[..., 1, 0]
    pairs = zip(across.values.flat, other.values.flat, strict=True)
    if not all(v is w or v - w == 0 for v, w in pairs):
        raise NotExact("a matrix is not known to be symmetric")
    middle = (A[..., 0, 0] + A[..., 1, 1]) / 2
    apart = arrays.norm(arrays.stack([(A[..., 0, 0] - A[..., 1, 1]) / 2, across], -1))
    return arrays.stack([middle - apart, middle + apart], -1)


def _singular_pair(A: Exact) -> Any:
    """The singular values of a vector, or of a matrix of size 2: ``|z| + |w|`` and what is left of these.

    z and w are those parts of the matrix that turn the plane, and mirror it.
    """
    if min(A.shape[-2:]) == 1:
        return arrays.norm(A.reshape((*A.shape[:-2], -1)))[..., None]
    a, b, c, d = A[..., 0, 0], A[..., 0, 1], A[..., 1, 0], A[..., 1, 1]
    turns = arrays.norm(arrays.stack([a + d, c - b], -1)) / 2
    mirrors = arrays.norm(arrays.stack([a - d, b + c], -1)) / 2
    return arrays.stack([turns + mirrors, arrays.abs(turns - mirrors)], -1)


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
        NotExact: a function of variables.
    """
    ring = arguments[0].ring
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
            raise ZeroDivisionError("a singular matrix has no inverse") from None
        return flint.arb_mat(A.nrows(), b.ncols(), [flint.arb("nan")] * (A.nrows() * b.ncols()))


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
    _, vectors = jacobi(midpoints(np.array(A.tolist(), dtype=object).reshape(n, n)))
    Q = flint.arb_mat(n, n, vectors.ravel().tolist())
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


def jacobi(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Near eigenvalues ``(n,)`` and eigenvectors ``(n, n)``, its columns, without a bound on their errors.

    By Jacobi's method, which turns one pair of coordinates after the other until nothing is left off the
    diagonal: the vectors are orthonormal up to rounding, also those of multiple eigenvalues.

    Args:
        A: a symmetric matrix ``(n, n)`` of balls of radius 0, which is overwritten.
    """
    n, bits = len(A), flint.ctx.prec
    V = np.array([[flint.arb(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)
    negligible = max((abs(v) for v in A.flat), default=flint.arb(0)).mid() * flint.arb(2) ** (-bits - 8)
    pairs = [(p, q) for p in range(n) for q in range(p + 1, n)]
    with exact.ball_precision(bits + _GUARD):  # else rounding alone keeps more than that off the diagonal
        for _ in range(_SWEEPS):
            large = [(p, q) for p, q in pairs if abs(A[p, q]) > negligible]
            if not large:
                break
            for p, q in large:
                if A[p, q] == 0:  # an earlier rotation of this sweep has removed it
                    continue
                ratio = (A[q, q] - A[p, p]) / (2 * A[p, q])
                tangent = 1 / (abs(ratio) + (ratio * ratio + 1).sqrt()).mid()
                tangent = (tangent if ratio >= 0 else -tangent).mid()
                cosine = (1 / (tangent * tangent + 1).sqrt()).mid()
                sine = (tangent * cosine).mid()
                for M in (A, A.T, V.T):  # rows of A, columns of A, columns of V
                    turned = cosine * M[p] - sine * M[q], sine * M[p] + cosine * M[q]
                    M[p], M[q] = map(midpoints, turned)
    return np.diag(A).copy(), V


def midpoints(balls: np.ndarray) -> np.ndarray:
    """The midpoints of balls, as balls of radius 0."""
    middles = np.empty(balls.shape, dtype=object)
    for index, v in np.ndenumerate(balls):
        middles[index] = v.mid()
    return middles


def __getattr__(name: str) -> Any:
    """As of :mod:`lemmata.numbers`."""
    raise missing(__name__, name)
