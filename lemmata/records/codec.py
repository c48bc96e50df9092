"""Between JSON and typed values: one encoder, one decoder, for every kind of file.

The decoder is strict, since a file may be a stranger's: no field that the type does not have, no
value of another type. What a type cannot say of one value stands in its annotation
(:mod:`lemmata.records.restrictions`), what concerns several is asked of a method ``validate``. A
``TypedDict`` describes what stays a dictionary. docs/schemas.py makes the JSON Schemas from the same types.

Values are composed and files are not: what a dataclass holds in a field that is :func:`flat` stands beside its
other fields in the file. Which keys a file has of a dataclass is said in one place, :func:`keys`.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from operator import attrgetter
from typing import Annotated, Any, Literal, NotRequired, TypeVar

from lemmata.records import strict_json

T = TypeVar("T")
_MOST = 10**strict_json.DIGITS


def flat(*names: str, **types: Any) -> dict[str, Any]:
    """Metadata of a field, itself a dataclass, whose fields stand beside it in a file, not under its name.

    Args:
        names: which of its fields, ``scope.instances`` for one that is nested; all of them if none is named.
        types: of those that have fewer values in the file.
    """
    return {"flat": (names, types)}


@dataclass(frozen=True)
class Key:
    """What a file has under a name.

    Attributes:
        path: to the value, from the dataclass on: ``("finding", "scope", "instances")``.
        type: of the value.
        usual: what it is where the file does not have it; ``dataclasses.MISSING`` if the file must.
    """

    path: tuple[str, ...]
    type: Any
    usual: Any

    @functools.cached_property
    def of(self) -> Callable[[Any], Any]:
        """Takes the value out of the dataclass."""
        return attrgetter(".".join(self.path))


@functools.cache
def keys(kind: Any) -> dict[str, Key]:
    """What a file has of a dataclass, by name."""
    found: dict[str, Key] = {}
    for f in fields(kind):
        hint = _hints(kind)[f.name]
        if f.name not in _flat_fields(kind):
            usual = f.default_factory() if f.default_factory is not MISSING else f.default
            found[f.name] = Key((f.name,), hint, usual)
            continue
        names, types = f.metadata["flat"]
        for name in names or keys(hint):
            key, last = _nested(hint, name), name.rpartition(".")[2]
            found[last] = Key((f.name, *key.path), types.get(last, key.type), key.usual)
    return found


def _nested(kind: Any, name: str) -> Key:
    first, _, rest = name.partition(".")
    key = keys(kind)[first]
    if not rest:
        return key
    inner = _nested(key.type, rest)
    return Key((*key.path, *inner.path), inner.type, inner.usual)


def encode(value: Any) -> dict[str, Any]:
    """The fields of a dataclass, nested ones included, as what JSON can hold."""
    return {name: _encoded(key.of(value)) for name, key in keys(value.__class__).items()}


def brief(value: Any) -> dict[str, Any]:
    """The fields that differ from their defaults, for ``json.dumps``; it decodes alike.

    What is in them is left as it is: ``default=brief`` says the same of dataclasses there.
    """
    given = {name: (key.of(value), key.usual) for name, key in keys(value.__class__).items()}
    return {name: v for name, (v, usual) in given.items() if v is not usual and v != usual}


def _encoded(value: Any) -> Any:
    if is_dataclass(value):
        return encode(value)
    if isinstance(value, dict):
        return {name: _encoded(inner) for name, inner in value.items()}
    return [_encoded(inner) for inner in value] if isinstance(value, list | tuple) else value


def decode(kind: type[T], payload: Any) -> T:
    """A dataclass from what JSON gave and :func:`lemmata.records.strict_json.plain` has looked through.

    Raises:
        TypeError, ValueError, OverflowError: it does not fit; the message names the field.
    """
    hint: Any = kind
    value: T = _decoder(hint)(payload)
    return value


def document(kind: type[T], payload: Any, schema: str, remedy: str) -> T:
    """A whole file, whose type has a field ``schema``, from what JSON gave.

    Raises:
        StrictError: it has another schema, or does not fit; the message says where and what to do.
    """
    stated = payload.get("schema") if isinstance(payload, dict) else None
    if stated != schema:
        raise strict_json.StrictError(strict_json.foreign(stated, schema, remedy))
    try:
        return decode(kind, payload)
    except (TypeError, ValueError, OverflowError) as error:
        raise strict_json.StrictError(f"does not meet {schema}: {strict_json.brief(error)}") from None


@functools.cache
def types_of(kind: Any) -> dict[str, Any]:
    """The types of what a file has of a dataclass or a TypedDict, by name."""
    if typing.is_typeddict(kind):
        return typing.get_type_hints(kind, include_extras=True)
    return {name: key.type for name, key in keys(kind).items()}


@functools.cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name] for f in fields(kind)}


@functools.cache
def _decoder(hint: Any) -> Callable[[Any], Any]:
    """What reads values of a type; a file holds millions of values, and some thirty types."""
    kind, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return _as_it_is
    if kind in (types.UnionType, typing.Union):
        return functools.partial(_one_of, parts=parts)
    if kind is Literal:
        return functools.partial(_word, parts=parts)
    if kind is Annotated:
        return functools.partial(_restricted, inner=_decoder(parts[0]), restrictions=parts[1:])
    if kind is dict:
        key = None if parts[0] is str else _decoder(parts[0])
        return functools.partial(_dictionary, hint=hint, key=key, inner=_decoder(parts[1]))
    if kind is list:
        return functools.partial(_list, hint=hint, inner=_decoder(parts[0]))
    if kind is tuple:
        return functools.partial(_tuple, hint=hint, parts=parts)
    if typing.is_typeddict(hint):
        return functools.partial(_typed_dictionary, hint=hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return functools.partial(_dataclass, hint=hint)
    return functools.partial(_simple, hint=hint)


def _as_it_is(value: Any) -> Any:
    return value


def _word(value: Any, parts: tuple[Any, ...]) -> Any:
    if isinstance(value, str) and value in parts:
        return value
    raise ValueError(f"{value!r:.60} is not one of {', '.join(parts)}")


def _restricted(value: Any, inner: Callable[[Any], Any], restrictions: tuple[Any, ...]) -> Any:
    decoded = inner(value)
    for restriction in restrictions:
        if problem := restriction.problem(value):
            raise ValueError(f"{value!r:.60} {problem}")
    return decoded


def _dictionary(value: Any, hint: Any, key: Callable[[Any], Any] | None, inner: Callable[[Any], Any]) -> Any:
    if not isinstance(value, dict):
        return _simple(value, hint)
    if key is not None:
        for name in value:
            _field(name, name, key)
    if inner is _as_it_is:
        return dict(value)
    return {k: _field(k, v, inner) for k, v in value.items()}


def _list(value: Any, hint: Any, inner: Callable[[Any], Any]) -> Any:
    if not isinstance(value, list):
        return _simple(value, hint)
    try:
        return [inner(v) for v in value]
    except (TypeError, ValueError, OverflowError):
        return [_field(k, v, inner) for k, v in enumerate(value)]  # says which


def _tuple(value: Any, hint: Any, parts: tuple[Any, ...]) -> Any:
    if parts[1:] == (...,):
        return tuple(_list(value, hint, _decoder(parts[0])))
    if not isinstance(value, list):
        return _simple(value, hint)
    if len(value) != len(parts):
        raise ValueError(f"{value!r:.60} has not {len(parts)} entries")
    return tuple(_field(k, v, _decoder(part)) for k, (v, part) in enumerate(zip(value, parts, strict=True)))


def _dataclass(value: Any, hint: Any) -> Any:
    if not isinstance(value, dict):
        return _simple(value, hint)
    known = keys(hint)
    _require_fields(value, known, _needed(hint))
    made = composed(
        hint, {known[name].path: _field(name, v, _decoder(known[name].type)) for name, v in value.items()}
    )
    _validate(made)
    return made


@functools.cache
def _needed(kind: type) -> tuple[str, ...]:
    return tuple(name for name, key in keys(kind).items() if key.usual is MISSING)


def composed(kind: type, values: dict[tuple[str, ...], Any]) -> Any:
    """A dataclass with those inside of it, from its values by their paths."""
    own: dict[str, Any] = {}
    inner: dict[str, dict[tuple[str, ...], Any]] = {name: {} for name in _flat_fields(kind)}
    for path, value in values.items():
        if len(path) == 1:
            own[path[0]] = value
        else:
            inner.setdefault(path[0], {})[path[1:]] = value
    for name, parts in inner.items():
        own[name] = composed(_hints(kind)[name], parts)
    return kind(**own)


def _validate(made: Any) -> None:
    for name in _flat_fields(made.__class__):
        _validate(getattr(made, name))
    if hasattr(made, "validate"):
        made.validate()


@functools.cache
def _flat_fields(kind: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind) if "flat" in f.metadata)


def _typed_dictionary(value: Any, hint: Any) -> Any:
    if not isinstance(value, dict):
        return _simple(value, dict)
    types = types_of(hint)
    needed = [name for name, kind in types.items() if typing.get_origin(kind) is not NotRequired]
    _require_fields(value, types, needed)
    return {name: _field(name, v, _decoder(_given(types[name]))) for name, v in value.items()}


def _given(hint: Any) -> Any:
    """The type of a key that a TypedDict may lack, where it has it."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is NotRequired else hint


