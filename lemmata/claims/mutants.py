"""What a mutant changes in the reading that survives: one thing, or its author says why it is more."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import FunctionType
from typing import Any

from lemmata.claims.claim import Variant
from lemmata.claims.heads import Change
from lemmata.claims.space import Space
from lemmata.claims.syntax import closed_over, syntax
from lemmata.errors import ClaimError

_SPACES = ("settings", "prompts", "construction")
_LONGEST = 600
"""Characters of the source of one thing that are shown."""


def changed(mutant: Variant, survivor: Variant) -> list[str]:
    """The names of the things that a mutant changes."""
    names = [name for name in _SPACES if not same(getattr(mutant, name), getattr(survivor, name))]
    names += ["check"] * (mutant.check is not survivor.check)
    before, after = survivor.ingredients, mutant.ingredients
    names += [n for n in after if n not in before or not same(before[n], after[n])]
    if mutant.change is not None:
        names.append("change of the construction")
    return names + ["answer"] * bool(mutant.wrong)


def changes(mutant: Variant, survivor: Variant) -> tuple[Change, ...]:
    """The things that a mutant changes, old and new in their source."""
    return tuple(_change(name, mutant, survivor) for name in changed(mutant, survivor))


def require_one_change(mutant: Variant, survivor: Variant) -> None:
    """Refuses a mutant that changes several things without a reason.

    Raises:
        ClaimError: it does.
    """
    names = changed(mutant, survivor)
    if len(names) > 1 and not mutant.why:
        raise ClaimError(
            f"{mutant.claim.id}: the mutant {mutant.name!r} changes {' and '.join(names)}, so that its death "
            'does not say which of them the check notices; change one, or say why it has to be more (why="...")'
        )


def _change(name: str, mutant: Variant, survivor: Variant) -> Change:
    if name == "answer":
        return Change(name, "what is computed", mutant.wrong)
    if name == "change of the construction":
        return Change(name, "", shown(mutant.change))
    if name in (*_SPACES, "check"):
        before, after = getattr(survivor, name), getattr(mutant, name)
        if isinstance(before, Space) and isinstance(after, Space):
            return Change(name, *_difference(before, after))
        return Change(name, shown(before), shown(after))
    return Change(name, shown(survivor.ingredients.get(name)), shown(mutant.ingredients[name]))


def same(one: Any, other: Any) -> bool:
    """Whether two ingredients are one and the same, as far as can be told."""
    if one is other:
        return True
    try:
        return type(one) is type(other) and bool(one == other)
    except Exception:  # noqa: BLE001 - arrays, say, have no one answer
        return False


def _difference(before: Space, after: Space) -> tuple[str, str]:
    """The fields in which two spaces differ, with their domains; ``where`` joins several."""
    old, new = ({**space.fields, "where": space.where} for space in (before, after))
    names = [n for n in dict.fromkeys([*old, *new]) if not same(old.get(n), new.get(n))]
    # Functions of one source are not worth a line, unless nothing else differs.
    apart = [n for n in names if shown(old.get(n)) != shown(new.get(n))] or names
    return _fields(old, apart), _fields(new, apart)


def _fields(fields: Mapping[str, Any], names: list[str]) -> str:
    return "; ".join(f"{name}: {shown(fields[name])}" for name in names if fields.get(name) is not None)


def shown(value: Any) -> str:
    """A number, a function, a domain as its source has it, with the numbers that a function closes over."""
    text = _source(value) if callable(value) and not isinstance(value, type | Space) else _plain(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _plain(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, str | Fraction):
        return str(value)
    if isinstance(value, Space):
        return _fields({**value.fields, "where": value.where}, [*value.fields, "where"])
    if isinstance(value, tuple) and any(map(callable, value)):
        return f"({', '.join(_name(part) if callable(part) else shown(part) for part in value)})"
    return getattr(value, "__name__", repr(value)) if isinstance(value, type) else repr(value)


def _source(function: Callable[..., Any]) -> str:
    node = syntax(function)
    if node is None:
        return getattr(function, "__name__", repr(function))
    if isinstance(node, ast.Lambda):
        text = ast.unparse(node.body)
    else:
        body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
        if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
            text = ast.unparse(body[0].value)
        else:
            text = "\n".join(map(ast.unparse, body))
    return "; ".join([text, *_closed_over(function)])


def _closed_over(function: Callable[..., Any]) -> Iterator[str]:
    """The values that tell two functions of one source apart."""
    for name, value in closed_over(function).items() if isinstance(function, FunctionType) else ():
        yield f"{name} = {shown(value)}" if not callable(value) else f"{name} = {_name(value)}"


def _name(value: Any) -> str:
    name = getattr(value, "__name__", type(value).__name__)
    if name == "<lambda>":
        return shown(value)
    held = "; ".join(_closed_over(value))
    return f"{name} ({held})" if held else name
