"""Lemmas 6 and 7: the objective f_j by its definition, and the matrices E_ij."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor

from lemmata import Expectation, Space, box, dims, space
from lemmata.numbers import Array, amax, as_array, constant, sum
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import ROOTS, Law, Sizes, law


def unit(d: int, row: int, column: int, like: Array) -> Array:
    """E_ij, row i and column j counted from 1."""
    entry = torch.zeros(d + 1, d + 1, dtype=torch.float64)
    entry[row - 1, column - 1] = 1
    return constant(entry, like)


def corner(d: int, j: int, like: Array) -> Array:
    """E_{d+1, j} + E_{j, d+1}."""
    return unit(d, d + 1, j, like) + unit(d, j, d + 1, like)


def inner(C: Array, X: Array) -> Array:
    """<C, X> = Tr(C X^T), over the last two axes."""
    return sum(C * X, (-2, -1))


@dataclass(frozen=True)
class Diagonal(Sizes):
    root: Tensor  # (d,) square roots of the eigenvalues


@dataclass(frozen=True)
class Setting(Diagonal):
    j: int  # a coordinate, counted from 1


def diagonals(
    isotropic: bool, least: float = 0.0, holder: type[Diagonal] = Diagonal, d: int = 3, **more: Any
) -> Space:
    """Any diagonal covariance but zero, where the minimum of Lemma 7 divides by zero."""
    allowed = "(0, inf)" if least else "[0, inf)"
    return space(
        holder,
        where=lambda s: bool((s.root != 0).any()),
        d=dims(1, d),
        n=dims(1, 3),
        root=lambda s: box(s.d, low=1.0, high=1.0) if isotropic else box(s.d, low=least, high=2.0, of=allowed),
        **more,
    )


def settings(isotropic: bool, least: float = 0.0) -> Space:
    """A diagonal covariance, and a coordinate."""
    return diagonals(isotropic, least, Setting, j=lambda s: dims(1, s.d, most=s.d))


IDENTITY = {"root": ROOTS}


def matrices(s: Setting) -> Space:
    return space(X=drawn(s.d + 1, s.d + 1), Y=drawn(s.d + 1, s.d + 1))


@dataclass(frozen=True, init=False)
class step(drawn):
    """Any matrix; a quarter of those drawn is antisymmetric, a direction in which C sees nothing."""

    is_law = False
    words = staticmethod(drawn.words)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = super().sample(generator, batch)
        return torch.where((torch.arange(batch) % 4 == 0)[:, None, None], values - values.mT, values)


def one_step(s: Setting) -> Space:
    return space(D=step(s.d + 1, s.d + 1))


def steps(s: Setting) -> Space:
    return space(D=step(s.d + 1, s.d + 1), Y=drawn(s.d + 1, s.d + 1))


def parameters(s: Diagonal) -> Space:
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d))


ON_PARAMETERS: dict[str, Any] = {
    "kind": Expectation(),
    "settings": diagonals(False),
    "prompts": parameters,
    "batch": 32,  # each of them means thousands of literal prompts
}


def population(s: Diagonal) -> Law:
    """The prompts, as a batch of one."""
    return law(s, s.root[None])


def objective(m: Law, X: Array) -> Array:
    """f_j(X) = E[(<C, X> + w[j])^2], ``(rows,)`` for X ``(rows, d + 1, d + 1)``."""
    C = m.C[0]
    flat = C.reshape(C.shape[0], -1) @ X.reshape(X.shape[0], -1).mT  # (points, rows)
    terms = flat + m.w_j[:, None]
    return m.mean((terms * terms)[None])[0]


Optimum = Callable[[Setting], Array]


def optimum(s: Setting, weight: int = 1, trace: int = 1) -> Array:
    """X_j of Lemma 7, ``(d + 1, d + 1)``; X_j of Lemma 6 at Lambda = I."""
    lam = s.root * s.root
    below = lam[s.j - 1] * (s.n + weight) + sum(lam, 0) * trace
    return unit(s.d, s.d + 1, s.j, lam) * -s.n / below


def isotropic_optimum(s: Setting, extra: int = 2) -> Array:
    """X_j as Lemma 6 prints it."""
    matrix = unit(s.d, s.d + 1, s.j, s.root)
    return -matrix * s.n / (s.n - 1 + s.d + extra)


def smallest(s: Setting, like: Array) -> Array:
    """7 / (4 n) min lambda^2: the quadratic form E<C, S>^2 is at least this times |S|^2, S symmetric.

    The sharp factor is 6 - 3 sqrt(2) = 1.757... at d = n = 1, where S mixes both corners of C; where d > 1
    it is 2, for S diagonal of trace 0 in the covariates.
    """
    low = -amax(-s.root, -1)
    return as_array(low, like) ** 4 * 7 / (4 * s.n)


def symmetric_part(X: Array) -> Array:
    return (X + X.mT) / 2
