"""A few settings of a space, drawn to look at it; and what is read of a setting."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import Any

from torch import Generator

from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space

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
                    is_number = not value.ndim and space.holder is not Prompt  # numbers of data are arrays
                    values[name] = _short(domain, value.item()) if is_number else value
            instance = space.holder(**values)
            if space.admits(instance):
                yield instance
        except Exception:  # noqa: BLE001 - a corner of the space that the hunt meets, too
            continue


def _short(domain: Domain, value: Any) -> Any:
    """A number with few digits near one of the domain; whole numbers stay."""
    short = round(value * 8) / 8
    return short if isinstance(value, float) and domain.contains(short) else value


def at(given: Any, s: Any) -> Any:
    """A domain itself, or what a function of the setting gives; None where that fails."""
    try:
        return given if isinstance(given, Domain) else given(s)
    except Exception:  # noqa: BLE001 - of the author's own code, which the hunt meets, too
        return None


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


def symbolic(s: Any) -> Any:
    """A setting like ``s`` whose numbers know the syntax that they come from: ``s.n + 1`` is written so."""
    kinds: dict[type, type] = {int: _Whole, float: _Real}
    copy: Any = object.__new__(type(s))
    for name, value in vars(s).items():
        node = ast.Attribute(ast.Name("s"), name)
        vars(copy)[name] = kinds[type(value)](value)._by(node) if type(value) in kinds else value
    return copy


class _Written:
    """A number with its syntax, which arithmetic hands on."""

    node: ast.expr

    def _by(self, node: ast.expr) -> Any:
        self.node = node
        return self


class _Whole(_Written, int):
    """A whole number with its syntax."""


class _Real(_Written, float):
    """A float with its syntax."""


def _operation(name: str, operator: ast.operator, reflected: bool) -> Any:
    def of(self: Any, other: Any) -> Any:
        plain = int if isinstance(self, int) else float
        result = getattr(plain, name)(self, other)
        if result is NotImplemented and isinstance(other, float):
            result = getattr(float, name)(float(self), other)
        if type(result) not in (int, float):
            return result
        sides = [self.node, getattr(other, "node", ast.Constant(other))]
        node = ast.BinOp(sides[reflected], operator, sides[not reflected])
        return (_Whole if isinstance(result, int) else _Real)(result)._by(node)

    return of


for _name, _operator in {
    "add": ast.Add(),
    "sub": ast.Sub(),
    "mul": ast.Mult(),
    "truediv": ast.Div(),
    "floordiv": ast.FloorDiv(),
    "pow": ast.Pow(),
}.items():
    for _kind in (_Whole, _Real):
        setattr(_kind, f"__{_name}__", _operation(f"__{_name}__", _operator, False))
        setattr(_kind, f"__r{_name}__", _operation(f"__r{_name}__", _operator, True))
for _kind in (_Whole, _Real):
    _kind.__neg__ = lambda self: type(self)(-float(self))._by(ast.UnaryOp(ast.USub(), self.node))  # type: ignore[method-assign]
