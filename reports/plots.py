"""Figures as small SVG that takes its colours from the page and comes out the same every time.

Only ticks and the names of blocks are drawn as text: titles, axis labels, legends and the names of matrices
stand in the page, where lines break and formulas are formulas. Lines are told apart without colour: by the
shape of their marks, hollow from the seventh line on, or by their dashes. Figures may be a stranger's: what
cannot be drawn, or not as it is (:mod:`reports.limits`), comes with a note for its caption.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from markupsafe import Markup, escape

from lemmata.records.figures import Block, FigureRecord, HeatMapRecord, Panel, Series

from . import limits, words
from .axes import Axis, axis

_COLOURS = 6
_DASHED = ("theory", "bound", "guide")
_DASHES = 6
"""So many colours and dashes the sheet of style has."""
_MARKS = (
    "m-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z",
    "m-{r}-{r}h{d}v{d}h-{d}z",
    "m0-{s}l{s} {d}h-{w}z",
    "m0-{s}l{s} {s}-{s} {s}-{s}-{s}z",
    "m0 {s}l{s}-{d}h-{w}z",
    "m-{s} 0h{w}m-{s}-{s}v{w}",
)
"""A mark around the place where the pen is: circle, square, triangle, diamond, the other triangle, plus."""
_CAPS = ("round", "square")
"""The first of them are also ends of lines."""
_STROKED = 5
"""The marks from here on have no inside."""
CATEGORIES = "From left to right: "
"""A caption that begins so names what stands along the lower axis."""
_CROSS = "m-{r}-{r}l{d} {d}m0-{d}l-{d} {d}"
_WIDTH, _HEIGHT, _SIZE = 480, 290, 13
_TOP, _BOTTOM, _GAP = 10, 26, 6
_EDGE = 12
_UNSEEN = 0.15
"""A point that lies no farther beside a line is not drawn."""
_FEW = 40
"""A line with more points than this has a mark at a few of them only."""
_MARKED = 9
_MOST = 7
_FEW_MARKS = 5
_WRITTEN = 10
"""Matrices with more rows or columns than this are drawn without numbers."""
_LEVELS = 16
"""Shades of a colour in a heat map."""
_FAINTEST, _STRONGEST = 0.14, 0.6
"""The faintest of them can be seen on black, and numbers can be read on the strongest, in light and in dark."""
_COINCIDE = 0.005
_APART = 0.94
"""How much of its place a cell fills in a matrix that is not large, so that its neighbours are told apart."""
_FINE = 40
_PANEL, _NAMES = 240.0, 18.0
"""The side of a matrix, and the room for names of its blocks."""


@dataclass(frozen=True)
class Entry:
    """A line of a legend."""

    swatch: Markup
    label: str
    role: str


@dataclass(frozen=True)
class Drawing:
    """A drawing, empty where there is none, and what a reader has to know of how it was drawn."""

    svg: Markup
    notes: Sequence[str]


def figure(record: FigureRecord) -> Drawing:
    """Measured series and theoretical lines."""
    if not record.series:
        failed = record.caption.startswith("not drawn")  # what a campaign writes of a failure
        return Drawing(Markup(""), ()) if failed else _not_drawn("it has no lines")
    shown, notes = _bounded(record)
    name = _name(record)
    return _drawn(lambda: _svg(_lines(shown, name), record, (_WIDTH, _HEIGHT)), notes)


def heat_map(record: HeatMapRecord, line: Callable[[str], Markup] = escape) -> Drawing:
    """Matrices side by side; where there are few entries, each is written into its cell.

    Args:
        record: the matrices.
        line: sets the name of a matrix.
    """
    if not record.panels:
        return _not_drawn("it has no matrix")
    notes: list[str] = []
    return _drawn(lambda: _panels(record, line, notes), notes)


def _drawn(draw: Callable[[], str], notes: Sequence[str]) -> Drawing:
    try:
        svg = draw()
    except Exception as error:  # noqa: BLE001 - a stranger's numbers must not stop the report
        return _not_drawn(words.cut(f"{type(error).__name__}: {error}", 200))
    return Drawing(Markup(svg), tuple(dict.fromkeys(notes)))


def _not_drawn(why: str) -> Drawing:
    return Drawing(Markup(""), (f"not drawn: {why}",))


def _name(record: FigureRecord | HeatMapRecord) -> str:
    return "p" + hashlib.sha256(repr(record).encode("utf-8", "replace")).hexdigest()[:12]


def _svg(content: str, record: FigureRecord | HeatMapRecord, size: tuple[float, float], title: str = "") -> str:
    """The drawing with its name; the caption of the figure, which stands below it, says the rest."""
    named = escape(words.cut(title or record.title, limits.TEXT))
    return (
        f'<svg class="plot" viewBox="0 0 {_r(size[0])} {_r(size[1])}" role="img" '
        f'aria-label="{named}">{content}</svg>'
    )


# -- legends ---------------------------------------------------------------------------------------


def legend(series: Sequence[Series], apart: bool = False) -> list[Entry]:
    """What the lines of a figure are, with the marks that tell them apart without colour.

    Args:
        series: the lines.
        apart: whether the marks of what was measured are not joined.
    """
    shown = series[: limits.SERIES]
    return [
        Entry(_swatch(k, line, apart and line.role == "measured"), _label(line, shown[:k]), line.role)
        for k, line in enumerate(shown)
    ]


def _label(line: Series, before: Sequence[Series]) -> str:
    """What a line is; where it covers another, that nobody looks for this in vain."""
    covered = next((other for other in before if _coincide(line, other)), None)
    return f"{line.label} (on top of: {covered.label})" if covered else line.label


def _coincide(one: Series, other: Series) -> bool:
    """Whether two lines cannot be told apart in the drawing."""
    if list(one.x) != list(other.x) or len(one.x) < 2 or "points" in (one.role, other.role):
        return False
    return all(math.isclose(a, b, rel_tol=_COINCIDE) for a, b in zip(one.y, other.y, strict=False))


def _swatch(k: int, line: Series, apart: bool = False) -> Markup:
    stroke = "" if line.role in ("points", "failing") or apart else _path("M0 6H30", _stroke(k, line))
    mark = "" if line.role in _DASHED else _marks(k, line, [(15.0, 6.0)])
    return Markup(f'<svg class="swatch" aria-hidden="true">{stroke}{mark}</svg>')


# -- what can be shown -----------------------------------------------------------------------------


def _bounded(record: FigureRecord) -> tuple[FigureRecord, list[str]]:
    """The figure within the limits, and in words what was changed."""
    series, notes = record.series, []
    if len(series) > limits.SERIES:
        notes.append(f"the first {limits.SERIES} of {words.count(len(series))} lines are drawn")
        series = series[: limits.SERIES]
    most = limits.POINTS // len(series)
    thinned = tuple(_thinned(line, most) for line in series)
    if thinned != series:
        notes.append(
            f"of a line with more than {words.count(most)} points the lowest and the highest of each "
            "stretch are drawn"
        )
    logarithmic = [
        _is_logarithmic(record.log_x, [x for line in thinned for x in line.x]),
        _is_logarithmic(record.log_y, [y for line in thinned for y in line.y]),
    ]
    bounded = tuple(_within(line, *logarithmic) for line in thinned)
    if bounded != thinned:
        low, high = words.number(limits.SMALLEST), words.number(limits.LARGEST)
        notes.append(f"numbers above {high} or below {low} in size are drawn at these bounds")
    return replace(record, series=bounded), notes


def _thinned(line: Series, most: int) -> Series:
    """At most so many points: the two ends, and of each stretch the lowest and the highest."""
    points = min(len(line.x), len(line.y))
    if points <= most:
        return line
    stretch = -(-2 * points // (most - 2))
    indices = {0, points - 1}
    for first in range(0, points, stretch):
        part = range(first, min(first + stretch, points))
        indices |= {min(part, key=line.y.__getitem__), max(part, key=line.y.__getitem__)}
    at = sorted(indices)
    band = [None if side is None else [side[k] for k in at] for side in (line.low, line.high)]
    return replace(line, x=[line.x[k] for k in at], y=[line.y[k] for k in at], low=band[0], high=band[1])


def _within(line: Series, log_x: bool, log_y: bool) -> Series:
    """The line with its numbers where the scale of an axis does not overflow."""

    def bounded(values: list[float], log: bool) -> list[float]:
        smallest = limits.SMALLEST if log else 0.0
        held = (max(-limits.LARGEST, min(limits.LARGEST, v)) for v in values)
        return [smallest if 0 < abs(v) < limits.SMALLEST else v for v in held]

    band = [None if side is None else bounded(side, log_y) for side in (line.low, line.high)]
    return replace(line, x=bounded(line.x, log_x), y=bounded(line.y, log_y), low=band[0], high=band[1])


def _is_logarithmic(wanted: bool, values: Sequence[float]) -> bool:
    """A logarithmic axis needs something that can be shown on it."""
    return wanted and any(v > 0 for v in values)


def _by_blocks(values: Sequence[Sequence[float]], side: int) -> tuple[list[list[float]], str]:
    """A matrix of more rows or columns than ``side`` as the means of blocks; and that in words."""
    rows, columns = len(values), len(values[0])
    down, across = -(-rows // side), -(-columns // side)
    if down == across == 1:
        return [list(row) for row in values], ""
    starts = range(0, columns, across)
    means = [
        [_mean([v for row in values[i : i + down] for v in row[j : j + across]]) for j in starts]
        for i in range(0, rows, down)
    ]
    note = f"a matrix of {rows:,} × {columns:,} is drawn by the means of blocks of "
    return means, note + f"{down:,} × {across:,} entries"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# -- lines and points ------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Frame:
    """The two axes and where they stand."""

    x: Axis
    y: Axis
    left: float
    right: float

    @property
    def floor(self) -> float:
        return _HEIGHT - _BOTTOM

    def at(self, x: float, y: float) -> tuple[float, float] | None:
        """Where a point stands; None where an axis has no place for it."""
        across, up = self.x.share(x), self.y.share(y)
        if across is None or up is None:
            return None
        return self.left + across * (self.right - self.left), self.floor - up * (self.floor - _TOP)

    def height(self, y: float) -> float:
        """How high a number stands; what no logarithm reaches stands on the floor."""
        up = self.y.share(y)
        return self.floor - (up or 0.0) * (self.floor - _TOP)


def _frame(record: FigureRecord) -> _Frame:
    xs = [x for line in record.series for x in line.x]
    ys = [v for line in record.series for side in (line.y, line.low, line.high) for v in side or ()]
    log_x = _is_logarithmic(record.log_x, xs)
    log_y = _is_logarithmic(record.log_y, [y for line in record.series for y in line.y])
    upright = axis(ys, log_y, 6)
    left = max((_width(label) for label in upright.labels), default=0.0) + _GAP + _EDGE / 2
    for most in range(_MOST, 1, -1):
        across = axis(xs, log_x, most)
        if most == _MOST and has_categories(record):  # each thing has its number, if there is room for it
            across = replace(across, ticks=tuple(sorted(set(xs))))
        frame = _Frame(across, upright, left, _WIDTH - _EDGE)
        if most == 2 or _fits(frame):
            break
    last = max((x + _width(label) / 2 for x, label in _along(frame)), default=0.0)
    return replace(frame, right=frame.right - max(0.0, last - _WIDTH + 2))


def _along(frame: _Frame) -> list[tuple[float, str]]:
    """The ticks of the lower axis: where they stand, and what they say."""
    shares = [frame.x.share(tick) or 0.0 for tick in frame.x.ticks]
    places = [frame.left + share * (frame.right - frame.left) for share in shares]
    return list(zip(places, frame.x.labels, strict=True))


def _fits(frame: _Frame) -> bool:
    ticks = _along(frame)
    return all(
        b - a >= (_width(one) + _width(other)) / 2 + 2 * _GAP for (a, one), (b, other) in pairwise(ticks)
    )


def _width(label: str) -> float:
    """About how wide a label is; never less than it is in the usual fonts."""
    narrow = sum(c in "., \N{MULTIPLICATION SIGN}⁻⁰¹²³⁴⁵⁶⁷⁸⁹" for c in label)
    return _SIZE * (0.65 * (len(label) - narrow) + 0.47 * narrow)


def _lines(record: FigureRecord, name: str) -> str:
    """Axes, then the bands, then the lines, then the marks."""
    frame = _frame(record)
    bands, lines, marks = [], [], []
    for k, line in enumerate(record.series):
        pairs = [frame.at(x, y) for x, y in zip(line.x, line.y, strict=False)]
        if line.low is not None and line.high is not None:
            bands.append(_band(frame, k, line))
        if line.role in _DASHED or (line.role == "measured" and not has_categories(record)):
            lines.append(_path(_polyline(pairs), _stroke(k, line)))
        if line.role not in _DASHED:
            places = [pair for pair in pairs if pair is not None]
            if line.role == "measured" and len(places) > _FEW:
                step = -(-len(places) // _MARKED)
                places = places[k % step :: step]  # the marks of two lines do not fall together
            if line.role != "measured":  # a cloud: what falls together is one mark
                places = list(dict.fromkeys((float(round(x)), float(round(y))) for x, y in places))
            marks.append(_marks(k, line, places, f"{name}-{k}"))
    return "".join([_axes(frame), *bands, *lines, *marks])


def has_categories(record: FigureRecord) -> bool:
    """Whether places along the lower axis are things, not numbers: nothing lies between two of them."""
    return record.caption.startswith(CATEGORIES) or record.x_label in ("replicate", "component")


def numbered(caption: str) -> str:
    """A caption with the number of each thing that the lower axis has, as that says it."""
    if not caption.startswith(CATEGORIES):
        return caption
    names, stop, rest = caption.removeprefix(CATEGORIES).partition(". ")
    told = ", ".join(
        f"{k}: {words.quantity(name.replace(' ', '_'))}" for k, name in enumerate(names.split(", "), 1)
    )
    return f"{told}{stop}{rest}"


def _axes(frame: _Frame) -> str:
    left, right, floor = _r(frame.left), _r(frame.right), _r(frame.floor)
    along, heights = _along(frame), [frame.height(tick) for tick in frame.y.ticks]
    grid = "".join(f"M{x:.0f} {_TOP}V{floor}" for x, _ in along)
    grid += "".join(f"M{left} {y:.0f}H{right}" for y in heights)
    below = "".join(f'<text x="{x:.0f}">{label}</text>' for x, label in along)
    beside = "".join(
        f'<text y="{y + 4.5:.0f}">{label}</text>' for y, label in zip(heights, frame.y.labels, strict=True)
    )
    return (
        f'<path class="grid" d="{grid}"/><path class="axes" d="M{left} {_TOP}V{floor}H{right}"/>'
        f'<g class="ticks" transform="translate(0 {_r(frame.floor + 18)})">{below}</g>'
        f'<g class="ticks beside" transform="translate({_r(frame.left - _GAP)})">{beside}</g>'
    )


def _colour(k: int, line: Series) -> str:
    """The class of a colour."""
    return "fails" if line.role == "failing" else f"s{k % _COLOURS + 1}"


def _stroke(k: int, line: Series) -> str:
    """How the line of a series is drawn; a seventh has the colour of the first and other dashes."""
    dashes = f" dash{(k + k // _COLOURS) % _DASHES + 1}" if line.role in _DASHED else ""
    return f'class="{_colour(k, line)}{dashes}"'


def _polyline(pairs: Sequence[tuple[float, float] | None]) -> str:
    """A line through points, cut where there is none."""
    runs: list[list[tuple[float, float]]] = [[]]
    for pair in pairs:
        if pair is None:
            runs.append([])
        else:
            runs[-1].append(pair)
    return "".join("M" + " ".join(f"{_r(x)} {_r(y)}" for x, y in _corners(run)) for run in runs if run)


def _corners(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of a line without those that nobody sees beside the others: Douglas and Peucker's choice."""
    kept, open_ = {0, len(points) - 1}, [(0, len(points) - 1)]
    while open_:
        first, last = open_.pop()
        away = [_away(point, points[first], points[last]) for point in points[first + 1 : last]]
        if away and max(away) > _UNSEEN:
            middle = first + 1 + away.index(max(away))
            kept.add(middle)
            open_ += [(first, middle), (middle, last)]
    return [points[k] for k in sorted(kept)]


