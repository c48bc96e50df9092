"""The hypotheses of a reading in words and formulas, rendered from its spaces.

They are not written twice: a domain says what it demands (:meth:`~lemmata.claims.space.Domain.words`), and
where it depends on other quantities, ``lambda s: in_ball(s.n, s.d, radius=s.b_x)``, the arguments are read
from the code. What cannot be read there is said for one setting, which is named.
"""

from __future__ import annotations

import ast
import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from types import FunctionType
from typing import Any

from lemmata.claims import sample_settings, syntax
from lemmata.claims.claim import Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.quantified import every, some
from lemmata.claims.domains.real import scales
from lemmata.claims.space import Space
from lemmata.claims.theorem import Prompts
from lemmata.formulas import calls
from lemmata.formulas.conclusions import predicate, ranks
from lemmata.formulas.expressions import Writer
from lemmata.formulas.numerals import is_number, numeral
from lemmata.formulas.partial_evaluation import returned, value_of
from lemmata.formulas.terms import SETTING, NotWritten, Term
from lemmata.records.formula import Definition, Hypothesis
from lemmata.records.notation import identifier, words

_Ranks = Callable[[], Mapping[str, int | None]]
"""How many indices each quantity has, found out where it is asked."""


def hypotheses(variant: Variant) -> tuple[Hypothesis, ...]:
    """The hypotheses of a reading: those of the setting, of the prompt, and what joins several quantities.

    An experiment has none: its configurations are run as they stand.
    """
    kind = variant.claim.kind
    if kind.at_once:
        return ()
    known = functools.cache(partial(ranks, variant))
    rows = _of_space(variant.settings, variant.settings, False, known)
    if variant.prompts is not None:
        rows += _of_prompts(variant.settings, variant.prompts, kind.budgeted or kind.estimated, known)
    holder = variant.settings.holder
    said = (syntax.fields(holder) if isinstance(holder, type) else {}) | syntax.quantities(variant.check)
    rows = [replace(row, text=f"{row.text}; {said[r]}") if (r := row.quantity) in said else row for row in rows]
    return tuple(_ordered(rows, variant.settings))


def _ordered(rows: list[Hypothesis], settings: Space) -> list[Hypothesis]:
    """A constant comes behind what it depends on and before all that it has to serve; what joins some, last."""
    each = {name: set(constant.for_each) for name, constant in settings.open_constants.items()}
    before = set().union(*each.values())  # what one constant depends on

    def place(row: Hypothesis) -> int:
        if not row.quantity:
            return 4
        if row.quantity in each:
            return 2 if each[row.quantity] else 0
        return 1 if row.quantity in before else 3

    return sorted(rows, key=place)


def region(
    function: Callable[..., bool], holder: Any = None, known: Mapping[str, int | None] | None = None
) -> str:
    """LaTeX of a predicate of the setting, or of the setting and one prompt; ``known`` as of ``predicate``."""
    return predicate(function, holder, known).latex


# -- spaces ------------------------------------------------------------------------------------------


def _constant(value: Any) -> ast.expr:
    """Also of what Python's own syntax has no constants for; of a number that knows its syntax, that."""
    node = getattr(value, "node", None)
    return node if isinstance(node, ast.expr) else ast.Constant(value)


def _followed(node: ast.expr | None) -> ast.expr | None:
    """A call of an author's function as what that returns."""
    while isinstance(node, ast.Call) and isinstance(function := value_of(node.func), FunctionType):
        if any(keyword.arg is None for keyword in node.keywords):
            break
        node = returned(function, node.args, {str(keyword.arg): keyword.value for keyword in node.keywords})
    return node


def _of_prompts(
    settings: Space, prompts: Callable[[Any], Space], random: bool, known: _Ranks
) -> list[Hypothesis]:
    if isinstance(prompts, Prompts):
        return _of_space(settings, prompts, random, known)
    return _by_settings(settings, lambda s: _of_space(settings, prompts(s), random, known))


