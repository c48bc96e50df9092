"""Structured shrinking: a smaller witness from one that a batch or a climb found.

Fewer dimensions, layers and tokens first, then zeros, ones, twos and halves, then rounder numbers, then all
numbers of a quantity on a scale near 1, as long as the statement still fails.

It evaluates no candidate outside of the hypotheses. An error in the evaluation of a candidate rejects that
candidate alone: the best violation so far stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from functools import partial
from math import gcd, isfinite, lcm
from typing import Any

import torch
from torch import Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, within
from lemmata.search.evaluation import first, take
from lemmata.search.examiner import Examiner, Violation

_STARTS = 8
_AS_CLEAR = 0.5
"""The part of its relative margin that a violation keeps elsewhere: what hardly fails shows little."""


Property = Callable[[Any, Prompt | None], bool]
"""Of a setting and a prompt."""
Simplification = Callable[[Tensor], Tensor]
"""Of numbers, entry by entry."""


def shrink(examiner: Examiner, violation: Violation, budget: int, keeps: Property | None = None) -> Violation:
    """The smallest violation that ``budget`` candidates lead to; at least as well confirmed.

    A property that the violation has (``keeps``) is one of every smaller violation that is taken.
    """
    has = False
    with suppress(Exception):  # as below; then there is nothing to keep
        has = keeps is not None and keeps(violation.setting, violation.prompt)
    shrinker = _Shrinker(examiner, violation, budget, keeps if has else None)
    with suppress(Exception):  # a claim's own code may raise anything: the best so far stays
        shrinker.run()
    return shrinker.best


@dataclass
class _Shrinker:
    examiner: Examiner
    best: Violation
    budget: int
    keeps: Property | None = None

    def run(self) -> None:
        before = None
        while self.budget > 0 and before is not self.best:
            before = self.best
            self._sizes()
            self._numbers()
            self._scales()

    # -- simplifications ---------------------------------------------------------------------------

    def _sizes(self) -> None:
        """Whole numbers and choices of the setting, the simplest first; arrays are cut to fit."""
        for name, domain in list(self._settings()):
            value = getattr(self.best.setting, name)
            for simpler, start in _simpler(domain, value):
                if self._accept(*self._rebuilt({name: simpler}, start)):
                    break

    def _numbers(self) -> None:
        """Zeros, plain and rounder numbers: of everything at once, then of ever smaller parts."""
        for simpler, clear in _SIMPLER:
            with suppress(Exception):  # a space may raise anything outside of its hypotheses
                self._simplify_prompt(simpler, clear)
        for name, _ in list(self._settings()):
            value = getattr(self.best.setting, name)
            if isinstance(value, Tensor | float):
                for simpler, clear in _SIMPLER:
                    self._simplify_field(name, simpler, clear)

    def _scales(self) -> None:
        """Numbers near 1: of each quantity by itself, then of all at once, then of one after the other."""
        names = list(self._quantities())
        own = {name: next(divisors(value), 1.0) for name, value in self._quantities().items()}
        self._accept(*self._divided(own), clear=_AS_CLEAR)
        for group in filter(None, (names, *([name] for name in names))):
            quantities = self._quantities()
            if not set(group) <= set(quantities):
                return  # a smaller setting has others
            numbers = torch.cat([quantities[name].reshape(-1) for name in group])
            for divisor in divisors(numbers):
                if self._accept(*self._divided(dict.fromkeys(group, divisor)), clear=_AS_CLEAR):
                    break

    def _quantities(self) -> dict[tuple[str, str], Tensor]:
        """The real numbers of the best violation, those of the setting first."""
        real = [("setting", name, getattr(self.best.setting, name)) for name, _ in self._settings()]
        if self.best.prompt is not None:
            real += [("prompt", name, value) for name, value in self.best.prompt.items()]
        return {
            (owner, name): torch.as_tensor(value, dtype=torch.float64)
            for owner, name, value in real
            if isinstance(value, Tensor | float)
        }

    def _divided(self, by: dict[tuple[str, str], float]) -> tuple[Any, Prompt | None]:
        """The setting and the prompt with some quantities divided, within the hypotheses."""
        changed, prompt = {}, self.best.prompt
        for (owner, name), divisor in by.items():
            if owner == "setting":
                changed[name] = getattr(self.best.setting, name) / divisor
        s, prompt = self._rebuilt(changed)
        if s is None or prompt is None or self.examiner.variant.prompts is None:
            return s, prompt
        scaled = {name: value / by.get(("prompt", name), 1.0) for name, value in prompt.items()}
        try:
            return s, self.examiner.variant.prompts(s).project(Prompt(**scaled))
        except Exception:  # noqa: BLE001 - a space may raise anything outside of its hypotheses
            return None, None

    def _simplify_field(self, name: str, simplify: Simplification, clear: float) -> None:
        value = torch.as_tensor(getattr(self.best.setting, name), dtype=torch.float64)
        for part in _parts(value):
            current = torch.as_tensor(getattr(self.best.setting, name), dtype=torch.float64)
            if self.budget <= 0 or current.shape != value.shape:
                return
            simpler = torch.where(part, simplify(current), current)
            if torch.equal(simpler, current):
                continue
            number: Any = simpler if simpler.ndim else float(simpler)
            self._accept(*self._rebuilt({name: number}), clear=clear)

    def _simplify_prompt(self, simplify: Simplification, clear: float) -> None:
        """Tries all single changes as one batch, then as many of those that still fail together."""
        prompt = self.best.prompt
        if prompt is None or self.examiner.variant.prompts is None or self.budget <= 0:
            return
        names = [name for name, _ in prompt.items()]
        flat = torch.cat([value[0].reshape(-1) for _, value in prompt.items()])
        goal = simplify(flat)
        places = (goal != flat).nonzero()[:, 0]
        if not len(places):
            return
        space = self.examiner.variant.prompts(self.best.setting)

        def assembled(rows: Tensor) -> Prompt:
            arrays, start = {}, 0
            for name in names:
                shape = getattr(prompt, name).shape[1:]
                size = shape.numel()
                arrays[name] = rows[:, start : start + size].reshape(-1, *shape)
                start += size
            projected: Prompt = space.project(Prompt(**arrays))
            return projected

        rows = flat.repeat(len(places), 1)
        rows[torch.arange(len(places)), places] = goal[places]
        ranked = places[self._failing(assembled(rows), space)]
        together = len(ranked)
        while together:
            row = flat.clone()
            row[ranked[:together]] = goal[ranked[:together]]
            if self._accept(self.best.setting, assembled(row[None]), clear=clear):
                return
            together //= 2

    def _failing(self, prompt: Prompt, space: Space) -> Tensor:
        """The places of candidates within the space that fail in float64, the clearest first.

        If the evaluation of the batch raises, these are all places within: the error of one candidate
        says nothing of the others.
        """
        admissible = within(prompt, space)
        if not len(admissible):
            return admissible
        self.budget -= 1
        try:
            readout = self.examiner.readout(self.best.setting, prompt.take(admissible))
        except Exception:  # noqa: BLE001 - a claim's own code may raise anything
            return admissible
        relative = readout.counting
        order = relative.argsort(stable=True)
        return admissible[order[relative[order] < 0]]

    # -- candidates ----------------------------------------------------------------------------------

    def _settings(self) -> Iterator[tuple[str, Domain]]:
        s = self.best.setting
        if is_dataclass(s):
            yield from self.examiner.variant.settings.resolve({f.name: getattr(s, f.name) for f in fields(s)})

    def _rebuilt(self, changed: dict[str, Any], start: int = 0) -> tuple[Any, Prompt | None]:
        """The setting with ``changed`` fields, arrays and prompt cut to the sizes that follow."""
        variant, old = self.examiner.variant, self.best
        try:
            s = fitted(variant.settings, vars(old.setting), changed, start)
            if s is None or old.prompt is None or variant.prompts is None:
                return s, old.prompt
            one = fitted(variant.prompts(s), vars(first(old.prompt)), {}, start)
        except Exception:  # noqa: BLE001 - a space may raise anything outside of its hypotheses
            return None, None
        return (s, None) if one is None else (s, one.map(lambda v: v[None]))

    def _size(self, s: Any, prompt: Prompt | None) -> tuple[int, int, int]:
        """The amount to read: the sizes and entries, then the non-zero ones, then their digits."""
        numbers = list(_numbers(vars(s).values()))
        if prompt is not None:
            numbers += list(_numbers(first(prompt).__dict__.values()))
        size = len(numbers)
        for name, domain in self.examiner.variant.settings.resolve(vars(s)):
            value = getattr(s, name)
            if isinstance(domain, choices):
                size += domain.options.index(value) if value in domain.options else 0
            elif type(value) is int:
                size += value
        return size, sum(v != 0 for v in numbers), sum(map(_digits, numbers))

    def _accept(self, s: Any, prompt: Prompt | None, clear: float = 0.0) -> bool:
        """Takes a candidate if it is smaller, meets the hypotheses and still fails, ``clear`` times as far."""
        if s is None or (prompt is None) != (self.best.prompt is None) or self.budget <= 0:
            return False
        try:
            violation = self._judged(s, prompt)
            if violation is None or (self.keeps is not None and not self.keeps(s, prompt)):
                return False
        except Exception:  # noqa: BLE001 - a claim's own code may raise anything
            return False
        if violation.genuine < self.best.genuine:
            return False
        if float(violation.margin.relative[0]) > clear * float(self.best.margin.relative[0]):
            return False
        self.best = violation
        return True

    def _judged(self, s: Any, prompt: Prompt | None) -> Violation | None:
        """The violation at a candidate that is smaller and meets the hypotheses."""
        variant, old = self.examiner.variant, self.best
        if self._size(s, prompt) >= self._size(old.setting, old.prompt):
            return None
        if variant.outside(s, prompt) is not None:
            return None
        self.budget -= 1
        readout = self.examiner.readout(s, prompt)
        if not bool(readout.active[0]) or not float(readout.relative[0]) < 0:
            return None
        return self.examiner.confirm(s, take(prompt, torch.tensor([0])))


def fitted(space: Space, old: dict[str, Any], changed: dict[str, Any], start: int = 0) -> Any:
    """An instance of the space from old values: sizes follow those they depend on, arrays are cut or filled up.

    Where an axis gets shorter, what stays begins at ``start`` (and goes on at the front).
    """
    fitted: dict[str, Any] = {}
    for name, domain in space.resolve(fitted):
        value = changed.get(name, old[name])
        if isinstance(domain, dims) and type(value) is int:
            value = domain.nearest(value)
        shape = getattr(domain, "shape", None)
        if isinstance(value, Tensor) and shape is not None and tuple(value.shape) != tuple(shape):
            if value.ndim != len(shape):
                return None
            padded = torch.zeros(shape, dtype=value.dtype)
            for axis, (a, b) in enumerate(zip(value.shape, shape, strict=True)):
                indices = sorted((start + i) % a for i in range(min(a, b)))
                value = value.index_select(axis, torch.tensor(indices, dtype=torch.long))
            padded[tuple(map(slice, value.shape))] = value
            value = domain.project(padded[None])[0]
        fitted[name] = value
    return space.holder(**fitted)


def _simpler(domain: Domain, value: Any) -> Iterator[tuple[Any, int]]:
    """Simpler values, the simplest first, each with the index at which what stays begins."""
    if isinstance(domain, choices):
        yield from ((option, 0) for option in domain.options[: domain.options.index(value)])
    elif isinstance(domain, dims) and isinstance(value, int):
        tried = {domain.low, domain.low + 1, value // 2, value - 2, value - 1}
        tried |= {value - (value >> k) for k in (2, 3)}  # what fails from a size on: bisection
        for simpler in sorted(v for v in tried if domain.low <= v < value):
            starts = min(value, _STARTS) if simpler in (domain.low, value - 1) else 1
            yield from ((simpler, start) for start in range(starts))


def _plain(target: float, values: Tensor) -> Tensor:
    """Numbers with more digits than ``target`` as that, with the sign that they have."""
    long = torch.tensor([_digits(v) > _digits(target) for v in values.reshape(-1).tolist()], dtype=torch.bool)
    return torch.where(long.reshape(values.shape), values.sign() * target, values)


def _rounded(bits: int, values: Tensor) -> Tensor:
    """Multiples of ``2^-bits``."""
    rounded: Tensor = torch.round(values * 2**bits) / 2**bits
    return rounded


_SIMPLER: tuple[tuple[Simplification, float], ...] = (
    (torch.zeros_like, 0.0),
    *((partial(_plain, target), _AS_CLEAR) for target in (1.0, 2.0, 0.5)),
    *((partial(_rounded, bits), 0.0) for bits in (0, 1, 3, 6, 12, 24)),
)
"""Each with the part of its relative margin that a violation has to keep."""


def _parts(value: Tensor) -> Iterator[Tensor]:
    """All entries, halves, quarters, down to single ones, as masks."""
    flat = torch.arange(value.numel())
    size = value.numel()
    while size:
        for start in range(0, value.numel(), size):
            yield ((flat >= start) & (flat < start + size)).reshape(value.shape)
        size = 0 if size == 1 else -(-size // 2)


def _numbers(values: Any) -> Iterator[float]:
    for value in values:
        if isinstance(value, Tensor):
            yield from value.reshape(-1).tolist()
        elif isinstance(value, float):
            yield value
        elif isinstance(value, tuple):
            yield from _numbers(value)


# -- scales ------------------------------------------------------------------------------------------


def divisors(values: Tensor) -> Iterator[float]:
    """Positive numbers by which to divide, the one with the simplest outcome first.

    Many a statement fails on every scale: a violation of ``||x + y|| <= ||x||`` at ``x = 1/4096`` is one at
    ``x = 1``, too. They make the largest number 1 or -1, then the first that is not 0, then all of them whole
    numbers without a common factor.

    Args:
        values: numbers of any shape; where all are 0, or one is not finite, there is nothing to divide by.
    """
    numbers = [abs(v) for v in values.reshape(-1).tolist() if v]
    if not numbers or not all(map(isfinite, numbers)):
        return
    tried = {1.0}
    for divisor in (max(numbers), numbers[0], _common(numbers)):
        if divisor > 0 and divisor not in tried:
            tried.add(divisor)
            yield divisor


def _common(numbers: list[float]) -> float:
    """The greatest common divisor of positive numbers; 0 where no float is that small."""
    exact = [Fraction(v) for v in numbers]
    return float(Fraction(gcd(*(v.numerator for v in exact)), lcm(*(v.denominator for v in exact))))


def _digits(value: float) -> int:
    exact = Fraction(value)
    return exact.numerator.bit_length() + exact.denominator.bit_length()
