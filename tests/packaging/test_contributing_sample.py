"""The claim in CONTRIBUTING.md runs as it is."""

import json
import re
from pathlib import Path

from lemmata.cli import main

ROOT = Path(__file__).resolve().parents[2]


def test_the_sample_claim_gives_the_verdict_that_it_declares(tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    sample = tmp_path / "square_of_a_sum.py"
    sample.write_text(blocks[0])
    verdicts = tmp_path / "v.json"
    assert (
        main(["verify", str(sample), "--out", str(tmp_path / "out"), "--json", str(verdicts)]) == 0
    )
    (claim,) = json.loads(verdicts.read_text())["claims"]
    assert claim["readings"]["printed"]["outcome"] == "refuted"
    assert claim["readings"]["amended"]["outcome"] == "holds"
    assert claim["discriminating"]
