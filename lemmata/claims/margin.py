"""Margins: how far a statement is from failing, instance by instance.

A check returns a margin, never a bool. Its sides are arrays that were computed from the instance, or
plain numbers: whole numbers of the setting, fractions, nested lists of such. The margin keeps the two
sides and their signed slack; whether an instance holds, fails or is undecided follows from the
arithmetic that produced the sides: a running error bound or an exact number brings an interval for the
slack, and only an interval that lies wholly below zero is a violation. No check states a tolerance.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arithmetic, exact, instance_arrays
from lemmata.numbers.arrays import Array, abs, alike, broadcast_to, concat, constant, max, values
from lemmata.numbers.exact import Exact
from lemmata.numbers.formal import NoEquality
from lemmata.numbers.instance_arrays import InstanceArray
from lemmata.numbers.running_error import Tracked

Relation = Literal["=", "<=", "<"]


@dataclass(frozen=True)
class Margin:
    """The slack of a statement on a batch of instances.

    Attributes:
        slack: ``(batch,)``; the statement holds on an instance where it is not negative.
        scale: ``(batch,)`` floats, the size of the two sides.
        relation: ``=``, ``<=`` or ``<`` (left to right).
        left, right: ``(batch, entries)``, the two sides.
        active: ``(batch,)`` booleans, where the hypotheses of the statement are met.
        trivial: ``(batch,)`` booleans, where the conclusion says nothing.
        measured: numbers ``(batch,)`` to report beside the verdict.
        says_when: whether the claim says where its conclusion says nothing.
        undefined: ``(batch,)`` booleans by the name of a method, where its argument is NaN and no
            hypothesis fails: nobody can say whether the instance counts, which is an error.
        single: both sides were single numbers, without a batch: the statement speaks of the setting.
        hypotheses: of enclosures: each number that the statement supposes to be >= 0, and whether > 0.
    """

    slack: Array
    scale: Tensor
    relation: Relation
    left: Array
    right: Array
    active: Tensor
    trivial: Tensor
    measured: dict[str, Tensor] = field(default_factory=dict)
    undefined: dict[str, Tensor] = field(default_factory=dict)
    single: bool = False
    says_when: bool = False
    hypotheses: tuple[tuple[Any, bool], ...] = ()

    def map(self, function: Callable[[Array], Array]) -> Margin:
        """The margin with a function applied to all arrays that have one row an instance."""
        arrays = {name: function(getattr(self, name)) for name in _ARRAYS}
        measured, undefined = (
            {name: function(x) for name, x in by_name.items()} for by_name in (self.measured, self.undefined)
        )
        return replace(self, measured=measured, undefined=undefined, **arrays)

    def row(self, index: int) -> Margin:
        """The margin of one instance alone."""
        return self.map(lambda x: x[index : index + 1])

    def repeated(self, batch: int) -> Margin:
        """The margin for each of ``batch`` instances, where it is a single one of two numbers."""
        if not self.single or len(self.active) == batch:
            return self
        return self.map(lambda x: broadcast_to(x, (batch, *x.shape[1:])))

    @classmethod
    def joined(cls, margins: Sequence[Margin], places: Sequence[Tensor]) -> Margin:
        """The margin of a batch of whose instances these places went one way in the check, those another.

        Raises:
            ValueError: the sides have other shapes on one of the ways.
        """
        shapes = {tuple(m.left.shape[1:]) for m in margins}
        if len(shapes) > 1:
            raise ValueError(f"the sides have {shapes} entries on the ways of a branch: make them as many")
        if len({m.relation for m in margins}) > 1:
            raise ValueError("on the ways of a branch a check states relations of one kind: =, <= or <")
        order = torch.cat(list(places)).argsort()
        first, *_ = whole = [m.repeated(len(at)) for m, at in zip(margins, places, strict=True)]
        arrays: dict[str, Any] = {
            name: _concatenated([getattr(m, name) for m in whole], order) for name in _ARRAYS
        }
        by_name: dict[str, Any] = {
            kind: {
                name: torch.cat([getattr(m, kind)[name] for m in whole])[order]
                for name in getattr(first, kind)
                if all(name in getattr(m, kind) for m in whole)
            }
            for kind in ("measured", "undefined")
        }
        says_when = any(m.says_when for m in whole)
        # What is supposed on one of the ways is not on the others.
        return replace(first, single=False, says_when=says_when, hypotheses=(), **arrays, **by_name)

    def given(self, hypothesis: Array, *, strict: bool = False) -> Margin:
        """The margin restricted to instances on which ``hypothesis`` is certainly >= 0; with ``strict`` > 0.

        Several numbers an instance are several hypotheses, all of which have to be met. NaN is neither
        met nor not met, and ends the hunt with an error.

        That a number is not 0 is said of its absolute value: ``.given(abs(linalg.det(A)), strict=True)`` is "A
        is invertible", ``.given(max(abs(x), -1), strict=True)`` is "x is not 0". The sides need have no value
        where a hypothesis fails.
        """
        other = _INSTEAD.get()
        if other is not None and (margin := other(self, hypothesis, strict)) is not None:
            return margin
        if self.of_variables:
            if self.left.ring == "formal":
                return self  # an identity is decided without its hypotheses
            entries = _rows(_entries(hypothesis))
            high = interval(entries)[1].reshape(tuple(entries.shape))
            fails = (high <= 0 if strict else high < 0).any(-1)  # at every point of the box
            supposed = tuple((v, strict) for v in entries.values.flat)
            return replace(self, active=self.active & ~fails, hypotheses=(*self.hypotheses, *supposed))
        if (seen := _SUPPOSED.get()) is not None:
            each = interval(_rows(_entries(hypothesis)))[0]
            seen.append((each > 0 if strict else each >= 0).any(0))
        margin, low = self._beside(hypothesis)
        met, nan = low > 0 if strict else low >= 0, torch.isnan(low)
        # Where another hypothesis fails it does not matter what this one is.
        undefined = {name: where & (met | nan) for name, where in margin.undefined.items()}
        return replace(margin, active=margin.active & met, undefined=undefined)._with(
            "given", margin.active & nan
        )

    def trivial_where(self, excess: Array) -> Margin:
        """Marks instances with ``excess`` >= 0 as ones on which the conclusion says nothing."""
        if self.of_variables:
            return self
        margin, low = self._beside(excess)
        marked = replace(margin, trivial=margin.trivial | (low >= 0), says_when=True)
        return marked._with("trivial_where", margin.active & torch.isnan(low))

    def _beside(self, x: Array) -> tuple[Margin, Tensor]:
        """The margin, and a float below what is compared with zero on each of its instances."""
        low = interval(_vector(x))[0].to(self.active.device)
        margin = self.repeated(len(low)) if len(low) > 1 else self
        return margin, low.expand(len(margin.active)) if len(low) == 1 else low

    def _with(self, name: str, nan: Tensor) -> Margin:
        """The margin with the instances on which the argument of the method ``name`` is NaN."""
        before = self.undefined.get(name)
        both = nan if before is None else before | nan
        return replace(self, undefined={**self.undefined, name: both})

    def report(self, **measured: Array | Callable[[], Array]) -> Margin:
        """Adds quantities to report, one number an instance (the smallest of several).

        The hunt keeps the range of each. What asks for the value of a number, or divides by what may be 0, is
        given as a function: it is left alone where the statement is proved, where no number has a value.
        """
        if self.of_variables:
            return self
        reported = {name: x() if isinstance(x, FunctionType) else x for name, x in measured.items()}
        batches = {name: x.raw if isinstance(x, InstanceArray) else x for name, x in reported.items()}
        floats = {name: _smallest(values(x).detach()) for name, x in batches.items()}
        longest = builtins.max(map(len, floats.values()), default=1)
        margin = self.repeated(longest) if longest > 1 else self
        batch = len(margin.active)
        floats = {n: x.expand(batch) if len(x) == 1 else x for n, x in floats.items()}
        return replace(margin, measured={**margin.measured, **floats})

    @property
    def of_variables(self) -> bool:
        """Whether its sides are functions of variables, or enclosures of them, which have no values."""
        return isinstance(self.left, Exact) and self.left.ring in ("formal", "enclosure")

    @property
    def relative(self) -> Tensor:
        """``(batch,)`` slack over scale: 0 where both sides vanish, 1 or -1 where one is infinite."""
        slack = values(self.slack)
        share = torch.where(self.scale > 0, slack / self.scale.clamp_min(_TINY), slack)
        # By the triangle inequality it is between -2 and 2; a difference that overflows is not.
        return torch.where(torch.isinf(self.scale), slack.sign(), share).clamp(-2.0, 2.0)

    @property
    def ratio(self) -> Tensor:
        """``(batch,)`` the largest ratio of left to right side: 1 means that the bound is attained.

        Where both sides are negative it is right to left; it is minus infinity where no entry has
        two sides of one sign.
        """
        left, right = values(self.left), values(self.right)
        ratio = torch.where(right > 0, left / right, right / left)
        comparable = (right > 0) | ((right < 0) & (left < 0))
        ratio = torch.where(comparable, ratio, torch.nan)
        return ratio.nan_to_num(nan=-torch.inf, posinf=-torch.inf).amax(-1)

    def statuses(self) -> tuple[Tensor, Tensor, Tensor]:
        """``(violated, holds, undecided)``, each ``(batch,)`` booleans, on active instances.

        An inequality holds where its slack is certainly not negative. An equality can only be
        consistent with the error of its arithmetic; it counts as holding where that error is small
        beside the two sides, and is undecided where the error would hide a real difference.
        """
        low, high = interval(self.slack)
        violated = ((high <= 0) if self.relation == "<" else (high < 0)) & self.active
        if self.relation == "=":
            holds = (high >= 0) & (high - low <= _RESOLUTION * self.scale + _UNDERFLOW)
        else:
            holds = low > 0 if self.relation == "<" else low >= 0
        holds = holds & self.active
        return violated, holds, self.active & ~violated & ~holds


_ARRAYS = ("slack", "scale", "left", "right", "active", "trivial")
_TINY = 5e-324
_UNDERFLOW = 2.0**-960
_RESOLUTION = 2.0**-24
"""An error above this share of the two sides says nothing about their equality."""


def equal(left: Array, right: Array) -> Margin:
    """The statement ``left = right``, entrywise over all axes but the first (the batch).

    Raises:
        FloatSlipped: a side is a float that is not plainly meant (where exact numbers are computed).
        TypeError: a side is a tensor of floats there, which no error bound is known of.
    """
    a, b, single = _sides(left, right)
    if isinstance(a, Exact) and a.ring in ("formal", "enclosure"):
        return _without_values("=", a, b, single)
    return _margin(-_largest(a - b), "=", a, b, single)


def less_than(left: Array, right: Array) -> Margin:
    """The statement ``left < right``, entrywise as :func:`at_most`: where both sides are equal it fails.

    A strict inequality gets a certificate only where there are finitely many instances.

    Raises:
        FloatSlipped, TypeError: as :func:`equal`.
    """
    return at_most(left, right, strict=True)


def greater_than(left: Array, right: Array) -> Margin:
    """The statement ``left > right``: :func:`less_than` with its sides exchanged."""
    return less_than(right, left)


def at_most(left: Array, right: Array, *, strict: bool = False) -> Margin:
    """The statement ``left <= right``, entrywise over all axes but the first (the batch).

    With ``strict`` it is :func:`less_than`. Where all that it says is that something is at most infinite, or at
    least minus infinite, the conclusion is trivial.

    Raises:
        FloatSlipped, TypeError: as :func:`equal`.
    """
    a, b, single = _sides(left, right)
    if isinstance(a, Exact) and a.ring == "formal":
        raise NoEquality("an inequality of variables is no identity", a, b)
    if isinstance(a, Exact) and a.ring == "enclosure":
        if strict:  # a box that reaches the limit says nothing of the inequality there
            raise NoEquality("a strict inequality has no certificate by boxes or signs")
        return _without_values("<=", a, b, single)
    margin = _margin(-max(a - b, -1), "<" if strict else "<=", a, b, single)
    if isinstance(b, Exact):
        return margin
    says_nothing = torch.isposinf(values(b)) | torch.isneginf(values(a))
    return replace(margin, trivial=margin.trivial | says_nothing.all(-1))


def at_least(left: Array, right: Array) -> Margin:
    """The statement ``left >= right``: :func:`at_most` with its sides exchanged."""
    return at_most(right, left)


def interval(x: Array) -> tuple[Tensor, Tensor]:
    """Floats below and above each entry of a vector, by the error that its arithmetic knows of."""
    if isinstance(x, Exact):
        pairs = [exact.bounds(v) for v in x.values.ravel()]
        ends = torch.tensor(pairs, dtype=torch.float64).reshape(-1, 2)
        return ends[:, 0], ends[:, 1]
    if isinstance(x, Tracked):
        return x.value - x.error, x.value + x.error
    return x, x


def _without_values(relation: Relation, left: Array, right: Array, single: bool) -> Margin:
    nothing = torch.zeros(left.shape[0], dtype=torch.float64)
    everywhere = torch.ones(left.shape[0], dtype=torch.bool)
    return Margin(nothing, nothing, relation, left, right, everywhere, ~everywhere, single=single)


def _margin(slack: Array, relation: Relation, left: Array, right: Array, single: bool) -> Margin:
    scale = torch.maximum(*(_largest(values(side)) for side in (left, right)))
    everywhere = torch.ones(scale.shape, dtype=torch.bool, device=scale.device)
    return Margin(slack, scale, relation, left, right, everywhere, ~everywhere, single=single)


def _largest(x: Array) -> Array:
    """``(batch,)`` the largest absolute value of each row."""
    if isinstance(x, Tensor):  # without an array of absolute values
        return torch.maximum(x.amax(-1), -x.amin(-1))
    return max(abs(x), -1)


def _sides(left: Array, right: Array) -> tuple[Array, Array, bool]:
    """The sides as rows ``(batch, entries)``, and whether both were single numbers.

    Raises:
        TypeError: a side is of truth values.
    """
    for side in (left, right):
        if isinstance(side, Tensor | np.ndarray) and side.dtype in (torch.bool, np.bool_):
            raise TypeError(
                "a side of a margin is of numbers, got truth values, as of x == 0: compare the numbers "
                "(equal(x, 0)), or write where(x == 0, 1, 0)"
            )
    left, right, shared = _batches(left, right)
    a, b = alike(_read(left), _read(right))
    if isinstance(a, Tensor) and isinstance(b, Tensor):  # numbers lie on the CPU
        a, b = (a, b.to(a.device)) if a.ndim else (a.to(b.device), b)
    single = not (a.ndim or b.ndim) or shared
    if a.shape != b.shape or single:
        shape = np.broadcast_shapes(tuple(a.shape), tuple(b.shape)) or (1,)
        a, b = broadcast_to(a, shape), broadcast_to(b, shape)
    return _rows(a), _rows(b), single


def _batches(left: Array, right: Array) -> tuple[Array, Array, bool]:
    """Sides of one instance with their batch; whether they are the same for all instances."""
    left, right = instance_arrays.of_parts(left), instance_arrays.of_parts(right)
    if not isinstance(left, InstanceArray) and not isinstance(right, InstanceArray):
        lists = any(isinstance(side, list | tuple) for side in (left, right))
        return left, right, lists and instance_arrays.is_within_one()
    (left, right), shared = instance_arrays.aligned(left, right)
    return left, right, shared


def _concatenated(parts: list[Array], order: Tensor) -> Array:
    if isinstance(parts[0], Tensor) and not parts[0].is_floating_point():
        return torch.cat(parts)[order]
    return concat(parts, 0)[order]


def _rows(x: Array) -> Array:
    return x.reshape(x.shape[0], math.prod(x.shape[1:]))


def _read(x: Array) -> Array:
    """A side or a hypothesis: an array or a number; nested lists of numbers are an array.

    In a lifted arithmetic whatever is plain belongs to it, as far as it is plainly meant. A tensor of
    floats is not: torch made it, and nobody knows its error.

    Raises:
        FloatSlipped: a float that is not meant.
        TypeError: a tensor of floats, or a tuple of tensors.
    """
    x = instance_arrays.of_parts(x)
    if isinstance(x, InstanceArray):
        return x.raw
    if isinstance(x, list | tuple) and instance_arrays.is_within_one():
        with instance_arrays.of_one_instance(None):
            return _read(x)[None]  # several numbers of one instance, not one of several instances
    if isinstance(x, Tracked | Exact):
        return x
    if isinstance(x, tuple) and any(isinstance(part, Tensor) for part in x):
        raise TypeError(
            "a side of a margin is an array, got a tuple of tensors; if it comes from x.max(-1) or x.min(-1), "
            "which are pairs in torch, write x.amax(-1) or x.amin(-1)"
        )
    kind = arithmetic.of(x)
    if kind is None:
        return x if isinstance(x, Tensor) else torch.tensor(x, dtype=torch.float64)
    if isinstance(x, Tensor) and x.is_floating_point():
        raise TypeError(
            "a tensor of floats takes the place of exact numbers in a margin: it has no error "
            "bound. Compute with the operators and lemmata.numbers from the setting and the "
            "prompt (not from values(...) or torch's functions)"
        )
    return constant(x, arithmetic.number(0, kind))


_SUPPOSED: ContextVar[list[Tensor] | None] = ContextVar("notes what hypotheses are met", default=None)


@contextmanager
def noting_hypotheses() -> Iterator[list[Tensor]]:
    """Notes, for each ``given`` of floats in the block, which of its numbers is met by some instance."""
    seen: list[Tensor] = []
    token = _SUPPOSED.set(seen)
    try:
        yield seen
    finally:
        _SUPPOSED.reset(token)


Instead = Callable[[Margin, Array, bool], "Margin | None"]
"""What takes the place of ``margin.given(hypothesis, strict=...)``; None: that itself."""
_INSTEAD: ContextVar[Instead | None] = ContextVar("what takes the place of hypotheses", default=None)


@contextmanager
def supposing(instead: Instead | None) -> Iterator[None]:
    """Within the block ``instead`` takes the place of every ``given``; None: that itself."""
    token = _INSTEAD.set(instead)
    try:
        yield
    finally:
        _INSTEAD.reset(token)


def where_it_fails(margin: Margin, hypothesis: Array, strict: bool) -> Margin:
    """The margin restricted to instances on which a hypothesis of ``given`` certainly fails."""
    with supposing(None):
        return margin.given(-_vector(hypothesis), strict=not strict)


def _vector(x: Array) -> Array:
    """One number per instance: the smallest over the remaining axes."""
    return _smallest(_read(x))


def _entries(x: Array) -> Array:
    """All numbers of an instance, with the batch before them."""
    read = _read(x)
    return read if read.ndim else read.reshape(1)


def _smallest(array: Array) -> Array:
    if not array.ndim:
        return array.reshape(1)
    return array if array.ndim == 1 else minimum_over_entries(array)


def minimum_over_entries(x: Array) -> Array:
    """``(batch,)`` the smallest entry of each instance."""
    return -max(-_rows(x), -1)
