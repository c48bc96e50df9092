"""Choices by size: the order of numbers, exact where it matters which one is chosen.

A value that an error bound leaves open is enclosed (:func:`sort`); a position that it leaves open is
undecided: :class:`~lemmata.numbers.exact.NotExact` is raised, and the engine goes on to exact arithmetic.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import exact
from lemmata.numbers.advice import spelled
from lemmata.numbers.exact import Exact, NotExact
from lemmata.numbers.running_error import Tracked


@spelled
def sort(x: Any, axis: int = -1, descending: bool = False) -> Any:
    """The entries along ``axis`` in ascending order, ``(..., n)`` to ``(..., n)``.

    With error bounds and in balls each order statistic is enclosed, whichever entry it is.

    Raises:
        NotExact: of functions of variables.
    """
    if descending:
        return -sort(-x, axis)
    if isinstance(x, Tracked):
        # Sorting changes no entry by more than the largest change of any.
        error = x.error.amax(axis, keepdim=True).broadcast_to(x.error.shape)
        return Tracked(x.value.sort(axis).values, error)
    if not isinstance(x, Exact):
        return x.sort(axis).values
    if x.ring == "formal":
        decided(x)  # refuses
    if x.ring == "ball":
        return Exact(np.apply_along_axis(_sorted_balls, axis, x.values), x.ring)
    return Exact(np.sort(x.values, axis), x.ring)


def _sorted_balls(row: np.ndarray) -> np.ndarray:
    """Between the sorted lower and the sorted upper ends lie the sorted numbers.

    Raises:
        NotExact: one of them has no enclosure, and no place among the others.
    """
    for v in row:
        exact.bounds(v)
    ends = zip(sorted(v.lower() for v in row), sorted(v.upper() for v in row), strict=True)
    result = np.empty(len(row), dtype=object)
    result[:] = [low.union(high) for low, high in ends]
    return result


@spelled
def argmax(x: Any, axis: Any = None) -> Tensor:
    """Where along ``axis`` the largest entry is, the first of equal ones: ``(..., n)`` to places ``(...)``.

    Raises:
        NotExact: error bounds or balls leave it open; of functions of variables.
    """
    if isinstance(x, Tensor):
        return x.argmax(axis)
    if isinstance(x, Tracked):
        index: Tensor = x.value.argmax(axis)
        value, error = x.value.movedim(axis, -1), x.error.movedim(axis, -1)
        at = index[..., None]
        best, bound = value.gather(-1, at), error.gather(-1, at)
        others = torch.arange(value.shape[-1], device=value.device) != at
        # The difference of two floats has the sign of the exact one.
        above = (best - value) > (bound + error) * (1 + 2.0**-40)
        known = above | ((bound == 0) & (error == 0))
        if not bool((known | ~others).all()):
            raise NotExact("which entry is the largest is too close to call")
        return index
    slices = np.moveaxis(x.values, axis, -1)
    found = np.empty(slices.shape[:-1], dtype=np.int64)
    for place in np.ndindex(*slices.shape[:-1]):
        row = slices[place]
        largest = 0
        for k in range(1, len(row)):
            if bool(Exact(row[k], x.ring) > Exact(row[largest], x.ring)):
                largest = k
        found[place] = largest
    return torch.as_tensor(found)


@spelled
def argmin(x: Any, axis: Any = None) -> Tensor:
    """Where along ``axis`` the smallest entry is, the first of equal ones; as :func:`argmax`."""
    return x.argmin(axis) if isinstance(x, Tensor) else argmax(-x, axis)


def decided(x: Exact) -> list[tuple[float, float]]:
    """Floats below and above each entry.

    Raises:
        NotExact: of functions of variables.
    """
    return [exact.bounds(v) for v in x.values.ravel()]
