"""Statements of a paper that nobody has encoded yet: what they say and where they stand, and no check.

A stub is a claim of a kind of its own, of which nothing is ever run: its outcome is ``not-encoded``, whatever
evidence says. It is counted, so that lists and pages show how much of a paper is encoded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn

from lemmata.claims.kinds import Kind
from lemmata.claims.vocabulary import NOT_ENCODED
from lemmata.errors import ClaimError


@dataclass(frozen=True)
class NotEncoded(Kind):
    """A statement without a check."""

    name = NOT_ENCODED
    hunted = False

    def hunt(self, search: Any) -> NoReturn:
        """Nothing can be run.

        Raises:
            ClaimError: always.
        """
        raise ClaimError(f"{search.variant.claim.id} is not encoded yet: it has no check that could be run")


def unwritten() -> NoReturn:
    """The check that is missing.

    Raises:
        ClaimError: always.
    """
    raise ClaimError("this statement is not encoded yet: it has no check")
