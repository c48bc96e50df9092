"""Lemmas 6 and 7: the objective f_j by its definition, its minimiser, and the matrices E_ij."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor

from lemmata import Expectation, Margin, at_least
from lemmata.numbers import Array, constant, min, sign, sum
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import GENERAL, law


def unit(d: int, row: int, column: int) -> Array:
    """$E_{ij}$, row i and column j counted from 1."""
    entry = torch.zeros(d + 1, d + 1, dtype=torch.float64)
    entry[row - 1, column - 1] = 1
    return constant(entry)


def corner(d: int, j: int) -> Array:
    """$E_{d+1, j} + E_{j, d+1}$."""
    return unit(d, d + 1, j) + unit(d, j, d + 1)


def inner(C: Array, X: Array) -> Array:
    r"""$\langle C, X\rangle$ for every C ``(points, d + 1, d + 1)``."""
    return C.reshape(len(C), -1) @ X.reshape(X.size)


COMPONENT: dict[str, Any] = {  # any diagonal covariance but zero, where the minimum of Lemma 7 divides by zero
    "kind": Expectation(),
    "given": ["root"],
    "where": lambda root: sum(root) > 0,
    **{name: GENERAL[name] for name in ("d", "n", "root", "j")},
}


@dataclass(frozen=True, init=False)
class step(drawn):
    """Any matrix; a quarter of those drawn is antisymmetric, a direction in which C sees nothing."""

    is_law = False
    words = staticmethod(drawn.words)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = super().sample(generator, batch)
        return torch.where((torch.arange(batch) % 4 == 0)[:, None, None], values - values.mT, values)


Objective = Callable[[Array], Array]


def objective(n: int, d: int, j: int, root: Array) -> Objective:
    r"""$f_j(X) = E[(\langle C, X\rangle + w_j)^2]$."""
    m = law(n, d, root)
    C, w_j = m.C, m.w[:, j - 1]
    return lambda X: m.mean((inner(C, X) + w_j) ** 2)


def optimum(d: int, n: int, j: int, root: Array, weight: int = 1, trace: int = 1) -> Array:
    r"""$X_j$ of Lemma 7; $X_j$ of Lemma 6 at $\Lambda = I$."""
    lam = root**2
    return unit(d, d + 1, j) * -n / (lam[j - 1] * (n + weight) + sum(lam) * trace)


def symmetric_part(X: Array) -> Array:
    return (X + X.T) / 2


def no_matrix_is_below(X: Array, Y: Array, f: Objective, best: Array) -> Margin:
    """No matrix has a smaller value of the objective: any, and points near ``best`` in any direction."""
    # Sixteenths keep the competitors away from the minimum itself.
    near = [best + (X + 0.0625) / 4, best + (Y + 0.0625) / 64]
    return at_least([f(Z) for Z in (X + 0.0625, Y / 2 + 0.0625, *near)], f(best))


def strictly_above(n: int, d: int, j: int, root: Array, D: Array) -> Margin:
    """Every other matrix has a larger value of the objective."""
    f, X_j = objective(n, d, j, root), optimum(d, n, j, root)
    return at_least(sign(f(X_j + D) - f(X_j)), sign(sum(D**2)))


def smallest(n: int, root: Array) -> Array:
    r"""$7/(4n)\min\lambda^2$: the quadratic form $E\langle C,S\rangle^2$, S symmetric, over $|S|^2$, at least.

    The sharp factor is 6 - 3 sqrt(2) = 1.757... at d = n = 1, where S mixes both corners of C; where d > 1
    it is 2, for S diagonal of trace 0 in the covariates.
    """
    return 7 * min(root) ** 4 / (4 * n)


def grows_away_from_the_minimum(
    n: int,
    d: int,
    j: int,
    root: Array,
    D: Array,
    kappa: Array = smallest,
    part: Callable[[Array], Array] = symmetric_part,
) -> Margin:
    """The objective grows quadratically away from its minimum."""
    f, X_j = objective(n, d, j, root), optimum(d, n, j, root)
    # Any matrix, and one that is X_j up to a small symmetric part: the bound is near there.
    steps = [D + 0.0625, D - D.T + (symmetric_part(D) + 0.0625) / 8]
    bounds = [f(X_j) + kappa * sum(part(step) ** 2) for step in steps]
    return at_least([f(X_j + step) for step in steps], bounds)
