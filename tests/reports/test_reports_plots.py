"""Axes with round numbers that are never cut, lines told apart without colour, matrices with named blocks."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from lemmata.records.figures import Block, FigureRecord, HeatMapRecord, Panel, Series
from reports import plots
from reports.axes import axis, round_numbers

_GROUP = re.compile(r'<g class="ticks[^"]*" transform="translate\((\S+?)(?: (\S+?))?\)">(.*?)</g>')
_TEXT = re.compile(r'<text(?: x="([-\d.]+)")?(?: y="([-\d.]+)")?[^>]*>([^<]*)</text>')


def texts(svg: str) -> list[tuple[float, float, str]]:
    """What is written in a drawing, and where; that along an axis has one place in common."""
    groups = [*_GROUP.findall(svg), ("0", "0", _GROUP.sub("", svg))]
    return [
        (float(left) + float(x or 0), float(top or 0) + float(y or 0), text)
        for left, top, inside in groups
        for x, y, text in _TEXT.findall(inside)
    ]


def figure(*series: Series, log_x: bool = False, log_y: bool = False) -> FigureRecord:
    return FigureRecord("title", "x", "y", "caption", series, log_x, log_y, "a/b")


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0, 1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        (-0.03, 0.98, (0.0, 0.2, 0.4, 0.6, 0.8)),
        (0.6, 13.4, (2.0, 4.0, 6.0, 8.0, 10.0, 12.0)),
        (0.00026, 0.00101, (0.0004, 0.0006, 0.0008, 0.001)),
    ],
)
def test_ticks_are_round(low: float, high: float, ticks: tuple[float, ...]) -> None:
    assert round_numbers(low, high, 6) == pytest.approx(ticks)


def test_there_is_no_layer_two_and_a_half() -> None:
    assert [int(t) for t in axis([1.0, 12.0], most=6).ticks] == list(axis([1.0, 12.0], most=6).ticks)
    assert axis([1.0, 2.0], most=6).ticks == (1.0, 2.0)


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([1e-6, 1.0], ["10⁻⁶", "10⁻⁵", "0.0001", "0.001", "0.01", "0.1", "1"]),
        ([1e-16, 1.0], ["10⁻¹⁵", "10⁻¹²", "10⁻⁹", "10⁻⁶", "0.001", "1"]),
        ([3.0, 60.0], ["5", "10", "20", "50"]),
        ([1.01, 1.04], ["1.01", "1.015", "1.02", "1.025", "1.03", "1.035", "1.04"]),
    ],
)
def test_powers_of_ten_or_what_lies_between(values: list[float], labels: list[str]) -> None:
    assert axis(values, logarithmic=True, most=7).labels == labels


@pytest.mark.parametrize("high", [0.00026, 12_345.0, 1e9, 1e-9, 123_456_789.0, 7.0])
@pytest.mark.parametrize("log", [False, True])
def test_no_number_of_an_axis_is_cut_or_meets_another(high: float, log: bool) -> None:
    line = Series("s", [high / 1e3, high / 3, high], [-high, high / 7, high])
    svg = plots.figure(figure(line, log_x=log)).svg
    width, height = map(float, re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0])
    floor = max(y for _, y, _ in texts(svg))
    below = [(x, plots._width(t)) for x, y, t in texts(svg) if y == floor]
    assert len(below) >= 2
    for x, wide in below:
        assert x - wide / 2 >= 0
        assert x + wide / 2 <= width
    assert all(a + u / 2 < b - v / 2 for (a, u), (b, v) in pairwise(below))
    for x, y, text in texts(svg):
        assert float(y) <= height
        if float(y) < floor:
            assert float(x) - plots._width(text) >= 0


def test_twenty_lines_have_twenty_looks_without_their_colours() -> None:
    lines = [Series(f"{k}", [1.0, 2.0], [1.0, float(k)]) for k in range(20)]
    looks = [re.sub(r"s\d\b", "", entry.swatch) for entry in plots.legend(lines)]
    assert len({entry.swatch for entry in plots.legend(lines)}) == 20
    assert len(set(looks[:12])) == 12
    assert len({e.swatch for e in plots.legend([Series("t", [1.0], [1.0], "theory")] * 20)}) == 20


def test_a_long_line_is_marked_at_some_of_its_points() -> None:
    line = Series("s", [float(k) for k in range(500)], [float(k % 9) for k in range(500)])
    assert 5 <= plots.figure(figure(line)).svg.count("h0") <= 10


def test_a_line_is_cut_where_a_logarithm_has_no_place() -> None:
    svg = plots.figure(figure(Series("s", [1, 2, 3, 4, 5], [1.0, 2.0, 0.0, 4.0, 5.0]), log_y=True)).svg
    (path,) = re.findall(r'<path d="([^"]*)" class="s1"/>', svg)
    assert path.count("M") == 2


def test_a_line_is_drawn_by_its_corners() -> None:
    there = [(float(k), float(k % 2)) for k in range(9)]
    assert plots._corners(there) == there
    assert plots._corners([(0.0, 0.0), (1.0, 0.01), (2.0, 0.0), (2.0, 9.0), (2.0, 1.0)]) == [
        (0.0, 0.0),
        (2.0, 0.0),
        (2.0, 9.0),
        (2.0, 1.0),
    ]
    assert plots._corners([(1.0, 1.0)]) == [(1.0, 1.0)]


def test_points_are_not_joined_and_failing_ones_are_crosses() -> None:
    good, bad = Series("holds", [1, 2], [1, 2], "points"), Series("fails", [3, 4], [1, 2], "failing")
    svg = plots.figure(figure(good, bad)).svg
    assert 'class="fails"/>' in svg
    assert 'class="s1"/>' not in svg, "no line"
    assert [bool(re.search("M0 6H30", entry.swatch)) for entry in plots.legend([good, bad])] == [False, False]


def test_a_figure_of_ordinary_size_is_small() -> None:
    lines = [Series(f"{k}", [float(i) for i in range(30)], [float(i**k) for i in range(30)]) for k in range(6)]
    assert len(plots.figure(figure(*lines, log_y=True)).svg) < 20_000


def test_the_blocks_of_a_matrix_have_names_and_lines_between() -> None:
    panel = Panel("$W_1$", [[0.0] * 6 for _ in range(4)], (Block("x", 3), Block("<y>", 1)), (Block("a", 6),))
    svg = plots.heat_map(HeatMapRecord("t", "c", (panel,), "a/b")).svg
    assert [name for _, _, name in texts(svg) if name not in ("0",)] == ["x", "&lt;y&gt;", "a"]
    assert svg.count("h240") == 2, "the frame, and a line between x and y"


@pytest.mark.parametrize("rows", [(Block("x", 5),), (Block("x", 0),)])
def test_blocks_that_do_not_fit_are_refused(rows: tuple[Block, ...]) -> None:
    with pytest.raises(ValueError, match="its blocks do not fit"):
        Panel("A", [[0.0]] * 4, rows).validate()


def test_the_whole_of_a_large_matrix_stays_small() -> None:
    panels = tuple(Panel(f"{k}", [[(i - j) / 90 for j in range(90)] for i in range(90)]) for k in range(4))
    drawing = plots.heat_map(HeatMapRecord("t", "c", panels, "a/b"))
    assert len(drawing.svg) < 200_000
    assert any("orange is positive" in note for note in drawing.notes)


CUT = """() => [...document.querySelectorAll('svg')].flatMap(svg => {
    const box = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
    const cut = texts.filter(([_, t]) => t.left < box.left - .6 || t.right > box.right + .6);
    const meet = texts.filter(([_, a], i) => texts.slice(i + 1).some(([_, b]) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom - 3 && b.top < a.bottom - 3));
    return [...cut, ...meet].map(([text]) => text);
})"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1440])
def test_a_browser_shows_every_number_of_the_axes(tmp_path: Path, width: int) -> None:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no Chromium on the path")
    ends = (1e-7, 0.00026, 1.0, 123_456.0, 1e12)
    drawn = [
        plots.figure(figure(Series("s", [low, high], [-low, high]), log_x=log, log_y=not log)).svg
        for low in ends
        for high in ends
        for log in (False, True)
        if low < high
    ]
    page = tmp_path / "plots.html"
    style = (Path(plots.__file__).parent / "static" / "style.css").read_text(encoding="utf-8")
    page.write_text(f"<meta charset=utf-8><style>{style}</style>{''.join(drawn)}", encoding="utf-8")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": width, "height": 800})
        tab.goto(page.as_uri())
        assert tab.evaluate(CUT) == []
        browser.close()
