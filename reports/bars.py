"""Histograms as small SVG: every reading has one."""

from __future__ import annotations

import math
from collections.abc import Sequence

from markupsafe import escape

from . import limits, words

_WIDTH, _HEIGHT = 480, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 10, 28
_NEAR = 0.25
"""Zero is drawn where the bars then still fill this share of the width."""
_FEWEST = 1e-6
"""What is narrower than this share of its distance from zero is one bar."""
_THIN, _LOW = 2.0, 1.5
"""No bar is drawn thinner or lower than this, in pixels."""


def draw(edges: Sequence[float], counts: Sequence[float], named: str) -> str:
    """Bars between their edges, with a dashed line at zero, or a remark where zero is far away."""
    start, end = (min(max(e, -limits.LARGEST), limits.LARGEST) for e in (edges[0], edges[-1]))
    low, high = _shown(start, end)
    most = max(counts) or 1.0
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    floor = _HEIGHT - _BOTTOM
    tick = floor + 18

    def x(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(_LEFT + width * share, 1)

    def y(count: float) -> float:
        return round(floor - max(height * count / most, _LOW if count else 0.0), 1)

    bars, end = "", -1.0
    for a, b, n in zip(edges, edges[1:], counts, strict=False):
        if n:
            left = min(x(a), _WIDTH - _RIGHT - _THIN)
            apart = f"{f'V{floor}' if bars else ''}M{left:g} {floor}" if left != end else ""
            end = round(max(x(b), left + _THIN), 1)
            bars += f"{apart}V{y(n):g}H{end:g}"
    below = [f'<text x="{x(v):.0f}"{_anchor(x(v))}>{label}</text>' for v, label in round_ticks(low, high, 4)]
    beside = [f'<text y="{y(n) + 4:.0f}">{label}</text>' for n, label in round_ticks(0.0, most, 3)]
    if low <= 0 <= high:
        zero = f'<path class="zero" d="M{x(0.0):g} {_TOP}V{floor}"/>'
    else:
        place = (_LEFT + 8, "after", "← 0") if low > 0 else (_WIDTH - _RIGHT, "beside", "0 →")
        below.append(
            '<text x="{}" y="{}" class="{}">{}, not shown</text>'.format(place[0], 20 - tick, *place[1:])
        )
        zero = ""
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(named)}"><path class="bars" d="{bars}V{floor}"/>'
        f'<path class="axes" d="M{_LEFT} {_TOP}V{floor}H{_WIDTH - _RIGHT}"/>{zero}'
        f'<g class="ticks" transform="translate(0 {tick})">{"".join(below)}</g>'
        f'<g class="ticks beside" transform="translate({_LEFT - 6})">{"".join(beside)}</g></svg>'
    )


def _shown(start: float, end: float) -> tuple[float, float]:
    """The range that is drawn: with zero if it is near, else that of the bars."""
    low, high = min(start, 0.0), max(end, 0.0)
    if high - low < limits.SMALLEST:
        return -0.5, 0.5  # all margins are 0
    if _FEWEST * (high - low) < end - start < _NEAR * (high - low):
        return start, end
    return low, high


def _anchor(x: float) -> str:
    """A label near the right end would be cut off there."""
    return ' class="beside"' if x > _WIDTH - _RIGHT - 4 else ""


def round_ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Round numbers from ``low`` to ``high`` with their labels: about ``most``, and two at least."""
    unit = 10.0 ** math.floor(math.log10((high - low) / most))
    steps = (unit * s for s in (1, 2, 2.5, 5, 10))
    step = next(s for s in steps if (high - low) / s <= most + 1e-9)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = [k * step for k in range(first, last + 1)]
    if max(abs(low), abs(high)) >= 1e6 or step < 1e-5:
        digits = max(3, round(math.log10(max(abs(low), abs(high)) / step)) + 2)
        return [(v, words.number(float(f"{v:.{digits}g}"), digits)) for v in values]
    places = next(p for p in range(8) if abs(step * 10**p - round(step * 10**p)) < 1e-6)
    return [(v, f"{v:,.{places}f}".replace("-", "−") if v else "0") for v in values]
