"""Whole numbers, and what is chosen from a list."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.base import STRATEGIES, Domain, Latent, require_meant_number
from lemmata.claims.domains.template import Template


@dataclass(frozen=True)
class dims(Domain):
    """Whole numbers from ``low`` up, drawn up to ``high``, small ones first.

    ``most`` is an upper bound that the statement itself demands; without it larger numbers than
    the drawn ones meet the hypotheses, too. An upper end that names quantities, ``dims(1, "n - 1")``, is
    such a bound, unless ``most`` says another: ``dims(1, "min(n, 5)", most="n")``.
    """

    is_law = False

    low: Any
    high: Any
    most: Any = field(default=None, repr=False)

    @classmethod
    def of_quantities(cls, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> Template:
        high = arguments[1] if len(arguments) > 1 else named.get("high")
        if isinstance(high, str) and len(arguments) < 3:
            named = {"most": high, **named}
        return super().of_quantities(arguments, named)

    def strategy(self) -> st.SearchStrategy[int]:
        return _integers(self.low, self.high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.randint(self.low, self.high + 1, (batch,), generator=generator)

    def contains(self, value: Any) -> bool:
        return isinstance(value, int) and self.low <= value and (self.most is None or value <= self.most)

    def pick(self, generator: Generator) -> Any:
        return super().pick(generator) if self.low <= self.high else None

    def nearest(self, value: int) -> int:
        """The whole number of the domain that is nearest to ``value``."""
        value = max(value, self.low)
        return value if self.most is None else min(value, self.most)

    def ends(self) -> tuple[int, int]:
        return self.low, self.high

    @property
    def is_point(self) -> bool:
        return bool(self.low == self.high)

    @staticmethod
    def words(name: str, low: str, high: str, most: str | None = None) -> str:
        if most is None:
            return rf"whole numbers ${name}\ge {low}$"
        return f"${name}={low}$" if low == most else rf"whole numbers ${low}\le {name}\le {most}$"

    @staticmethod
    def drawn_words(low: str, high: str, most: str | None = None) -> str:
        return "" if high == most else f"${low}$" if low == high else f"${low}$ to ${high}$"


@dataclass(frozen=True)
class choices(Domain):
    """One of the listed values, the first being the simplest; as a law, each is equally likely.

    Numbers are whole, fractions, or floats that are plainly meant: ``Fraction(1, 10)`` is a tenth, and
    ``0.1`` is refused, since it is only near one; so is ``Fraction(0.1)``, the same float.
    """

    takes_texts = True

    options: tuple[Any, ...]

    def __init__(self, *options: Any) -> None:
        require_meant_number("choices", options)
        object.__setattr__(self, "options", options)

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.sampled_from(self.options)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        index = torch.randint(0, len(self.options), (batch,), generator=generator)
        return torch.tensor([float(option) for option in self.options], dtype=torch.float64)[index]

    def latent(self) -> Latent:
        def value(c: Tensor) -> Tensor:
            return torch.tensor([float(option) for option in self.options], dtype=torch.float64)[c[:, 0]]

        return Latent(1, value, options=len(self.options))

    def contains(self, value: Any) -> bool:
        return value in self.options

    def pick(self, generator: Generator) -> Any:
        return self.options[int(torch.randint(len(self.options), (), generator=generator))]

    def ends(self) -> tuple[Any, Any]:
        return self.options[0], self.options[-1]

    @property
    def is_point(self) -> bool:
        return len(self.options) == 1

    @staticmethod
    def words(name: str, options: tuple[Any, ...]) -> str:
        if not all(isinstance(option, str) for option in options):
            return f"${name}$ is one of {len(options)} values"
        return f"${name}={options[0]}$" if len(options) == 1 else rf"${name}\in\{{{','.join(options)}\}}$"

    @staticmethod
    def law_words(options: tuple[Any, ...]) -> str:
        return "each as likely"


@functools.lru_cache(STRATEGIES)
def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)
