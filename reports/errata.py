"""What has to change in a paper: what is surely wrong, what is one reading, what to look up in the original.

The worst come first: by rank, then by what of the paper rests on them. An argument is one entry, however many
claims it refutes: those that say with which claim they fall (``falls_with``), and those that give one reason
word for word. Nothing of ours is an erratum.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from lemmata.records.notation import identifier

from . import characters, matrices, words

if TYPE_CHECKING:
    from lemmata.claims.vocabulary import Rank
    from lemmata.records.papers import PaperRecord
    from lemmata.records.witness import Witness as Stored

    from .claim_page import ClaimPage
    from .pages import Site
    from .paper_page import Entry, PaperPage
    from .witnesses import Witness

OVERVIEW = 10
"""Errata that a paper's overview names."""
_READABLE = 60
"""Arrays with more numbers than this are left to the page of the claim."""
_TELLING = 12
"""Characters of a reason's first clause, from which on the same words are the same reason."""
_RANKS: tuple[Rank, ...] = ("headline", "result", "step", "slip")

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
        "Our own run gave another result. Training, scale and data may differ, so that this shows no error.",
    ),
}
"""The headings of a paper's errata, and what each means."""


@dataclass(frozen=True)
class Erratum:
    """A printed claim that broke.

    Attributes:
        claim: it, or of several that fail by one argument the one that has it.
        section: under which heading it stands.
        place: where it stands in the paper: its section, and the lines of our text.
        reaches: the headlines and results that rest on it, in this order.
        alike: the others that fail by the same argument.
    """

    claim: ClaimPage
    section: str
    place: str
    reaches: Sequence[ClaimPage]
    alike: Sequence[Erratum] = ()

    @property
    def rank(self) -> Rank:
        """The highest rank of what fails so."""
        return min((rank(erratum.claim) for erratum in (self, *self.alike)), key=_RANKS.index)

    @property
    def why(self) -> str:
        """Why it is false, without markup: the author's reason, or what was found."""
        claim = self.claim
        return characters.text(claim.record.statement.because or claim.statement.verdict.found)

    @property
    def sure(self) -> tuple[str, str]:
        """What was found of the printed form, less the reason, and of the amended one; without markup."""
        record, amended = self.claim.record, self.claim.amended
        statement, survives = self.claim.statement.verdict, ""
        printed = statement.found.removesuffix(record.statement.because).rstrip()
        if amended is not None:
            adds = record.survivor.adds.rstrip(".")
            survives = words.sentence(replace(amended.verdict, found=_without(amended.verdict.found, adds)))
        found = words.sentence(replace(statement, found=printed))
        return characters.text(found), characters.text(survives)

    def beside(self, entry: Erratum) -> str:
        """What the entry with the argument says of it: its place, if it is our reading, what would mend it."""
        holds = self.claim.amended is not None and self.claim.amended.outcome == "holds"
        reading = "as we read it" if self.section == "read" != entry.section else ""
        mended = f"holds with {self.adds}" if holds and self.adds else ""
        return "; ".join(filter(None, [self.place, reading, mended]))

    @property
    def adds(self) -> str:
        """What the amendment adds or changes, without markup; empty where there is none."""
        adds = self.claim.record.survivor.adds if self.claim.amended is not None else ""
        return characters.text(adds.rstrip("."))

    @property
    def witness(self) -> str:
        """The instance that shows it, in one line, or one that shows another of these; empty if none can be."""
        for erratum in (self, *self.alike):
            if (shown := erratum.claim.statement.witness) and (told := in_a_line(shown)):
                return told if erratum is self else f"{told} (this one refutes {erratum.claim.name})"
        return ""


def rank(claim: ClaimPage) -> Rank:
    """Its rank; what is a slip of the pen is one, whatever it stands in."""
    return "slip" if claim.verdict.defect == "typo" else claim.head.rank


def _without(found: str, adds: str) -> str:
    """What was found of an amended form, less what it adds, which is said beside it."""
    return found.replace(f"; with {adds}", "", 1) if adds else found


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
    page: PaperPage

    @property
    def worst(self) -> list[Erratum]:
        """What its overview names: no slips, and nothing that was only measured."""
        return sorted((e for e in self._errata if e.rank != "slip"), key=_severity)[:OVERVIEW]

    @property
    def count(self) -> int:
        """How many there are, what was only measured left out."""
        return len(self._errata)

    @property
    def statements(self) -> int:
        """How many statements these refute."""
        return sum(1 + len(erratum.alike) for erratum in self._errata)

    @property
    def _errata(self) -> list[Erratum]:
        return [erratum for s in self.sections for erratum in s.errata if s.name != "measured"]


def papers(site: Site) -> list[Paper]:
    """The errata of each paper of a run that has some."""
    pages = {claim.href: claim for claim in site.claims}
    found = []
    for paper in site.papers:
        broken = [entry for entry in paper.entries if entry.claim.broken and not entry.ours]
        errata = [_erratum(entry, pages, paper.record) for entry in broken]
        entries = sorted(_by_argument(errata), key=_severity)
        sections = [
            Section(name, same)
            for name in SECTIONS
            if (same := [erratum for erratum in entries if erratum.section == name])
        ]
        if sections:
            record = errata[0].claim.record
            sections.sort(key=_importance)
            found.append(Paper(record.head.topic, record.head.paper, record.citation, sections, paper))
    return found


