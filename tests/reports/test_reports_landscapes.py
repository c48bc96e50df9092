"""Plots of any claim from its settings: which are drawn, what they say, and which are not worth it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lemmata.claims.heads import Head
from lemmata.records.evidence import ClaimRecord, HuntRecord, ReadingRecord
from lemmata.records.figures import Landscape
from reports import landscapes, plots
from tests import composed

CLAIM = ClaimRecord(
    head=Head(
        id="topic/lemma-1", paper="key2026", label="Lemma 1", kind="forall", summary="", file="", rank="result"
    ),
    topic="topic",
    description="",
    citation="",
    source="",
    uses=(),
    readings=(
        ReadingRecord("printed", "$a$", "refuted", "", None),
        ReadingRecord("amended", "$a$", "holds", "", None),
    ),
    mutants=(),
)
ALONE = replace(CLAIM, readings=CLAIM.readings[:1])
N = 30
STEPS = [0.1 * k for k in range(1, N + 1)]
SIZES = [float(k % 7) for k in range(N)]


def hunt(land: Landscape | None, variant: str = "printed", outcome: str = "refuted") -> HuntRecord:
    return composed.made(
        HuntRecord, claim=CLAIM.id, variant=variant, role="reading", seed=0, outcome=outcome, landscape=land
    )


def made(margins: list[float], ratios: list[float | None] | None = None) -> Landscape:
    return Landscape(
        quantities={"n": SIZES, "gamma": STEPS},
        letters={"gamma": r"\gamma", "n": "n"},
        margins=margins,
        ratios=ratios or [],
        surveyed=N,
        prompts=16,
    )


def test_one_threshold_is_said_and_drawn_against_the_margin() -> None:
    land = made([1 - g for g in STEPS])
    (figure, *_) = landscapes.figures(ALONE, [hunt(land)])
    assert figure.title == "Where the statement as printed fails"
    assert figure.x_label == r"$\gamma$"
    assert r"20 of 30 settings fail: all with $\gamma \ge 1.1$, none with $\gamma \le 1$" in figure.caption
    assert "they were drawn for this plot, with 16 prompts each" in figure.caption
    good, bad, zero = figure.series
    assert (good.role, bad.role, zero.role) == ("points", "failing", "guide")
    assert len(bad.x) == 20
    assert min(bad.x) > max(good.x)
    assert len(plots.figure(figure).svg) < 6_000


def test_two_quantities_that_tell_together_are_the_axes() -> None:
    other = [float(k * 7 % 11) for k in range(N)]
    margins = [-0.5 if g > 1 and n > 3 else 0.5 for g, n in zip(STEPS, SIZES, strict=True)]
    land = replace(made(margins), quantities={"other": other, "n": SIZES, "gamma": STEPS})
    figure = landscapes.figures(ALONE, [hunt(land)])[0]
    assert {figure.x_label, figure.y_label} == {"$n$", r"$\gamma$"}
    assert [line.role for line in figure.series] == ["points", "failing"]
    assert "The axes are the two of its quantities that best tell where" in figure.caption


def test_rounding_is_no_failure() -> None:
    land = made([-1e-12] * (N // 2) + [0.5] * (N - N // 2), [1.0] * N)
    assert landscapes.figures(ALONE, [hunt(land)]) == []


def test_how_near_a_bound_comes_as_printed_and_as_amended() -> None:
    printed = hunt(made([1 - g for g in STEPS], list(STEPS)))
    amended = hunt(made([1 - g / 4 for g in STEPS], [g / 4 for g in STEPS]), "amended", "holds")
    figures = {figure.title: figure for figure in landscapes.figures(CLAIM, [printed, amended])}
    ratio = figures["How near the bound comes"]
    assert [(line.label, line.role) for line in ratio.series] == [
        ("as printed", "points"),
        ("as printed, fails", "failing"),
        ("as amended", "points"),
        ("the bound", "guide"),
    ]
    assert ratio.x_label == r"$\gamma$"
    assert "the largest as amended is 0.75" in ratio.caption


def test_ratios_without_measure_are_drawn_at_the_ends() -> None:
    ratios: list[float | None] = [None, -1.0, 1e-30, 1e30, *STEPS[4:]]
    (figure,) = landscapes.figures(ALONE, [hunt(made([0.1] * N, ratios), outcome="holds")])
    (points, _) = figure.series
    assert (min(points.y), max(points.y)) == (1e-3, 1e3)
    assert "beyond 0.001 or 1,000 is drawn there" in figure.caption
    assert "Left out: 2 settings" in figure.caption


@pytest.mark.parametrize(
    "land",
    [
        None,
        made([0.5] * N, [0.5] * N),  # the same everywhere
        made([0.5] * N, [1e-5 * g for g in STEPS]),  # a bound that is far
        made([0.0] * N),  # equal to the last digit
        Landscape(quantities={}, margins=[-0.5, 0.5] * 9),
        Landscape(quantities={"n": [1.0, 2.0]}, margins=[-0.5, 0.5]),
    ],
)
def test_what_tells_nothing_is_not_drawn(land: Landscape | None) -> None:
    assert landscapes.figures(ALONE, [hunt(land)]) == []


def test_an_equality_stands_beside_rounding() -> None:
    land = made([-1e-16 * k for k in range(N)])
    (figure,) = landscapes.figures(ALONE, [hunt(land, outcome="holds")])
    assert figure.title == "How far apart the two sides are"
    assert figure.log_y
    assert min(figure.series[0].y) == 1e-17
    assert "differ by at most 2.9 × 10⁻¹⁵, which rounding explains" in figure.caption
    assert (
        landscapes.figures(replace(ALONE, head=replace(ALONE.head, rank="step")), [hunt(land, outcome="holds")])
        == []
    )


def test_a_probability_is_refuted_by_more_than_chance() -> None:
    allowed = [k / (2 * N) for k in range(1, N + 1)]
    failing = [64 if k < 10 else 20 if k < 20 else 2 for k in range(N)]
    land = replace(made([-0.5] * N), drawn=[64] * N, failing=failing, allowed=allowed)
    figures = {figure.title: figure for figure in landscapes.figures(ALONE, [hunt(land)])}
    shares = figures["How often it fails, and how often it may"]
    bad = next(line for line in shares.series if line.role == "failing")
    assert set(bad.y) == {1.0}, "20 of 64 are no more than chance where a fifth may fail"
    assert "Where the statement as printed fails" in figures


def test_evidence_of_before_has_none() -> None:
    assert landscapes.figures(CLAIM, [hunt(None), hunt(None, "amended", "holds")]) == []


def test_what_a_source_leaves_open_is_as_we_read_it() -> None:
    for origin, name, said in (("read", "printed", "as we read it"), ("ours", "ours", "as we say it")):
        readings = (replace(CLAIM.readings[0], name=name), CLAIM.readings[1])
        record = replace(CLAIM, head=replace(CLAIM.head, origin=origin), readings=readings)  # type: ignore[arg-type]
        one = hunt(made([1 - g for g in STEPS], list(STEPS)), name)
        other = hunt(made([1 - g / 4 for g in STEPS], [g / 4 for g in STEPS]), "amended", "holds")
        fails, near = landscapes.figures(record, [one, other])
        assert fails.title == f"Where the statement {said} fails"
        assert near.series[0].label == said
        assert "printed" not in repr((fails, near))


@pytest.mark.parametrize("equality", [True, False])
def test_what_holds_fails_nowhere(equality: bool) -> None:
    """Where a side is 0 but for rounding, the other one is as large as both."""
    margins, ratios = [1e-16 * g for g in STEPS], [g / 4 for g in STEPS]
    margins[3] = margins[5] = -1.0
    ratios[3] = 3.0
    land = made([-m for m in map(abs, margins)] if equality else margins, None if equality else [*ratios])
    (figure,) = landscapes.figures(ALONE, [hunt(land, outcome="holds")])
    assert [line.role for line in figure.series] == ["points", "guide"]
    assert len(figure.series[0].x) == N - 2
    assert max(figure.series[0].y) <= 0.75
    assert "Left out: 2 settings where a side is 0" in figure.caption
    assert "differ by at most 3 × 10⁻¹⁶" in figure.caption or not equality


def test_no_size_by_itself_breaks_a_rate() -> None:
    """The constant is left out: margins say nothing."""
    record = replace(ALONE, head=replace(ALONE.head, kind="rate"))
    (figure,) = landscapes.figures(record, [hunt(made([-0.5] * N, [1 + g for g in STEPS]))])
    assert [(line.label, line.role) for line in figure.series] == [("largest ratio", "points")]
