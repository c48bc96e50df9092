"""The table of a claim's page that says which hypotheses its statement needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from markupsafe import Markup

from lemmata.records.certificate import where
from lemmata.records.evidence import Evidence
from lemmata.records.needs import NeedRecord, NeedWord
from lemmata.records.verdicts import Verdict, certificate_path, witness_path

from . import matrices, words

_WORDS: dict[NeedWord, tuple[str, str]] = {
    "needed": ("refuted", "needed"),
    "undefined": ("vacuous", "undefined without it"),
    "open": ("undecided", "open"),
    "not-seen": ("holds", "not seen to be needed"),
}
"""The class of the badge and its words, in the order of the table."""


@dataclass(frozen=True)
class Row:
    """A hypothesis, what was tried without it, and what that showed; ``href`` leads to what shows it."""

    hypothesis: Markup
    instead: str
    tone: str
    word: str
    tried: str
    found: Markup
    href: str = ""


@dataclass(frozen=True)
class Needs:
    """The whole table; ``constant`` says between which numbers the sharpest constant lies."""

    rows: Sequence[Row]
    constant: str


def of_claim(evidence: Evidence, verdict: Verdict, line: Callable[[str], Markup]) -> Needs | None:
    """The table of a claim; None if nobody asked."""
    order = list(_WORDS)
    records = [record for record in evidence.needs.values() if record.claim == verdict.id]
    records.sort(key=lambda record: order.index(record.need))
    rows = [_row(record, line) for record in records]
    return Needs(rows, _constant(verdict)) if rows else None


def _row(record: NeedRecord, line: Callable[[str], Markup]) -> Row:
    tone, word = _WORDS[record.need]
    finding = record.finding
    shown, href = line(_said(record)), ""
    if finding.witness is not None:
        values = {**(finding.witness.setting or {}), **(finding.witness.prompt or {})}
        shown = Markup("Fails at {}.").format(matrices.inline(values))
        href = quote(witness_path(record.claim, record.variant))
    elif finding.certificate is not None:
        href = quote(certificate_path(record.claim, record.variant))
    tried = words.amount(finding.scope) if finding.scope.instances else words.NONE
    return Row(line(record.hypothesis), record.instead, tone, word, tried, shown, href)


def _said(record: NeedRecord) -> str:
    """What there is to say beside the word: how it is proved, where it has no value, why it is open."""
    found, proof = [], record.finding.certificate
    if proof is not None:
        found.append(f"Proved without it {where(proof.settings, proof.all_sizes, proof.method)}.")
    if record.undefined:
        found.append(f"No value at {record.undefined:,} draws: {record.because}.")
    elif record.because:
        found.append(f"{record.because[:1].upper()}{record.because[1:]}.")
    return " ".join(found)


def _constant(verdict: Verdict) -> str:
    """Between which numbers the sharpest constant of an inequality lies, as far as it is known."""
    reading = verdict.survivor
    tightness, proof = reading.finding.tightness, reading.certificate
    said = []
    if tightness is not None and 0 < tightness <= 1:
        near = words.number(tightness)
        said.append(f"An instance comes to {near} of the bound: no smaller factor of the larger side serves.")
    low = max((factor["low"] for factor in proof["factors"]), default=None) if proof else None
    high = max((factor["high"] for factor in proof["factors"]), default=None) if proof else None
    if low is not None and high is not None:
        said.append(f"At the sizes of its certificate {high:g} serves, and nothing below {low:g}.")
    return " ".join(said)
