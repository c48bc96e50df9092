"""Vectors and matrices, drawn entry by entry where they are small and by a seed where not."""

from __future__ import annotations

import functools
import math
import operator
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.base import (
    EXPLICIT_ENTRIES,
    FAR,
    FINE,
    ONE_NUMBER,
    ROUNDING,
    STRATEGIES,
    Domain,
    Latent,
    drawn_latex,
    inside_end,
    interval_latex,
    multiples,
    numbers_beyond,
    require_drawn_inside,
    set_ends,
    set_latex,
    set_shape,
)
from lemmata.claims.domains.template import Template
from lemmata.claims.intervals import Interval
from lemmata.claims.placeholders import is_unread
from lemmata.errors import ClaimError


class ArrayDomain(Domain):
    """Arrays of a fixed shape with explicit entries, or drawn by a seed if there are many."""

    shape: tuple[int, ...]

    @abstractmethod
    def grid(self) -> tuple[float, ...]:
        """The explicit entries, the simplest first; at least one."""

    def strategy(self) -> st.SearchStrategy[Tensor]:
        return _by_entries(self)

    def seeded(self, seed: int) -> Tensor:
        """One array by a seed; 0 is the simplest one."""
        if seed == 0:
            return self.project(torch.zeros(1, *self.shape, dtype=torch.float64))[0]
        return self.sample(Generator().manual_seed(seed), 1)[0]

    def _assemble(self, entries: list[float]) -> Tensor:
        return torch.tensor(entries, dtype=torch.float64).reshape(self.shape)

    def _members_of(self, entries: Iterable[float], most: int) -> Tensor | None:
        """All arrays with these entries, if there are at most so many."""
        each, places = torch.tensor([*entries], dtype=torch.float64), math.prod(self.shape)
        if places * math.log(len(each)) > math.log(max(most, 0.5)) + 1e-9:
            return None
        count = len(each) ** places
        digits = torch.arange(count)[:, None] // len(each) ** torch.arange(places)
        return each[digits % len(each)].reshape(count, *self.shape)

    def contains(self, value: Any) -> bool:
        return (
            isinstance(value, Tensor)
            and tuple(value.shape) == tuple(self.shape)
            and bool(torch.isfinite(value).all())
        )


def _exact_sum(terms: Iterable[Fraction]) -> Fraction:
    """The sum of fractions: whether a bound is met must not hang on rounding."""
    return functools.reduce(operator.add, terms, Fraction(0))


def _short(values: Tensor) -> Tensor:
    """Where all entries of the last axis are short dyadic numbers, whose sums are exact."""
    return (values * 2.0**20 == (values * 2.0**20).round()).all(-1, keepdim=True)


@functools.lru_cache(STRATEGIES)
def by_seed(domain: ArrayDomain) -> st.SearchStrategy[Tensor]:
    """Arrays of the domain, each drawn by one number; the simplest one first."""
    return st.integers(0, 2**16).map(domain.seeded)


@functools.lru_cache(STRATEGIES)
def _by_entries(domain: ArrayDomain) -> st.SearchStrategy[Tensor]:
    entries = math.prod(domain.shape)
    if entries > EXPLICIT_ENTRIES:
        return by_seed(domain)
    if not entries:
        return st.just(domain._assemble([]))
    # One draw for all entries: one by one they would take ten times as long. Each byte shrinks.
    table = _table(domain.grid())
    return st.binary(min_size=entries, max_size=entries).map(
        lambda draws: domain._assemble([table[byte] for byte in draws])
    )


