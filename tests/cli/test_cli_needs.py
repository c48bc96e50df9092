"""``lemmata verify --needs``: the table on a claim's page, in its verdict, and from stored evidence."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.helpers import Run

CLAIM = '''"""Two lemmas."""

from lemmata import at_most, in_ball, mutants, printed, theorem
from lemmata.numbers import sum


@theorem("Lemma 1", rank="{rank}", x=in_ball(2, radius=1))
@printed(r"$\\|x\\|^4\\le\\|x\\|^2$ in the unit ball.")
@mutants(half=dict(share=0.5))
def the_fourth_power(x, share: float = 1):
    """The fourth power of the norm is at most its square."""
    return at_most(sum(x * x) ** 2, sum(x * x) * share)
'''


def written(folder: Path, rank: str) -> Path:
    file = folder / "planted.py"
    file.write_text(CLAIM.replace("{rank}", rank))
    return file


def test_the_page_shows_what_is_needed_and_a_report_shows_it_again(cli: Run, tmp_path: Path) -> None:
    file, out = written(tmp_path, "result"), tmp_path / "out"
    told = cli("verify", file, "--needs", "--out", out, "--workers", 1, "--json", tmp_path / "v.json")
    assert told.status == 0
    assert "planted/lemma-1: 1 of 1 hypotheses needed" in told.out
    page = (out / "claims/planted/lemma-1.html").read_text()
    assert "Which hypotheses does it need?" in page
    (claim,) = json.loads((tmp_path / "v.json").read_text())["claims"]
    (need,) = claim["needs"]
    assert need["need"] == "needed"
    assert cli("replay", out / need["witness"], file).status == 0
    assert cli("report", "--out", out).status == 0
    assert (out / "claims/planted/lemma-1.html").read_text().count("Which hypotheses does it need?") == 1
    again = cli("verify", file, "--out", out, "--workers", 1)
    assert again.status == 0
    assert "Which hypotheses" not in (out / "claims/planted/lemma-1.html").read_text()


def test_steps_are_asked_by_their_id_alone(cli: Run, tmp_path: Path) -> None:
    file = written(tmp_path, "step")
    told = cli("verify", file, "--needs", "--out", tmp_path / "out", "--workers", 1)
    assert told.status == 2
    assert "--needs" in told.err
