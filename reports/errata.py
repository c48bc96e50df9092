"""What has to change in a paper: what is surely wrong, what is one reading, what to look up in the original.

The worst come first: by rank, then by what of the paper rests on them. Nothing of ours is an erratum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lemmata.records.symbols import symbol
from reports import characters, matrices, words

if TYPE_CHECKING:
    from reports.claim_page import ClaimPage
    from reports.pages import Site
    from reports.paper_page import Entry
    from reports.witnesses import Witness

OVERVIEW = 10
"""Errata that a paper's overview names."""
_READABLE = 12
"""Arrays with more numbers than this are left to the page of the claim."""
_RANKS = ("headline", "result", "step", "slip")

SECTIONS = {
    "printed": ("Wrong as printed", "The source asserts exactly this, and it is false."),
    "read": (
        "Wrong in one reading",
        "The source leaves something open here. What is false is how we read it, as each of these spells out.",
    ),
    "extraction": (
        "To look up in the original",
        "False in the extracted text that was read, which may have lost signs or brackets that the paper has.",
    ),
    "measured": (
        "Measured otherwise",
        "Ours came out differently. Training, scale and data may differ: no error is shown by that.",
    ),
}
"""The headings of a paper's errata, and what each means."""


@dataclass(frozen=True)
class Erratum:
    """A printed claim that broke. ``reaches`` are the headlines and results that rest on it, in this order."""

    claim: ClaimPage
    section: str
    reaches: Sequence[ClaimPage]

    @property
    def lines(self) -> str:
        """Where it stands in the source."""
        at = self.claim.record.at
        if at is None:
            return ""
        return f"line {at.first}" if at.first == at.last else f"lines {at.first} to {at.last}"

    @property
    def rank(self) -> str:
        """Its rank; what is a slip of the pen is one, whatever it stands in."""
        return "slip" if self.claim.verdict.defect == "typo" else self.claim.record.rank or "result"

    @property
    def why(self) -> str:
        """Why it is false, without markup: the author's reason, or what was found."""
        claim = self.claim
        return characters.text(claim.record.statement.because or claim.statement.verdict.found)

    @property
    def found(self) -> tuple[str, str]:
        """What was found of the printed form and of the amended one, without markup."""
        printed, because = words.sentence(self.claim.statement.verdict), self.claim.record.statement.because
        if because.rstrip(".") not in printed:  # evidence of an older version
            printed = f"{printed}: {because.rstrip('.')}"
        amended = words.sentence(self.claim.amended.verdict) if self.claim.amended else ""
        return characters.text(printed), characters.text(amended)

    @property
    def says(self) -> str:
        """What it asserts, without markup."""
        return characters.text(self.claim.record.summary.rstrip("."))

    @property
    def adds(self) -> str:
        """What the amendment adds or changes, without markup; empty where there is none."""
        adds = self.claim.record.survivor.adds if self.claim.amended is not None else ""
        return characters.text(adds.rstrip("."))

    @property
    def witness(self) -> str:
        """The smallest instance that shows it, in one line; empty where none can be read in one."""
        shown = self.claim.statement.witness
        return "" if shown is None else in_a_line(shown)


@dataclass(frozen=True)
class Section:
    """Errata of one kind, worst first; ``main`` are headlines and results."""

    name: str
    errata: Sequence[Erratum]

    @property
    def title(self) -> str:
        """Its heading."""
        return SECTIONS[self.name][0]

    @property
    def meaning(self) -> str:
        """What stands under the heading."""
        return SECTIONS[self.name][1]

    def ranked(self, *ranks: str) -> list[Erratum]:
        """Those of some ranks."""
        return [erratum for erratum in self.errata if erratum.rank in ranks]


@dataclass(frozen=True)
class Paper:
    """The errata of a paper in their sections; those without errata are left out."""

    topic: str
    key: str
    citation: str
    sections: Sequence[Section]

    @property
    def worst(self) -> list[Erratum]:
        """What its overview names: no slips, and nothing that was only measured."""
        errata = [e for s in self.sections for e in s.errata if s.name != "measured" and e.rank != "slip"]
        return sorted(errata, key=_severity)[:OVERVIEW]

    @property
    def count(self) -> int:
        """How many there are, what was only measured left out."""
        return sum(len(s.errata) for s in self.sections if s.name != "measured")


def papers(site: Site) -> list[Paper]:
    """The errata of each paper of a run that has some."""
    pages = {claim.href: claim for claim in site.claims}
    found = []
    for paper in site.papers:
        errata = [_erratum(entry, pages) for entry in paper.entries if entry.claim.broken and not entry.ours]
        sections = [
            Section(name, sorted(same, key=_severity))
            for name in SECTIONS
            if (same := [erratum for erratum in errata if erratum.section == name])
        ]
        if sections:
            record = errata[0].claim.record
            found.append(Paper(record.topic, record.paper, record.citation, sections))
    return found


def _erratum(entry: Entry, pages: Mapping[str, ClaimPage]) -> Erratum:
    reached = [pages[lemma.href] for lemma in entry.reaches if lemma.href]
    sources = [claim for claim in reached if claim.record.origin != "ours"]
    main_first = sorted(sources, key=lambda claim: claim.record.rank != "headline")
    return Erratum(entry.claim, _section(entry.claim), main_first)


def _section(claim: ClaimPage) -> str:
    if claim.artefact:
        return "extraction"
    return "measured" if claim.is_experiment else claim.record.origin


def _severity(erratum: Erratum) -> tuple[int, int, int, int, int]:
    headlines = sum(claim.record.rank == "headline" for claim in erratum.reaches)
    defects = list(words.DEFECTS)
    defect = erratum.claim.verdict.defect or ""
    at = erratum.claim.record.at
    return (
        _RANKS.index(erratum.rank),
        -headlines,
        -len(erratum.reaches),
        defects.index(defect) if defect in defects else len(defects),
        at.first if at else 0,
    )


# -- witnesses -------------------------------------------------------------------------------------


def in_a_line(witness: Witness) -> str:
    """A witness in one line, in the symbols of its statement, with the two sides where these can be read."""
    stored = witness.stored
    if stored is None:
        return ""
    numbers = {**stored.setting, **(stored.prompt or {})}
    parts, more = [], 0
    for quantity in witness.groups[0].quantities if witness.groups else ():
        value = numbers.get(quantity.name)
        if _count(value) > _READABLE:
            more += _count(value)
        elif quantity.form == "scalar" or value is not None:
            text = quantity.html.unescape() if quantity.form == "scalar" else matrices.plain(value)
            name = characters.text(f"${symbol(quantity.name)}$")
            parts.append(f"{name} {quantity.relation} {text}")
    shown = [", ".join(parts), words.plural(more, "more number") if more else ""]
    if stored.left is not None and _count(stored.left) <= _READABLE:
        shown.append(
            f"left side {_side(stored.left)}, right side {_side(stored.right)}, "
            f"but left {words.RELATIONS[stored.relation]} right is claimed"
        )
    return "; ".join(filter(None, shown))


def _side(value: Any) -> str:
    """One side; the only entry of a vector without its brackets."""
    return matrices.plain(value[0] if isinstance(value, list) and len(value) == 1 else value)


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list) else 1
