"""Best factors: by how much the larger side of an inequality may be multiplied on the space of a setting.

From above: boxes decide ``left <= c right``, and that the right side is not negative, for a factor c below 1.
From below: at one instance, in rationals or balls, the ratio of the two sides is at least so large: no smaller
factor will do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import torch

from lemmata.claims.claim import Variant
from lemmata.claims.prompt import Prompt, quantities
from lemmata.numbers import exact
from lemmata.numbers.exact import NotExact
from lemmata.prove import boxes
from lemmata.prove.boxes import Sides, Whole
from lemmata.records.certificate import Factor
from lemmata.search.encoding import encode_fields
from lemmata.search.examiner import Examiner
from lemmata.search.work import Spent, Work

_BOXES, _CORNERS = 24, 8
"""Boxes of a cover, and corners of each, at which the ratio is looked at."""
_ROUNDS = 8
"""Of steps around the largest ratio, each half as long as the one before."""
_STEPS = 5
"""Factors that are tried."""
_NEAR = Fraction(1, 64)
"""Ends that lie so near to each other are near enough."""
_GRID = 2**16
"""Ends are rounded to whole numbers over this one, outwards."""

Point = tuple[Fraction, ...]


def bracket(space: Whole, number: int, tree: str, work: Work) -> Factor | None:
    """What is known of the best factor in the setting of that number; None where no ratio is positive."""
    with suppress(Spent):
        found = _largest(space, tree, work)
        if found is None:
            return None
        low, instance = found
        high, cuts, lowest = Fraction(1), "", low
        for _ in range(_STEPS):
            if high - low <= _NEAR * high:
                break
            factor = Fraction(math.ceil((lowest + high) / 2 * 256), 256)
            if factor >= high:
                break
            sharper = _covered(replace(space, factor=factor), Work((work.limit - work.done) // 3), work)
            high, cuts, lowest = (factor, sharper, lowest) if sharper else (high, cuts, factor)
        setting, prompt = instance
        return Factor(number=number, low=str(low), high=str(high), tree=cuts, setting=setting, prompt=prompt)
    return None


def _covered(space: Whole, share: Work, work: Work) -> str:
    """A tree for a factor; empty where none is found."""
    tree = None
    with suppress(Spent, boxes.NotBoxable):
        tree = boxes.cover(space, share)
    work.done += min(share.done, share.limit)
    return tree or ""


def ratio_at(variant: Variant, s: Any, prompt: Prompt | None) -> Fraction | None:
    """A number that is not above the ratio of the two sides; None where no positive one is certain."""
    examiner = Examiner(variant, torch.device("cpu"))
    for ring in ("rational", "ball"):
        with suppress(NotExact, ZeroDivisionError), exact.ball_precision():
            margin = examiner.evaluate_lifted(s, prompt, "rational" if ring == "rational" else "ball")
            if margin.relation != "<=" or not bool(margin.active.all()):
                return None
            sides = zip(margin.left.values.flat, margin.right.values.flat, strict=True)
            ratios = [low / high for a, b in sides if (low := _ends(a)[0]) > 0 and (high := _ends(b)[1]) > 0]
            return _down(max(ratios)) if ratios else None
    return None


def _ends(value: Any) -> tuple[Fraction, Fraction]:
    with suppress(NotExact):
        number = exact.fraction(value)
        return number, number
    low, high = exact.bounds(value)
    return Fraction(low), Fraction(high)


def _down(ratio: Fraction) -> Fraction:
    return Fraction(math.floor(ratio * _GRID), _GRID)


def instance_of(space: Whole, point: Point) -> tuple[Any, Prompt | None] | None:
    """The setting and the prompt at a point; None where they do not meet the hypotheses."""
    floats = [float(v) for v in point]
    if any(Fraction(f) != v for f, v in zip(floats, point, strict=True)):
        return None
    made: dict[bool, dict[str, Any]] = {False: {}, True: {}}
    start = 0
    for q in space.quantities:
        entries = floats[start : (start := start + math.prod(q.shape))]
        tensor = torch.tensor(entries, dtype=torch.float64).reshape(q.shape)
        before = getattr(space.setting, q.name, None)
        made[q.of_prompt][q.name] = entries[0] if not q.of_prompt and isinstance(before, float) else tensor
    variant, s = space.variant, space.setting
    known = {**quantities(s), **made[False]}
    s = Prompt(**known) if isinstance(s, Prompt) else replace(s, **known)
    if variant.settings.explain(s):
        return None
    if variant.prompts is None:
        return s, None
    prompt = Prompt(**made[True])
    if variant.prompts(s).explain(prompt):
        return None
    return s, prompt.map(lambda value: value[None])


def _largest(space: Whole, tree: str, work: Work) -> tuple[Fraction, Any] | None:
    """The largest ratio that is met, and where."""
    known: dict[Point, Fraction] = {}

    def met(point: Point) -> Fraction:
        if point not in known:
            work.spend(64)
            known[point] = Fraction(0)
            with suppress(Exception):  # of the claim's own code
                instance = instance_of(space, point)
                known[point] = (instance and ratio_at(space.variant, *instance)) or Fraction(0)
        return known[point]

    best = max(_points(space.sides, tree), key=met)
    steps = [(high - low) / 4 for low, high in space.sides]
    for k in range(_ROUNDS):
        for i, step in enumerate(steps):
            low, high = space.sides[i]
            nearby = (min(max(best[i] + by * step / 2**k, low), high) for by in (-1, 1))
            best = max([best, *((*best[:i], v, *best[i + 1 :]) for v in nearby)], key=met)
    instance = instance_of(space, best) if met(best) > 0 else None
    if instance is None:
        return None
    s, prompt = instance
    row = None if prompt is None else prompt.map(lambda value: value[0])
    return met(best), (encode_fields(s), None if row is None else encode_fields(row))


def _points(sides: Sides, tree: str) -> Iterator[Point]:
    """The middle of the space, and middles and corners of the first boxes of its cover."""
    for box in [sides, *(leaf for leaf, _ in islice(boxes.leaves(tree, sides), _BOXES))]:
        yield tuple((low + high) / 2 for low, high in box)
        yield from islice(product(*box), _CORNERS)
