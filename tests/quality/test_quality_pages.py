"""Evidence of a stranger that is whole and hostile: every page comes, within seconds, and says what it lacks.

What breaks a file is in `test_quality_fuzz`. Here each record can be read, and its formulas, labels and
numbers are what stops a typesetter or a plotter.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata import FigureRecord, HeatMapRecord, Panel, Series
from lemmata.commands import cli
from lemmata.records import evidence, figures, json_lines
from lemmata.records.evidence import ClaimRecord, Record
from tests.quality.test_quality_fuzz import CONTROL, RECORDS, within

SECONDS = 60
"""What hangs took minutes or had no end; nothing here needs more than a few seconds of one processor."""
Matrix = list[list[float]]


def line(x: list[float], y: list[float], label: str = "s") -> Series:
    return Series(label, x, y)


def plot(*series: Series, log: bool = False, caption: str = "It falls.") -> FigureRecord:
    return FigureRecord("error", "n", "error", caption, series, log, log, "mine/a")


def heat_map(label: str, values: Matrix | None = None) -> HeatMapRecord:
    return HeatMapRecord("map", "Weights.", (Panel(label, values or [[1.0, 0.0]]),), "mine/a")


def described(text: str) -> ClaimRecord:
    """A claim whose statement, description and reason are the text."""
    record = next(r for r in RECORDS if isinstance(r, ClaimRecord))
    printed, amended = record.readings
    readings = (replace(printed, latex=text, because=text), replace(amended, latex=text[::-1]))
    return replace(record, head=replace(record.head, summary=text), description=text, readings=readings)


def page(folder: Path, *records: Record, raw: bytes = b"") -> str:
    """The page of the claim `mine/a`, as a reader sees it: without tags."""
    others = [r for r in RECORDS if not isinstance(r, FigureRecord | HeatMapRecord)]
    whole = [json_lines.to_json(record).encode() for record in (*others, *records)]
    (folder / "e.jsonl").write_bytes(b"\n".join([*whole, raw]))
    with within(SECONDS, "report"):
        assert cli.main(["report", str(folder / "e.jsonl"), "--out", str(folder / "pages")]) in (0, 1)
    text = (folder / "pages/claims/mine/a.html").read_text(encoding="utf-8")
    assert not CONTROL.search(text)
    assert "nan" not in re.findall(r'[ "(,](nan|inf)\b', text)
    return html.unescape(re.sub(r"<[^>]*>", "", text))


FORMULAS = {
    "no character": r"\text{&#xFFFFFF;}",
    "half a character": r"\text{&#xD800;}",
    "9 kB": r"\frac{\sqrt{x_1}}{\left|y^2\right|}+" * 250,
    "braces": "{" * 1900 + "x" + "}" * 1900,
    "open braces": "{" * 3900,
    "nested fractions": r"\frac{1}{" * 300 + "x" + "}" * 300,
    "bare fractions": r"\frac" * 800,
    "nested indices": "x_{" * 900 + "x" + "}" * 900,
    "rows": r"x \\" * 1_200,
    "open environments": r"\begin{matrix}" * 280,
    "unknown": r"\foo{x}",
    "defined": r"\def\x{\x\x}\x",
    "a file": r"\input{/etc/passwd}",
    "null": "x\0y",
    "turned around": "x\u202ey",
}


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas(tmp_path: Path, name: str) -> None:
    formula = FORMULAS[name]
    found = page(tmp_path, described(f"For all $x$, ${formula}$."))
    if name in ("no character", "9 kB", "braces", "rows", "unknown", "a file"):
        assert "this formula cannot be set: " in found
        assert formula[:1000] in found, "it is shown as its source"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "x" * 10**6, "$" + r"x \\" * 20_000 + "$", "$" * 10**5, r"\[" * 2000, "$x$ " * 2400, "- a\n" * 2400,
        "\x1b[31m\u202e\u2067",
    ],
    ids=["long", "80 kB", "dollars", "brackets", "formulas", "list", "control"],
)  # fmt: skip
def test_texts(tmp_path: Path, text: str) -> None:
    found = page(tmp_path, described(text), plot(line([1.0], [1.0], text), caption=text))
    assert ("at most 10,000 are set" in found) == (len(text) > 10_000)


LABELS = [
    r"$\operatorname*{argmin}$", r"$\text{&#xFFFFFF;}$", "$" + "{" * 29 + "}" * 29 + "$", "$x_$", "$$",
    r"$\def\x{\x}\x$", r"$\input{/etc/passwd}$", "x\0y", "\u202eabc", "l" * 10**5, "", "\\",
]  # fmt: skip


@pytest.mark.parametrize("label", LABELS)
def test_labels(tmp_path: Path, label: str) -> None:
    drawn = replace(plot(line([1.0, 2.0], [1.0, 2.0], label)), x_label=label, title=label)
    found = page(tmp_path, drawn, heat_map(label))
    assert "not drawn" not in found
    if label in ("$x_$", r"$\input{/etc/passwd}$"):
        assert f"{label.strip('$')} (this formula cannot be set: " in found, "as its source"


ENDS = [1e308, -1e308, 1e-320, 5e-324, 0.0, 1.0]


@pytest.mark.parametrize("log", [False, True])
def test_numbers_at_the_ends_of_the_floats(tmp_path: Path, log: bool) -> None:
    lines = [line(ENDS, ENDS), line([1.0], [1e308]), line([0.0] * 2, [0.0] * 2), line([], [])]
    figures = [replace(plot(each, log=log), title=f"{k}") for k, each in enumerate(lines)]
    band = Series("band", ENDS, ENDS, low=[-1e308] * 6, high=[1.7e308] * 6)
    found = page(tmp_path, *figures, plot(band, log=log), heat_map("A", [ENDS, [1.7e308] * 6]))
    assert "numbers above 10²⁵⁰ or below 10⁻²⁵⁰ in size are drawn at these bounds" in found
    assert "not drawn" not in found
    assert ("10⁻²⁰⁰" in found) == log, "the axis goes from one end to the other"


def test_what_is_too_much_is_drawn_in_part_and_the_caption_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("reports.limits.FIGURES", 5)
    many = [float(k) for k in range(30_000)]
    found = page(
        tmp_path,
        replace(plot(line(many, many)), title="points"),
        replace(plot(*[line([1.0, 2.0], [1.0, 2.0])] * 300), title="lines"),
        heat_map("A", [[float(k % 7) for k in range(300)]] * 200),
        *[replace(plot(line([], [])), title=f"{k}") for k in range(9)],
    )
    assert "of a line with more than 4,000 points the lowest and the highest" in found
    assert "the first 40 of 300 lines are drawn" in found
    assert "a matrix of 200 × 300 is drawn by the means of blocks of 4 × 5 entries" in found
    assert found.count("not drawn: a page has 5 drawings") == 7


def test_what_cannot_be_drawn_is_a_note_on_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OverflowError("cannot convert float infinity to integer")

    monkeypatch.setattr("reports.plots._lines", fails)
    found = page(tmp_path, plot(line([1.0], [2.0])))
    assert "(not drawn: OverflowError: cannot convert float infinity to integer)" in found


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (plot(*[line([], [])] * 1001), "series: 1,001, more than the 1,000 that can be shown; draw fewer"),
        (plot(line([0.0] * 99, [0.0] * 99), line([0.0] * 2, [0.0] * 2)), "points: 101, more than the 100"),
        (heat_map("A", [[0.0] * 11] * 10), "panel 'A': entries: 110, more than the 100"),
        (HeatMapRecord("t", "", heat_map("A").panels * 101), "panels: 101, more than the 100"),
    ],
    ids=["lines", "points", "entries", "panels"],
)  # fmt: skip
def test_what_is_beyond_any_use_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    record: FigureRecord | HeatMapRecord,
    words: str,
) -> None:
    monkeypatch.setattr(figures, "_MOST_NUMBERS", 100)  # a million would take seconds to write
    with pytest.raises(evidence.EvidenceError, match=words):
        json_lines.checked(record)
    (tmp_path / "e.jsonl").write_text(json_lines.to_json(record), encoding="utf-8")
    assert cli.main(["report", str(tmp_path / "e.jsonl"), "--out", str(tmp_path / "pages")]) == 2
    assert words in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("edges", [[0.0, 0.0], [-1.7e308, 1.7e308], [-5e-324, 5e-324], [1e308, 1e308]])
def test_histograms(tmp_path: Path, edges: list[float]) -> None:
    hunt = next(r for r in RECORDS if isinstance(r, evidence.HuntRecord) and r.histogram)
    drawn = replace(hunt, histogram=evidence.Histogram([*edges, edges[-1]], [1e308, 1e308]))
    assert "Distribution of margins" in page(tmp_path, drawn)


def test_a_forged_page_in_the_folder_is_not_read(tmp_path: Path) -> None:
    """What was typeset for one report lay packed beside it, and the next one trusted it as HTML."""
    figure = plot(line([1.0, 2.0], [1.0, 2.0]))
    before = page(tmp_path, figure)
    for path in (tmp_path / "pages").rglob(".cache/**/*"):
        if path.suffix == ".gz":
            texts = json.loads(gzip.decompress(path.read_bytes()))
            forged = {key: ["FORGED"] * len(parts) for key, parts in texts["texts"].items()}
            path.write_bytes(gzip.compress(json.dumps({**texts, "texts": forged}).encode()))
        elif path.is_file():
            path.write_text("FORGED")
    assert page(tmp_path, figure) == before
