"""What a hypothesis allows beside what was drawn of it: for the pages and the terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lemmata.records.finding import Reached, Scope, Value
from lemmata.records.formula import Hypothesis
from lemmata.records.verdicts import ReadingVerdict
from lemmata.records.words import dyadic, tried

_EVERY = "for every "
_MOST = 80
"""Letters of what a check raises."""
_EXCEPTION = re.compile(r"^[A-Za-z_]\w*: ")
"""What Python puts before the message of an exception."""


@dataclass(frozen=True)
class Row:
    """A quantity, what is demanded of it, and what was drawn.

    Attributes:
        reason: of a quantity with one value, why nothing is lost by it, empty if that is not said; None of
            the others.
    """

    quantity: str
    text: str
    drawn: str
    reason: str | None = None


def rows(
    hypotheses: Sequence[Hypothesis], pinned: dict[str, str], verdict: ReadingVerdict | None = None
) -> list[Row]:
    """The hypotheses of a reading, those first whose quantity has one value, joint ones last.

    What holds for every value of a quantity stands before what is random: it is no event that all are met.
    """
    met = verdict.finding.scope.drawn if verdict else {}
    several = {quantity for quantity, values in met.items() if len(set(values)) > 1}
    every = [
        Row(h.quantity, h.text, _met(h, verdict), None if h.quantity in several else pinned.get(h.quantity))
        for h in hypotheses
    ]
    mixed = met and any(row.text.startswith(_EVERY) for row in every)

    def place(row: Row) -> tuple[bool, bool, int]:
        of_prompt = 2 - row.text.startswith(_EVERY) if mixed and row.quantity not in met else 0
        return not row.quantity, row.reason is None, of_prompt

    return sorted(every, key=place)


def extent(verdict: ReadingVerdict) -> str:
    """Of a refuted reading, at which nothing further is drawn: how much was drawn until then."""
    scope, elsewhere = verdict.finding.scope, verdict.finding.outside
    if verdict.outcome != "refuted" or scope.settings is None:
        return ""
    outside = f"; outside of where it is said to fail: {tried(elsewhere)}" if elsewhere else ""
    return f"The hunt ended with a violation. Drawn until then: {tried(scope)}{outside}."


def _met(hypothesis: Hypothesis, verdict: ReadingVerdict | None) -> str:
    """The range of a quantity exactly as met, or what its domain says; that of a witness apart."""
    scope = verdict.finding.scope if verdict else Scope()
    farther = scope.beyond.get(hypothesis.quantity)
    few = f"; a few beyond, {_range(farther)}" if farther else ""
    return _drawn(hypothesis, verdict, scope) + few


def _drawn(hypothesis: Hypothesis, verdict: ReadingVerdict | None, scope: Scope) -> str:
    met = scope.drawn.get(hypothesis.quantity)
    if not verdict or not met:
        return hypothesis.drawn
    elsewhere = verdict.finding.outside
    outside = elsewhere.drawn.get(hypothesis.quantity) if elsewhere else None
    grown = next((part for part in scope.reached if part.quantity == hypothesis.quantity), None)
    if grown is not None:
        return beyond(met, grown)
    at = " at the witness" if verdict.outcome == "refuted" and scope.settings == 1 else ""
    return _range(met) + at + (f"; outside {_range(outside)}" if outside and (at or outside != met) else "")


def beyond(met: Sequence[Value], grown: Reached) -> str:
    """What is drawn, how much farther it grew, and what the check raises beyond: the evidence has all of it."""
    low, high = met[0], min(grown.drawn, met[-1]) if isinstance(met[-1], int) else met[-1]
    farther = f", then up to {grown.largest:,}" if grown.largest > grown.drawn else ""
    said = _EXCEPTION.sub("", grown.breaks).partition("; ")[0]
    short = said if len(said) <= _MOST else f"{said[: _MOST - 1]}…"
    breaks = f"; beyond, it cannot be evaluated ({short})" if short else ""
    return _range((low, high)) + farther + breaks


def _range(met: Sequence[Value]) -> str:
    if len(met) == 2 and all(isinstance(value, int | float) and not isinstance(value, bool) for value in met):
        low, high = met
        return dyadic(low) if low == high else f"{dyadic(low)} to {dyadic(high)}"
    return ", ".join(map(str, met))