def _require_fields(value: dict[str, Any], known: Iterable[str], needed: Iterable[str]) -> None:
    if unknown := sorted(value.keys() - set(known)):
        raise ValueError(f"unknown fields {unknown}")
    if lacking := [name for name in needed if name not in value]:
        raise ValueError(f"lacks the fields {lacking}")


def _simple(value: Any, hint: Any) -> Any:
    if hint is float and type(value) in (int, float):
        return float(value)
    if type(value) is not hint:
        raise TypeError(f"{value!r:.60} is not of type {getattr(hint, '__name__', hint)}")
    if hint is int and not 0 <= value < _MOST:
        raise ValueError(f"{value!r:.60} is not a count")
    return value


def _one_of(value: Any, parts: tuple[Any, ...]) -> Any:
    """A value of one of several plain types, or of the only type beside None."""
    others = [part for part in parts if part is not types.NoneType]
    if value is None and len(others) < len(parts):
        return None
    if len(others) == 1:
        return _decoder(others[0])(value)
    if type(value) in parts:
        return value
    raise TypeError(f"{value!r:.60} is not of type {' | '.join(part.__name__ for part in parts)}")


def _field(name: str | int, value: Any, decoder: Callable[[Any], Any]) -> Any:
    try:
        return decoder(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name!s:.60}: {error}") from None
