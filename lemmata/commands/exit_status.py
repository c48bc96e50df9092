"""The status that a command exits with (docs/reference/commands.md tells them to users)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemmata.records.verdicts import Verdicts

SURPRISE = 1
MISUSE = 2
UNDECIDED = 3
INTERRUPTED = 130
TERMINATED = 143


def of(judged: Verdicts, *, strict: bool = False) -> int:
    """0 everything as expected, 1 a surprise; if strict 3: something undecided, or no mutants."""
    if judged.surprises:
        return SURPRISE
    return UNDECIDED if strict and (judged.undecided or judged.untried) else 0
