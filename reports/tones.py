"""What became of a claim in one glance: a colour, and a letter for whoever sees none."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .claim_page import ClaimPage


@dataclass(frozen=True)
class Tone:
    """A kind of fate.

    Attributes:
        name: the class of what has its colour.
        letter: what stands on the colour; empty for what holds.
        short: in a count: "3 hold", "2 false".
        title: in a sentence: "Theorem 5.1: false statement".
        fell: whether it is said against the printed statement.
    """

    name: str
    letter: str
    short: str
    title: str
    fell: bool = True


_ALL = (
    Tone("holds", "", "hold", "holds", fell=False),
    Tone("ours", "+", "hold beyond the paper", "holds beyond the paper", fell=False),
    Tone("statement", "✕", "false", "false statement"),
    Tone("vacuous", "∅", "say nothing", "says nothing"),
    Tone("construction", "W", "with weights that fail", "weights fail"),
    Tone("proof-step", "P", "with a false proof step", "false proof step"),
    Tone("constant", "C", "with a wrong constant", "wrong constant"),
    Tone("measured", "M", "measured otherwise", "measured otherwise", fell=False),
    Tone("typo", "s", "with a slip", "slip of the pen"),
    Tone("extraction", "x", "garbled in our text", "garbled?", fell=False),
    Tone("open", "?", "open", "open", fell=False),
    Tone("not-run", "–", "not run", "not run", fell=False),
    Tone("not-encoded", "·", "not encoded", "not encoded yet", fell=False),
)
TONES = {tone.name: tone for tone in _ALL}
"""In the order of legends and counts."""


def of(claim: ClaimPage) -> Tone:
    """The tone of a claim's printed statement, or of ours."""
    return TONES[_name(claim)]


def _name(claim: ClaimPage) -> str:
    outcome = claim.statement.outcome
    if outcome == "holds":
        return "ours" if claim.head.origin == "ours" else "holds"
    if outcome in ("not-run", "not-encoded"):
        return outcome
    if not claim.broken:
        return "open"
    if claim.artefact:
        return "extraction"
    if claim.is_experiment:
        return "measured"
    defect = claim.verdict.defect
    return defect if defect in TONES else "vacuous" if outcome == "vacuous" else "statement"


def counted(tones: Iterable[Tone]) -> list[tuple[Tone, int]]:
    """How many there are of each, those that occur."""
    several = list(tones)
    return [(tone, n) for tone in _ALL if (n := several.count(tone))]
