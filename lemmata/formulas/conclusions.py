r"""What a check evaluates: a formula that is generated from its code, or the code.

The formula is not written by hand, so that it cannot say anything else than the code. The ingredients that a
reading fills in stand under their own names, with what they are; so do local variables, and functions and
properties of the topic. Of a function that is more than an expression after some assignments, the first line of
the docstring is shown, with the place.
"""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from lemmata.claims import sample_settings, syntax
from lemmata.claims.by_name import OfSetting, parameters
from lemmata.claims.claim import ANSWER, CONSTRUCTION, Variant
from lemmata.claims.domains.base import Domain
from lemmata.formulas import sources
from lemmata.formulas.definitions import Notes
from lemmata.formulas.scopes import QUANTITY, Scope
from lemmata.formulas.terms import NotWritten, Term, number
from lemmata.records.formula import MOST_DEFINITIONS, Definition, Formula
from lemmata.records.notation import identifier, words


def conclusion(variant: Variant) -> Formula:
    """What a variant's check evaluates: a formula, or its code where a formula would not be easier to read.

    That is where it needs more than :data:`MOST_DEFINITIONS` definitions, and where the code has what no
    formula says.
    """
    try:
        formula = written(variant)
    except NotWritten:
        formula = None
    except Exception:  # noqa: BLE001 - a defect of this module, for which no run ends; the tests call what raises
        formula = None
    if formula is not None and len(formula.definitions) <= MOST_DEFINITIONS:
        return formula
    file, line = syntax.place(variant.check)
    return Formula(code=syntax.code(variant.check), file=file, line=line, parts=sources.parts(variant))


def written(variant: Variant) -> Formula:
    """The formula of a variant's check, however many definitions it needs.

    Raises:
        NotWritten: the code has what no formula says.
    """
    notes = Notes()
    latex = _written(variant, notes)
    definitions = notes.needed(latex)
    if mute := [d.symbol for d in definitions if not (d.formula or d.meaning)]:
        raise NotWritten(f"{mute[0]} has no formula and no docstring")
    return Formula(latex, definitions, syntax.code(variant.check), *syntax.place(variant.check))


def given(variant: Variant) -> list[str]:
    """LaTeX of the hypotheses that a variant's check states."""
    return _looked_at(variant).given


def says_nothing(variant: Variant) -> str:
    """Why a check says nothing, whatever its numbers are, as far as its code shows it; else nothing."""
    notes = _looked_at(variant)
    if notes.stated and all(left == right for left, right in notes.stated):
        return "both sides are one and the same expression"
    if notes.stated and set(notes.stated) <= set(notes.assumed):
        return "its hypothesis is its conclusion"
    return ""


def _looked_at(variant: Variant) -> Notes:
    """What a check states, as far as its code shows it."""
    notes = Notes(tolerant=True)
    with contextlib.suppress(Exception):  # as of :func:`conclusion`
        _written(variant, notes)
    return notes


def _written(variant: Variant, notes: Notes) -> str:
    node, check = syntax.syntax(variant.check), syntax.plain(variant.check)
    if node is None or check is None:
        raise NotWritten("its source is not to be had")
    scope = Scope(notes, check, getattr(variant.settings, "holder", None))
    scope.known |= {CONSTRUCTION: variant.construction, **variant.ingredients}
    notes.ranks = ranks(variant)
    for name in (*variant.settings.fields, *notes.ranks):
        notes.take(identifier(name), QUANTITY)
    node = syntax.of_setting(node, quantities_of(variant))
    scope.names |= _ingredients(scope, variant)
    scope.one_instance = True
    return variant.claim.kind.stated(scope.body(node).latex, variant)


def quantities_of(variant: Variant) -> set[str]:
    """What the check asks for that is neither an ingredient nor given by the engine."""
    others = {CONSTRUCTION, ANSWER, *variant.ingredients}
    return {name for name in parameters(variant.check) if name not in others}


def _ingredients(scope: Scope, variant: Variant) -> dict[str, Term]:
    """The numbers that the reading fills in, as they stand: ``n`` for ``factor=lambda n: n``."""
    given = {
        name: scope.by_name(value) if name in variant.quantities else number(value)
        for name, value in variant.ingredients.items()
    }
    return {name: term for name, term in given.items() if term is not None}


def ranks(variant: Variant) -> dict[str, int | None]:
    """How many indices each quantity has, 0 for an array with one entry; None where that depends."""
    shapes: dict[str, set[tuple[int, ...]]] = {}
    for s in sample_settings.settings(variant.settings, 4):
        with contextlib.suppress(Exception):  # a corner of the space, or a field that reads another one
            made = variant.prompts(s) if variant.prompts else None
            arrays = {name: value.shape for name, value in vars(s).items() if hasattr(value, "shape")}
            for name, field in made.fields.items() if made else ():
                arrays[name] = getattr(field if isinstance(field, Domain) else field(s), "shape", ())
            for name, shape in arrays.items():
                shapes.setdefault(name, set()).add(tuple(shape))
    several = {name: {len(shape) for shape in met} for name, met in shapes.items()}
    return {
        name: 0 if shapes[name] <= {(1,), ()} else met.pop() if len(met) == 1 else None
        for name, met in several.items()
    }


def predicate(
    function: Callable[..., Any], holder: Any = None, known: Mapping[str, int | None] | None = None
) -> Formula:
    """The formula of a function of quantities by name, or of a setting; its code where there is none.

    Its parameters do not show: ``lambda s: s.k <= s.d`` is ``k <= d``.

    Args:
        function: what ``where=``, ``fails_where=`` or ``failure=`` are given.
        holder: the class of the setting; with it properties are shown by their formula.
        known: how many indices each quantity has (:func:`ranks`), as far as it is known.
    """
    node, plain = syntax.syntax(function), syntax.plain(function)
    if node is None or plain is None:
        name = getattr(function, "__name__", type(function).__name__)
        return Formula(words(name) if name == "<lambda>" else identifier(name))
    notes = Notes()
    notes.ranks = dict(known or {})
    scope = Scope(notes, plain, holder)
    body, meaning = _expression(node), syntax.meaning(function)
    names = [parameter.arg for parameter in node.args.args]
    if isinstance(function, OfSetting):
        node, scope.one_instance = syntax.of_setting(node, names), True
    else:
        scope.names |= dict.fromkeys(names, scope.names["s"])
    try:
        latex = scope.body(node).latex
    except NotWritten:
        if body is not None and not meaning:
            return Formula(words(ast.unparse(body)))
        symbol = identifier(plain.__name__)
        return Formula(symbol, (Definition(symbol, "", meaning, *syntax.place(function)),))
    return Formula(latex, notes.needed(latex))


def _expression(node: syntax.Function) -> ast.expr | None:
    """What a function returns that does nothing else."""
    if isinstance(node, ast.Lambda):
        return node.body
    rest = node.body[1:] if ast.get_docstring(node) is not None else node.body
    return rest[0].value if len(rest) == 1 and isinstance(rest[0], ast.Return) else None
