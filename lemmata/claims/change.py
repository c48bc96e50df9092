"""What a mutant changes, as records and pages have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """One thing that a mutant changes in the reading that survives.

    Attributes:
        what: the settings, the prompts, the construction, the answer, or the name of an ingredient.
        before, after: as they are written in the source.
    """

    what: str
    before: str
    after: str
