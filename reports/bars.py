"""Histograms as small SVG: every reading has one, and matplotlib would take minutes for all of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from markupsafe import escape

from reports import limits, words

_WIDTH, _HEIGHT = 480, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 14, 10, 28
_TICKS = 4


def draw(edges: Sequence[float], counts: Sequence[float], title: str, description: str) -> str:
    """Bars between their edges, the range widened to zero, where a dashed line stands."""
    low, high = max(min(edges[0], 0.0), -limits.LARGEST), min(max(edges[-1], 0.0), limits.LARGEST)
    if high - low < limits.SMALLEST:
        high = low + 1.0  # all margins are 0
    most = max(counts) or 1.0
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def x(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return round(_LEFT + width * share, 1)

    def y(count: float) -> float:
        return round(_TOP + height * (1 - count / most), 1)

    floor = _HEIGHT - _BOTTOM
    shown = [
        f'<rect x="{x(a)}" y="{y(n)}" width="{round(x(b) - x(a), 1)}" height="{round(floor - y(n), 1)}"/>'
        for a, b, n in zip(edges, edges[1:], counts, strict=False)
        if n
    ]
    ticks = [low + (high - low) * k / _TICKS for k in range(_TICKS + 1)]
    labels = [
        f'<text x="{x(v)}" y="{floor + 18}" text-anchor="middle">{words.number(v, 2)}</text>' for v in ticks
    ]
    labels += [
        f'<text x="{_LEFT - 6}" y="{y(n) + 4}" text-anchor="end">{words.number(n)}</text>' for n in (0.0, most)
    ]
    name = "h" + hashlib.sha256(json.dumps([edges, counts, title]).encode()).hexdigest()[:12]
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-labelledby="{name}-title {name}-desc"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>'
        f'<g fill="var(--series-1)" fill-opacity="0.75">{"".join(shown)}</g>'
        f'<path d="M{_LEFT} {_TOP}V{floor}H{_WIDTH - _RIGHT}" fill="none" stroke="currentColor" '
        f'stroke-width="0.8"/><path d="M{x(0.0)} {_TOP}V{floor}" stroke="currentColor" '
        f'stroke-width="1.1" stroke-dasharray="4 3"/>'
        f'<g fill="currentColor" font-size="12">{"".join(labels)}</g></svg>'
    )
