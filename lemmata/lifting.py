"""The same instance in another arithmetic: tracked floats, rationals or balls."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal

import torch
from torch import Tensor

from lemmata import exact
from lemmata.arrays import constant
from lemmata.exact import Exact
from lemmata.running_error import Tracked
from lemmata.spaces import Prompt

Arithmetic = Literal["tracked", "rational", "ball"]


def lift(instance: Any, arithmetic: Arithmetic) -> Any:
    """A setting, a prompt or a number in ``arithmetic``; every float is taken as exact.

    Whole numbers, texts and booleans stay what they are: they count and choose.
    """
    if instance is None or isinstance(instance, bool | int | str):
        return instance
    if isinstance(instance, Prompt):
        return instance.map(lambda value: lift(value, arithmetic))
    if isinstance(instance, Tensor):
        if arithmetic == "tracked":
            return Tracked.of(instance.to(torch.float64))
        return constant(instance.detach().cpu(), Exact([], arithmetic))
    if isinstance(instance, float):
        if arithmetic == "tracked":
            return Tracked.of(torch.tensor(instance, dtype=torch.float64))
        return exact.lift(instance, arithmetic)
    if isinstance(instance, tuple):
        return tuple(lift(part, arithmetic) for part in instance)
    if is_dataclass(instance) and not isinstance(instance, type):
        parts = {f.name: lift(getattr(instance, f.name), arithmetic) for f in fields(instance)}
        return replace(instance, **parts)
    raise TypeError(
        f"{instance!r} of type {type(instance).__name__} cannot be part of an instance; use whole "
        "numbers, floats, texts, float64 tensors, or tuples and dataclasses of these"
    )


def move(instance: Any, device: torch.device) -> Any:
    """The instance with its tensors on ``device``."""
    if isinstance(instance, Tensor):
        return instance.to(device)
    if isinstance(instance, Prompt):
        return instance.map(lambda value: move(value, device))
    if isinstance(instance, tuple):
        return tuple(move(part, device) for part in instance)
    if is_dataclass(instance) and not isinstance(instance, type):
        return replace(
            instance, **{f.name: move(getattr(instance, f.name), device) for f in fields(instance)}
        )
    return instance
