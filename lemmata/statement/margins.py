"""Margins: how far a statement is from failing, instance by instance.

A check returns a margin, never a bool. Its sides are arrays that were computed from the instance, or
plain numbers: whole numbers of the setting, fractions, nested lists of such. The margin keeps the two
sides and their signed slack; whether an instance holds, fails or is undecided follows from the
arithmetic that produced the sides: a running error bound or an exact number brings an interval for the
slack, and only an interval that lies wholly below zero is a violation. No check states a tolerance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import arithmetic, exact
from lemmata.numbers.arrays import (
    Array,
    absolute,
    alike,
    amax,
    broadcast_to,
    constant,
    maximum,
    minimum,
    values,
)
from lemmata.numbers.exact import Exact
from lemmata.numbers.formal import NoEquality
from lemmata.numbers.running_error import Tracked

Relation = Literal["=", "<="]


@dataclass(frozen=True)
class Margin:
    """The slack of a statement on a batch of instances.

    Attributes:
        slack: ``(batch,)``; the statement holds on an instance where it is not negative.
        scale: ``(batch,)`` floats, the size of the two sides.
        relation: ``=`` or ``<=`` (left to right).
        left, right: ``(batch, entries)``, the two sides.
        active: ``(batch,)`` booleans, where the hypotheses of the statement are met.
        trivial: ``(batch,)`` booleans, where the conclusion says nothing.
        measured: numbers ``(batch,)`` to report beside the verdict.
        says_when: whether the claim says where its conclusion says nothing.
        undefined: ``(batch,)`` booleans by the name of a method, where its argument is NaN and no
            hypothesis fails: nobody can say whether the instance counts, which is an error.
        single: both sides were single numbers, without a batch: the statement speaks of the setting.
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

    def given(self, hypothesis: Array) -> Margin:
        """The margin restricted to instances on which ``hypothesis`` is certainly >= 0.

        Several numbers an instance are several hypotheses, all of which have to be met. NaN is neither
        met nor not met, and ends the hunt with an error.
        """
        if self.of_variables:
            if self.left.ring == "formal":
                return self  # an identity is decided without its hypotheses
            fails = interval(_vector(hypothesis))[1] < 0  # at every point of the box
            return replace(self, active=self.active & ~fails)
        margin, low = self._beside(hypothesis)
        met, nan = low >= 0, torch.isnan(low)
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

    def report(self, **measured: Array) -> Margin:
        """Adds quantities to report, one number an instance (the smallest of several).

        The hunt keeps the range of each.
        """
        if self.of_variables:
            return self
        floats = {name: _smallest(values(x).detach()) for name, x in measured.items()}
        longest = max(map(len, floats.values()), default=1)
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
        violated = (high < 0) & self.active
        if self.relation == "=":
            holds = (high >= 0) & (high - low <= _RESOLUTION * self.scale + _UNDERFLOW)
        else:
            holds = low >= 0
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


def at_most(left: Array, right: Array) -> Margin:
    """The statement ``left <= right``, entrywise over all axes but the first (the batch).

    Where all that it says is that something is at most infinite, or at least minus infinite, the
    conclusion is trivial.

    Raises:
        FloatSlipped, TypeError: as :func:`equal`.
    """
    a, b, single = _sides(left, right)
    if isinstance(a, Exact) and a.ring == "formal":
        raise NoEquality("an inequality of variables is no identity")
    if isinstance(a, Exact) and a.ring == "enclosure":
        return _without_values("<=", a, b, single)
    margin = _margin(-amax(a - b, -1), "<=", a, b, single)
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
    return amax(absolute(x), -1)


def _sides(left: Array, right: Array) -> tuple[Array, Array, bool]:
    """The sides as rows ``(batch, entries)``, and whether both were single numbers."""
    a, b = alike(_read(left), _read(right))
    if isinstance(a, Tensor) and isinstance(b, Tensor):  # numbers lie on the CPU
        a, b = (a, b.to(a.device)) if a.ndim else (a.to(b.device), b)
    single = not (a.ndim or b.ndim)
    if a.shape != b.shape or single:
        shape = np.broadcast_shapes(tuple(a.shape), tuple(b.shape)) or (1,)
        a, b = broadcast_to(a, shape), broadcast_to(b, shape)
    return _rows(a), _rows(b), single


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


def _vector(x: Array) -> Array:
    """One number per instance: the smallest over the remaining axes."""
    return _smallest(_read(x))


def _smallest(array: Array) -> Array:
    if not array.ndim:
        return array.reshape(1)
    return array if array.ndim == 1 else minimum_over_entries(array)


def minimum_over_entries(x: Array) -> Array:
    """``(batch,)`` the smallest entry of each instance."""
    return -amax(-_rows(x), -1)


__all__ = ["Margin", "at_least", "at_most", "equal", "interval", "maximum", "minimum"]