def _by_settings(settings: Space, rows: Callable[[Any], list[Hypothesis]]) -> list[Hypothesis]:
    """Hypotheses that can be told of settings only: in letters if these are the same for all of them.

    Otherwise they are those of the first setting, which is named.
    """
    in_letters = []
    for s in sample_settings.settings(settings):
        try:
            in_letters.append(rows(sample_settings.symbolic(s)))
        except Exception:  # noqa: BLE001 - a corner that the hunt meets, too, or what takes no such number
            continue
    place, of_first = _at(settings, rows)
    of_first = [replace(row, text=row.text + place) for row in of_first or ()]
    if len(in_letters) < 2:
        return of_first
    agreed = {row for row in in_letters[0] if all(row in others for others in in_letters)}
    lettered = {row.quantity: row for row in agreed}
    return [lettered.get(row.quantity, row) for row in of_first]


def _of_space(settings: Space, made: Space | Prompts, random: bool, known: _Ranks) -> list[Hypothesis]:
    rows = []
    for name, field in made.fields.items():
        read = _constant(field) if isinstance(field, Domain) else returned(field)
        row = _of_domain(name, read, random)
        if row is None:
            (row,) = _by_settings(settings, partial(_row, made, name, random)) or (None,)
        rows.append(row or Hypothesis(name, f"${identifier(name)}$"))
    if made.where is not None:
        rows.append(Hypothesis("", _joint(made.where, getattr(made, "holder", None), known)))
    return rows


def _row(made: Callable[[Any], Space], name: str, random: bool, s: Any) -> list[Hypothesis]:
    field = made(s).fields[name]
    row = _of_domain(name, _constant(field if isinstance(field, Domain) else field(s)), random)
    return [row] if row else []


def _at(settings: Space, function: Callable[[Any], Any]) -> tuple[str, Any]:
    """What a function gives for the first setting, and which of its quantities it read for that."""
    for s in sample_settings.settings(settings):
        read: list[str] = []
        try:
            value = function(sample_settings.recording(s, read))
        except Exception:  # noqa: BLE001 - a corner that the hunt meets, too
            continue
        numbers = {name: number for name in read if is_number(number := getattr(s, name))}
        place = ", ".join(f"${identifier(name)}={numeral(number)}$" for name, number in numbers.items())
        return (f" (at {place})" if place else ""), value
    return "", None


def _joint(where: Callable[..., Any], holder: Any, known: _Ranks) -> str:
    formula = predicate(where, holder, known())
    meanings = [said for definition in formula.definitions if (said := _definition(definition))]
    return "; ".join([f"${formula.latex}$", *meanings])


def _definition(definition: Definition) -> str:
    if definition.formula:
        return f"${definition.symbol}={definition.formula}$"
    return f"${definition.symbol}$: {definition.meaning.rstrip('.')}" if definition.meaning else ""


# -- domains -----------------------------------------------------------------------------------------


def _of_domain(name: str, node: ast.expr | None, random: bool) -> Hypothesis | None:
    """What a domain says; None if it cannot be read."""
    call = _constructor(_followed(node))
    if call is None:
        return None
    domain, terms = call
    if domain is every or domain is some:
        inner = _of_domain(name, terms["domain"], random=False)
        if inner is None:
            return None
        values = _constructor(terms["domain"])
        if domain is some and values and values[0] is scales:  # a window on what has no ends
            inner = Hypothesis(name, f"${identifier(name)}>0$", inner.text)
        if domain is every:
            return replace(inner, text=f"for every {inner.text}" if random else inner.text)
        each = " and ".join(f"${identifier(n)}$" for n in value_of(terms["for_each"]) or ())
        scope = f"for each {each}" if each else ", the same for all of the others"
        one = inner.text.replace("whole numbers", "a whole number")
        return replace(inner, text=f"there is {one} {scope}".replace(" ,", ","))
    if "of" in terms and not isinstance(value_of(terms["of"]), str):
        return None
    try:
        latex = {name: value_of(term) if name == "of" else _term(term) for name, term in terms.items()}
    except NotWritten:
        return None
    try:
        said = domain.words(identifier(name), **latex)
        law = domain.law_words(**latex) if random and domain.is_law else ""
        drawn = domain.drawn_words(**latex)
    except TypeError:  # its constructor takes something else than its words
        said = law = drawn = ""
    if not said:
        described = syntax.meaning(domain).rstrip(".") or domain.__name__.replace("_", " ")
        said = f"${identifier(name)}$: {described}"
    return Hypothesis(name, "; ".join([f"{said}, {law}" if law else said, *_meanings(terms)]), drawn)


