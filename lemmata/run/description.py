"""A claim as records have it: its statement, its readings with their formulas, its digests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lemmata.claims.claim import Claim, Reading, Variant
from lemmata.claims.configurations import configurations
from lemmata.claims.heads import HYPOTHESES, Change
from lemmata.claims.mutants import changes
from lemmata.claims.pinned import pinned
from lemmata.formulas.conclusions import conclusion, ranks
from lemmata.formulas.hypotheses import hypotheses, region
from lemmata.formulas.letters import letters
from lemmata.records.evidence import ClaimRecord, MutantRecord, ReadingRecord
from lemmata.records.formula import Hypothesis
from lemmata.run import digests


def describe(claim: Claim, reader: digests.Reader | None = None) -> ClaimRecord:
    """Everything the pages need to know about a claim; one ``reader`` for many claims is faster."""
    reader = reader or digests.Reader()
    known = ClaimRecord(
        head=claim.head,
        topic="",
        description="",
        citation="",
        source="",
        uses=(),
        readings=tuple(_described(reading) for reading in claim.readings.values()),
        mutants=tuple(v.name for v in claim.variants() if v.role == "mutant"),
        changes={
            v.name: MutantRecord(v.why, _changes(v, claim.survivor.variant)) for v in claim.mutants.values()
        },
        waived=dict(claim.waived),
        reported=dict(claim.kind.runs.paper) if claim.kind.runs else {},
        source_digest=reader.digest(claim),
        mutants_digest=reader.mutants(claim),
        possible_extraction=claim.possible_extraction,
        experiment=configurations(claim),
    )
    return described_again(claim, known)


def _changes(mutant: Variant, survivor: Variant) -> tuple[Change, ...]:
    """What a mutant changes: of the spaces in the words in which a reading's hypotheses are told."""
    found = list(changes(mutant, survivor))
    of_spaces = [change for change in found if change.what in ("settings", "prompts")]
    if not of_spaces:
        return tuple(found)
    try:
        old, new = hypotheses(survivor), hypotheses(mutant)
    except Exception:  # noqa: BLE001 - a mutant's space may break, which its hunt says
        return tuple(found)
    before, after = (
        "; ".join(_told(row) for row in one if row not in other) for one, other in ((old, new), (new, old))
    )
    if not before and not after:
        return tuple(found)
    told = Change(HYPOTHESES, before, after or "none")
    return (told, *(change for change in found if change not in of_spaces))


def _told(row: Hypothesis) -> str:
    return f"{row.text} (drawn: {row.drawn})" if row.drawn else row.text


def described_again(claim: Claim, known: ClaimRecord) -> ClaimRecord:
    """A description that was made of the same declaration and code, with what stands elsewhere as it is now."""
    file = Path(claim.file)
    return replace(
        known,
        head=replace(
            claim.head,
            at=claim.at and replace(claim.at, file=claim.at.file or claim.paper.source),
            file=f"{file.parent.parent.name}/{file.parent.name}/{file.name}",
        ),
        topic=claim.paper.topic,
        description=claim.description,
        citation=claim.paper.citation,
        source=claim.paper.source,
        uses=claim.uses,
    )


def _described(reading: Reading) -> ReadingRecord:
    variant = reading.variant
    if not variant.claim.kind.hunted:
        return ReadingRecord(reading.name, reading.latex, reading.expect, reading.because, reading.defect)
    same = ("name", "latex", "because", "defect", "adds", "slack", "implies", "falls_with")
    if variant.open:  # nothing of it is evaluated
        return ReadingRecord(**{name: getattr(reading, name) for name in same}, expected=reading.expect)
    rows = hypotheses(variant)
    formula = conclusion(variant)
    apart = letters(reading, rows, formula)
    return ReadingRecord(
        **{name: getattr(reading, name) for name in same},
        expected=reading.expect,
        family=variant.family,
        hypotheses=rows,
        conclusion=formula,
        fails_where=region(variant.fails_where, variant.settings.holder, ranks(variant))
        if variant.fails_where
        else "",
        pinned=pinned(variant),
        undrawn=apart.undrawn,
        unstated=apart.unstated,
        idle=apart.idle,
    )
