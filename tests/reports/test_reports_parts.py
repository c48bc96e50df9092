"""Numbers, exact arrays, the drawing of dependencies, plots."""

from __future__ import annotations

import re

import numpy as np
import pytest

from lemmata import FigureRecord, HeatMapRecord, Panel, Series
from reports import graph, limits, matrices, plots, words


@pytest.mark.parametrize(
    ("x", "told"),
    [
        (None, "–"),
        (0.0, "0"),
        (-0.125, "−0.125"),
        (1e-6, "10⁻⁶"),
        (2.5e9, "2.5 × 10⁹"),
        (-1e-9, "−10⁻⁹"),
        (123456.0, "123,456"),
        (float("inf"), "∞"),
        (float("nan"), "–"),
    ],
)
def test_numbers(x: float | None, told: str) -> None:
    assert words.number(x) == told


def test_a_ratio_near_one_tells_how_near() -> None:
    assert words.ratio(1 - 3e-9) == "1 − 3 × 10⁻⁹"
    assert words.ratio(1.0) == "1"
    assert words.ratio(None) == "–"


@pytest.mark.parametrize(
    ("seconds", "told"), [(0.01, "under 0.1 s"), (83.4, "83.4 s"), (200, "3 min 20 s"), (7300, "2 h 1 min")]
)
def test_durations(seconds: float, told: str) -> None:
    assert words.duration(seconds) == told


def forms(**values: object) -> list[str]:
    return [q.form for q in matrices.quantities(values)]


def test_forms_of_quantities() -> None:
    assert forms(d=1, X=[[1, 2]], share="1/8", flag=True) == ["scalar"] * 3 + ["small"]
    assert forms(X=[[0] * 10] * 7) == ["folded"]
    assert forms(X=[[0] * 100] * 100) == ["omitted"]
    assert forms(ragged=[[1], [1, 2]], deep=[[[[1]]]], mixed=[1, [2]]) == ["small"] * 3
    assert forms(empty=[], v=[1, "1/2"]) == ["vector"] * 2


def test_exact_values_in_a_matrix() -> None:
    (quantity,) = matrices.quantities({"X": [["-1/8", 2], [True, "<b>"]]})
    cells = re.findall(r"<mtd><m\w+>(.*?)</m\w+></mtd>", quantity.html)
    assert cells == ["−1/8", "2", "true", "&lt;b&gt;"]


def test_a_long_fraction_is_rounded_and_says_so() -> None:
    (quantity,) = matrices.quantities({"x": "3602879701896397/36028797018963968"})
    assert (quantity.relation, quantity.html) == ("≈", "0.1")
    (huge,) = matrices.quantities({"x": "1" * 3000})
    assert huge.html == "a number of 3000 characters"


def test_slices_of_a_stack_have_their_index() -> None:
    (quantity,) = matrices.quantities({"W": [[[[1, 2]], [[3, 4]]]]})
    assert re.findall(r"<figcaption>(.*?)</figcaption>", quantity.html) == ["[1, 1]", "[1, 2]"]


def test_nothing_is_drawn_without_arrows() -> None:
    assert graph.draw({"a": [], "b": ["elsewhere"]}) is None


def test_lemmas_stand_left_of_what_uses_them() -> None:
    drawing = graph.draw({"a": [], "b": ["a"], "c": ["a", "b"], "alone": []})
    assert drawing is not None
    x = {node.id: node.x for node in drawing.nodes}
    assert x["a"] < x["b"] < x["c"]
    assert {(e.lemma, e.claim) for e in drawing.edges} == {("a", "b"), ("a", "c"), ("b", "c")}
    assert all(0 <= n.x <= drawing.width - graph.WIDTH for n in drawing.nodes)
    assert all(0 <= n.y <= drawing.height - graph.HEIGHT for n in drawing.nodes)


def test_boxes_do_not_overlap() -> None:
    drawing = graph.draw({f"c{k}": [f"c{j}" for j in range(k) if (j * k) % 3 == 1] for k in range(12)})
    assert drawing is not None
    places = [(n.x, n.y) for n in drawing.nodes]
    assert len(set(places)) == len(places)


def test_circles_are_drawn_too() -> None:
    drawing = graph.draw({"a": ["b", "a"], "b": ["a"]})
    assert drawing is not None
    assert len(drawing.nodes) == 2


def test_groups_stand_side_by_side() -> None:
    uses = {f"{k}{name}": [f"{k}a"] if name == "b" else [] for k in range(4) for name in "ab"}
    drawing = graph.draw(uses)
    assert drawing is not None
    assert {node.y for node in drawing.nodes if node.id[0] in "01"} == {10}
    assert len({(node.x, node.y) for node in drawing.nodes}) == 8
    assert drawing.width <= 1080


