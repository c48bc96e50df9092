"""What the checks of a claim evaluate: the formulas generated from their code, symbols and code once each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from lemmata.records.evidence import ReadingRecord
from reports import words

if TYPE_CHECKING:
    from lemmata.statement.formulas import Definition


@dataclass
class Formula:
    """A formula, and the readings that it is of."""

    formula: Markup
    of: list[str] = field(default_factory=list)


@dataclass
class Symbol:
    """What a symbol of the formulas stands for, and the readings where it does."""

    symbol: Markup
    formula: Markup
    meaning: Markup
    place: str
    of: list[str] = field(default_factory=list)


@dataclass
class Code:
    """The code of a check, and the readings that it is of."""

    code: str
    place: str
    of: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Evaluated:
    """What the readings have in common stands here once; ``of`` is empty for what all of them have."""

    formulas: Sequence[Formula]
    symbols: Sequence[Symbol]
    codes: Sequence[Code]


def of_readings(
    readings: Sequence[tuple[str, ReadingRecord]], math: Callable[[str], Markup], line: Callable[[str], Markup]
) -> Evaluated | None:
    """The formulas of the readings, each with its title; None in evidence of older versions, which has none."""
    formulas: dict[str, Formula] = {}
    symbols: dict[Definition, Symbol] = {}
    codes: dict[str, Code] = {}
    shown = [(title, reading.conclusion) for title, reading in readings if reading.conclusion.latex]
    for title, conclusion in shown:
        formulas.setdefault(conclusion.latex, Formula(math(conclusion.latex))).of.append(title)
        for d in conclusion.definitions:
            if d not in symbols:
                place = words.position(d.file, d.line)
                symbols[d] = Symbol(math(d.symbol), math(d.formula), line(d.meaning), place)
            symbols[d].of.append(title)
        if conclusion.code:
            place = words.position(conclusion.file, conclusion.line)
            codes.setdefault(conclusion.code, Code(conclusion.code, place)).of.append(title)
    for of in [part.of for several in (formulas, symbols, codes) for part in several.values()]:
        if len(of) == len(readings):
            of.clear()
    if not shown:
        return None
    return Evaluated(list(formulas.values()), list(symbols.values()), list(codes.values()))
