"""What the checks of a claim evaluate: formulas generated from their code, or the code; each once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markupsafe import Markup

from lemmata.records.evidence import ReadingRecord

from . import words
from .highlighting import highlighted

if TYPE_CHECKING:
    from lemmata.records.formula import Definition, Source


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
    """The code of a check or of what it uses, and the readings that it is of."""

    code: Markup
    place: str
    of: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Evaluated:
    """What the readings have in common stands here once; ``of`` is empty for what all of them have."""

    formulas: Sequence[Formula]
    symbols: Sequence[Symbol]
    codes: Sequence[Code]
    """Of the checks that the formulas were generated from,"""
    sources: Sequence[Code]
    """and of those that have none, with what they use;"""
    elsewhere: Mapping[str, Sequence[str]]
    """what of that stands on the page of another claim: the names, by claim."""

    @property
    def over_batches(self) -> bool:
        """Whether code is shown whose arrays have an axis of instances: it is given a prompt."""
        return any(_OF_PROMPT.search(code.code.striptags()) for code in self.sources)


_NAME = re.compile(r"^(?:def |class )?(\w+)")
_OF_PROMPT = re.compile(r"(def \w+ ?\(|lambda )[^):]*\bprompt\b")


def of_readings(
    readings: Sequence[tuple[str, ReadingRecord]],
    math: Callable[[str], Markup],
    line: Callable[[str], Markup],
    page: Callable[[Source], str] = lambda source: "",
    summary: str = "",
) -> Evaluated | None:
    """What the readings evaluate, each with its title; None where the records do not say it.

    ``page`` names the claim on whose page code stands that a check uses, if that is another; ``summary`` is
    what the page says of the claim already, in most cases the docstring of its check.
    """
    said = re.compile(rf'^ +r?"""{re.escape(summary)}\.?"""\n', re.MULTILINE)
    formulas: dict[str, Formula] = {}
    symbols: dict[Definition, Symbol] = {}
    codes: dict[Source, Code] = {}
    sources: dict[Source, Code] = {}
    elsewhere: dict[str, list[str]] = {}
    for title, conclusion in ((title, reading.conclusion) for title, reading in readings):
        if conclusion.latex:
            formulas.setdefault(conclusion.latex, Formula(math(conclusion.latex))).of.append(title)
        for d in conclusion.definitions:
            if d not in symbols:
                place = words.position(d.file, d.line)
                symbols[d] = Symbol(math(d.symbol), math(d.formula), line(d.meaning), place)
            symbols[d].of.append(title)
        shown = codes if conclusion.latex else sources
        for k, source in enumerate(conclusion.sources):
            name = _NAME.search(source.code)
            if k and name and (other := page(source)):
                names = elsewhere.setdefault(other, [])
                names += [] if name[1] in names else [name[1]]
                continue
            if source not in shown:
                code = said.sub("", source.code, count=1)
                shown[source] = Code(highlighted(code), words.position(source.file, source.line))
            shown[source].of.append(title)
    for of in [part.of for several in (formulas, symbols, codes, sources) for part in several.values()]:
        if len(of) == len(readings):
            of.clear()
    if not (formulas or sources or elsewhere):
        return None
    # What the readings share stands first, behind it what each has of its own.
    own = sorted(sources.values(), key=lambda source: bool(source.of))
    return Evaluated(
        list(formulas.values()), list(symbols.values()), list(codes.values()), _by_file(own), elsewhere
    )


def _by_file(codes: Sequence[Code]) -> list[Code]:
    """What follows one another in a file in one piece, with the values, which have no place, of its names."""
    pieces: list[Code] = []
    for code in codes:
        last = pieces[-1] if pieces else None
        files = [one.place.rpartition(":")[0] for one in (code, last) if one is not None]
        if last is not None and code.of == last.of and files[0] in ("", files[1]):
            last.code += Markup("\n\n") + code.code
        else:
            pieces.append(code)
    return pieces
