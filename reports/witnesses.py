"""A witness on a page: its numbers in the symbols of the statement, and the lines that check it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from lemmata.records.evidence import Derived, ReadingRecord
from lemmata.records.notation import identifier
from lemmata.records.witness import Witness as Stored

from . import matrices, words

_STATISTICS = {
    "n": "fresh draws",
    "failures": "failures among them",
    "allowed": "share of failures that the statement allows",
    "rare_n": "draws of a law that makes failures frequent, weighed back",
    "estimate": "failure probability by these, about",
    "e_value": "e-value against the statement",
    "octaves": "octaves of size",
    "low": "drift of the constant an octave, at least",
    "high": "at most",
    "family": "shown by the claim",
}


@dataclass(frozen=True)
class Group:
    """Quantities that belong together."""

    title: str
    quantities: Sequence[matrices.Quantity]


@dataclass(frozen=True)
class Witness:
    """What shows a refutation. ``problem`` says why a stored one cannot be shown."""

    file: str
    href: str
    replay: str
    problem: str = ""
    stored: Stored | None = None
    groups: Sequence[Group] = ()
    snippet: str = ""
    snippet_href: str = ""
    no_snippet: str = ""

    @property
    def replay_inside(self) -> bool:
        """Whether the line that replays it is for the folder of the report."""
        return f" {self.file}" in self.replay

    @property
    def lines(self) -> int:
        """The length of its program."""
        return sum(bool(line) for line in self.snippet.splitlines())


def grouped(
    stored: Stored, reading: ReadingRecord, derived: Sequence[Derived], line: Callable[[str], Markup]
) -> list[Group]:
    """The quantities of a witness: those of the statement first, then what they are made from.

    What nothing reads is left out: its value is that of a placeholder.
    """
    idle = set(reading.idle)
    given = {name: value for name, value in stored.setting.items() if name not in idle}
    prompt = {name: value for name, value in (stored.prompt or {}).items() if name not in idle}
    stated = {name: value for name, value in {**given, **prompt}.items() if name not in reading.unstated}
    aside = {name: value for name, value in {**given, **prompt}.items() if name in reading.unstated}

    def typeset(values: Mapping[str, Any], meanings: Mapping[str, str]) -> list[matrices.Quantity]:
        shown = {name: value for name, value in values.items() if value != []}
        symbols = {name: line(f"${identifier(name)}$") for name in shown}
        return matrices.quantities(
            shown, symbols, {name: line(meaning.rstrip(".")) for name, meaning in meanings.items()}
        )

    follow = {d.name: d.value for d in derived}
    groups = [Group("The instance", typeset({**stated, **follow}, {d.name: d.meaning for d in derived}))]
    # What stands after the range of a quantity in its hypothesis says what it is.
    explained = {h.quantity: h.text.partition("; ")[2] for h in reading.hypotheses}
    groups.append(Group("Made from" if groups[0].quantities else "The instance", typeset(aside, explained)))
    if stored.kind == "instance":
        relation = words.RELATIONS[stored.relation]
        sides = {"left": _alone(stored.left), "right": _alone(stored.right)}
        groups.append(Group(f"The statement says left {relation} right; here", matrices.quantities(sides)))
    statistics = stored.statistics or {}
    counted = {title: statistics[name] for name, title in _STATISTICS.items() if name in statistics}
    groups.append(Group("What was counted", matrices.quantities(counted)))
    return [group for group in groups if group.quantities]


def _alone(value: Any) -> Any:
    """The one number of an array that has one."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value
