"""The classical results: as expected, in spaces that conform, covering the notes."""

from pathlib import Path

import pytest

from classics import PAPER
from lemmata import Claim
from lemmata.run.coverage import of_paper
from lemmata.testing import check_claim, check_spaces, parametrize_claims

PAPER.load()


@parametrize_claims("classics")
def test_claims(claim: Claim) -> None:
    check_claim(claim)


@pytest.mark.parametrize("claim", PAPER.claims.values(), ids=PAPER.claims)
def test_spaces(claim: Claim) -> None:
    check_spaces(claim)


def test_coverage() -> None:
    coverage = of_paper(PAPER)
    assert not coverage.unknown(set(PAPER.claims))
    assert {claim for row in coverage.rows for claim in row.claims} == set(PAPER.claims)
    assert PAPER.folder is not None
    lines = (PAPER.folder / Path(PAPER.source)).read_text(encoding="utf-8").splitlines()
    for row in coverage.rows:
        statement, _, part = row.label.partition(" (")
        start = f"- ({part}" if part else f"**{statement}.**"
        assert lines[row.line - 1].startswith(start)