def _constructor(node: ast.expr | None) -> tuple[type[Domain], dict[str, Any]] | None:
    """The class of a domain, and what its constructor is given, as syntax."""
    if isinstance(node, ast.Constant) and isinstance(domain := node.value, Domain):
        parameters = _parameters(type(domain))
        given = {name: getattr(domain, name) for name in parameters if hasattr(domain, name)}
        several = {name for name, p in parameters.items() if p.kind is p.VAR_POSITIONAL}
        return type(domain), {
            name: tuple(map(_constant, value)) if name in several else _constant(value)
            for name, value in given.items()
        }
    made = value_of(node.func) if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or not (isinstance(made, type) and issubclass(made, Domain)):
        return None
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    if None in named or any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    try:
        bound = inspect.signature(made).bind(*node.args, **{str(k): v for k, v in named.items()})
    except TypeError:  # misspelt, or too few: the call itself says so where the space is made
        return None
    bound.arguments.setdefault("for_each", _constant(())) if made is some else None
    return made, bound.arguments


@functools.lru_cache(256)
def _parameters(domain: type[Domain]) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(domain).parameters


def _term(node: Any) -> Any:
    """An argument as LaTeX, if it is a number; else as it is."""
    if isinstance(node, tuple):
        return tuple(map(_term, node))
    if not isinstance(node, ast.Constant):
        return _latex(node)
    value = value_of(node)
    return numeral(value) if is_number(value) else words(value) if isinstance(value, str) else value


def _latex(node: ast.expr) -> str:
    """LaTeX of closed syntax, whose variables are what holds quantities."""
    holders = {part.id: SETTING for part in ast.walk(node) if isinstance(part, ast.Name)}
    return _Numbers(holders).term(_NamedAgain().visit(node)).latex


class _Numbers(Writer):
    """Writes the arguments of domains, which are numbers; what functions are is said beside them."""

    def quantity(self, owner: ast.expr, name: str) -> Term:
        return Term(identifier(name), scalar=True)

    def call(self, node: ast.Call) -> Term | None:
        return calls.written(self, node) or calls.applied(self, identifier(calls.called(node)), node)


class _NamedAgain(ast.NodeTransformer):
    """Functions under their names, in a copy."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        return type(node)(**{name: self._again(value) for name, value in ast.iter_fields(node)})

    def _again(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._again(part) for part in value]
        return self.visit(value) if isinstance(value, ast.AST) else value

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        name = getattr(value := value_of(node), "__name__", None)
        return ast.Name(name) if callable(value) and name else node


def _meanings(terms: Mapping[str, Any]) -> Iterator[str]:
    """What the functions are that arguments are computed with."""
    nodes = [node for term in terms.values() for node in (term if isinstance(term, tuple) else (term,))]
    met = [value_of(part.func) for node in nodes for part in ast.walk(node) if isinstance(part, ast.Call)]
    for function in dict.fromkeys(value for value in met if isinstance(value, FunctionType)):
        if said := syntax.meaning(function):
            yield f"${identifier(function.__name__)}$: {said.rstrip('.')}"
