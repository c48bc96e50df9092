"""How fast a measured series falls, beside the theory that is drawn with it."""

from __future__ import annotations

import math
from itertools import pairwise

from lemmata.records.figures import FigureRecord, Series

THEORY = ("theory", "bound")
"""What theory says: of the measured values themselves, or what they do not exceed."""
_ROUNDING = 2.0**-40
"""What is smaller, relative to the largest number of its series, is rounding and falls no further."""
_FEW = 3
_FLAT = 0.05
"""A series whose steps become shorter than this share of its longest has reached its floor."""


def pace(figure: FigureRecord) -> str:
    """The slope, or the factor for each unit of the x axis, of what is measured and of the line of theory.

    Least squares on the logarithms, of the first series of each role; empty where the axis of y is not
    logarithmic, or where one of the series has too few positive numbers.
    """
    if not figure.log_y:
        return ""
    slopes, said = [], ""
    for roles in (("measured",), THEORY):
        series = next((s for s in figure.series if s.role in roles), None)
        slope = None if series is None else _slope(series, log_x=figure.log_x)
        if series is None or slope is None:
            return ""
        slopes.append(slope)
        said = series.role
    if figure.log_x:
        return f"log-log slope {_number(slopes[0])}, {said} {_number(slopes[1])}"
    measured, theory = (_number(math.exp(slope)) for slope in slopes)
    return f"× {measured} a step, {said} × {theory}"


def _slope(series: Series, *, log_x: bool) -> float | None:
    least = _ROUNDING * max(map(abs, series.y), default=0.0)
    points = [
        (math.log(x) if log_x else x, math.log(y))
        for x, y in zip(series.x, series.y, strict=True)
        if y > least and math.isfinite(y) and (x > 0 or not log_x)
    ]
    points = _moving(points)
    if len({x for x, _ in points}) < _FEW:
        return None
    mean_x, mean_y = (math.fsum(values) / len(points) for values in zip(*points, strict=True))
    square = math.fsum((x - mean_x) ** 2 for x, _ in points)
    return math.fsum((x - mean_x) * (y - mean_y) for x, y in points) / square


def _moving(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points before the floor."""
    longest = 0.0
    for number, (before, after) in enumerate(pairwise(points), 1):
        step = abs(after[1] - before[1])
        longest = max(longest, step)
        if step < _FLAT * longest:
            return points[:number]
    return points


def _number(value: float) -> str:
    return f"{value:.2g}".replace("-", "−")
