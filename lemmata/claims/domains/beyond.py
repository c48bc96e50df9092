"""What a domain leaves out: for each thing that it demands, values that do not meet it and meet the rest.

Of use where one asks whether a statement needs a hypothesis: it is hunted where that hypothesis fails.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.arrays import ArrayDomain, box, in_ball, reals, signs, sparse, symmetric
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.laws import gaussian, uniform
from lemmata.claims.domains.quantified import Quantified, some
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.structured import integers, permutations, positive_definite, simplex, triangular
from lemmata.claims.domains.whole import dims
from lemmata.claims.intervals import Interval

_FURTHER = 3
"""Whole numbers so far beyond an end are drawn."""
_OCTAVES = 10
"""Of a number on many scales, so many beyond an end."""
_LONGER = 4
"""Vectors are drawn up to so many times as long as they may be."""
_BESIDE = 2.0**-30
"""Relative distance from an end that is itself rounded, below which nothing is said to lie beyond it."""
DEPENDENT = "all entries equal, each with the same law"
"""What takes the place of independent entries."""


@dataclass(frozen=True)
class Beyond:
    """Values that do not meet one demand of a domain.

    Attributes:
        demand: its name, "low" or "radius", say.
        instead: in words, what the values do instead.
        domain: where they are drawn; it may hold values of the first domain, too.
    """

    demand: str
    instead: str
    domain: Domain


def beyond(domain: Domain) -> Iterator[Beyond]:
    """What a domain leaves out, one thing after the other; nothing of one that demands nothing, or a list.

    Of a law that is all: a probability speaks of it alone, so that only its independence is given up.
    """
    match domain:
        case some():
            return
        case Quantified():
            for each in beyond(domain.domain):
                yield replace(each, domain=type(domain)(each.domain))
        case dims():
            yield from _of_whole(domain)
        case dyadics() | scales():
            yield from _of_number(domain)
        case integers():
            yield Beyond(
                "whole", "numbers that are not whole", box(*domain.shape, low=domain.low, high=domain.high)
            )
            yield from _of_box(domain)
        case box():
            yield from _of_box(domain)
        case in_ball():
            if domain.radius:
                wider = in_ball(*domain.shape, radius=_LONGER * domain.radius)
                yield Beyond("radius", "a norm above it", wider)
        case sparse():
            if domain.d > domain.S:
                yield Beyond("sparsity", "more non-zero entries", sparse(domain.d, domain.d, domain.bound))
            yield Beyond("bound", "a larger norm", sparse(domain.d, domain.S, _LONGER * domain.bound))
        case signs():
            yield Beyond("signs", "entries other than -1 and 1", box(*domain.shape, low=-2, high=2))
        case simplex():
            yield Beyond("sum", "entries in [0, 1] with another sum", box(*domain.shape, low=0, high=1))
        case permutations():
            yield Beyond("permutation", "any matrix of 0 and 1", integers(*domain.shape, low=0, high=1))
        case triangular():
            yield Beyond("triangular", "not triangular", reals(*domain.shape))
        case positive_definite():
            yield Beyond("definite", "symmetric, not positive definite", symmetric(domain.d))
        case symmetric():
            yield Beyond("symmetry", "not symmetric", reals(*domain.shape))


def dependent(domain: Domain) -> Beyond | None:
    """The law of an array without the independence of its entries; None of what has no such law."""
    if not isinstance(domain, signs | uniform | gaussian) or math.prod(domain.shape) < 2:
        return None
    return Beyond("independence", DEPENDENT, Alike(domain))


def lies_beyond(domain: Domain, value: Any) -> bool:
    """Whether a value certainly does not meet what a domain demands.

    What lies within rounding of an end that is itself a rounded number does not count.
    """
    domain = domain.domain if isinstance(domain, Quantified) else domain
    if isinstance(value, Tensor) and not value.ndim and not isinstance(domain, ArrayDomain):
        value = int(value) if isinstance(domain, dims) and value == int(value) else value.item()
    if domain.contains(value):
        return False
    if isinstance(domain, sparse):
        return int((value != 0).sum()) > domain.S or bool(value.abs().sum() > domain.bound * (1 + _BESIDE))
    ends = [float(end) for end in _rounded_ends(domain)]
    if not ends:
        return True
    size = value.norm(dim=-1) if isinstance(domain, in_ball) else torch.as_tensor(value, dtype=torch.float64)
    low, high = min(ends), max(ends)
    far = _BESIDE * max(abs(low), abs(high), 1.0)
    return bool(((size < low - far) | (size > high + far)).any())


def _rounded_ends(domain: Domain) -> tuple[Any, ...]:
    """The ends of a domain where it ends inside what is meant, since that is no float."""
    stated = getattr(domain, "stated", None)
    if stated is None or bool(getattr(domain, "of", None)):
        return ()
    own = (-domain.radius, domain.radius) if isinstance(domain, in_ball) else (domain.low, domain.high)  # type: ignore[attr-defined]
    return () if tuple(map(Fraction, own)) == tuple(map(Fraction, stated)) else tuple(stated)


# -- one kind of domain after the other ----------------------------------------------------------------


def _of_whole(domain: dims) -> Iterator[Beyond]:
    least = 0 if domain.low > 0 else domain.low - _FURTHER  # what counts something has no values below 0
    yield Beyond("low", "smaller numbers", dims(least, domain.low - 1, domain.low - 1))
    if domain.most is not None:
        last = domain.most + _FURTHER
        yield Beyond("high", "larger numbers", dims(domain.most + 1, last, last))


def _allowed(domain: Any) -> Interval:
    if domain.of:
        return Interval.parse(domain.of)
    low, high = (domain.low, domain.high)
    if isinstance(domain, scales):
        low, high = 2.0**low, 2.0**high
    excluded = [bool(getattr(domain, name, False)) for name in ("open_low", "open_high")]
    return Interval(Fraction(low), Fraction(high), *excluded)


def _of_number(domain: dyadics | scales) -> Iterator[Beyond]:
    allowed = _allowed(domain)
    if domain.is_point:
        yield Beyond("value", "other values", dyadics(allowed.low - 1, allowed.high + 1))
        return
    width = max(1, allowed.high - allowed.low if math.isfinite(allowed.high - allowed.low) else 4)
    if isinstance(low := allowed.low, Fraction):
        further: Domain = dyadics(low - width, low, open_high=not allowed.open_low)
        if isinstance(domain, scales) and low > 0:
            grid = 8 * max(1, math.ceil(1 / low))  # some eight steps below it
            further = dyadics(0, low, open_high=not allowed.open_low, grid=grid)
        yield Beyond("low", _or_end("smaller numbers", allowed.open_low), further)
    if isinstance(high := allowed.high, Fraction):
        further = dyadics(high, high + width, open_low=not allowed.open_high)
        if isinstance(domain, scales) and not domain.of:
            further = scales(domain.high, domain.high + _OCTAVES)
        yield Beyond("high", _or_end("larger numbers", allowed.open_high), further)


def _or_end(words: str, is_open: bool) -> str:
    return f"its end, or {words}" if is_open else words


def _of_box(domain: box) -> Iterator[Beyond]:
    allowed = _allowed(domain)
    if domain.is_point:
        around = box(*domain.shape, low=domain.low - 1, high=domain.high + 1)
        yield Beyond("value", "other values", around)
        return
    width = max(1.0, float(domain.high) - float(domain.low))
    if isinstance(low := allowed.low, Fraction):
        lower = box(*domain.shape, low=min(float(low), domain.low) - width, high=domain.high)
        yield Beyond("low", _or_end("smaller entries", allowed.open_low), lower)
    if isinstance(high := allowed.high, Fraction):
        higher = box(*domain.shape, low=domain.low, high=max(float(high), domain.high) + width)
        yield Beyond("high", _or_end("larger entries", allowed.open_high), higher)


@dataclass(frozen=True)
class Alike(ArrayDomain):
    """Arrays all of whose entries are one draw of a law: each has that law, and none is independent."""

    is_law = True

    of_law: Any

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return tuple(self.of_law.shape)

    def grid(self) -> tuple[float, ...]:
        grid: tuple[float, ...] = self.of_law.grid()
        return grid

    def _assemble(self, entries: list[float]) -> Tensor:
        return torch.full(self.shape, entries[0], dtype=torch.float64)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values: Tensor = self.of_law.sample(generator, batch)
        return self.project(values)

    def contains(self, value: Any) -> bool:
        return bool(self.of_law.contains(value)) and bool((value == value.reshape(-1)[0]).all())

    def project(self, values: Tensor) -> Tensor:
        first = values.reshape(len(values), -1)[:, 0]
        return first.reshape(-1, *[1] * len(self.shape)).expand(values.shape).clone()


@dataclass(frozen=True)
class Empty(Domain):
    """No value at all: what a quantity has where the others leave it none."""

    is_law = False

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.nothing()

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.zeros(batch, dtype=torch.float64)

    def pick(self, generator: Generator) -> Any:
        return None

    def contains(self, value: Any) -> bool:
        return False
