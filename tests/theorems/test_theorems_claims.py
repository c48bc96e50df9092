"""Every installed claim with its readings and mutants, judged as ``lemmata verify`` judges it.

What has been hunted is not hunted again: the items read the evidence of the last run of ``lemmata verify`` (the
folder is LEMMATA_REPORT, in ``tox`` that of its job ``verify``), as far as nothing has changed since.
"""

from __future__ import annotations

import os
from pathlib import Path

from lemmata.claims.claim import Claim
from lemmata.testing import check_claim, parametrize_claims

REPORT = Path(__file__).parents[2] / "reports" / "html"


@parametrize_claims()
def test_claims(claim: Claim) -> None:
    check_claim(claim, earlier=Path(os.environ.get("LEMMATA_REPORT", REPORT)))
