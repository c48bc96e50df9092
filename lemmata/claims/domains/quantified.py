"""Quantities under another quantifier than that of their space: ``every`` and ``some``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.real import dyadics, scales
from lemmata.claims.domains.whole import choices, dims
from lemmata.errors import ClaimError


@dataclass(frozen=True)
class Quantified(Domain):
    """The values of a domain, under another quantifier than that of their space."""

    domain: Domain

    def strategy(self) -> st.SearchStrategy[Any]:
        return self.domain.strategy()

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.domain.sample(generator, batch)

    def contains(self, value: Any) -> bool:
        return self.domain.contains(value)

    def project(self, values: Tensor) -> Tensor:
        return self.domain.project(values)


@dataclass(frozen=True)
class every(Quantified):
    """A quantity of a probability claim that is not random: the statement is made for each of its values.

    ``every(in_ball(3, radius=1))`` says "for every v in the ball, with probability at least ...". Values
    are drawn independently of the random quantities. A bound that holds for each value holds for every
    mixture of them, so that too many failures refute the statement.
    """

    def __post_init__(self) -> None:
        if not isinstance(self.domain, Domain):
            raise ClaimError(f"every: {self.domain!r} is no domain; write every(box(...)), say")


@dataclass(frozen=True)
class some(Quantified):
    """An open constant: the statement says that a value exists, not that it holds for each.

    ``c=some(scales(-6, 8), weaker="larger")`` says "there is a c > 0"; with ``for_each=("d",)`` there may be
    another one for each d. It is solved for, not drawn (:mod:`lemmata.search.open_constants`): the hunt keeps
    the values that survive all that it tries, and only a range without any refutes the statement.

    Attributes:
        domain: the values in question.
        for_each: the quantities of the setting on which the constant may depend.
        weaker: ``"larger"`` if the statement with a larger value follows from the one with a smaller
            value (an upper bound's factor), ``"smaller"`` the other way round; None if neither.
        fails_at: for a range without an end: from a value to a setting with it at which the statement
            fails. It excludes what lies beyond the domain, as far as it is followed.
    """

    for_each: tuple[str, ...] = ()
    weaker: Literal["larger", "smaller"] | None = None
    fails_at: Callable[[Any], Any] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if isinstance(self.domain, Quantified) or not isinstance(self.domain, Domain):
            raise ClaimError(f"some: {self.domain!r} is no domain of values; write some(scales(-6, 8)), say")
        if not isinstance(self.for_each, tuple):
            raise ClaimError(f'some: for_each={self.for_each!r} is no tuple of names; write ("d",), say')
        if self.weaker not in ("larger", "smaller", None):
            raise ClaimError(f"some: weaker={self.weaker!r} is none of 'larger', 'smaller' and None")
        if not isinstance(self.domain, choices | dims | dyadics | scales):
            raise ClaimError(
                f"some: the values of {self.domain!r} cannot be tried one by one; "
                "write choices(...), dims(...), dyadics(...) or scales(...)"
            )

    @property
    def candidates(self) -> list[Any]:
        """The values to try, in the order from the weakest statement to the strongest."""
        domain = self.domain
        if isinstance(domain, choices):
            values = list(domain.options)
        elif isinstance(domain, dims):
            values = list(range(domain.low, domain.high + 1))
        elif isinstance(domain, scales):
            values = [2.0**k for k in range(domain.low, domain.high + (not domain.open_high))]
        else:
            assert isinstance(domain, dyadics)
            values = list(domain.multiples())
        if self.weaker is None:
            return values
        return sorted(values, reverse=self.weaker == "larger")

    @property
    def whole(self) -> bool:
        """Whether a statement that fails at all candidates fails at each value that it allows.

        A scale is a window on a range without ends; one end of the others may be the statement's own.
        """
        domain = self.domain
        if isinstance(domain, choices):
            return True
        if isinstance(domain, dims):
            bounded = domain.most is not None and domain.high >= domain.most
            return self.weaker == "smaller" or bounded
        if isinstance(domain, dyadics) and self.weaker is not None:
            return not (domain.open_high if self.weaker == "larger" else domain.open_low)
        return False


@dataclass(frozen=True)
class Only(Domain):
    """One value, which is held fixed while others are drawn."""

    is_law = False

    value: Any

    def strategy(self) -> st.SearchStrategy[Any]:
        return st.just(self.value)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        value = torch.as_tensor(self.value)
        return value.expand(batch, *value.shape)

    def pick(self, generator: Generator) -> Any:
        return self.value

    def contains(self, value: Any) -> bool:
        if isinstance(value, Tensor) and isinstance(self.value, Tensor):
            return torch.equal(value, self.value)
        return type(value) is type(self.value) and bool(value == self.value)
