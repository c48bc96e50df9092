"""Sums of products of arrays, by the letters of their axes."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from lemmata.numbers import arrays


def einsum(formula: str, *parts: Any) -> Any:
    """The sum of products of ``formula``, as of NumPy and torch: ``einsum("...ij,...j->...i", A, x)``.

    Args:
        formula: letters of the axes of each array, separated by commas; after ``->`` those of the result.
            Without ``->`` it has the letters that occur once, in the order of the alphabet. ``...`` stands
            for leading axes.
        parts: the arrays, of one arithmetic or of several.

    Raises:
        ValueError: a letter twice in one array (:func:`~lemmata.numbers.arrays.trace` is for that), or letters
            that do not fit the arrays.
    """
    parts = arrays.alike(*parts)
    text = formula.replace(" ", "")
    sources, arrow, target = text.partition("->")
    letters = sources.split(",")
    if len(letters) != len(parts):
        raise ValueError(f"einsum {formula!r} is of {len(letters)} arrays, got {len(parts)}")
    if not arrow:
        plain = sources.replace(",", "").replace("...", "")
        target = "..." * ("..." in text) + "".join(sorted(k for k in set(plain) if plain.count(k) == 1))
    if isinstance(parts[0], Tensor):
        return torch.einsum(f"{','.join(letters)}->{target}", *parts)
    leading = max(
        (x.ndim - len(k.replace("...", "")) for k, x in zip(letters, parts, strict=True) if "..." in k),
        default=0,
    )
    named = [_named(k, x.ndim) for k, x in zip(letters, parts, strict=True)]
    result_axes = _axes(target, leading)
    axes = [*result_axes, *dict.fromkeys(k for names in named for k in names if k not in result_axes)]
    if missing := [k for k in result_axes if not any(k in names for names in named)]:
        raise ValueError(f"einsum {formula!r}: the result has the letter {missing[0]}, which no array has")
    product: Any = None
    for x, names in zip(parts, named, strict=True):
        aligned = _aligned(x, names, axes)
        product = aligned if product is None else product * aligned
    summed = tuple(range(len(result_axes), len(axes)))
    return arrays.sum(product, summed) if summed else product


def _axes(letters: str, leading: int) -> list[str]:
    """The names of axes; leading ones are counted from the last."""
    head = [f"...{k}" for k in range(leading, 0, -1)] if letters.startswith("...") else []
    return [*head, *letters.removeprefix("...")]


def _named(letters: str, ndim: int) -> list[str]:
    names = _axes(letters, ndim - len(letters.removeprefix("...")))
    if len(names) != ndim or not all(k.isalpha() or k.startswith("...") for k in names):
        raise ValueError(f"einsum: {letters!r} does not name the axes of an array of {ndim}")
    if len(set(names)) < ndim:
        raise ValueError(f"einsum: a letter twice in {letters!r}: write trace(x), or sum(x * eye(n, x), -1)")
    return names


def _aligned(x: Any, names: list[str], axes: list[str]) -> Any:
    """``x`` with its axes in the order of ``axes``, those it lacks of length 1."""
    order = sorted(range(len(names)), key=lambda k: axes.index(names[k]))
    current = list(range(len(names)))
    for place, source in enumerate(order):
        at = current.index(source)
        x = arrays.moveaxis(x, at, place)
        current.insert(place, current.pop(at))
    return x.reshape(*(x.shape[order.index(names.index(k))] if k in names else 1 for k in axes))
