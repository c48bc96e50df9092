"""Arrays with a structure: whole numbers, distributions, permutations, triangular and definite matrices.

All entries are short dyadic numbers, or sums of products of such, so that what the structure demands holds
exactly: the entries of a distribution sum to 1, a permutation has one 1 in each row. What no such numbers meet
(a unit vector, an orthogonal matrix) is stated by the numbers that it is made of: ``unit(x)``,
``rotation(tilt)`` of :mod:`lemmata.numbers`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.arrays import ArrayDomain, box, reals
from lemmata.claims.domains.base import FINE, Latent, multiples, set_latex, set_shape
from lemmata.claims.domains.template import Template
from lemmata.errors import ClaimError

_UNITS = 2.0**30
"""A distribution is drawn in multiples of one over this, which floats add without rounding."""
_COARSE = 16
"""The same of explicit draws."""
_CLEAR = 2.0**-20
"""A pivot above this share of its diagonal entry is positive, however floats have rounded."""
_TILTED = 64
"""The most values whose probabilities a search for rare failures tells apart."""


@dataclass(frozen=True)
class integers(box):
    """Arrays of whole numbers from ``low`` to ``high``, each as likely: ``integers("n", low=0, high=5)``."""

    is_law = True
    is_discrete = True

    def __init__(self, *shape: int | str, low: Any, high: Any) -> None:
        super().__init__(*shape, low=low, high=high)
        if not (float(low).is_integer() and float(high).is_integer()):
            raise ClaimError(f"integers: low={low} and high={high} are whole numbers")

    def grid(self) -> tuple[float, ...]:
        return multiples(self.low, self.high, 1)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        shape = (batch, *self.shape)
        return torch.randint(int(self.low), int(self.high) + 1, shape, generator=generator).to(torch.float64)

    def latent(self) -> Latent | None:
        low, options = int(self.low), int(self.high) - int(self.low) + 1
        if options > _TILTED:
            return None
        count = math.prod(self.shape)
        return Latent(count, lambda c: low + c.to(torch.float64).reshape(len(c), *self.shape), options)

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value == value.round()).all())

    def members(self, most: int) -> Tensor | None:
        low, high = int(self.low), int(self.high)
        return self._members_of(range(low, high + 1), most) if high - low < most else None

    def project(self, values: Tensor) -> Tensor:
        return super().project(values).round()

    @staticmethod
    def words(
        name: str, shape: tuple[str, ...], low: str = "0", high: str = "1", of: str = "", scale: str = ""
    ) -> str:
        entries = rf"\{{{low},\dots,{high}\}}"
        return rf"${name}\in{set_latex(shape, entries)}$"

    @staticmethod
    def law_words(shape: tuple[str, ...], low: str, high: str, of: str = "", scale: str = "") -> str:
        return "independent, each number as likely"


@dataclass(frozen=True)
class simplex(ArrayDomain):
    """Distributions: entries of at least 0 that sum to 1 along the last axis (rows of a stochastic matrix)."""

    is_law = False

    shape: tuple[int, ...]

    def __init__(self, *shape: int | str) -> None:
        set_shape(self, shape)
        if not shape or not shape[-1]:
            raise ClaimError(f"simplex{shape}: a distribution has at least one entry")

    def grid(self) -> tuple[float, ...]:
        return tuple(float(k) for k in range(_COARSE + 1))

    def _assemble(self, entries: list[float]) -> Tensor:
        return _distributed(super()._assemble(entries), _COARSE)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64)
        power = torch.randint(0, 4, (batch,), generator=generator).reshape(-1, *[1] * len(self.shape))
        return self.project(values**power)  # also near the corners, and the uniform one

    def contains(self, value: Any) -> bool:
        if not super().contains(value) or bool((value < 0).any()):
            return False
        rows = value.reshape(-1, value.shape[-1]).tolist()
        return all(sum(map(Fraction, row), Fraction(0)) == 1 for row in rows)

    def project(self, values: Tensor) -> Tensor:
        return _distributed(values, _UNITS)

    @staticmethod
    def words(name: str, shape: tuple[str, ...]) -> str:
        whose = "rows" if len(shape) > 1 else "entries"
        sums = "each with sum 1" if len(shape) > 1 else "with sum 1"
        return rf"${name}\in{set_latex(shape, '[0,1]')}$, {whose} {sums}"


def _distributed(values: Tensor, units: float) -> Tensor:
    """Weights as multiples of ``1 / units`` with sum 1: the largest remainders are rounded up."""
    values = values.clamp_min(0)
    total = values.sum(-1, keepdim=True)
    shares = torch.where(total > 0, values / total, 1 / values.shape[-1]) * units
    whole = shares.floor()
    missing = units - whole.sum(-1, keepdim=True)
    rank = (whole - shares).argsort(dim=-1, stable=True).argsort(dim=-1, stable=True)
    result = (whole + (rank < missing)) / units
    exact = (values * units == (values * units).round()).all(-1, keepdim=True) & (total == 1)
    return torch.where(exact, values, result)


@dataclass(frozen=True)
class _Square(ArrayDomain):
    """Matrices ``(d, d)``."""

    d: Any

    @classmethod
    def of_quantities(cls, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Template:
        if len(arguments) > 1:
            raise ClaimError(
                f"{cls.__name__}{arguments}: it is one matrix, whose size stands once, "
                f"{cls.__name__}({arguments[0]!r})"
            )
        return super().of_quantities(arguments, named)

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.d, self.d)


@dataclass(frozen=True)
class permutations(_Square):
    """Permutation matrices of size ``d``, each as likely; ``P @ x`` permutes the entries of x."""

    is_discrete = True

    def grid(self) -> tuple[float, ...]:
        return 0.0, 1.0

    def strategy(self) -> st.SearchStrategy[Tensor]:
        return st.permutations(range(self.d)).map(lambda order: torch.eye(self.d, dtype=torch.float64)[order])

    def sample(self, generator: Generator, batch: int) -> Tensor:
        order = torch.rand(batch, self.d, generator=generator).argsort(-1)
        return torch.eye(self.d, dtype=torch.float64)[order]

    def contains(self, value: Any) -> bool:
        return (
            super().contains(value)
            and bool(((value == 0) | (value == 1)).all())
            and bool((value.sum(0) == 1).all())
            and bool((value.sum(1) == 1).all())
        )

    def members(self, most: int) -> Tensor | None:
        if math.lgamma(self.d + 1) > math.log(max(most, 0.5)) + 1e-9:
            return None
        return torch.eye(self.d, dtype=torch.float64)[torch.tensor([*itertools.permutations(range(self.d))])]

    def project(self, values: Tensor) -> Tensor:
        """The largest entries first, one in each row and column."""
        left, result = values.clone(), torch.zeros_like(values)
        for _ in range(self.d):
            place = left.flatten(-2).argmax(-1)
            rows, columns = place // self.d, place % self.d
            which = torch.arange(len(values))
            result[which, rows, columns] = 1.0
            left[which, rows] = -torch.inf
            left[which, :, columns] = -torch.inf
        return result

    @staticmethod
    def words(name: str, d: str) -> str:
        return rf"${name}\in\{{0,1\}}^{{{d}\times {d}}}$ a permutation"

    @staticmethod
    def law_words(d: str) -> str:
        return "each as likely"


@dataclass(frozen=True)
class triangular(_Square):
    """Lower triangular matrices of size ``d``; ``x.T`` is an upper one."""

    is_law = False

    def grid(self) -> tuple[float, ...]:
        return multiples(-2.0, 2.0)

    def _assemble(self, entries: list[float]) -> Tensor:
        return super()._assemble(entries).tril()

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return reals(*self.shape).sample(generator, batch).tril()

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value.triu(1) == 0).all())

    def project(self, values: Tensor) -> Tensor:
        return values.tril()

    @staticmethod
    def words(name: str, d: str) -> str:
        return rf"${name}\in\mathbb R^{{{d}\times {d}}}$ lower triangular"


@dataclass(frozen=True)
class positive_definite(_Square):
    """Symmetric positive definite matrices of size ``d``: products of a triangular matrix and its transpose."""

    is_law = False

    def grid(self) -> tuple[float, ...]:
        return multiples(-2.0, 2.0, 4)

    def _assemble(self, entries: list[float]) -> Tensor:
        return _gram(super()._assemble(entries)[None], 4.0)[0]

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return _gram(torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64), FINE)

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value == value.mT).all()) and _is_positive(value)

    def project(self, values: Tensor) -> Tensor:
        """The nearest one none of whose eigenvalues is small beside the largest; as it is if it is one."""
        halves = (values + values.mT) / 2
        eigenvalues, vectors = torch.linalg.eigh(halves)
        least = eigenvalues.abs().amax(-1, keepdim=True).clamp_min(1.0) * _CLEAR * 16
        lifted = (vectors * eigenvalues.clamp_min(least)[..., None, :]) @ vectors.mT
        lifted = (lifted + lifted.mT) / 2
        return torch.where((eigenvalues[..., :1] >= least)[..., None], halves, lifted)

    @staticmethod
    def words(name: str, d: str) -> str:
        return rf"${name}\in\mathbb R^{{{d}\times {d}}}$ symmetric and positive definite"


def _gram(factor: Tensor, grid: float) -> Tensor:
    """``L L^T`` of lower triangular L with a positive diagonal, all in multiples of ``1 / grid``."""
    lower = (factor.tril() * grid).round() / grid
    diagonal = lower.diagonal(dim1=-2, dim2=-1)
    lower = lower.tril(-1) + torch.diag_embed(diagonal.abs().clamp_min(1 / grid))
    return lower @ lower.mT


def _is_positive(matrix: Tensor) -> bool:
    """Whether a symmetric matrix is positive definite: by elimination, exactly where floats leave it open."""
    factor, failed = torch.linalg.cholesky_ex(matrix)
    if not int(failed):
        pivots, entries = factor.diagonal() ** 2, matrix.diagonal()
        if bool((pivots > _CLEAR * entries).all()):
            return True
    rows = [[Fraction(v) for v in row] for row in matrix.tolist()]
    for k, row in enumerate(rows):
        if row[k] <= 0:
            return False
        for other in rows[k + 1 :]:
            factor_of = other[k] / row[k]
            other[k:] = [a - factor_of * b for a, b in zip(other[k:], row[k:], strict=True)]
    return math.isfinite(float(matrix.sum()))