def _away(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    """How far a point lies from the straight line between two others."""
    (x, y), (across, up) = start, (end[0] - start[0], end[1] - start[1])
    square = across**2 + up**2 or 1.0
    share = min(max(((point[0] - x) * across + (point[1] - y) * up) / square, 0.0), 1.0)
    return math.hypot(point[0] - x - share * across, point[1] - y - share * up)


def _band(frame: _Frame, k: int, line: Series) -> str:
    def edge(values: Sequence[float]) -> list[tuple[float, float] | None]:
        shares = [frame.x.share(x) for x in line.x]
        return [
            None if share is None else (frame.left + share * (frame.right - frame.left), frame.height(v))
            for share, v in zip(shares, values, strict=True)
        ]

    there, back = edge(line.low or []), edge(line.high or [])[::-1]
    outline = _polyline([pair for pair in (*there, *back) if pair is not None])
    return _path(outline, f'class="{_colour(k, line)} band"')


def _marks(k: int, line: Series, places: Sequence[tuple[float, float]], name: str = "") -> str:
    """A mark at each place: its shape and whether it is hollow tell the series.

    Many marks are drawn once, under a ``name``, and put at the corners of a line that is not seen.
    """
    colour = _colour(k, line)
    r = 2.6 if line.role == "points" else 3.2
    hollow = k // _COLOURS % 2
    kind = (k + k // (2 * _COLOURS)) % len(_MARKS)
    if line.role == "failing":
        shape, look = _CROSS, ""
    elif kind < len(_CAPS) and not hollow:
        # A line of no length is a dot in the shape of its end, in a fifth of the bytes.
        shape, look = "h0", f" {_CAPS[kind]}{'' if line.role == 'points' else ' large'}"
    else:
        shape, look = _MARKS[kind], " hollow" if hollow else " full"
        if kind >= _STROKED:
            look = " pale" if hollow else ""
    style = f'class="{colour}{look}"'
    mark = shape.format(r=_r(r), d=_r(2 * r), s=_r(1.3 * r), w=_r(2.6 * r))
    if mark == "h0":
        return _path(_dots(places), style)
    if len(places) <= _FEW_MARKS or not name:
        return _path("".join(f"M{_r(x)} {_r(y)}{mark}" for x, y in places), style)
    corners = " ".join(f"{_r(x)} {_r(y)}" for x, y in places)
    drawn = _path(f"M0 0{mark}", style)
    return f'<marker id="{name}" markerUnits="userSpaceOnUse" overflow="visible">{drawn}</marker>' + _path(
        f"M{corners}", f'style="stroke:none;marker:url(#{name})"'
    )


def _dots(places: Sequence[tuple[float, float]]) -> str:
    """Dots at places that are rounded, each as it lies from the last one: of a cloud these are near."""
    at, path = (0, 0), ""
    for x, y in sorted((round(x), round(y)) for x, y in places):
        path += f"m{x - at[0]}{y - at[1]:+d}h0".replace("+", " ")
        at = x, y
    return path


def _path(d: str, style: str) -> str:
    return f'<path d="{d}" {style}/>' if d else ""


def _r(value: float) -> str:
    """A coordinate, to a tenth."""
    return f"{round(value, 1):g}"


# -- heat maps -------------------------------------------------------------------------------------


def _panels(record: HeatMapRecord, line: Callable[[str], Markup], notes: list[str]) -> str:
    """The matrices, each with its name above it, all on one scale of colours."""
    panels = record.panels[: limits.PANELS]
    if len(record.panels) > len(panels):
        notes.append(f"the first {len(panels)} of {words.count(len(record.panels))} are drawn")
    largest = max(abs(v) for panel in panels for row in panel.values for v in row)
    if largest > 0:
        size = ("more than " if largest > limits.LARGEST else "") + words.number(min(largest, limits.LARGEST))
        notes.append(
            "orange is positive, blue negative, the shade goes with the root of the size, and the strongest is "
            + size
        )
    cells = limits.CELLS // len(panels)
    drawn = []
    for panel in panels:
        label = words.upright(words.cut(" ".join(panel.label.split()), limits.LABEL))
        content, extent = _matrix(panel, cells, largest, notes)
        title = f"{record.title}: {label}" if label else record.title
        svg = _svg(content, record, extent, title)
        drawn.append(f'<div class="panel"><div class="panel-label">{line(label)}</div>{svg}</div>')
    return f'<div class="panels">{"".join(drawn)}</div>'


def _matrix(panel: Panel, cells: int, largest: float, notes: list[str]) -> tuple[str, tuple[float, float]]:
    """One matrix: cells of one shade are one path; and the size of the drawing."""
    fits = len(panel.values) * len(panel.values[0]) <= cells
    side = max(len(panel.values), len(panel.values[0])) if fits else math.isqrt(cells)
    # Dividing before adding: the sum of a block of large numbers has no float.
    shares, blocks = _by_blocks([[v / (largest or 1.0) for v in row] for row in panel.values], side)
    notes += [blocks] if blocks else []
    rows, columns = len(shares), len(shares[0])
    cell = min(_PANEL / columns, 2 * _PANEL / rows)
    size = _APART if max(rows, columns) <= _FINE else 1.0
    left, top = (_NAMES * bool(names) + 1 for names in (panel.rows, panel.columns))
    shades: dict[int, str] = {}
    numbers, longest = [], 1
    for i, row in enumerate(shares):
        for level, run in groupby(enumerate(map(_level, row)), key=lambda pair: pair[1]):
            at = [j for j, _ in run]
            shades[level] = shades.get(level, "") + f"M{at[0]} {i}h{len(at)}"
        if max(rows, columns) > _WRITTEN:
            continue
        for j, share in enumerate(row):
            if share:
                value = _short(panel.values[i][j])
                longest = max(longest, len(value))
                x, y = left + (j + 0.5) * cell, top + (i + 0.5) * cell + 3
                numbers.append(f'<text x="{_r(x)}" y="{_r(y)}">{value}</text>')
    filled = [
        _path(cells, f'class="s{1 + (level > 0)}" stroke-opacity="{_opacity(level):.2g}"')
        for level, cells in sorted(shades.items())
        if level
    ]
    shift = f"translate({_r(left + (1 - size) / 2 * cell)} {_r(top + cell / 2)}) scale({cell:.5g})"
    dashes = f' stroke-dasharray="{size:g} {1 - size:.2g}"' if size < 1 else ""
    filled = [
        f'<g transform="{shift}" stroke-width="{size:g}"{dashes}>',
        *filled,
        "</g>",
    ]  # a row of cells is a thick line, its gaps are those between cells
    width, height = columns * cell, rows * cell
    frame = f'<path class="frame" d="M{_r(left)} {_r(top)}h{_r(width)}v{_r(height)}h-{_r(width)}z'
    names = []
    down, across = rows / len(panel.values), columns / len(panel.values[0])
    for start, block in _spans(panel.rows):
        y = top + start * cell * down
        frame += f"M{_r(left)} {_r(y)}h{_r(width)}" if start else ""
        middle = y + block.size * cell * down / 2
        names.append(f'<text x="{_r(left - 4)}" y="{_r(middle + 4)}" text-anchor="end">{_named(block)}</text>')
    for start, block in _spans(panel.columns):
        x = left + start * cell * across
        frame += f"M{_r(x)} {_r(top)}v{_r(height)}" if start else ""
        middle = x + block.size * cell * across / 2
        names.append(f'<text x="{_r(middle)}" y="{_r(top - 5)}" text-anchor="middle">{_named(block)}</text>')
    frame += '"/>'
    written = min(_SIZE, cell / (0.66 * longest))
    content = (
        f'{"".join(filled)}{frame}<g fill="currentColor" font-size="12">{"".join(names)}</g>'
        f'<g fill="currentColor" font-size="{_r(written)}" text-anchor="middle">{"".join(numbers)}</g>'
    )
    return content, (left + _PANEL + 1, top + height + 1)  # the names of all have one size


def _opacity(level: int) -> float:
    return _FAINTEST + (_STRONGEST - _FAINTEST) * abs(level) / _LEVELS


def _level(share: float) -> int:
    """How strong the colour of a cell is, negative for a negative entry."""
    return math.ceil(math.sqrt(abs(share)) * _LEVELS) * (1 if share > 0 else -1)


def _short(value: float) -> str:
    """An entry in as few letters as two digits take."""
    mantissa, _, exponent = f"{value:.2g}".partition("e")
    if exponent and 0 < int(exponent) < 4:
        return f"{value:.0f}"
    return (f"{mantissa}e{int(exponent)}" if exponent else mantissa).replace("-", "−")


def _spans(blocks: Sequence[Block]) -> list[tuple[int, Block]]:
    """Each block with its first row or column."""
    first, spans = 0, []
    for block in blocks:
        spans.append((first, block))
        first += block.size
    return spans


def _named(block: Block) -> str:
    return str(escape(words.upright(words.cut(block.name, 8))))