def test_what_rests_on_a_broken_lemma_through_others() -> None:
    uses = {"a": [], "b": ["a"], "c": ["b", "elsewhere"], "d": ["d"]}
    assert graph.broken_lemmas(uses, frozenset("ad")) == {"a": (), "b": ("a",), "c": ("a",), "d": ()}


def figure(*series: Series, log: bool = False) -> FigureRecord:
    return FigureRecord("<b>", "x", "y", "told & <i>", series, log, log, "a/b")


def test_plots_are_for_the_page() -> None:
    svg = plots.figure(figure(Series("s", [1, 2], [3, 4]))).svg
    assert svg.startswith('<svg class="plot" viewBox=')
    assert 'role="img" aria-label="&lt;b&gt;"' in svg
    assert 'class="s1"' in svg
    assert not re.search(r"#0[0-9a-f]{5}\b", svg)
    assert "http" not in svg
    assert "<style" not in svg


def test_names_in_two_plots_differ() -> None:
    one = plots.figure(figure(Series("s", [1, 2], [3, 4]))).svg
    other = plots.figure(figure(Series("s", [1, 2], [3, 5]))).svg
    names = [set(re.findall(r'\bid="([^"]*)"', svg)) for svg in (one, other)]
    assert not names[0] & names[1]
    for svg, own in zip((one, other), names, strict=True):
        assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', svg)) <= {
            pair for name in own for pair in ((name, ""), ("", name))
        }


@pytest.mark.parametrize(
    "series",
    [
        Series("nothing", [], []),
        Series("unequal", [1, 2, 3], [1, 2]),
        Series("zero", [0, 1, 2], [0, -1, 2], low=[-1, -1, -1], high=[0, 1, 2]),
        Series("none positive", [-1, -2], [0, 0]),
        Series("constant", [1, 2], [5, 5], role="theory"),
        Series("many", list(map(float, range(1, 99))), list(map(float, range(1, 99)))),
    ],
)
@pytest.mark.parametrize("log", [False, True])
def test_awkward_series_are_drawn(series: Series, log: bool) -> None:
    assert "</svg>" in plots.figure(figure(series, log=log)).svg


def test_a_heat_map_shows_each_entry_in_its_cell() -> None:
    panels = (
        Panel("A, whitened", [[1.0, -0.25], [0.0, 0.5]]),
        Panel("many", [[float(i * j) for j in range(12)] for i in range(12)]),
    )
    record = HeatMapRecord("Heat <maps>", "Two matrices", panels, "topic/figure-1")
    svg = plots.heat_map(record).svg
    assert "Heat &lt;maps&gt;" in svg
    assert "−0.25" in svg or "-0.25" in svg
    assert ">110<" not in svg, "twelve columns leave no room for numbers"
    assert 'role="img"' in svg
    assert plots.heat_map(record) == plots.heat_map(record)


def test_a_long_line_keeps_its_ends_and_extremes() -> None:
    y = [0.0] * 50_000
    y[12_345], y[33_333] = 7.0, -7.0
    shown, notes = plots._bounded(figure(Series("s", list(map(float, range(50_000))), y, low=y, high=y)))
    (thinned,) = shown.series
    assert len(thinned.x) <= limits.POINTS
    assert (thinned.x[0], thinned.x[-1]) == (0.0, 49_999.0)
    assert {12_345.0, 33_333.0} <= set(thinned.x)
    assert thinned.low == thinned.high == thinned.y
    assert len(notes) == 1


def test_ordinary_figures_are_drawn_as_they_are() -> None:
    record = figure(Series("s", [0.0, 1e-9, 1e9], [-1.0, 0.0, 1e30]), log=True)
    assert plots._bounded(record) == (record, [])
    assert plots.figure(record).notes == ()


def test_the_blocks_of_a_matrix_are_means() -> None:
    means, told = plots._by_blocks(np.arange(24.0).reshape(4, 6).tolist(), 3)
    assert means == [[3.5, 5.5, 7.5], [15.5, 17.5, 19.5]]
    assert told == "a matrix of 4 × 6 is drawn by the means of blocks of 2 × 2 entries"
    ragged, _ = plots._by_blocks(np.arange(5.0).reshape(1, 5).tolist(), 3)
    assert ragged == [[0.5, 2.5, 4.0]]


def test_a_page_shows_no_character_that_turns_it_around() -> None:
    assert words.upright("a\u202eb\x00c\ud800d\te\n") == "a\ufffdb\ufffdc\ufffdd\te\n"
    assert words.upright("שלום – naïve ∑") == "שלום – naïve ∑"
