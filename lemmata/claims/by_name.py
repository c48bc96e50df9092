"""Functions that an author writes of quantities by their names: ``lambda n, x: ...``.

A check, a hypothesis, a region or an ingredient is written for one instance: arrays among its
arguments are :class:`~lemmata.numbers.instance_arrays.InstanceArray`. A domain's ends and a construction see
the setting alone, whose arrays have no batch axis as they are.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch

from lemmata.claims.prompt import Prompt
from lemmata.errors import ClaimError
from lemmata.numbers import arithmetic
from lemmata.numbers.instance_arrays import (
    InstanceArray,
    is_array,
    of_one_instance,
    over_batches,
    supposing_comparisons,
)
from lemmata.numbers.lifting import lift


@functools.lru_cache(4096)
def parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    """The names of a function's parameters; reading a signature takes long."""
    return tuple(inspect.signature(function).parameters)


@dataclass(frozen=True)
class OfSetting:
    """A function of quantities of the setting by name, to be called with the setting."""

    __wrapped__: Callable[..., Any]

    def __call__(self, s: Any) -> Any:
        with of_one_instance(None):  # the setting's arrays are given to it as they are, also within a check
            return self.__wrapped__(**{name: getattr(s, name) for name in parameters(self.__wrapped__)})

    @property
    def __signature__(self) -> inspect.Signature:
        return _OF_SETTING

    @property
    def __name__(self) -> str:
        return getattr(self.__wrapped__, "__name__", "function")


def of_setting(function: Callable[..., Any], known: Iterable[str]) -> OfSetting:
    """A function of quantities by their names as one of the setting.

    Raises:
        ClaimError: it asks for something else.
    """
    if unknown := [name for name in parameters(function) if name not in known]:
        raise ClaimError(
            f"{getattr(function, '__name__', 'a function')} asks for {', '.join(unknown)}; before it stand "
            f"{', '.join(known) or 'no quantities'}"
        )
    return OfSetting(function)


@dataclass(frozen=True)
class Condition(OfSetting):
    """A condition on quantities by name: of the setting, or of the setting and one prompt."""

    of_prompt: bool = False

    def __call__(self, s: Any, prompt: Prompt | None = None) -> bool:
        batch = None if prompt is None else prompt.map(lambda value: value[None])
        instance = Instance(s, batch)
        with of_one_instance(instance.like):
            return bool(self.__wrapped__(**instance.given_to(self.__wrapped__)))

    @property
    def __signature__(self) -> inspect.Signature:
        return _OF_BOTH if self.of_prompt else _OF_SETTING

    def slacks(self, s: Any, prompts: Prompt) -> list[Any]:
        """By how much the comparisons that it is made of hold at each of a batch, as if all of them did."""
        instance = Instance(s, prompts)
        with of_one_instance(instance.like), supposing_comparisons() as slacks:
            self.__wrapped__(**instance.given_to(self.__wrapped__))
        return slacks

    def beside(self, s: Any) -> Callable[[Prompt], bool]:
        """The condition on prompts of one setting."""
        return _Beside(self.__wrapped__, self, s)


@dataclass(frozen=True)
class _Beside(OfSetting):
    """A condition on prompts, beside one setting.

    (Python 3.11.2 fails without a docstring: dataclasses would make one of ``__signature__`` of the class.)
    """

    condition: Condition
    s: Any

    def slacks(self, prompts: Prompt) -> list[Any]:
        """As :meth:`Condition.slacks`."""
        return self.condition.slacks(self.s, prompts)

    def __call__(self, prompt: Prompt) -> bool:
        kind = arithmetic.of(0)
        return self.condition(lift(self.s, kind) if kind else self.s, prompt)


_OF_SETTING = inspect.signature(lambda s: None)
_OF_BOTH = inspect.signature(lambda s, prompt: None)


# -- a check of one instance ---------------------------------------------------------------------------


class Instance:
    """The quantities of the instances of a batch, each as one of one instance."""

    def __init__(self, s: Any, prompt: Prompt | None) -> None:
        self.s, self.data = s, {} if prompt is None else dict(prompt.items())

    def __getitem__(self, name: str) -> Any:
        if name in self.data:
            return InstanceArray(self.data[name])
        if not hasattr(self.s, name):
            raise ClaimError(f"nothing is called {name}; there are {', '.join([*self.data, *vars(self.s)])}")
        value = getattr(self.s, name)
        if not (is_array(value) and value.ndim):
            return value
        if isinstance(value, torch.Tensor):  # what follows from numbers alone was made on the CPU
            value = value.to(self.device or value.device)
        return InstanceArray(value[None], True)

    @functools.cached_property
    def device(self) -> torch.device | None:
        """Where the data are; None without any."""
        return next((x.device for x in self.data.values() if isinstance(x, torch.Tensor)), None)

    def like(self) -> Any:
        """A number in the arithmetic of the instances, on their device."""
        arrays = [x for x in (*self.data.values(), *_values(self.s)) if is_array(x)]
        if arrays:
            x = arrays[0]
            return x.reshape(-1)[0] if x.ndim else x
        kind = next((kind for x in _values(self.s) if (kind := arithmetic.of(x)) is not None), None)
        return torch.zeros((), dtype=torch.float64) if kind is None else arithmetic.number(0, kind)

    def given_to(self, function: Callable[..., Any]) -> dict[str, Any]:
        """What a function asks for."""
        return {name: self[name] for name in parameters(function)}


def _values(s: Any) -> tuple[Any, ...]:
    return tuple(vars(s).values()) if s is not None else ()


class Network:
    """A construction whose arguments are arrays of one instance; all else is as it was built."""

    def __init__(self, built: Any) -> None:
        self._built = built

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return over_batches(self._built)(*arguments, **named)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._built, name)
        return over_batches(value) if inspect.ismethod(value) else value
