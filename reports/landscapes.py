"""Plots of any claim, from the settings that its hunt tried: where it fails, how near its bound comes.

Which quantities make the axes is chosen by what they tell: in a plot of failures those whose thresholds part
failing settings from others, else the one that goes up or down with what is plotted. What would be a single
point, or the same everywhere, is not drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from lemmata.records.evidence import ClaimRecord, HuntRecord
from lemmata.records.figures import FigureRecord, Landscape, Series
from lemmata.records.found_sentence import compares_signs

from . import words

_CLEAR = 2.0**-20
"""A relative margin below minus this is a violation, and no rounding."""
_CHANCE = 1e-4
"""Failures that a sound statement would show less often than this are more than chance."""
_EQUAL = 1e-17
"""Sides that are equal to the last digit are drawn so far apart."""
_ROUNDING = 2.0**-52
_LEAST = 1e-3
"""Ratios below this, or above its inverse, are drawn there: what is near the bound is to be seen."""
_FEWEST, _EITHER = 8, 3
"""Points of a plot, and failing and other ones where these are to be told apart."""
_WIDE = 30.0
"""Numbers that differ by a larger factor are drawn on a logarithmic axis."""
_STEPS = ("step", "slip")


@dataclass(frozen=True)
class _Seen:
    """A reading with its landscape: how it is called, and at which points it fails.

    Only what was refuted fails anywhere. Where another reading seems to, in float64, more digits have told that
    it does not (a side is 0 but for rounding, say): such points are ``settled``, their numbers say nothing.
    """

    title: str
    refuted: bool
    land: Landscape
    fails: tuple[bool, ...]
    settled: tuple[bool, ...]

    @property
    def probable(self) -> bool:
        """Whether it is a statement with a probability."""
        return bool(self.land.allowed)


def figures(record: ClaimRecord, hunts: Sequence[HuntRecord]) -> list[FigureRecord]:
    """The plots of a claim that are worth a look; ``hunts`` are those of its readings."""
    seen = {hunt.variant: hunt for hunt in hunts if hunt.landscape is not None and hunt.role == "reading"}
    readings = [
        _seen(record, seen[r.name], words.reading(record, r.name).lower())
        for r in record.readings
        if r.name in seen
    ]
    if not readings or record.head.kind == "experiment":
        return []
    drawn = [_phases(record, readings[0])] if readings[0].refuted else []
    if readings[0].probable or readings[-1].probable:
        drawn.append(_shares(record, readings))
    if not any(map(compares_signs, record.readings)):
        drawn.append(_ratios(record, readings))
    if record.head.rank not in _STEPS:
        drawn.append(_differences(record, readings))
    return [figure for figure in drawn if figure is not None]


def _seen(record: ClaimRecord, hunt: HuntRecord, title: str) -> _Seen:
    assert hunt.landscape is not None
    refuted, apparent = hunt.outcome == "refuted", _failures(hunt.landscape)
    never = (False,) * len(apparent)
    if record.head.kind == "rate":  # its bound's constant is left out: no size by itself meets or breaks it
        return _Seen(title, refuted, hunt.landscape, never, never)
    fails, settled = (apparent, never) if refuted else (never, apparent)
    return _Seen(title, refuted, hunt.landscape, fails, never if hunt.landscape.allowed else settled)


def _failures(land: Landscape) -> tuple[bool, ...]:
    """At which settings the statement seems to fail: by more than rounding, or more often than by chance."""
    if not land.allowed:
        return tuple(margin < -_CLEAR for margin in land.margins)
    return tuple(
        _tail(n, failing, allowed) < _CHANCE
        for n, failing, allowed in zip(land.drawn, land.failing, land.allowed, strict=True)
    )


def _tail(n: int, failing: int, p: float) -> float:
    """At least how likely so many failures of ``n`` draws are, each of probability ``p``."""
    if failing <= n * p or p >= 1:
        return 1.0
    if p <= 0:
        return 0.0
    share = failing / n  # Chernoff's bound
    against = 0.0 if share == 1 else (1 - share) * math.log((1 - share) / (1 - p))
    return math.exp(-n * (share * math.log(share / p) + against))


# -- where it fails --------------------------------------------------------------------------------


def _phases(record: ClaimRecord, seen: _Seen) -> FigureRecord | None:
    """Failing settings and others, in the two quantities that tell them apart best."""
    land, fails = seen.land, seen.fails
    number = sum(fails)
    if not land.quantities or min(number, len(fails) - number) < _EITHER:
        return None
    ranked = sorted(land.quantities, key=lambda name: _impurity(land.quantities[name], fails))
    first = ranked[0]
    edge = _edge(land.quantities[first], fails)
    told = f"{words.count(number)} of {words.plural(len(fails), 'setting')} fail"
    if edge is not None:
        return _margins(record, seen, first, told + f": {_threshold(land, first, edge)}")
    if len(ranked) == 1:
        return _margins(record, seen, first, told)
    sides = _sides(land.quantities[first], fails)
    second = min(
        ranked[1:],
        key=lambda name: sum(
            _impurity([land.quantities[name][k] for k in side], [fails[k] for k in side]) for side in sides
        ),
    )
    x, y = land.quantities[first], land.quantities[second]
    return FigureRecord(
        claim=record.id,
        title=f"Where the statement {seen.title} fails",
        x_label=f"${land.letters.get(first, first)}$",
        y_label=f"${land.letters.get(second, second)}$",
        caption=f"{told}. {_marks(seen)} The axes are the two of its quantities that best tell where.",
        series=(
            _points("no failure seen", x, y, [not f for f in fails]),
            _points("fails", x, y, fails, failing=True),
        ),
        log_x=_wide(x),
        log_y=_wide(y),
    )


def _margins(record: ClaimRecord, seen: _Seen, name: str, told: str) -> FigureRecord:
    """The margins against one quantity that tells by itself where the statement fails."""
    land, fails = seen.land, seen.fails
    x = land.quantities[name]
    y = land.margins
    label = "relative margin of the worst instance"
    zero = Series("below this line it fails", [min(x), max(x)], [0.0, 0.0], role="guide")
    if seen.probable:
        y = [allowed - f / n for allowed, f, n in zip(land.allowed, land.failing, land.drawn, strict=True)]
        label = "allowed failures less those seen, as shares"
    return FigureRecord(
        claim=record.id,
        title=f"Where the statement {seen.title} fails",
        x_label=f"${land.letters.get(name, name)}$",
        y_label=label,
        caption=f"{told}. {_marks(seen)}",
        series=(
            _points("no failure seen", x, y, [not f for f in fails]),
            _points("fails", x, y, fails, failing=True),
            zero,
        ),
        log_x=_wide(x),
    )


def _marks(seen: _Seen) -> str:
    """What a mark stands for."""
    land = seen.land
    more = ""
    if land.surveyed:
        of = "" if land.surveyed == len(land.margins) else f"{words.count(land.surveyed)} of them "
        more = f"; {of or 'they '}were drawn for this plot" + (
            f", with {land.prompts} prompts each" if land.prompts else ""
        )
    if seen.probable:
        return f"A cross is a setting with more failing draws than chance explains (1 in 10,000){more}."
    judged = "in float64, by more than rounding"
    return f"A mark is a setting with the worst of what was tried there, judged {judged}{more}."


def _impurity(values: Sequence[float], fails: Sequence[bool]) -> float:
    """What the best threshold of a quantity leaves mixed (Gini), 0 where it tells failing from others."""
    return _best_split(values, fails)[0]


def _best_split(values: Sequence[float], fails: Sequence[bool]) -> tuple[float, int]:
    """The mixture that is left, and how many of the smallest values lie below the threshold."""
    order = sorted(range(len(values)), key=values.__getitem__)
    total, n = sum(fails), len(values)

    def mixed(bad: int, size: int) -> float:
        return 2 * bad * (size - bad) / size if size else 0.0

    best, below, bad = mixed(total, n), 0, 0
    for k, (i, j) in enumerate(pairwise(order), start=1):
        bad += fails[i]
        if values[i] < values[j]:
            left = mixed(bad, k) + mixed(total - bad, n - k)
            if left < best:
                best, below = left, k
    return best, below


def _sides(values: Sequence[float], fails: Sequence[bool]) -> list[list[int]]:
    order = sorted(range(len(values)), key=values.__getitem__)
    below = _best_split(values, fails)[1]
    return [side for side in (order[:below], order[below:]) if side]


def _edge(values: Sequence[float], fails: Sequence[bool]) -> tuple[bool, float, float] | None:
    """Whether large values fail and between which two the edge lies, if one threshold tells all."""
    mixed, below = _best_split(values, fails)
    if mixed > 0 or not below:
        return None
    order = sorted(range(len(values)), key=values.__getitem__)
    return fails[order[-1]], values[order[below - 1]], values[order[below]]


def _threshold(land: Landscape, name: str, edge: tuple[bool, float, float]) -> str:
    large, low, high = edge
    letter = land.letters.get(name, name)
    bad, good = (rf"\ge {_latex(high)}", rf"\le {_latex(low)}"), (rf"\le {_latex(low)}", rf"\ge {_latex(high)}")
    fails, holds = bad if large else good
    return f"all with ${letter} {fails}$, none with ${letter} {holds}$"


def _latex(value: float) -> str:
    mantissa, _, exponent = f"{value:.4g}".partition("e")
    return rf"{mantissa}\cdot10^{{{int(exponent)}}}" if exponent else mantissa


# -- how near it comes -----------------------------------------------------------------------------


def _ratios(record: ClaimRecord, readings: Sequence[_Seen]) -> FigureRecord | None:
    """The ratio of the two sides against the quantity that it depends on most."""
    survivor = readings[-1]
    measured = _measured(survivor)
    usable = [k for k, ratio in enumerate(measured) if ratio is not None and ratio > 0]
    values = [measured[k] or 0.0 for k in usable]
    near = sum(value >= _LEAST for value in values)
    name = _decisive(survivor.land, usable, values)
    if min(len(usable), near) < _FEWEST or len(set(values)) < _EITHER or name is None:
        return None
    series = _clouds(readings, name, _held, "largest ratio", both=len(record.readings) > 1)
    left_out = sum(len(r.land.margins) for r in readings if name in r.land.quantities)
    left_out -= sum(len(line.x) for line in series)
    xs, ys = [x for line in series for x in line.x], [y for line in series for y in line.y]
    if record.head.kind == "rate":
        caption = (
            "Error over bound, whose constant is left out, at each size: where the rate is right it is level."
        )
        bound = []
    else:
        caption = (
            "Each mark is a setting with the largest ratio of the two sides tried there; the bound is at 1, "
            f"and the largest{_title(record, survivor)} is {words.ratio(max(values))}."
        )
        if survivor.probable:
            caption += " A draw may lie above the line with the probability that the statement allows."
        bound = [Series("the bound", [min(xs), max(xs)], [1.0, 1.0], role="guide")]
    if any(
        not _LEAST <= (r or 1.0) <= 1 / _LEAST for seen in readings for r in seen.land.ratios if (r or 0) >= 0
    ):
        caption += f" What lies beyond {words.number(_LEAST)} or {words.number(1 / _LEAST)} is drawn there."
    if left_out:
        caption += (
            f" Left out: {words.plural(left_out, 'setting')} where a side is 0, but for rounding, or negative."
        )
    return FigureRecord(
        claim=record.id,
        title="How near the bound comes",
        x_label=f"${survivor.land.letters.get(name, name)}$",
        y_label="left side / right side",
        caption=caption,
        series=(*series, *bound),
        log_x=_wide(xs),
        log_y=_wide(ys),
    )


def _clouds(
    readings: Sequence[_Seen],
    name: str,
    measured: Callable[[_Seen], Sequence[float | None]],
    plain: str,
    *,
    both: bool,
) -> list[Series]:
    """The points of each reading against a quantity, failing ones apart; what is not positive is left out."""
    series = []
    for seen in readings:
        at, values = seen.land.quantities.get(name, []), measured(seen)
        fails = [bad and not seen.probable for bad in seen.fails]
        for failing in (False, True):
            shown = [
                (x, value)
                for x, value, bad in zip(at, values, fails, strict=False)
                if value is not None and value > 0 and bad == failing
            ]
            if shown:
                told = [seen.title if both else "", "fails" if failing else ""]
                label = ", ".join(filter(None, told)) or plain
                role: Literal["points", "failing"] = "failing" if failing else "points"
                series.append(Series(label, [x for x, _ in shown], [y for _, y in shown], role))
    return series


def _held(seen: _Seen) -> list[float | None]:
    """The ratios of a reading, no farther from 1 than can be seen beside others."""
    return [r if r is None or r <= 0 else min(max(r, _LEAST), 1 / _LEAST) for r in _measured(seen)]


def _measured(seen: _Seen) -> list[float | None]:
    """The ratios of a reading, without those that rounding makes."""
    return [None if settled else r for r, settled in zip(seen.land.ratios, seen.settled, strict=False)]


def _title(record: ClaimRecord, seen: _Seen) -> str:
    return f" {seen.title}" if len(record.readings) > 1 else ""


def _differences(record: ClaimRecord, readings: Sequence[_Seen]) -> FigureRecord | None:
    """Of an equality: how far apart the two sides are, beside the rounding of float64."""
    survivor = readings[-1]
    usable = [k for k, settled in enumerate(survivor.settled) if not settled]
    if any(seen.land.ratios for seen in readings) or len(usable) < _FEWEST:
        return None
    distances = [abs(survivor.land.margins[k]) for k in usable]
    name = _decisive(survivor.land, usable, distances)
    told = any(map(any, (seen.fails for seen in readings))) or len(set(distances)) >= _FEWEST
    if name is None or survivor.probable or not told:
        return None
    series = _clouds(readings, name, _distances, "equal", both=len(record.readings) > 1)
    left_out = sum(map(sum, (seen.settled for seen in readings)))
    xs = [x for line in series for x in line.x]
    largest = max(distances)
    explained = "" if survivor.refuted else ", which rounding explains"
    rounding = Series("rounding of float64", [min(xs), max(xs)], [_ROUNDING] * 2, role="guide")
    caption = (
        "Each mark is a setting with the largest difference tried there, in float64, over the size of the "
        f"sides; sides that are equal to the last digit are drawn at {words.number(_EQUAL)}. "
        f"The sides{_title(record, survivor)} differ by at most {words.number(largest, 2)}{explained}."
    )
    if left_out:
        caption += f" Left out: {words.plural(left_out, 'setting')} where a side is 0 but for rounding."
    return FigureRecord(
        claim=record.id,
        title="How far apart the two sides are",
        x_label=f"${survivor.land.letters.get(name, name)}$",
        y_label="largest difference, relative",
        caption=caption,
        series=(*series, rounding),
        log_x=_wide(xs),
        log_y=True,
    )


def _distances(seen: _Seen) -> list[float | None]:
    """How far apart the sides of an equality are, where that is more than what rounding makes of a 0."""
    return [
        None if settled else max(abs(m), _EQUAL)
        for m, settled in zip(seen.land.margins, seen.settled, strict=True)
    ]


def _shares(record: ClaimRecord, readings: Sequence[_Seen]) -> FigureRecord | None:
    """Of a probability: how often it fails, against how often it may."""
    series, allowed = [], []
    for seen in (seen for seen in readings if seen.probable):
        land = seen.land
        share = [f / n for f, n in zip(land.failing, land.drawn, strict=True)]
        allowed += land.allowed
        for failing in (False, True):
            where = [bad == failing for bad in seen.fails]
            if any(where):
                told = [
                    seen.title if len(record.readings) > 1 else "",
                    "fails too often" if failing else "as often as it may",
                ]
                label = ", ".join(filter(None, told))
                series.append(_points(label, land.allowed, share, where, failing=failing))
    if not any(y for line in series for y in line.y) or len(set(allowed)) < _EITHER:
        return None
    ends = [min(allowed), max(allowed)]
    return FigureRecord(
        claim=record.id,
        title="How often it fails, and how often it may",
        x_label="failure probability that the statement allows",
        y_label="share of draws that fail",
        caption="Each mark is a setting: above the line it fails more often than allowed, by chance where "
        "there are few draws; crosses by more than chance explains (1 in 10,000).",
        series=(*series, Series("allowed", ends, ends, role="guide")),
    )


# -- axes ------------------------------------------------------------------------------------------


def _decisive(land: Landscape, places: Sequence[int], values: Sequence[float]) -> str | None:
    """The quantity with whose order the order of the values goes most; those with few values come last."""
    best: tuple[bool, float, str] | None = None
    for name, column in land.quantities.items():
        x = [column[k] for k in places]
        if len(set(x)) < 2:
            continue
        rank = (len(set(x)) >= _EITHER, round(abs(_correlation(_ranks(x), _ranks(values))), 3), name)
        if best is None or rank[:2] > best[:2]:
            best = rank
    return best[2] if best else None


def _ranks(values: Sequence[float]) -> list[float]:
    """Places in order, equal values at the middle of theirs."""
    order = sorted(values)
    first: dict[float, int] = {}
    last: dict[float, int] = {}
    for k, v in enumerate(order):
        first.setdefault(v, k)
        last[v] = k
    return [(first[v] + last[v]) / 2 for v in values]


def _correlation(x: Sequence[float], y: Sequence[float]) -> float:
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    covariance = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    spread = math.sqrt(sum((a - mean_x) ** 2 for a in x) * sum((b - mean_y) ** 2 for b in y))
    return covariance / spread if spread else 0.0


def _points(
    label: str, x: Sequence[float], y: Sequence[float], where: Sequence[bool], *, failing: bool = False
) -> Series:
    chosen = [(a, b) for a, b, there in zip(x, y, where, strict=True) if there]
    return Series(label, [a for a, _ in chosen], [b for _, b in chosen], "failing" if failing else "points")


def _wide(values: Sequence[float]) -> bool:
    """Whether an axis is to be logarithmic."""
    return min(values) > 0 and max(values) > _WIDE * min(values)
