"""Whether an ingredient is what the check expects: of its annotation, or else as its default is.

Annotations say more than can be tested of a value, so that a mismatch is reported only where it is certain:
for classes, numbers, literals, and functions that take another number of arguments. Without one, a default
that is a text, a number or a switch stands for its sort.
"""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from lemmata.claims.by_name import parameters
from lemmata.claims.syntax import hints
from lemmata.numbers.advice import VOCABULARY


def of_quantities(
    check: Callable[..., Any], ingredients: Mapping[str, Any], known: Iterable[str]
) -> frozenset[str]:
    """The ingredients that are functions of quantities by name, where the check does not ask for functions.

    A function of the vocabulary stays a function (``activation=relu``), whatever its parameters are called.
    """
    types, known = hints(check), {*known}
    return frozenset(
        name
        for name, value in ingredients.items()
        if callable(value)
        and VOCABULARY.get(getattr(value, "__name__", "")) is not value
        and not isinstance(value, type)
        and typing.get_origin(types.get(name)) is not collections.abc.Callable
        and known.issuperset(parameters(value))
    )


def mismatch(check: Callable[..., Any], name: str, value: Any) -> str:
    """What the check expects in place of a value, if it certainly expects something else."""
    types = hints(check)
    if name in types:
        return "" if fits(value, types[name]) else f"expects {inspect.formatannotation(types[name])}"
    default = inspect.signature(check).parameters[name].default
    expected, given = _sort(default), _sort(value)
    return f"has {default!r} for it, {expected}" if expected and given and expected != given else ""


def _sort(value: Any) -> str:
    """What a plain value is, in words; empty for any other."""
    if isinstance(value, str):
        return "a text"
    if isinstance(value, bool):
        return "a switch (True or False)"
    return "a number" if isinstance(value, Real) else ""


def fits(value: Any, annotation: Any) -> bool:
    """Whether a value may be of the annotated type; whole numbers and fractions pass as floats."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Literal:
        return any(type(value) is type(word) and value == word for word in arguments)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, part) for part in arguments)
    if origin is collections.abc.Callable and isinstance(arguments[0], list):
        return callable(value) and _accepts(value, arguments[0])
    if annotation is int or annotation is float:
        number = Integral if annotation is int else Real
        return isinstance(value, number) and not isinstance(value, bool)
    try:
        return getattr(annotation, "_is_protocol", False) or isinstance(value, origin or annotation)
    except TypeError:  # Any, a type variable and their like
        return True


def _accepts(function: Callable[..., Any], arguments: list[Any]) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # it is written in C and has no signature
        return True
    return True
