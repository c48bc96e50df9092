"""What every claim's check is shown as: a short formula that can be set, or its code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.claims.claim import Reading
from lemmata.formulas.conclusions import conclusion, written
from lemmata.formulas.terms import NotWritten
from lemmata.records.formula import MOST_DEFINITIONS, Formula
from lemmata.run import registry
from reports import limits, mathml
from tests.quality.test_quality_pages import described, page

pytestmark = pytest.mark.slow  # the formulas of all claims are written once, for all of these
FORMULAS = 213
"""At least so many readings have a formula: code is the exception that a simple check does not need."""


@functools.cache
def readings() -> dict[str, Reading]:
    """Each reading of each claim that has a check."""
    claims = [claim for claim in registry.load(()).claims.values() if claim.kind.hunted]
    return {f"{c.id}, {reading.name}": reading for c in claims for reading in c.readings.values()}


@functools.cache
def shown() -> dict[str, Formula]:
    """What each of them is shown as."""
    return {name: conclusion(reading.variant) for name, reading in readings().items()}


def formulas() -> dict[str, Formula]:
    """Those that are shown as formulas."""
    return {name: formula for name, formula in shown().items() if formula.latex}


def latex() -> Iterator[tuple[str, str]]:
    """Each formula and each part of a definition, with the reading that it is of."""
    for name, formula in formulas().items():
        yield name, formula.latex
        for definition in formula.definitions:
            yield name, definition.symbol
            if definition.formula:
                yield name, definition.formula


def test_every_check_is_a_short_formula_or_its_code() -> None:
    assert len(shown()) > 500
    assert len(formulas()) >= FORMULAS
    assert not [name for name, f in shown().items() if not (f.code and f.file and f.line)]
    assert not [name for name, f in shown().items() if len(f.definitions) > MOST_DEFINITIONS]


def test_code_stands_only_where_no_formula_is_short() -> None:
    """A defect of the writer would be code as well: nothing else than its refusal may be raised."""
    for name, formula in shown().items():
        if not formula.latex:
            try:
                whole = written(readings()[name].variant)
            except NotWritten:
                continue
            assert len(whole.definitions) > MOST_DEFINITIONS, name


def test_code_has_no_addresses_and_is_whole() -> None:
    for name, formula in shown().items():
        for source in formula.sources:
            assert " at 0x" not in source.code, name
            compile(source.code.rstrip(" .,") if source.line else "", name, "exec")


def test_every_definition_says_something() -> None:
    mute = [
        f"{name}: {definition.symbol}"
        for name, formula in formulas().items()
        for definition in formula.definitions
        if not (definition.formula or definition.meaning)
    ]
    assert not mute


def test_every_symbol_stands_for_one_thing() -> None:
    for name, formula in formulas().items():
        symbols = [definition.symbol for definition in formula.definitions]
        assert len(set(symbols)) == len(symbols), name


def test_every_relation_is_one() -> None:
    relation = re.compile(r"=|<|>|\\le |\\ge ")
    others = [name for name, formula in formulas().items() if not relation.search(formula.latex)]
    assert not others


def test_every_formula_can_be_set() -> None:
    problems = []
    for part, name in {part: name for name, part in latex()}.items():
        try:
            mathml.convert(part)
        except mathml.FormulaError as error:
            problems.append(f"{name}: {error} in {part}")
        if len(part) > limits.FORMULA // 2:
            problems.append(f"{name}: {len(part)} characters")
    assert not problems


def test_a_page_shows_formula_symbols_and_code(tmp_path: Path) -> None:
    with_formula = next(f for f in formulas().values() if len(f.definitions) > 3)
    as_code = next(f for f in shown().values() if not f.latex and f.parts)
    record = described("It holds.")
    for formula in (with_formula, as_code):
        first, *others = record.readings
        text = page(tmp_path, replace(record, readings=(replace(first, conclusion=formula), *others)))
        assert "What is evaluated" in text
        assert ("The code of the check" in text) == bool(formula.latex)
        assert f"{formula.sources[0].file}:{formula.sources[0].line}" in text
        for source in formula.sources:
            # What follows one another in a file is one piece, under the place of its first line.
            assert f"{source.file}:" in text or not source.line
            line = re.search(r"def \w+", source.code)
            assert line is None or line[0] in re.sub(r"<[^>]+>", "", text)


@pytest.mark.parametrize("pattern", [r"[A-Za-z]_[A-Za-z]{2}", r"\blambda\b(?<!\\lambda)", r"<[a-z]+>"])
def test_no_name_is_left_as_python_has_it(pattern: str) -> None:
    names = [f"{name}: {part}" for name, part in latex() if re.search(pattern, part)]
    assert not names
