"""What records and pages say of every claim, and of its mutants, whatever else they know of them."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.claims.ids import Lines
from lemmata.claims.vocabulary import Origin, Rank


@dataclass(frozen=True, kw_only=True)
class Head:
    """The head of a claim.

    Attributes:
        id: ``topic/statement`` or ``topic/statement/part``.
        paper: the key of its paper.
        label: what the paper calls it; part: what it is about where other claims have its label.
        kind: the name of its kind.
        at: where the source has it; None where no line says it.
        summary: the claim in one sentence.
        file: the file that declares it; empty for one that was typed in.
    """

    id: str
    paper: str = ""
    label: str = ""
    part: str = ""
    kind: str = ""
    rank: Rank = "result"
    origin: Origin = "printed"
    at: Lines | None = None
    summary: str = ""
    file: str = ""

    @property
    def topic(self) -> str:
        """The folder of its paper, with which the id begins."""
        return self.id.partition("/")[0]


HYPOTHESES = "hypotheses"
"""What a mutant changes where it has other spaces."""


@dataclass(frozen=True)
class Change:
    """One thing that a mutant changes in the reading that survives.

    Attributes:
        what: the hypotheses, the construction, the answer, or the name of an ingredient.
        before, after: hypotheses in words, with formulas between dollars; all else as the source has it.
    """

    what: str
    before: str
    after: str
