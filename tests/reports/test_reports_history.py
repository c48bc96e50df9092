"""Several runs in one picture: which verdict was another one when, and which number moved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lemmata.commands.cli import main
from lemmata.records.evidence import End, Record
from lemmata.records.json_lines import to_json
from tests.composed import changed
from tests.reports.test_reports_claim_page import CLAIMS, hunts
from tests.reports.whole import RUN


def written(folder: Path, day: int, claims: Sequence[Any] = CLAIMS, **of_claim: Any) -> str:
    """The evidence of a run on a day of January; what hunts came to is given by the name of their claim."""
    found: list[Record] = [
        replace(RUN, started=f"2026-01-{day:02}T00:00:00+00:00", commit=f"{day:040x}"),
        *claims,
    ]
    for claim in claims:
        told = of_claim.get(claim.head.id.rpartition("/")[2], {})
        found += [changed(hunt, seed=day, **(told if k == 0 else {})) for k, hunt in enumerate(hunts(claim))]
    path = folder / f"{day}.jsonl"
    path.write_text(
        "".join(f"{to_json(record)}\n" for record in [*found, End(float(day), 3)]), encoding="utf-8"
    )
    return str(path)


def test_the_page_has_what_changed_and_when(tmp_path: Path) -> None:
    out = tmp_path / "pages"
    later = written(tmp_path, 9, weights=dict(outcome="undecided"))
    middle = written(tmp_path, 5, sharper=dict(evidence="exact", tightness=0.9))
    first = written(tmp_path, 1, sharper=dict(tightness=0.5))
    assert main(["report", later, first, middle, "--out", str(out)]) == 0
    page = (out / "history.html").read_text(encoding="utf-8")
    assert re.findall(r"<time>([^<]*)</time>", page) == ["2026-01-01", "2026-01-05", "2026-01-09"], "in order"
    table = page.partition("Verdicts, run by run")[2].partition("</table>")[0]
    rows = re.findall(r'<a href="[^"]*/([\w-]+)\.html">.*?(?=<tr>|</tbody>)', table, re.DOTALL)
    assert rows == ["theorem-1-weights", "theorem-1-sharper"], "what kept its verdict has no row"
    weights, sharper = (
        [
            " ".join(re.sub("<[^>]+>", " ", cell).split())
            for cell in re.findall("<td[^>]*>(.*?)(?=<t[dr]|$)", row, re.S)
        ]
        for row in table.split("<tr><th><a")[1:]
    )
    assert [cell.split()[0] for cell in weights] == ["holds", "holds", "undecided"]
    assert sharper == ["holds probed", "holds exact", "holds probed"]
    assert table.count('class="changed"') == 3
    numbers = page.partition("<h2>Numbers that moved</h2>")[2]
    assert "0.5" in numbers and "0.9" in numbers and "tightness" in numbers
    trends = page.partition("<h2>Numbers that moved</h2>")[0]
    assert (
        re.findall("<h2>([^<]*)</h2>", trends) == ["Outcomes of the readings", "Time"]
        and trends.count("<figure") == 2
    )
    assert 'href="history.html"' in (out / "index.html").read_text(encoding="utf-8")


def test_of_a_single_run_there_is_no_history(tmp_path: Path) -> None:
    out = tmp_path / "pages"
    first, second = written(tmp_path, 1), written(tmp_path, 2)
    assert main(["report", first, second, "--out", str(out)]) == 0
    page = (out / "history.html").read_text(encoding="utf-8")
    assert "No verdict changed" in page and "Numbers that moved" not in page
    assert main(["report", second, "--out", str(out)]) == 0
    assert not (out / "history.html").exists(), "what an earlier report left would be of other runs"
    assert 'href="history.html"' not in (out / "index.html").read_text(encoding="utf-8")


def test_runs_of_one_day_are_told_apart_by_the_time(tmp_path: Path) -> None:
    runs = [written(tmp_path, day) for day in (1, 2)]
    later = tmp_path / "3.jsonl"
    later.write_text(
        Path(runs[1]).read_text(encoding="utf-8").replace("02T00:00", "02T07:30"), encoding="utf-8"
    )
    assert main(["report", *runs, str(later), "--out", str(tmp_path / "pages")]) == 0
    page = (tmp_path / "pages/history.html").read_text(encoding="utf-8")
    assert re.findall(r"<time>([^<]*)</time>", page) == ["2026-01-01", "2026-01-02 00:00", "2026-01-02 07:30"]


def test_a_reading_that_a_claim_gains_is_a_change(tmp_path: Path) -> None:
    amended = CLAIMS[1]
    before = [
        replace(amended, readings=amended.readings[:1]) if claim is amended else claim for claim in CLAIMS
    ]
    runs = [written(tmp_path, 1, before), written(tmp_path, 2)]
    assert main(["report", *runs, "--out", str(tmp_path / "pages")]) == 0
    page = (tmp_path / "pages/history.html").read_text(encoding="utf-8")
    assert "1 reading is new, or did not keep its verdict" in page
    assert page.count('class="changed"') == 1 and "<h2>Outcomes" not in page, "two runs make no trend"
