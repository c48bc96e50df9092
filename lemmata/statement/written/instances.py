"""A few settings of a space, drawn to look at it; and what is read of a setting."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from torch import Generator

from lemmata.statement.spaces import Domain, Space, choices

_ATTEMPTS = 200


def settings(space: Space, count: int = 8) -> tuple[Any, ...]:
    """Settings that meet the hypotheses, the same ones each time; fewer if they are hard to meet."""
    return tuple(itertools.islice(_drawn(space), count))


def _drawn(space: Space) -> Iterator[Any]:
    for seed in range(_ATTEMPTS):
        generator = Generator().manual_seed(seed)
        values: dict[str, Any] = {}
        try:
            for name, domain in space.resolve(values):
                if isinstance(domain, choices):
                    values[name] = domain.options[seed % len(domain.options)]
                else:
                    value = domain.sample(generator, 1)[0]
                    values[name] = value if value.ndim else _short(domain, value.item())
            instance = space.holder(**values)
            if space.where is None or space.where(instance):
                yield instance
        except Exception:  # noqa: BLE001 - a corner of the space that the hunt meets, too
            continue


def _short(domain: Domain, value: Any) -> Any:
    """A number with few digits near one of the domain; whole numbers stay."""
    short = round(value * 8) / 8
    return short if isinstance(value, float) and domain.contains(short) else value


def recording(s: Any, read: list[str]) -> Any:
    """A setting like ``s`` that notes which of its quantities are read."""
    names = vars(s)

    def noted(self: Any, name: str) -> Any:
        if name in names:
            read.append(name)
        return object.__getattribute__(self, name)

    kind = type(type(s).__name__, (type(s),), {"__getattribute__": noted})
    copy: Any = object.__new__(kind)
    object.__getattribute__(copy, "__dict__").update(names)
    return copy
