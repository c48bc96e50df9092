"""Sums of squares by semidefinite programs, rounded to rational numbers.

Sought are positive definite matrices of rational numbers such that a sum of their entries, each times a
polynomial, is a given polynomial. A solver finds matrices of floats that are as definite as can be. Where
none is definite, as of any polynomial with a zero, they have a common kernel: its vectors are rounded to
short fractions, what is orthogonal to them is the new basis, and the smaller program is solved. Else the
entries are rounded, and as many as there are equations are computed from the others (Peyrl and Parrilo 2008).
What comes out is exact, or nothing.

The solver is Clarabel with one thread; it is deterministic. It is an optional dependency.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import log2
from typing import Any

import flint
import numpy as np

Monomial = tuple[int, ...]
Terms = dict[Monomial, Any]
"""A polynomial: its coefficients, as fractions of flint."""
_TRIES = 5
"""Kernels that are cut off, one after the other."""
_ITERATIONS = 100
_TOLERANCE = 1e-11
_DIGITS = 8, 14, 22, 32
"""Binary digits to which entries are rounded."""
_SMALL, _GAP = 1e-3, 30.0
"""An eigenvalue is taken for 0 if it is so small beside the largest, and so much smaller than the next."""
_DENOMINATORS = 12, 24, 60, 250, 1000
_CHANCE = 0.02
"""A number of a kernel is a fraction if it is nearer to one with a denominator up to d than this, over d^2."""
_INSIDE = 1e-7
_UNEVEN = 3.0
"""Binary digits by which one variable is larger than others before they are scaled."""


@dataclass(frozen=True)
class Gram:
    """A matrix that is sought.

    Attributes:
        size: its rows.
        products: of each pair i <= j the polynomial by which the entry is multiplied.
    """

    size: int
    products: dict[tuple[int, int], Terms]


@dataclass(frozen=True)
class Found:
    """A positive definite matrix; the columns of ``basis`` are combinations of the rows of a Gram matrix."""

    basis: Any
    matrix: Any


def is_there() -> bool:
    """Whether the solver is installed."""
    return find_spec("clarabel") is not None


def solved(target: Terms, grams: list[Gram], spend: Callable[[int], None]) -> list[Found] | None:
    """Positive definite matrices whose products add up to a polynomial; None where none were found."""
    rows = {
        m: k
        for k, m in enumerate(sorted({*target, *(m for g in grams for p in g.products.values() for m in p)}))
    }
    scales = _scales(target)
    bases = [_scaled(g, scales) for g in grams]
    by_row = [_by_row(g) for g in grams]
    if sum(g.size for g in grams) == 0:
        return None
    for _ in range(_TRIES):
        sizes = [basis.ncols() for basis in bases]
        count = sum(n * (n + 1) // 2 for n in sizes)
        spend(_cost(sizes, len(rows), count))
        system = _system(target, by_row, bases, rows, count)
        system, rank = system.rref()
        equations = [[system[i, j] for j in range(count + 1)] for i in range(rank)]
        if not count or not rank or not any(equations[-1][:-1]):
            return None  # nothing solves them
        entries = _floats(np.array([[_float(x) for x in row] for row in equations]), sizes)
        if entries is None:
            return None
        least, values = entries
        if least > _INSIDE:
            for digits in _DIGITS:
                matrices = _rounded(values, equations, sizes, digits)
                if all(map(_is_positive_definite, matrices)):
                    pairs = zip(bases, matrices, strict=True)
                    return [Found(basis, matrix) for basis, matrix in pairs]
            if least > 1e-4:
                return None
        smaller = _without_kernels(bases, sizes, values)
        if smaller is None:
            return None
        bases = smaller
    return None


def _scales(target: Terms) -> Any:
    """Binary exponents of the sizes of variables, if coefficients are of one size but for these; 0 if all are.

    Of a function near a point some are far below 1, and a solver would take them for 0.
    """
    exponents = np.array(list(target), dtype=float)
    sizes = np.array([log2(abs(int(c.p))) - log2(int(c.q)) for c in target.values()])
    system = np.hstack([exponents, np.ones((len(sizes), 1))])
    found = np.linalg.lstsq(system, sizes, rcond=1e-9)[0][:-1]
    return found if len(found) and np.abs(found).max() >= _UNEVEN else 0 * found


def _scaled(gram: Gram, scales: Any) -> Any:
    """A basis: each row by itself, times a power of two by which its square is of the size of the target."""
    found = flint.fmpq_mat(gram.size, gram.size)
    for i in range(gram.size):
        square = np.array(list(gram.products[i, i]), dtype=float)
        exponent = round(float((square @ scales).max()) / 2)
        found[i, i] = flint.fmpq(2) ** exponent
    return found


def _cost(sizes: list[int], rows: int, entries: int) -> int:
    return 64 + sum(n**3 for n in sizes) // 8 + rows * entries // 16


def _by_row(gram: Gram) -> dict[Monomial, list[tuple[int, int, Any]]]:
    found: dict[Monomial, list[tuple[int, int, Any]]] = {}
    for (i, j), p in gram.products.items():
        for m, c in p.items():
            found.setdefault(m, []).append((i, j, c))
    return found


def _system(target: Terms, by_row: list[Any], bases: list[Any], rows: dict[Monomial, int], count: int) -> Any:
    """The equations: one column for each entry on or above a diagonal, and one for what they add up to."""
    system = flint.fmpq_mat(len(rows), count + 1)
    for m, c in target.items():
        system[rows[m], count] = c
    start = 0
    for terms, basis in zip(by_row, bases, strict=True):
        n, size = basis.nrows(), basis.ncols()
        whole, transposed = n == size, basis.transpose()
        for m, entries in terms.items():
            row = rows[m]
            if whole:
                for i, j, c in entries:
                    c *= basis[i, i] * basis[j, j]
                    system[row, start + _place(i, j)] += c if i == j else 2 * c
                continue
            matrix = flint.fmpq_mat(n, n)
            for i, j, c in entries:
                matrix[i, j] += c
                if i != j:
                    matrix[j, i] += c
            inner = transposed * matrix * basis
            for j in range(size):
                for i in range(j + 1):
                    if inner[i, j]:
                        system[row, start + _place(i, j)] = inner[i, j] if i == j else 2 * inner[i, j]
        start += size * (size + 1) // 2
    return system


def _place(i: int, j: int) -> int:
    """Of an entry on or above the diagonal, column by column."""
    return j * (j + 1) // 2 + i


def _float(x: Any) -> float:
    return int(x.p) / int(x.q)


def _floats(equations: Any, sizes: list[int]) -> tuple[float, Any] | None:
    """The entries of matrices whose smallest eigenvalue is as large as can be, up to 1, and that eigenvalue."""
    import clarabel
    from scipy import sparse

    left, right = equations[:, :-1], equations[:, -1]
    scale = np.abs(left).max(1, keepdims=True)
    left, right = left / scale, right / scale[:, 0]
    count = left.shape[1]
    rows, columns, values, cones = [], [], [], [clarabel.ZeroConeT(len(left)), clarabel.NonnegativeConeT(1)]
    at, start = len(left) + 1, 0
    for n in sizes:
        for j in range(n):
            for i in range(j + 1):
                rows.append(at + _place(i, j))
                columns.append(start + _place(i, j))
                values.append(-1.0 if i == j else -np.sqrt(2.0))
                if i == j:
                    rows.append(at + _place(i, j))
                    columns.append(count)
                    values.append(1.0)
        cones += [clarabel.PSDTriangleConeT(n) if n > 1 else clarabel.NonnegativeConeT(1)] if n else []
        at += n * (n + 1) // 2
        start += n * (n + 1) // 2
    rows.append(len(left))
    columns.append(count)
    values.append(1.0)
    matrix = sparse.coo_matrix((values, (rows, columns)), shape=(at, count + 1)).tolil()
    matrix[: len(left), :count] = left
    b = np.zeros(at)
    b[: len(left)], b[len(left)] = right, 1.0
    q = np.zeros(count + 1)
    q[-1] = -1.0
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter = False, _ITERATIONS
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = _TOLERANCE
    settings.direct_solve_method, settings.max_threads = "qdldl", 1
    solver = clarabel.DefaultSolver(
        sparse.csc_matrix((count + 1, count + 1)), q, matrix.tocsc(), b, cones, settings
    )
    x = np.array(solver.solve().x)
    if not np.isfinite(x).all() or x[-1] < -1e-6 or np.abs(left @ x[:-1] - right).max() > 1e-4:
        return None
    return float(x[-1]), x[:-1]


def _rounded(values: Any, equations: list[list[Any]], sizes: list[int], digits: int) -> list[Any]:
    """Rational matrices that satisfy the equations."""
    entries = [flint.fmpq(round(float(v) * 2**digits), 2**digits) for v in values]
    for row in equations:
        pivot = next(k for k, c in enumerate(row) if c)
        entries[pivot] = row[-1] - sum(
            (c * entries[k] for k, c in enumerate(row[pivot + 1 : -1], pivot + 1) if c), flint.fmpq(0)
        )
    found, start = [], 0
    for n in sizes:
        found.append(
            flint.fmpq_mat(
                n, n, [entries[start + _place(min(i, j), max(i, j))] for i in range(n) for j in range(n)]
            )
        )
        start += n * (n + 1) // 2
    return found


def _is_positive_definite(matrix: Any) -> bool:
    rows = [[matrix[i, j] for j in range(matrix.ncols())] for i in range(matrix.nrows())]
    for k, row in enumerate(rows):
        if not row[k] > 0:
            return False
        for below in rows[k + 1 :]:
            if c := below[k] / row[k]:
                below[k:] = [a - c * b for a, b in zip(below[k:], row[k:], strict=True)]
    return True


def _without_kernels(bases: list[Any], sizes: list[int], values: Any) -> list[Any] | None:
    """Smaller bases, orthogonal to what the matrices send nearly to 0; None where there is no such thing."""
    found, start, changed = [], 0, False
    matrices = []
    for n in sizes:
        matrix = np.array([[values[start + _place(min(i, j), max(i, j))] for j in range(n)] for i in range(n)])
        matrices.append(matrix.reshape(n, n))
        start += n * (n + 1) // 2
    largest = max((np.abs(matrix).max() for matrix in matrices if matrix.size), default=0.0)
    for basis, matrix in zip(bases, matrices, strict=True):
        if not matrix.size:
            found.append(basis)
            continue
        eigenvalues, vectors = np.linalg.eigh(matrix)
        small = _count_of_small(eigenvalues, largest)
        if small:
            changed = True
            basis = (
                basis * _orthogonal(vectors[:, :small].T)
                if small < len(matrix)
                else flint.fmpq_mat(basis.nrows(), 0)
            )
        found.append(basis)
    return found if changed else None


def _count_of_small(eigenvalues: Any, largest: float) -> int:
    """How many of these, in order, are nearly 0: up to the widest gap among the small ones."""
    floor = 1e-9 * largest
    clipped = np.maximum(np.append(eigenvalues, largest), floor)
    if eigenvalues[-1] < 1e-6 * largest:
        return len(eigenvalues)
    gaps = [
        (clipped[k + 1] / clipped[k], k + 1) for k in range(len(eigenvalues)) if clipped[k] < _SMALL * largest
    ]
    gap, count = max(gaps, default=(0.0, 0))
    return count if gap > _GAP else 0


def _orthogonal(kernel: Any) -> Any:
    """A basis of what is orthogonal to the rows, once they are reduced and rounded to short fractions."""
    reduced, pivots = kernel.copy(), []
    for r in range(len(reduced)):
        k, c = divmod(int(np.abs(reduced[r:]).argmax()), reduced.shape[1])
        reduced[[r, r + k]] = reduced[[r + k, r]]
        reduced[r] /= reduced[r, c]
        pivots.append(c)
        for i in range(len(reduced)):
            if i != r:
                reduced[i] -= reduced[i, c] * reduced[r]
    n = reduced.shape[1]
    others = [c for c in range(n) if c not in pivots]
    found = flint.fmpq_mat(n, len(others))
    for k, c in enumerate(others):
        found[c, k] = 1
        for r, pivot in enumerate(pivots):
            x = _short(float(reduced[r, c]))
            found[pivot, k] = flint.fmpq(-x.numerator, x.denominator)
    return found


def _short(x: float) -> Fraction:
    """The fraction that a number is probably meant to be."""
    for most in _DENOMINATORS:
        found = Fraction(x).limit_denominator(most)
        if abs(float(found) - x) < _CHANCE / most**2:
            return found
    return Fraction(x).limit_denominator(_DENOMINATORS[1])
