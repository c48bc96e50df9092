"""How fast a figure's measured series falls, beside its theory."""

from __future__ import annotations

from typing import Any

from lemmata.records.figures import FigureRecord, Series
from reports.pace import pace

X = [1.0, 2.0, 4.0, 8.0]


def figure(*series: Series, **options: Any) -> FigureRecord:
    return FigureRecord("errors", "n", "error", "", series, **{"claim": "a/b", "log_y": True, **options})


def test_a_power_has_a_slope_and_an_exponential_a_factor() -> None:
    powers = (Series("error", X, [3 / x**2 for x in X]), Series("bound", X, [9 / x for x in X], role="theory"))
    assert pace(figure(*powers, log_x=True)) == "log-log slope −2, theory −1"
    falls = (Series("error", X, [2.0**-x for x in X]), Series("bound", X, [0.75**x for x in X], role="bound"))
    assert pace(figure(*falls)) == "× 0.5 a step, bound × 0.75"


def test_rounding_falls_no_further() -> None:
    floor = Series("error", [*X, 16.0, 32.0], [*(0.001**x for x in X[:3]), *[1e-17] * 3])
    bound = Series("bound", X, [0.5**x for x in X], role="theory")
    assert pace(figure(floor, bound)) == "× 0.001 a step, theory × 0.5"


def test_a_floor_is_not_fitted() -> None:
    error = Series("error", [float(k) for k in range(8)], [2.0**-k + 2.0**-9 for k in range(4)] + [2.0**-4] * 4)
    bound = Series("bound", X, [0.5**x for x in X], role="theory")
    measured, _, theory = pace(figure(error, bound)).partition(" a step, theory × ")
    assert 0.45 < float(measured.removeprefix("× ")) < 0.55 and theory == "0.5"


def test_nothing_is_said_of_few_points_or_of_one_series() -> None:
    line = Series("error", X, X)
    assert pace(figure(line)) == pace(figure(line, Series("bound", X[:2], X[:2], role="theory"))) == ""
    assert pace(figure(line, Series("bound", X, X, role="theory"), log_y=False)) == ""
