"""Which hypotheses a statement needs: what was seen of it without each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal

from lemmata.claims.vocabulary import HuntOutcome
from lemmata.records import codec
from lemmata.records.codec import flat
from lemmata.records.finding import Finding
from lemmata.records.restrictions import Id, Text

NeedWord = Literal["needed", "not-seen", "undefined", "open"]
"""Of a hypothesis: ``needed``, since the statement fails at an instance that meets all others; ``not-seen`` to
be needed; the statement is ``undefined`` wherever it fails; or that is left ``open``."""


@dataclass(frozen=True, kw_only=True)
class NeedRecord:
    """What one hunt of a reading without one of its hypotheses came to.

    Attributes:
        claim, variant: what was hunted; ``lemmata replay`` knows it by these.
        reading: the reading whose hypothesis it is.
        hypothesis: in words and formulas, as its page has it; code of what no formula says.
        instead: what is so instead, in words.
        undefined: at how many instances, or settings, the statement has no value there.
        because: the reason for that that was met most often, or why it is left open.
    """

    record: ClassVar[str] = "need"
    finding: Finding = field(metadata=flat(outcome=HuntOutcome))
    claim: Id
    variant: str
    reading: str
    hypothesis: str
    instead: str
    need: NeedWord
    undefined: int = 0
    because: str = ""
    seed: int = 0
    profile: str = ""
    seconds: float = 0.0

    @property
    def key(self) -> tuple[str, str]:
        """A later record of the same hypothesis takes the place of an earlier one."""
        return self.claim, self.variant

    def validate(self) -> None:
        """What a record contradicts raises ValueError."""
        if self.need == "needed" and self.finding.witness is None:
            raise ValueError("need: a hypothesis is needed only where a witness shows it")


@dataclass(frozen=True, kw_only=True)
class Need:
    """Of one hypothesis of a claim: whether the statement needs it, and what shows that.

    Attributes:
        found: what was seen without it, in words.
        witness: the path of the smallest counterexample without it, relative to the output folder.
        certificate: that of what proves the statement there, at the sizes that it names.
    """

    hypothesis: Text
    instead: str
    need: NeedWord
    finding: Finding = field(
        metadata=codec.flat("evidence", "scope.instances", "scope.settings", "scope.prompts")
    )
    undefined: int = 0
    found: str = ""
    witness: str | None = None
    certificate: str | None = None
