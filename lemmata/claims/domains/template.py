"""Domains whose arguments name quantities: ``reals("n")``, ``in_ball("d", radius="r")``, ``dims(1, "n - 1")``.

An argument in quotes is an expression of quantities that are given before: whole numbers, arithmetic, ``min``
and ``max``. A domain with such arguments is a template, of which each setting makes a domain.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from lemmata.errors import ClaimError

_ALLOWED = (
    *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.Name, ast.Load, ast.Constant, ast.Call, ast.Add, ast.Sub),
    *(ast.Mult, ast.Div, ast.FloorDiv, ast.Pow, ast.USub),
)
_FUNCTIONS = {"min": min, "max": max}
_TEXTS = ("of", "weaker", "for_each", "scale")
"""Arguments that are texts."""


@dataclass(frozen=True)
class Template:
    """A domain some of whose arguments are expressions of quantities.

    Attributes:
        made: the class of the domain.
        arguments, named: what it is given.
    """

    made: type
    arguments: tuple[Any, ...]
    named: Mapping[str, Any]

    def __call__(self, s: Any) -> Any:
        """The domain for a setting."""
        names = {name: getattr(s, name) for name in self.names}
        return self.made(
            *(_value(part, s, names) for part in self.arguments),
            **{k: v if k in _TEXTS else _value(v, s, names) for k, v in self.named.items()},
        )

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The quantities that it speaks of."""
        texts = [part for part in self._all if isinstance(part, str)]
        nodes = (node for text in texts for node in ast.walk(_expression(text)))
        found = [node.id for node in nodes if isinstance(node, ast.Name) and node.id not in _FUNCTIONS]
        inner = [name for part in self._all if isinstance(part, Template) for name in part.names]
        return tuple(dict.fromkeys([*found, *inner]))

    @property
    def _all(self) -> list[Any]:
        return [*self.arguments, *(v for k, v in self.named.items() if k not in _TEXTS)]

    @property
    def inner(self) -> list[Any]:
        """The domains among its arguments, as of ``every(in_ball("d"))``."""
        return [part for part in self._all if not isinstance(part, str | int | float)]

    @property
    def syntax(self) -> ast.expr:
        """The call that makes the domain of a setting ``s``, with values for names that are bound."""
        made: Any = self.made
        return ast.Call(
            ast.Constant(made),
            [_syntax(part) for part in self.arguments],
            [ast.keyword(k, ast.Constant(v) if k in _TEXTS else _syntax(v)) for k, v in self.named.items()],
        )

    def __hash__(self) -> int:
        return hash((self.made, self.arguments, tuple(self.named.items())))


def is_template(arguments: tuple[Any, ...], named: Mapping[str, Any]) -> bool:
    """Whether arguments of a domain name quantities."""
    return any(isinstance(part, str | Template) for part in arguments) or any(
        isinstance(part, str | Template) for name, part in named.items() if name not in _TEXTS
    )


def _expression(text: str) -> ast.expr:
    """An argument in quotes.

    Raises:
        ClaimError: it is more than arithmetic of names.
    """
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        raise ClaimError(f"{text!r} is no expression of quantities, such as 'n' or '2 * n + 1'") from None
    for node in ast.walk(tree):
        called = isinstance(node, ast.Call) and not (
            isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS
        )
        if called or not isinstance(node, _ALLOWED):
            raise ClaimError(
                f"{text!r} is more than arithmetic of quantities: write a function of them, lambda n: ..."
            )
    return tree.body


def _value(part: Any, s: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(part, Template):
        return part(s)
    if not isinstance(part, str):
        return part
    return eval(_compiled(part), dict(_FUNCTIONS), dict(names))


@functools.lru_cache(2**12)
def _compiled(text: str) -> CodeType:
    return compile(ast.Expression(_expression(text)), text, "eval")


def _syntax(part: Any) -> ast.expr:
    if isinstance(part, Template):
        return part.syntax
    return _OfSetting().visit(_expression(part)) if isinstance(part, str) else ast.Constant(part)


class _OfSetting(ast.NodeTransformer):
    """Names as attributes of the setting."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        known: Any = _FUNCTIONS.get(node.id)  # which Python's own syntax has no constants for
        return ast.Constant(known) if known else ast.Attribute(ast.Name("s", ast.Load()), node.id, ast.Load())
