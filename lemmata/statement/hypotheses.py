"""The hypotheses of a reading in words and formulas, rendered from its spaces.

Nobody writes them twice: a domain says what it demands (:meth:`~lemmata.statement.spaces.Domain.words`), and
where it depends on other quantities, ``lambda s: in_ball(s.n, s.d, radius=s.b_x)``, the arguments are read
from the code. What cannot be read there is said for one setting, which is named.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import FunctionType
from typing import TYPE_CHECKING, Any

from lemmata.statement._stub import expression, symbol
from lemmata.statement.numerals import is_number, numeral
from lemmata.statement.syntax import returned

if TYPE_CHECKING:
    from lemmata.statement.claims import Variant
    from lemmata.statement.spaces import Space


@dataclass(frozen=True)
class Hypothesis:
    """What the space of a reading demands.

    Attributes:
        quantity: its name in the code; empty where several quantities are joined.
        text: in words, with formulas between dollars.
        drawn: what is drawn, if that is less than is allowed.
    """

    quantity: str
    text: str
    drawn: str = ""


def hypotheses(variant: Variant) -> tuple[Hypothesis, ...]:
    """The hypotheses of a reading: those of the setting, of the prompt, and what joins several quantities.

    An experiment has none: its configurations are run as they stand.
    """
    from lemmata.statement.instances import settings

    kind = variant.claim.kind
    if kind.at_once:
        return ()
    random = kind.budgeted or kind.estimated
    every = list(_of_space(_Fields.of(variant.settings), settings(variant.settings), random=False))
    if variant.prompts is not None:
        every += _of_prompts(variant, random)
    return tuple(sorted(every, key=lambda hypothesis: not hypothesis.quantity))


def _of_prompts(variant: Variant, random: bool) -> Iterator[Hypothesis]:
    from lemmata.statement.instances import settings
    from lemmata.statement.spaces import Space

    prompts = variant.prompts
    instances = settings(variant.settings)
    if isinstance(prompts, Space):
        return _of_space(_Fields.of(prompts), (), random)
    fields = _Fields.read(returned(prompts)) if prompts is not None else None
    if fields is not None:
        return _of_space(fields, instances, random, prompts)
    for s in instances:
        place, space = _recorded(s, prompts)
        return (
            replace(h, text=f"{h.text}{place}") for h in _of_space(_Fields.of(space), (), random)
        )
    return iter(())


@dataclass(frozen=True)
class _Fields:
    """A space as syntax: its domains by name, and what joins them."""

    domains: Mapping[str, ast.expr | None]
    where: ast.expr | None
    space: Any = None

    @classmethod
    def of(cls, space: Space) -> _Fields:
        domains = {name: returned(f) if callable(f) else ast.Constant(f) for name, f in space.fields.items()}
        return cls(domains, space.where and ast.Constant(space.where), space)

    @classmethod
    def read(cls, node: ast.expr | None) -> _Fields | None:
        """From the call that makes the space; None if it cannot be read."""
        from lemmata.statement.spaces import Space, space

        node = _inlined(node, space)
        if isinstance(node, ast.Constant) and isinstance(node.value, Space):
            return cls.of(node.value)
        if not (isinstance(node, ast.Call) and _is(node.func, space)) or any(k.arg is None for k in node.keywords):
            return None
        named = {str(k.arg): k.value for k in node.keywords}
        where = named.pop("where", None)
        return cls({name: _body(value) for name, value in named.items() if name != "holder"}, where)


def _body(node: ast.expr) -> ast.expr | None:
    """The domain that a field is, also one that depends on earlier ones."""
    if isinstance(node, ast.Lambda):
        return node.body
    if isinstance(node, ast.Constant) and isinstance(node.value, FunctionType):
        return returned(node.value)
    return node


def _is(node: ast.expr, value: Any) -> bool:
    return isinstance(node, ast.Constant) and node.value is value


def _inlined(node: ast.expr | None, *stop: Any) -> ast.expr | None:
    """A call of an author's function as what that returns."""
    while (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Constant)
        and isinstance(function := node.func.value, FunctionType)
        and function not in stop
    ):
        if any(k.arg is None for k in node.keywords):
            return None
        node = returned(function, node.args, {str(k.arg): k.value for k in node.keywords})
    return node


