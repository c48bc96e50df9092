"""Between JSON and frozen dataclasses: one encoder, one decoder, for every kind of file.

The decoder is strict, since a file may be a stranger's: no field that the type does not have, no
value of another type, and what a type cannot say is asked of its method ``validate``.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, TypeVar

from lemmata.records import strict

T = TypeVar("T")
_PLAIN = (bool, int, types.NoneType)


def encode(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, nested ones included, as what JSON can hold."""
    return {f.name: _encoded(getattr(value, f.name), encode) for f in fields(value)}


def brief(value: Any) -> dict[str, Any]:
    """The same without fields that are as they are unless somebody says otherwise; it decodes alike."""
    kind: type = type(value)
    given = {name: (getattr(value, name), usual) for name, usual in _usual(kind).items()}
    return {name: _encoded(v, brief) for name, (v, usual) in given.items() if v is not usual and v != usual}


@functools.cache
def _usual(kind: type) -> dict[str, Any]:
    """What each field is unless somebody says otherwise."""
    return {
        f.name: f.default_factory() if f.default_factory is not MISSING else f.default for f in fields(kind)
    }


def _encoded(value: Any, fields_of: Callable[[Any], dict[str, Any]]) -> Any:
    if is_dataclass(value):
        return fields_of(value)
    if isinstance(value, dict):
        return {name: _encoded(inner, fields_of) for name, inner in value.items()}
    return [_encoded(inner, fields_of) for inner in value] if isinstance(value, list | tuple) else value


def decode(kind: type[T], payload: Any) -> T:
    """A dataclass from what JSON gave and :func:`lemmata.records.strict.plain` has looked through.

    Raises:
        TypeError, ValueError, OverflowError: it does not fit; the message names the field.
    """
    value: T = _decoded(payload, kind)
    return value


@functools.cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields of a dataclass."""
    hints = typing.get_type_hints(kind)
    return {f.name: hints[f.name] for f in fields(kind)}


def _decoded(value: Any, hint: Any) -> Any:
    kind, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return value
    if kind in (types.UnionType, typing.Union):
        return _one_of(value, parts)
    if kind is Literal:
        if isinstance(value, str) and value in parts:
            return value
        raise ValueError(f"{value!r:.60} is none of {', '.join(parts)}")
    if hint is float and type(value) in (int, float):
        return float(value)
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        hints = _hints(hint)
        if unknown := sorted(set(value) - set(hints)):
            raise ValueError(f"unknown fields {unknown}")
        made = hint(**{name: _field(name, v, hints[name]) for name, v in value.items()})
        if hasattr(made, "validate"):
            made.validate()
        return made
    if kind is dict and isinstance(value, dict):
        return {k: _field(k, v, parts[1]) for k, v in value.items()}
    if kind is list and isinstance(value, list):
        return [_decoded(v, parts[0]) for v in value]
    if kind is tuple and isinstance(value, list):
        wanted = [parts[0]] * len(value) if parts[1:] == (...,) else parts
        return tuple(_decoded(v, part) for v, part in zip(value, wanted, strict=True))
    if type(value) is not hint:
        raise TypeError(f"{value!r:.60} is not of type {getattr(hint, '__name__', hint)}")
    if hint is int and not 0 <= value < 10**strict.DIGITS:
        raise ValueError(f"{value!r:.60} is no count")
    return value


def _one_of(value: Any, parts: tuple[Any, ...]) -> Any:
    """A value of one of several plain types, or of the only type beside None."""
    if type(value) in parts:
        return value
    (hint,) = (part for part in parts if part not in _PLAIN)
    return _decoded(value, hint)


def _field(name: str, value: Any, hint: Any) -> Any:
    try:
        return _decoded(value, hint)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name}: {error}") from None
