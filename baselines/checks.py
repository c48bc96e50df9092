"""Refusal of what a baseline would have to cast or guess."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from lemmata.numbers.exact import Exact
from lemmata.numbers.running_error import Tracked


def require_array(**arrays: Any) -> None:
    """Each argument is a float64 tensor, a tracked array or an exact array.

    Raises:
        TypeError: names the argument, what it is and the remedy.
    """
    for name, value in arrays.items():
        if isinstance(value, Tracked | Exact):
            continue
        require_float64(**{name: value})


def require_float64(**tensors: Any) -> None:
    """Each argument is a float64 tensor.

    Raises:
        TypeError: names the argument, what it is and the remedy.
    """
    for name, value in tensors.items():
        if not isinstance(value, Tensor):
            raise TypeError(
                f"{name} is a {type(value).__name__}; expected a float64 torch.Tensor "
                f"(torch.as_tensor({name}, dtype=torch.float64))"
            )
        if value.dtype != torch.float64:
            raise TypeError(
                f"{name} has dtype {value.dtype}; expected torch.float64, and nothing is cast "
                f"silently ({name}.to(torch.float64))"
            )


def require_finite(**tensors: Tensor) -> None:
    """No argument, of any shape, holds a NaN or an infinity.

    Raises:
        ValueError: names the argument and how many entries are not finite.
    """
    for name, value in tensors.items():
        bad = int((~torch.isfinite(value)).sum())
        if bad:
            raise ValueError(f"{name} has {bad} entries that are NaN or infinite; expected finite ones")


def require_shape(expected: str, agree: bool, **arrays: Any) -> None:
    """The shapes agree with what ``expected`` says in words.

    Raises:
        ValueError: names the arguments and their shapes.
    """
    if not agree:
        shapes = ", ".join(f"{name} {tuple(value.shape)}" for name, value in arrays.items())
        raise ValueError(f"the shapes are {shapes}; expected {expected}")