def _of_space(
    fields: _Fields, instances: Any, random: bool, prompts: Callable[[Any], Space] | None = None
) -> Iterator[Hypothesis]:
    for name, node in fields.domains.items():
        text = _text(name, node, random)
        if text is not None:
            yield text
            continue
        for s in instances:
            domain_of = (lambda r: prompts(r).fields[name]) if prompts else fields.space.fields[name]
            place, domain = _recorded(s, domain_of)
            text = _text(name, ast.Constant(domain), random)
            if text is not None:
                yield replace(text, text=f"{text.text}{place}")
            break
    if fields.where is not None:
        yield Hypothesis("", _joint(fields.where))


def _joint(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        body = returned(node.value)
        return f"${expression(body)}$" if body is not None else node.value.__name__
    return f"${expression(node.body)}$" if isinstance(node, ast.Lambda) else f"${expression(node)}$"


def _recorded(s: Any, function: Callable[[Any], Any]) -> tuple[str, Any]:
    """What a function gives for a setting, and which of its quantities it read for that."""
    from lemmata.statement.instances import recording

    read: list[str] = []
    value = function(recording(s, read))
    shown = [
        f"${symbol(name)}={numeral(getattr(s, name))}$" for name in dict.fromkeys(read) if is_number(getattr(s, name))
    ]
    return (f" (at {', '.join(shown)})" if shown else ""), value


def _text(name: str, node: ast.expr | None, random: bool) -> Hypothesis | None:
    """What a domain says; None if it cannot be read."""
    from lemmata.statement.spaces import every, some

    node = _inlined(node)
    call = _call(node)
    if call is None:
        return None
    domain, terms = call
    if domain is every:
        inner = _text(name, terms["domain"], False)
        return inner and replace(inner, text=f"for every {inner.text}" if random else inner.text)
    if domain is some:
        inner = _text(name, terms["domain"], False)
        each = terms.get("for_each", ast.Constant(()))
        names = [f"${symbol(n)}$" for n in getattr(each, "value", ())]
        words = f" for each {' and '.join(names)}" if names else ""
        return inner and replace(inner, text=f"there is {inner.text}{words}")
    latex = {key: _term(value) for key, value in terms.items()}
    try:
        text = domain.words(symbol(name), **latex)
        law = domain.law_words(**latex) if random and domain.is_law else ""
        drawn = domain.drawn_words(**latex)
    except TypeError:  # a class with other arguments than those of its words
        text = law = drawn = ""
    text = text or f"${symbol(name)}$: {_first_line(domain)}"
    return Hypothesis(name, text + (f", {law}" if law else ""), drawn)


def _call(node: ast.expr | None) -> tuple[Any, dict[str, Any]] | None:
    """The class of a domain, and what its constructor is given, as syntax."""
    from lemmata.statement.spaces import Domain

    if isinstance(node, ast.Constant) and isinstance(node.value, Domain):
        domain = node.value
        names = inspect.signature(type(domain)).parameters
        values = {name: getattr(domain, name) for name in names if hasattr(domain, name)}
        return type(domain), {
            name: tuple(map(ast.Constant, v)) if isinstance(v, tuple) else ast.Constant(v)
            for name, v in values.items()
        }
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Constant):
        return None
    made = node.func.value
    if not (isinstance(made, type) and issubclass(made, Domain)):
        return None
    if any(k.arg is None for k in node.keywords) or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    bound = inspect.signature(made).bind(*node.args, **{str(k.arg): k.value for k in node.keywords})
    return made, bound.arguments


def _term(node: Any) -> Any:
    """An argument as LaTeX, if it is a number; else as it is."""
    if isinstance(node, tuple):
        return tuple(map(_term, node))
    if not isinstance(node, ast.Constant):
        return expression(node)
    if is_number(node.value):
        return numeral(node.value)
    return rf"\text{{{node.value}}}" if isinstance(node.value, str) else node.value


def _first_line(domain: type) -> str:
    words = (domain.__doc__ or "").strip()
    if not words or words.startswith(f"{domain.__name__}("):  # what a dataclass writes by itself
        return domain.__name__.replace("_", " ")
    return words.splitlines()[0].rstrip(".")
