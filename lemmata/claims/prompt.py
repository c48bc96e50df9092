"""One instance's quantities, and those of a batch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any

import torch
from torch import Tensor


def quantities(instance: Any) -> dict[str, Any]:
    """The numbers of an instance by name; what a dataclass derives from its fields is not among them."""
    if is_dataclass(instance):
        return {f.name: getattr(instance, f.name) for f in fields(instance)}
    return dict(vars(instance))


class Prompt:
    """The data of a batch of instances: each quantity is an attribute with a leading batch axis."""

    def __init__(self, **quantities: Any) -> None:
        self.__dict__.update(quantities)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the prompt has no quantity {name!r}; it has {sorted(self.__dict__)}")

    def items(self) -> Any:
        """The quantities by name."""
        return self.__dict__.items()

    def __len__(self) -> int:
        return len(next(iter(self.__dict__.values())))

    def map(self, function: Callable[[Any], Any]) -> Prompt:
        """A prompt with ``function`` applied to every quantity."""
        return Prompt(**{name: function(value) for name, value in self.items()})

    def take(self, index: Tensor | slice) -> Prompt:
        """The instances at ``index``."""
        return self.map(lambda value: value[index])

    def followed_by(self, *others: Prompt) -> Prompt:
        """The instances of all these batches."""
        if not others:
            return self
        return Prompt(
            **{
                name: torch.cat([value, *(getattr(other, name) for other in others)])
                for name, value in self.items()
            }
        )

    def __repr__(self) -> str:
        return f"Prompt({', '.join(f'{k}={v!r}' for k, v in self.items())})"
