"""JSON that comes from elsewhere, read strictly: bounded in size and depth, finite, writable.

Evidence, verdicts and witnesses may be a stranger's. Nothing here runs what a file says (there is
no pickle, no import by name); what does not fit is a :class:`StrictError`, whose message is short
and can be shown in a terminal.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from io import BufferedReader
from math import isfinite
from pathlib import Path
from typing import Any

DEPTH = 40
"""Nesting beyond this is refused: what we write stays below ten, and pages recurse."""
DIGITS = 100
"""Digits of a whole number, unless a caller allows more."""
_SHOWN = 200


class StrictError(ValueError):
    """A file is too large, not JSON, or holds what no record of ours does."""


def read(path: Path, limit: int) -> bytes:
    """The bytes of a regular file of at most ``limit`` bytes.

    Raises:
        StrictError: it cannot be read, is no regular file (a device or pipe may have no end), or
            is larger.
    """
    with opened(path, limit) as file:
        try:
            return file.read()
        except OSError as error:
            raise StrictError(f"cannot be read ({error.strerror or error})") from None


@contextmanager
def opened(path: Path, limit: int) -> Iterator[BufferedReader]:
    """A regular file of at most ``limit`` bytes, to be read; as :func:`read` says."""
    try:
        status = path.stat()
        regular = stat.S_ISREG(status.st_mode)
        fits = status.st_size <= limit and (regular or stat.S_ISDIR(status.st_mode))
        file = path.open("rb") if fits else None  # a folder says so by itself
    except (OSError, ValueError) as error:  # ValueError: a null byte in the name
        raise StrictError(f"cannot be read ({getattr(error, 'strerror', None) or error})") from None
    if file is not None:
        with file:
            yield file
        return
    if status.st_size > limit:
        raise StrictError(f"has more than {limit} bytes, the most that is read")
    raise StrictError("cannot be read (it is no regular file; save it to one)")


def loads(text: str | bytes) -> Any:
    """A JSON value without NaN and infinities; depth and digits are up to :func:`plain`.

    Raises:
        StrictError: not UTF-8, not JSON, or a number that is not finite.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise StrictError(f"not JSON ({brief(error)})") from None


def plain(value: Any, *, depth: int = DEPTH, digits: int = DIGITS) -> Any:
    """The value itself, if it can be walked through, written and shown.

    Raises:
        StrictError: nested too deeply, a whole number with too many digits, or half a character.
    """
    kind = type(value)
    if kind is float or kind is bool or value is None:
        return value
    if kind is str:
        return text(value)
    if kind is dict or kind is list:
        if depth == 0:
            raise StrictError(f"nested more than {DEPTH} levels deep")
        if kind is dict:
            for name in value:
                text(name)
        for inner in value.values() if kind is dict else value:
            plain(inner, depth=depth - 1, digits=digits)
    elif kind is int and abs(value) >= 10**digits:
        raise StrictError(f"a whole number has more than {digits} digits")
    return value


def text(value: str) -> str:
    """The text itself, if it can be written as UTF-8.

    Raises:
        StrictError: it holds half of a surrogate pair.
    """
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise StrictError(f"{brief(ascii(value))} holds half a character") from None
    return value


def foreign(schema: Any, ours: str, remedy: str) -> str:
    """What to say of a schema that is not ours: older, newer, or something else."""
    name, _, number = ours.rpartition("/")
    theirs, _, version = schema.rpartition("/") if isinstance(schema, str) else ("", "", "")
    message = f"schema {brief(ascii(schema))} is not {ours!r}"
    if theirs != name or not (version.isascii() and version.isdigit() and len(version) < 9):
        return f"{message}; {remedy}"
    if int(version) > int(number):
        return f"{message}: a newer Lemmata wrote it; read it with that one, or {remedy}"
    return f"{message}: an older Lemmata wrote it; {remedy}"


def brief(value: object) -> str:
    """What a message quotes of a file, cut to a length that can be read."""
    words = str(value)
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        raise ValueError(f"{brief(number)} is not a finite number")
    return value
