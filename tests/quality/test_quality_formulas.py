"""The formula of every claim's check: it is there, it can be set, and it is no code."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata.run import registry
from lemmata.statement.formulas import Formula
from lemmata.statement.written.conclusions import written
from reports import limits, mathml
from tests.quality.test_quality_pages import described, page

UNWRITTEN = 0
"""Parts of all checks that are shown as code."""


@functools.cache
def formulas() -> dict[str, tuple[Formula, list[str]]]:
    """The formula of each reading of each claim, with what could not be written."""
    return {
        f"{claim.id}, {reading.name}": written(reading.variant)
        for claim in registry.load(()).claims.values()
        for reading in claim.readings.values()
    }


def latex() -> Iterator[tuple[str, str]]:
    """Each formula and each part of a definition, with the reading that it is of."""
    for name, (formula, _) in formulas().items():
        yield name, formula.latex
        for definition in formula.definitions:
            yield name, definition.symbol
            if definition.formula:
                yield name, definition.formula


@pytest.mark.slow
def test_every_reading_has_a_formula_and_the_code_that_it_is_of() -> None:
    assert len(formulas()) > 500
    empty = [name for name, (f, _) in formulas().items() if not (f.latex and f.code and f.file and f.line)]
    assert not empty


def test_every_definition_says_something() -> None:
    mute = [
        f"{name}: {definition.symbol}"
        for name, (formula, _) in formulas().items()
        for definition in formula.definitions
        if not (definition.formula or definition.meaning or definition.line)
    ]
    assert not mute


def test_every_relation_is_one() -> None:
    relation = re.compile(r"=|\\le |\\ge |\\text\{all of \}")
    others = [name for name, (formula, _) in formulas().items() if not relation.search(formula.latex)]
    assert not others


def test_hardly_anything_is_shown_as_code() -> None:
    unwritten = [f"{name}: {code}" for name, (_, codes) in formulas().items() for code in codes]
    assert len(unwritten) <= UNWRITTEN, unwritten


@pytest.mark.slow
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
    name, (formula, _) = next((n, f) for n, f in formulas().items() if len(f[0].definitions) > 7)
    record = described("It holds.")
    first, *others = record.readings
    shown = page(tmp_path, replace(record, readings=(replace(first, conclusion=formula), *others)))
    assert "What is evaluated" in shown, name
    assert "The code of the check" in shown and f"{formula.file}:{formula.line}" in shown
    assert formula.code in shown


@pytest.mark.parametrize("pattern", [r"[A-Za-z]_[A-Za-z]{2}", r"\blambda\b(?<!\\lambda)", r"<[a-z]+>"])
def test_no_name_is_left_as_python_has_it(pattern: str) -> None:
    names = [f"{name}: {part}" for name, part in latex() if re.search(pattern, part)]
    assert not names