@functools.cache
def _table(grid: tuple[float, ...]) -> tuple[float, ...]:
    """An entry for each byte: half of them are the eight simplest, a quarter the two ends."""
    parts = ((128, grid[:8]), (64, (max(grid), min(grid))), (64, grid))
    return tuple(values[k * len(values) // size] for size, values in parts for k in range(size))


@dataclass(frozen=True)
class reals(ArrayDomain):
    """Arrays of any real numbers, drawn at magnitudes from 1/4 to 4 (no law: see :class:`normal`)."""

    is_law = False

    shape: tuple[int, ...]

    def __init__(self, *shape: int | str) -> None:
        set_shape(self, shape)

    def grid(self) -> tuple[float, ...]:
        return multiples(-4.0, 4.0)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        size = torch.randint(-2, 3, (batch,), generator=generator).to(torch.float64)
        scaled = values * torch.exp2(size).reshape(-1, *[1] * len(self.shape))
        return torch.round(scaled * FINE) / FINE

    def ends(self) -> tuple[Tensor, ...]:
        return tuple(torch.full(self.shape, end, dtype=torch.float64) for end in (FAR, -FAR))

    @staticmethod
    def words(name: str, shape: tuple[str, ...], **_: Any) -> str:
        return rf"${name}\in{set_latex(shape)}$"


@dataclass(frozen=True)
class box(ArrayDomain):
    """Arrays of the given shape with entries between ``low`` and ``high`` (named arguments).

    A quarter of the draws lies at the ends more often than not, so that they are no law: see
    :class:`uniform`. An end that ``of`` leaves out, such as 0 of ``box(3, low=0, high=4, of="(0, inf)")``, is
    not drawn; what is drawn begins a little inside. With ``scale="log"`` positive numbers are drawn on all
    their scales, each as often, as those of :class:`scales`.
    """

    is_law = False

    shape: tuple[int, ...]
    low: float
    high: float
    of: str = field(repr=False)
    scale: str = field(repr=False)

    def __init__(
        self,
        *shape: int | str,
        low: float | Fraction | str,
        high: float | Fraction | str,
        of: str = "",
        scale: str = "linear",
    ) -> None:
        set_shape(self, shape)
        set_ends(self, low, high)
        object.__setattr__(self, "of", of)
        object.__setattr__(self, "scale", scale)
        if scale not in ("linear", "log"):
            raise ClaimError(f"box: scale={scale!r} is neither 'linear' nor 'log'")
        if scale == "log" and not is_unread(low) and not float(low) > 0:
            raise ClaimError(f"box: with scale='log' numbers are positive, and low={low} is not")
        if of:
            self._leave_out_open_ends(Interval.parse(of))
            require_drawn_inside(self, self.low, self.high)

    def _leave_out_open_ends(self, allowed: Interval) -> None:
        if is_unread(self.low) or is_unread(self.high):
            return
        step = min(1 / FINE, (self.high - self.low) / 4)
        if allowed.open_low and self.low == allowed.low:
            object.__setattr__(self, "low", self.low + step)
        if allowed.open_high and self.high == allowed.high:
            object.__setattr__(self, "high", self.high - step)

    def grid(self) -> tuple[float, ...]:
        if self.scale == "log":
            return _steps(self.low, self.high) or (self.low, self.high)
        return multiples(self.low, self.high) or (self.low, self.high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64)
        if self.scale == "log":
            first, last = math.log2(self.low), math.log2(self.high)
            return self.project(torch.exp2(first + (last - first) * unit))
        # A quarter of the instances stretches beyond the box and is clipped: corners matter.
        stretch = torch.where(torch.arange(batch) % 4 == 0, 3.0, 1.0)
        unit = (unit - 0.5) * stretch.reshape(-1, *[1] * len(self.shape)) + 0.5
        values = self.low + (self.high - self.low) * unit
        return self.project(torch.round(values * FINE) / FINE)

    def contains(self, value: Any) -> bool:
        if self.of:
            return super().contains(value) and Interval.parse(self.of).contains(value)
        return super().contains(value) and bool(((value >= self.low) & (value <= self.high)).all())

    def project(self, values: Tensor) -> Tensor:
        return values.clamp(self.low, self.high)

    def ends(self) -> tuple[Tensor, ...]:
        return tuple(torch.full(self.shape, end, dtype=torch.float64) for end in (self.low, self.high))

    def beyond(self) -> tuple[tuple[float, ...], ...]:
        return numbers_beyond(self.of, float(self.low), float(self.high))

    @property
    def is_point(self) -> bool:
        return self.low == self.high and not self.of

    @staticmethod
    def words(
        name: str, shape: tuple[str, ...], low: str = "0", high: str = "1", of: str = "", scale: str = ""
    ) -> str:
        if of:
            allowed = Interval.parse(of)
            if shape in ONE_NUMBER:
                return f"${allowed.of_number(name)}$"
            return rf"${name}\in{set_latex(shape, allowed.latex)}$"
        if low == high:
            return f"${name}={low}$" if shape in ONE_NUMBER else f"all entries of ${name}$ are ${low}$"
        return rf"${name}\in{set_latex(shape, interval_latex(low, high))}$"

    @staticmethod
    def drawn_words(shape: tuple[str, ...], low: str, high: str, of: str = "", scale: str = "") -> str:
        return drawn_latex(low, high, of)


_LARGEST = 64
"""A table of explicit entries on many scales has about as many."""


def _steps(low: float, high: float) -> tuple[float, ...]:
    """1, 1.25, 1.5 and 1.75 times powers of two between two numbers, those near 1 first."""
    powers = range(math.floor(math.log2(low)), math.ceil(math.log2(high)) + 1)
    steps = [v for k in powers for m in (4, 5, 6, 7) if low <= (v := math.ldexp(m, k - 2)) <= high]
    return tuple(sorted(steps, key=lambda v: abs(math.log2(v)))[:: max(1, -(-len(steps) // _LARGEST))])


@dataclass(frozen=True)
class signs(ArrayDomain):
    """Arrays of the given shape, entries independent and -1 or 1, each as likely (Rademacher)."""

    is_discrete = True

    shape: tuple[int, ...]

    def __init__(self, *shape: int | str) -> None:
        set_shape(self, shape)

    def grid(self) -> tuple[float, ...]:
        return 1.0, -1.0

    def sample(self, generator: Generator, batch: int) -> Tensor:
        bits = torch.randint(0, 2, (batch, *self.shape), generator=generator, dtype=torch.float64)
        return bits.mul_(2).sub_(1)

    def latent(self) -> Latent:
        return Latent(
            math.prod(self.shape), lambda c: c.reshape(len(c), *self.shape).to(torch.float64) * 2 - 1, options=2
        )

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value.abs() == 1).all())

    def members(self, most: int) -> Tensor | None:
        return self._members_of((1.0, -1.0), most)

    def project(self, values: Tensor) -> Tensor:
        return torch.where(values < 0, -1.0, 1.0).to(values.dtype)

    @staticmethod
    def words(name: str, shape: tuple[str, ...]) -> str:
        return rf"${name}\in" + set_latex(shape, r"\{-1,1\}") + "$"

    @staticmethod
    def law_words(shape: tuple[str, ...]) -> str:
        return "each sign as likely" if shape in ONE_NUMBER else "entries independent, each sign as likely"


@dataclass(frozen=True)
class in_ball(ArrayDomain):
    """Arrays whose last-axis vectors have Euclidean norm at most ``radius``.

    The draws favour short vectors and coarse numbers, so that they are no law: see
    :class:`uniform_ball`.
    """

    is_law = False

    shape: tuple[int, ...]
    radius: float

    def __init__(self, *shape: int | str, radius: Any) -> None:
        set_shape(self, shape)
        if not is_unread(radius) and not radius >= 0:
            raise ClaimError(f"{type(self).__name__}: radius={radius} must not be below 0")
        object.__setattr__(self, "stated", (-radius, radius))
        object.__setattr__(self, "radius", inside_end(radius, 0))

    def grid(self) -> tuple[float, ...]:
        return multiples(-self.radius, self.radius)

    def _assemble(self, entries: list[float]) -> Tensor:
        return self.project(super()._assemble(entries))

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        size = torch.rand(batch, *self.shape[:-1], 1, generator=generator, dtype=torch.float64)
        length = values.norm(dim=-1, keepdim=True).clamp_min(1e-300)
        # In place: new memory would cost more than the arithmetic.
        values.mul_(size.sqrt() * (self.radius * FINE) / length).round_().div_(FINE)
        return self.project(values)

    def contains(self, value: Any) -> bool:
        if not super().contains(value):
            return False
        sizes = (value * value).sum(-1)
        close = (sizes / self.radius**2 - 1).abs() < ROUNDING if self.radius else sizes == 0
        if bool(((sizes > self.radius**2) & ~close).any()):
            return False
        rows = value[close].reshape(-1, value.shape[-1]).tolist()
        square = Fraction(self.radius) ** 2
        return all(_exact_sum(Fraction(v) ** 2 for v in row) <= square for row in rows)

    def project(self, values: Tensor) -> Tensor:
        if not self.radius:
            return torch.zeros_like(values)
        # Halving is exact, so dyadic entries stay dyadic: it takes at most a few rounds.
        squares = (values * values).sum(-1, keepdim=True)
        while bool((outside := squares > self.radius**2).any()):
            values = torch.where(outside, values / 2, values)
            squares = (values * values).sum(-1, keepdim=True)
        close = squares > self.radius**2 * (1 - ROUNDING)
        if not bool(close.any()):
            return values
        return torch.where(close & ~_short(values), values * (1 - ROUNDING), values)

    @property
    def is_point(self) -> bool:
        return not self.radius

    @staticmethod
    def words(name: str, shape: tuple[str, ...], radius: str = "1") -> str:
        if shape in ONE_NUMBER:
            return rf"$|{name}|\le {radius}$"
        vectors = "with rows of norm" if len(shape) > 1 else "of norm"
        return rf"${name}\in{set_latex(shape)}$ {vectors} at most ${radius}$"


@dataclass(frozen=True)
class symmetric(ArrayDomain):
    """A symmetric matrix ``(d, d)``: ``symmetric(d)``; several, ``(count, d, d)``: ``symmetric(count, d)``.

    As many of a size as it says are asked for by name, ``symmetric(count="n", d="n")``.
    """

    is_law = False

    count: Any
    """Of one matrix: its size."""
    d: Any = None

    @classmethod
    def of_quantities(cls, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Template:
        if len(arguments) == 2 and arguments[0] == arguments[1]:
            (size, _), name = map(repr, arguments), cls.__name__
            raise ClaimError(
                f"{name}({size}, {size}) would be {arguments[0]} matrices of that size: write {name}({size}) "
                f"for one, {name}(count={size}, d={size}) for several"
            )
        return super().of_quantities(arguments, named)

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.count, self.count) if self.d is None else (self.count, self.d, self.d)

    def grid(self) -> tuple[float, ...]:
        return multiples(-2.0, 2.0)

    def _assemble(self, entries: list[float]) -> Tensor:
        lower = torch.tril(super()._assemble(entries))  # no halves: the entries stay as drawn
        return lower + torch.tril(lower, -1).mT

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.project(reals(*self.shape).sample(generator, batch))

    def contains(self, value: Any) -> bool:
        return super().contains(value) and bool((value == value.mT).all())

    def project(self, values: Tensor) -> Tensor:
        return (values + values.mT) / 2

    @staticmethod
    def words(name: str, count: str, d: str | None = None) -> str:
        d, count = (count, "1") if d is None else (d, count)
        subject = " symmetric" if count == "1" else f", ${count}$ symmetric matrices"
        size = rf"{d}\times {d}" if count == "1" else rf"{count}\times {d}\times {d}"
        return rf"${name}\in\mathbb R^{{{size}}}${subject}"


@dataclass(frozen=True)
class sparse(ArrayDomain):
    """Vectors of length ``d`` with at most ``S`` non-zero entries and l1 norm at most ``bound``."""

    is_law = False

    d: int
    S: int
    bound: float

    def __init__(self, d: int | str, S: int | str, bound: Any) -> None:  # noqa: N803
        if not is_unread(bound) and not bound >= 0:
            raise ClaimError(f"sparse: bound={bound} must not be below 0")
        for name, value in {"d": d, "S": S, "bound": inside_end(bound, 0)}.items():
            object.__setattr__(self, name, value)

    @property
    def shape(self) -> tuple[int, ...]:  # type: ignore[override]
        return (self.d,)

    def grid(self) -> tuple[float, ...]:
        return 0.0, self.bound, -self.bound, self.bound / 2, -self.bound / 2

    def _assemble(self, entries: list[float]) -> Tensor:
        return self.project(super()._assemble(entries)[None])[0]

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, self.d, generator=generator, dtype=torch.float64)
        order = torch.rand(batch, self.d, generator=generator).argsort(-1)
        values = torch.where(order < self.S, values, 0.0)
        norm = values.abs().sum(-1, keepdim=True).clamp_min(1e-300)
        return self.project(torch.round(values / norm * self.bound * FINE) / FINE)

    def contains(self, value: Any) -> bool:
        return (
            super().contains(value)
            and int((value != 0).sum()) <= self.S
            and _exact_sum(map(Fraction, value.abs().tolist())) <= Fraction(self.bound)
        )

    def project(self, values: Tensor) -> Tensor:
        if self.d > self.S:
            order = values.abs().argsort(stable=True, dim=-1, descending=True)
            rank = order.argsort(stable=True, dim=-1)
            values = torch.where(rank < self.S, values, 0.0)
        while bool((outside := values.abs().sum(-1, keepdim=True) > self.bound).any()):
            values = torch.where(outside, values / 2, values)
        close = values.abs().sum(-1, keepdim=True) > self.bound * (1 - ROUNDING)
        return torch.where(close & ~_short(values), values * (1 - ROUNDING), values)

    @property
    def is_point(self) -> bool:
        return not self.bound

    @staticmethod
    def words(name: str, d: str, S: str, bound: str) -> str:  # noqa: N803
        entries = f"at most ${S}$ non-zero {'entry' if S == '1' else 'entries'}"
        return rf"${name}\in\mathbb R^{{{d}}}$, {entries}, $\|{name}\|_1\le {bound}$"
