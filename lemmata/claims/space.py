"""Spaces: named domains together, and the hypotheses that join several quantities.

A space puts named domains together. A later field may depend on the earlier ones:
``space(Setting, d=dims(1, 3), theta=lambda s: dyadics(0, 2))``.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, make_dataclass, replace
from types import SimpleNamespace
from typing import Any

import torch
from hypothesis import assume
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata.claims import joint_hypotheses
from lemmata.claims.domains.arrays import ArrayDomain
from lemmata.claims.domains.base import Domain, is_built_in
from lemmata.claims.domains.quantified import Only, Quantified, some
from lemmata.claims.domains.whole import dims
from lemmata.claims.prompt import Prompt, quantities
from lemmata.errors import ClaimError
from lemmata.numbers import lifting
from lemmata.numbers.exact import Ring

Field = Domain | Callable[[Any], Domain]


def _is_default(value: Any, default: Any) -> bool:
    return type(value) is type(default) and bool(value == default)


@dataclass(frozen=True)
class Space:
    """Named quantities with their domains, and the type that holds one instance of them all."""

    holder: Callable[..., Any]
    fields: Mapping[str, Field]
    where: Callable[[Any], bool] | None = None

    def strategy(self, growth: int | None = None) -> st.SearchStrategy[Any]:
        """One explicit instance; draws that fail ``where`` are discarded.

        ``growth`` limits how far each whole number may exceed its smallest value.
        """
        return _instances(Opaque(self), growth)

    def draw(self, draw: st.DrawFn, growth: int | None = None) -> Any:
        """As :meth:`strategy`, for use inside of a composite one.

        That spares a strategy of its own, which Hypothesis would look over at length.
        """
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            if growth is not None and isinstance(domain, dims):
                domain = replace(domain, high=min(domain.high, domain.low + growth))
            values[name] = draw(domain.strategy())
        instance = self.holder(**values)
        if self.where is not None:
            assume(self.admits(instance))
        return instance

    def admits(self, instance: Any) -> bool:
        """Whether an instance, without a batch axis, meets the hypotheses that join several quantities.

        They are decided in exact arithmetic as far as it can follow them: see
        :mod:`lemmata.claims.joint_hypotheses`.
        """
        return self.where is None or joint_hypotheses.met(self.where, instance, _lifted)

    def of_settings(self) -> Space:
        """The space as one of settings, which get a class here where none is named."""
        if self.holder is not Prompt or not self.fields:
            return self
        return replace(self, holder=setting_class(tuple(self.fields)))

    def instance(self, given: Any) -> Any:
        """A setting that an author picks by hand: an instance, or its quantities in a dictionary.

        An array may be written as a list of its numbers, and one of a single number as that number.

        Raises:
            ClaimError: the dictionary has other quantities than the space.
        """
        if not isinstance(given, Mapping):
            return given
        if given.keys() != self.fields.keys():
            raise ClaimError(
                f"the setting {dict(given)} has to have the quantities {', '.join(self.fields)}; those of the "
                "data are drawn (given=[...] of theorem names arrays that are given as well)"
            )
        lists = {name: value for name, value in given.items() if isinstance(value, list)}
        for name, domain in self.fields.items():
            if isinstance(domain, ArrayDomain) and isinstance(given[name], int | float):
                lists |= {name: [given[name]]} if domain.shape == (1,) else {}
        arrays = {name: torch.tensor(value, dtype=torch.float64) for name, value in lists.items()}
        return self.holder(**{**given, **arrays})

    @property
    def open_constants(self) -> dict[str, some]:
        """The constants that the statement says exist."""
        return {name: field_ for name, field_ in self.fields.items() if isinstance(field_, some)}

    def holding(self, values: Mapping[str, Any]) -> Space:
        """The space in which these quantities have one value each."""
        return replace(self, fields={**self.fields, **{name: Only(value) for name, value in values.items()}})

    def resolve(self, values: dict[str, Any]) -> Iterator[tuple[str, Domain]]:
        """The domains in order; ``values`` is read for the fields that depend on earlier ones."""
        for name, domain in self._declared(values):
            yield name, domain.domain if isinstance(domain, Quantified) else domain

    def _declared(self, values: dict[str, Any]) -> Iterator[tuple[str, Domain]]:
        for name, spec in self.fields.items():
            domain = spec if isinstance(spec, Domain) else spec(SimpleNamespace(**values))
            if not isinstance(domain, Domain):
                raise ClaimError(f"space: the field {name} gave {domain!r}, not a domain")
            if domain is not spec and isinstance(domain, some):
                raise ClaimError(
                    f"space: the open constant {name} is given as {name}=some(...) itself, not by a function; "
                    "for_each= names the quantities on which it may depend"
                )
            yield name, domain

    def require_laws(self, instance: Any) -> None:
        """Refuses domains that are no law, where a probability is to be tested.

        Args:
            instance: of the space, on which domains of later quantities may depend.

        Raises:
            ClaimError: a domain is no law, nor inside of :class:`every`; names the quantity.
        """
        for name, domain in self._declared(vars(instance)):
            if not domain.is_law:
                raise ClaimError(
                    f"the quantity {name} of a probability claim is drawn from {domain}, whose draws are "
                    "made to find violations and follow no law: use uniform, normal, gaussian, signs or "
                    f"uniform_ball for its law, or every({type(domain).__name__}(...)) if the "
                    "probability is stated for each of its values"
                )

    def assembled(self, choose: Callable[[str, Domain], Any]) -> Any:
        """An instance of what ``choose`` gives for each quantity and its domain; None if it lies outside."""
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = choose(name, domain)
        instance = self.holder(**values)
        return instance if self.explain(instance) is None else None

    def project(self, instance: Any) -> Any:
        """A batch of instances moved onto the domains, quantity by quantity."""
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = domain.project(getattr(instance, name))
        return self.holder(**values)

    def sample(self, generator: Generator, batch: int) -> Any:
        """A batch of instances from the law, every quantity with a leading batch axis.

        The batch is smaller by the draws that fail ``where``, which is evaluated one by one: a hypothesis
        on large batches is better stated in the check, by ``Margin.given``.
        """
        values: dict[str, Any] = {}
        for name, domain in self.resolve(values):
            values[name] = domain.sample(generator, batch)
        if self.where is not None:
            rows = [
                row
                for row in range(batch)
                if self.admits(self.holder(**{name: value[row] for name, value in values.items()}))
            ]
            values = {name: value[rows] for name, value in values.items()}
        return self.holder(**values)

    @property
    def is_discrete(self) -> bool:
        """Whether nothing lies between its instances, however many they are, as far as it is seen."""
        return bool(self.fields) and all(getattr(given, "is_discrete", False) for given in self.fields.values())

    def members(self, most: int) -> Any:
        """All instances as one batch, if there are at most so many.

        None where there may be more: of domains that do not list their values, or that depend on the values of
        other quantities. Those that fail ``where`` are left out.
        """
        values: dict[str, Tensor] = {}
        count = 1
        for name, spec in self.fields.items():
            try:
                domain = spec if isinstance(spec, Domain) else spec(SimpleNamespace())
            except AttributeError:
                return None
            domain = domain.domain if isinstance(domain, Quantified) else domain
            own = domain.members(most // count) if is_built_in(domain) else None
            if own is None:
                return None
            values = {n: v.repeat_interleave(len(own), 0) for n, v in values.items()}
            values[name] = own.repeat(count, *[1] * (own.ndim - 1))
            count *= len(own)
        if not values:
            return None
        return inside(self.holder(**values), self, exactly=True)

    def explain(self, instance: Any, *, exactly: bool = True) -> str | None:
        """Why ``instance`` lies outside of the space, or None if it lies inside.

        Args:
            instance: without a batch axis.
            exactly: whether what joins several quantities is decided in more than floats, which takes longer.
        """
        values: dict[str, Any] = {}
        defaults = getattr(type(instance), "__dataclass_fields__", {})
        unknown = sorted(
            name
            for name, value in quantities(instance).items()
            # A field that the space leaves out keeps its default.
            if name not in self.fields and not (name in defaults and _is_default(value, defaults[name].default))
        )
        if unknown:
            return f"{', '.join(unknown)} is no quantity of {sorted(self.fields)}"
        for name, domain in self.resolve(values):
            if not hasattr(instance, name):
                return f"{name} is missing"
            values[name] = value = getattr(instance, name)
            if isinstance(value, Tensor) and not value.ndim and not isinstance(domain, ArrayDomain):
                value = value.item()  # a scalar of a prompt
                value = int(value) if isinstance(domain, dims) and value == int(value) else value
            if isinstance(domain, ArrayDomain) and not isinstance(value, Tensor):
                return f"{name} is {value!r}, and {domain} holds arrays: write a list of its numbers"
            if not domain.contains(value):
                return f"{name} lies outside of {domain}"
        joined = self.admits if exactly else self.where
        if joined is not None and not joined(instance):
            return "the hypotheses that join several quantities are not met"
        return None

    def __call__(self, _setting: Any = None) -> Space:
        return self


@functools.cache
def setting_class(names: tuple[str, ...], derived: tuple[tuple[str, Any], ...] = ()) -> type:
    """The class of settings whose author names none; one for all spaces of the same quantities.

    Args:
        names: of the quantities that are drawn.
        derived: the others by name, each a function of the setting, called once for each.
    """
    properties = {name: functools.cached_property(function) for name, function in derived}
    return make_dataclass("Setting", [(name, Any) for name in names], frozen=True, namespace=properties)


class Opaque:
    """Hands something to a strategy that Hypothesis would describe at length in every draw."""

    def __init__(self, it: Any) -> None:
        self.it = it


@st.composite
def _instances(draw: st.DrawFn, space: Opaque, growth: int | None) -> Any:
    """One instance of a space. Defined once: the decorator reads source code, which takes long."""
    return space.it.draw(draw, growth)


def space(
    holder: Callable[..., Any] | None = None, *, where: Callable[[Any], bool] | None = None, **fields: Field
) -> Space:
    """A space of instances with these quantities, each an attribute of the instance.

    ``holder`` is the class of its instances, for settings a frozen dataclass.
    ``where`` joins several quantities in one hypothesis; draws that fail it are discarded and
    counted. Written with comparisons and the functions of :mod:`lemmata.numbers` it is decided exactly,
    strict or not: ``where=lambda p: linalg.det(p.A) != 0``, ``where=lambda p: norm(p.x) > 0``.
    """
    return Space(holder or Prompt, fields, where)


def _lifted(instance: Any, ring: Ring) -> Any:
    """An instance in an exact arithmetic."""
    if isinstance(instance, Prompt):
        return instance.map(lambda value: lifting.lift(value, ring))
    return lifting.lift(instance, ring)


def within(prompt: Prompt, space: Space, *, exactly: bool = True) -> Tensor:
    """The places of the projected instances that meet the hypotheses which join several quantities."""
    if space.where is None:
        return torch.arange(len(prompt))
    rows = [prompt.take(slice(i, i + 1)).map(lambda v: v[0]) for i in range(len(prompt))]
    keep = [i for i, row in enumerate(rows) if space.explain(row, exactly=exactly) is None]
    return torch.tensor(keep, dtype=torch.long)


def inside(prompt: Prompt, space: Space, *, exactly: bool = True) -> Prompt:
    """The projected instances that meet the hypotheses which join several quantities."""
    return prompt if space.where is None else prompt.take(within(prompt, space, exactly=exactly))
