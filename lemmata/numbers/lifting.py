"""The same setting, or number, in another arithmetic: tracked floats, rationals or balls."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers import exact
from lemmata.numbers.arithmetic import Arithmetic, Size, of_data
from lemmata.numbers.arrays import stored
from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked


def lift(instance: Any, arithmetic: Arithmetic) -> Any:
    """A setting, a quantity of a prompt or a number in ``arithmetic``; every float is taken as exact.

    Texts and truth values stay what they are. Whole numbers count and choose as before, and are numbers
    of the arithmetic where they are divided or a root is taken (:class:`~lemmata.numbers.arithmetic.Size`).

    Raises:
        NotExact: a number is infinite, or NaN, and the arithmetic has none.
        TypeError: it is made of something else.
    """
    if instance is None or isinstance(instance, bool | str):
        return instance
    if isinstance(instance, int):
        return Size(instance, arithmetic)
    if isinstance(instance, Fraction):
        return of_data(instance, arithmetic)
    if isinstance(instance, Tensor):
        if arithmetic == "tracked":
            return Tracked.of(instance.to(torch.float64))
        return stored(instance.detach().cpu(), Exact([], arithmetic))
    if isinstance(instance, float):
        if arithmetic == "tracked":
            return Tracked.of(instance)
        return Exact(np.array(exact.lift(instance, arithmetic), dtype=object), arithmetic)
    if isinstance(instance, tuple):
        return tuple(lift(part, arithmetic) for part in instance)
    if is_dataclass(instance) and not isinstance(instance, type):
        parts = {f.name: lift(getattr(instance, f.name), arithmetic) for f in fields(instance)}
        return replace(instance, **parts)
    raise TypeError(
        f"{instance!r} of type {type(instance).__name__} cannot be part of an instance; use whole "
        "numbers, fractions, floats, texts, float64 tensors, or tuples and dataclasses of these"
    )
