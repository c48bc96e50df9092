"""One instance's quantities, and those of a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
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

    @staticmethod
    def together(batches: Iterable[Prompt], most: int) -> Prompt:
        """The instances of all these batches, of which there is one and which have at most so many together.

        Each batch is copied as it comes, so that the memory of one serves the next.
        """
        whole: dict[str, Tensor] = {}
        count = 0
        for batch in batches:
            if len(batch) == most:
                return batch
            for name, value in batch.items():
                if name not in whole:
                    whole[name] = value.new_empty(most, *value.shape[1:])
                whole[name][count : count + len(value)] = value
            count += len(batch)
        return Prompt(**whole).take(slice(count))

    def __repr__(self) -> str:
        return f"Prompt({', '.join(f'{k}={v!r}' for k, v in self.items())})"
