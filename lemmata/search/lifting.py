"""The same instance in another arithmetic, or on another device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

import torch
from torch import Tensor

from lemmata.claims.prompt import Prompt
from lemmata.numbers import lifting
from lemmata.numbers.arithmetic import Arithmetic


def lift(instance: Any, arithmetic: Arithmetic) -> Any:
    """A setting, a prompt or a number in ``arithmetic``, as :func:`lemmata.numbers.lifting.lift`."""
    if isinstance(instance, Prompt):
        return instance.map(lambda value: lifting.lift(value, arithmetic))
    return lifting.lift(instance, arithmetic)


def move(instance: Any, device: torch.device, real: Callable[[Any], Any] = float) -> Any:
    """The instance for float64: its tensors on ``device``, its fractions as the nearest floats.

    Args:
        instance: a setting, a prompt or a number.
        device: where to.
        real: makes a float of each real number.
    """
    if isinstance(instance, Tensor):
        return instance.to(device)
    if isinstance(instance, Fraction | float):
        return real(instance)
    if isinstance(instance, Prompt):
        return instance.map(lambda value: move(value, device, real))
    if isinstance(instance, tuple):
        return tuple(move(part, device, real) for part in instance)
    if is_dataclass(instance) and not isinstance(instance, type):
        moved = {f.name: move(getattr(instance, f.name), device, real) for f in fields(instance)}
        return replace(instance, **moved)
    return instance