def _importance(section: Section) -> tuple[bool, int]:
    """The worst of what is wrong, as printed or in one reading, comes first, and what may be right last."""
    wrong = section.name in ("printed", "read")
    return not wrong, min(_RANKS.index(erratum.rank) for erratum in section.errata) if wrong else 0


def _erratum(entry: Entry, pages: Mapping[str, ClaimPage], paper: PaperRecord) -> Erratum:
    reached = [pages[lemma.href] for lemma in entry.reaches if lemma.href]
    sources = [claim for claim in reached if claim.head.origin != "ours"]
    at = entry.claim.head.at
    place = words.passage(at, paper) if at else ""
    return Erratum(entry.claim, _section(entry.claim), place, _main_first(sources))


def _main_first(claims: Iterable[ClaimPage]) -> list[ClaimPage]:
    return sorted(claims, key=lambda claim: claim.head.rank != "headline")


def _by_argument(errata: Sequence[Erratum]) -> list[Erratum]:
    """Those that fail by one argument as one, whose claim has the argument, or else is the worst of them."""
    broken = {erratum.claim.record.id: erratum for erratum in errata}
    roots = [(erratum, broken.get(erratum.claim.record.statement.falls_with)) for erratum in errata]
    same = {_argument(erratum): _argument(root) for erratum, root in roots if root}
    named = {root.claim.record.id for _, root in roots if root}
    arguments: dict[tuple[str, str], list[Erratum]] = {}
    for erratum in sorted(errata, key=lambda e: (e.claim.record.id not in named, _severity(e))):
        argument = _argument(erratum)
        arguments.setdefault(same.get(argument, argument), []).append(erratum)
    return [_entry(*several) for several in arguments.values()]


def _argument(erratum: Erratum) -> tuple[str, str]:
    """What those have in common that give one reason."""
    clause = re.split(r"[.:;] ", erratum.claim.record.statement.because)[0]
    return erratum.section, clause if len(clause) >= _TELLING else erratum.claim.record.id


def _entry(first: Erratum, *alike: Erratum) -> Erratum:
    inside = {erratum.claim.record.id for erratum in (first, *alike)}
    reached = {c.record.id: c for erratum in (first, *alike) for c in erratum.reaches}
    return replace(first, alike=alike, reaches=_main_first(c for id, c in reached.items() if id not in inside))


def _section(claim: ClaimPage) -> str:
    if claim.artefact:
        return "extraction"
    return "measured" if claim.is_experiment else claim.head.origin


def _severity(erratum: Erratum) -> tuple[int, int, int, int, int]:
    headlines = sum(claim.head.rank == "headline" for claim in erratum.reaches)
    defects = list(words.DEFECTS)
    defect = erratum.claim.verdict.defect or ""
    at = erratum.claim.head.at
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
    if stored.statistics and "failures" in stored.statistics:
        seen, setting = stored.statistics, matrices.inline(stored.setting).striptags()
        fail = f"{seen['failures']:,} of {seen['n']:,} draws fail"
        return f"{setting}: {fail}, where a share of {seen['allowed']:.3g} is allowed to"
    numbers = {**stored.setting, **(stored.prompt or {})}
    parts, more = [], 0
    for quantity in (q for group in witness.groups if group.title in _GIVEN for q in group.quantities):
        value = numbers.get(quantity.name)
        if _count(value) > _READABLE:
            more += _count(value)
        elif quantity.form == "scalar" or value is not None:
            text = quantity.html.unescape() if quantity.form == "scalar" else matrices.plain(value)
            name = characters.text(f"${identifier(quantity.name)}$")
            parts.append(f"{name} {quantity.relation} {text}")
    shown = [", ".join(parts), words.plural(more, "more number") if more else ""]
    if stored.left is not None:
        shown.append(_sides(stored))
    return "; ".join(filter(None, shown))


_GIVEN = ("The instance", "Made from")
"""The groups of a witness that it takes to compute the two sides."""
_FEW = 4


def _sides(stored: Stored) -> str:
    """The two sides; of many entries the first one that is wrong."""
    left, right, where = stored.left, stored.right, ""
    if isinstance(left, list) and isinstance(right, list) and _count(left) > _FEW:
        pairs = list(zip(_entries(left), _entries(right), strict=False))
        wrong = [k for k, (x, y) in enumerate(pairs) if (x != y if stored.relation == "=" else _less(y, x))]
        if not wrong or _count(left) != _count(right):
            return ""
        (left, right), where = pairs[wrong[0]], f"in entry {wrong[0] + 1} of {len(pairs)}, "
    relation = words.RELATIONS[stored.relation]
    return f"{where}left side {_side(left)}, right side {_side(right)}, but left {relation} right is claimed"


def _entries(value: Any) -> list[Any]:
    return [entry for part in value for entry in _entries(part)] if isinstance(value, list) else [value]


def _less(one: Any, other: Any) -> bool:
    try:
        return Fraction(str(one)) < Fraction(str(other))
    except ValueError:
        return False


def _side(value: Any) -> str:
    """One side; the only entry of a vector without its brackets."""
    return matrices.plain(value[0] if isinstance(value, list) and len(value) == 1 else value)


def _count(value: Any) -> int:
    return sum(map(_count, value)) if isinstance(value, list) else 1
