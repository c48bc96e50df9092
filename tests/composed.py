"""Records and verdicts by the names that files have of their fields, however the types are composed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from lemmata.records import codec

T = TypeVar("T")


def made(kind: type[T], **values: Any) -> T:
    """A record or verdict: ``made(HuntRecord, claim="t/c", outcome="holds", ...)``."""
    known = codec.keys(kind)  # type: ignore[arg-type]
    whole: T = codec.composed(kind, {known[name].path: value for name, value in values.items()})
    return whole


def changed(value: T, **values: Any) -> T:
    """The same with other values: ``changed(record, outcome="error")``."""
    known = codec.keys(type(value))  # type: ignore[arg-type]
    for name, new in values.items():
        value = _with(value, known[name].path, new)
    return value


def _with(value: Any, path: tuple[str, ...], new: Any) -> Any:
    name, *rest = path
    return replace(value, **{name: _with(getattr(value, name), tuple(rest), new) if rest else new})
