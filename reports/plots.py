"""Figures as SVG that takes its colours from the page and comes out the same every time.

Only ticks and the names of matrices are drawn as text: titles, axis labels and legends stand in the
page, where lines break and formulas are formulas. Figures may be a stranger's: what cannot be drawn, or
not as it is (:mod:`reports.limits`), comes with a note for its caption.
"""

from __future__ import annotations

import hashlib
import math
import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from lemmata.records.figures import FigureRecord, HeatMapRecord, Series
from reports import limits, words

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

_TEXT, _GRID = "#010203", "#040506"
_COLOURS = tuple(f"#0708{k:02x}" for k in range(1, 7))
_PAGE_COLOURS = {
    _TEXT: "currentColor",
    _GRID: "var(--rule)",
    **{colour: f"var(--series-{k})" for k, colour in enumerate(_COLOURS, start=1)},
}
"""Colours that nothing else uses, and what of the page's style replaces them."""
_MARKERS = ("o", "s", "^", "D", "v", "P")
_DASHES = ((5, 3), (1, 2), (8, 2, 1, 2), (3, 2), (10, 3), (5, 2, 1, 2, 1, 2))
_SWATCHES = (
    '<circle cx="15" cy="6" r="3.4"/>',
    '<rect x="12" y="3" width="6" height="6"/>',
    '<path d="M15 2.2 18.6 9H11.4z"/>',
    '<path d="M15 1.8 19.2 6 15 10.2 10.8 6z"/>',
    '<path d="M15 9.8 18.6 3H11.4z"/>',
    '<path d="M14 2.5h2v2.5h2.5v2H16v2.5h-2V7h-2.5V5H14z"/>',
)
_WRITTEN = 10
"""Matrices with more rows or columns than this are drawn without numbers."""
_FEW = 40
"""More points than this are drawn without a marker for each."""


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
    return _draw(shown, lambda axes: _lines(axes, shown), notes)


def heat_map(record: HeatMapRecord) -> Drawing:
    """Matrices side by side; where there are few entries, each is written into its cell."""
    if not record.panels:
        return _not_drawn("it has no matrix")
    notes: list[str] = []
    drawing = _draw(record, lambda axes: _cells(axes, record, notes, formulas=True), notes)
    if drawing.svg:
        return drawing
    # Most often a label is no formula to matplotlib, which it only says in the midst of drawing.
    notes = ["a label has a formula that cannot be set: labels are shown as their source"]
    plain = _draw(record, lambda axes: _cells(axes, record, notes, formulas=False), notes)
    return plain if plain.svg else drawing


def _draw(record: FigureRecord | HeatMapRecord, draw: Callable[[Axes], None], notes: Sequence[str]) -> Drawing:
    name = hashlib.sha256(repr(record).encode("utf-8", "replace")).hexdigest()[:20]
    caption = words.cut(record.caption or record.title, limits.TEXT)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of letters that a font lacks, of room that is short
            svg = _svg(draw, name, words.cut(record.title, limits.TEXT), caption)
    except Exception as error:  # noqa: BLE001 - whatever stops matplotlib must not stop the report
        return _not_drawn(words.cut(f"{type(error).__name__}: {error}", 200))
    return Drawing(Markup(svg), tuple(dict.fromkeys(notes)))


def _not_drawn(why: str) -> Drawing:
    return Drawing(Markup(""), (f"not drawn: {why}",))


def legend(series: Sequence[Series]) -> list[Entry]:
    """What the lines of a figure are, with the marks that tell them apart without colour."""
    shown = enumerate(series[: limits.SERIES])
    return [Entry(_swatch(k, line), line.label, line.role) for k, line in shown]


def _swatch(k: int, line: Series) -> Markup:
    dashes = " ".join(map(str, _DASHES[k % len(_DASHES)])) if line.role == "theory" else "none"
    mark = "" if line.role == "theory" else _SWATCHES[k % len(_SWATCHES)]
    colour = f"var(--series-{k % len(_COLOURS) + 1})"
    return Markup(
        f'<svg class="swatch" width="30" height="12" aria-hidden="true" style="color: {colour}">'
        f'<path d="M0 6H30" stroke="currentColor" stroke-width="1.8" stroke-dasharray="{dashes}"/>'
        f'<g fill="currentColor">{mark}</g></svg>'
    )


def _svg(draw: Callable[[Axes], None], name: str, title: str, description: str) -> str:
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    style: dict[Any, Any] = {
        "svg.hashsalt": name,
        "svg.fonttype": "none",
        "font.size": 9.5,
        "text.color": _TEXT,
        "axes.edgecolor": _TEXT,
        "axes.linewidth": 0.7,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "xtick.color": _TEXT,
        "ytick.color": _TEXT,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": _GRID,
        "grid.linewidth": 0.6,
        "lines.linewidth": 1.6,
    }
    with mpl.rc_context(style):
        figure = Figure(figsize=(5.0, 3.1), layout="constrained", facecolor="none")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot(facecolor="none")
        draw(axes)
        stream = StringIO()
        figure.savefig(stream, format="svg", metadata={"Date": None}, transparent=True)
    return _for_a_page(stream.getvalue(), name, title, description)


def _for_a_page(svg: str, name: str, title: str, description: str) -> str:
    """The drawing alone, its names unique within a page, its colours those of the page."""
    svg = svg[svg.index("<svg") :]
    # A style inside would hold for the whole page; the page's own style sets what is needed.
    svg = re.sub(r"<(metadata|style)\b.*?</\1>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;\"]*; ", "", svg)
    # Names are unique within a drawing only, and a page shows several.
    svg = re.sub(r'\bid="', f'id="p{name}-', svg)
    svg = re.sub(r'(?:xlink:)?href="#', f'href="#p{name}-', svg)
    svg = svg.replace("url(#", f"url(#p{name}-")
    for colour, page_colour in _PAGE_COLOURS.items():
        svg = svg.replace(colour, page_colour)
    box = re.search(r'viewBox="[^"]*"', svg)
    assert box is not None
    labels = f'aria-labelledby="p{name}-title p{name}-desc"'
    opening = (
        f'<svg class="plot" {box[0]} role="img" {labels}>'
        f'<title id="p{name}-title">{escape(title)}</title>'
        f'<desc id="p{name}-desc">{escape(description)}</desc>'
    )
    return opening + re.sub(r"\s*\n\s*", " ", svg[svg.index(">") + 1 :]).strip()


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


def _by_blocks(values: np.ndarray, side: int) -> tuple[np.ndarray, str]:
    """A matrix of more rows or columns than ``side`` as the means of blocks; and that in words."""
    import numpy as np

    rows, columns = values.shape
    sizes = [-(-n // side) for n in values.shape]
    if sizes == [1, 1]:
        return values, ""
    for axis, size in enumerate(sizes):
        starts = np.arange(0, values.shape[axis], size)
        ends = np.append(starts[1:], values.shape[axis])
        shape = [1, 1]
        shape[axis] = -1
        values = np.add.reduceat(values, starts, axis) / (ends - starts).reshape(shape)
    note = f"a matrix of {rows:,} × {columns:,} is drawn by the means of blocks of "
    return values, note + f"{sizes[0]:,} × {sizes[1]:,} entries"


# -- drawing ---------------------------------------------------------------------------------------


def _lines(axes: Axes, record: FigureRecord) -> None:
    xs = [x for line in record.series for x in line.x]
    ys = [y for line in record.series for y in line.y]
    if _is_logarithmic(record.log_x, xs):
        axes.set_xscale("log")
    if _is_logarithmic(record.log_y, ys):
        axes.set_yscale("log")
    _label_ticks(axes.xaxis, xs)
    _label_ticks(axes.yaxis, ys)
    for k, line in enumerate(record.series):
        colour = _COLOURS[k % len(_COLOURS)]
        x, y = zip(*zip(line.x, line.y, strict=False), strict=True) if line.x and line.y else ((), ())
        if line.role == "theory":
            axes.plot(x, y, color=colour, dashes=_DASHES[k % len(_DASHES)])
        else:
            marker = _MARKERS[k % len(_MARKERS)] if len(x) <= _FEW else ""
            axes.plot(x, y, color=colour, marker=marker, markersize=4.5)
        if line.low is not None and line.high is not None:
            axes.fill_between(line.x, line.low, line.high, color=colour, alpha=0.16, linewidth=0)


def _is_logarithmic(wanted: bool, values: Sequence[float]) -> bool:
    """A logarithmic axis needs something that can be shown on it."""
    return wanted and any(v > 0 for v in values)


def _label_ticks(axis: Axis, values: Sequence[float]) -> None:
    """Ticks as plain text; on a short logarithmic axis also between the powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    if axis.get_scale() == "log":
        positive = [v for v in values if v > 0]
        if max(positive) < 100 * min(positive):
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axis.set_minor_formatter(NullFormatter())
    axis.set_major_formatter(FuncFormatter(lambda value, _: words.number(value)))


def _cells(axes: Axes, record: HeatMapRecord, notes: list[str], *, formulas: bool) -> None:
    """Up to three matrices in a row, all on one scale of colours."""
    import numpy as np
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    drawing = axes.figure
    axes.remove()
    panels = record.panels[: limits.PANELS]
    if len(record.panels) > len(panels):
        notes.append(f"the first {len(panels)} of {words.count(len(record.panels))} are drawn")
    matrices = [np.array(panel.values, dtype=np.float64) for panel in panels]
    largest = max(float(abs(matrix).max()) for matrix in matrices)
    side = math.isqrt(limits.CELLS // len(panels))
    columns = min(len(panels), 3)
    rows = -(-len(panels) // columns)
    colours = colormaps["RdBu_r"]
    for k, (panel, matrix) in enumerate(zip(panels, matrices, strict=True)):
        cell = drawing.add_subplot(rows, columns, k + 1)
        shares, blocks = _by_blocks(matrix / (largest or 1.0), side)
        notes += [blocks] if blocks else []
        label = words.upright(words.cut(" ".join(panel.label.split()), limits.LABEL))
        cell.set_title(label, fontsize=9, parse_math=formulas)
        cell.set_xticks([])
        cell.set_yticks([])
        cell.grid(visible=False)
        for (i, j), share in np.ndenumerate(shares):
            red, green, blue, _ = colours(0.5 + 0.5 * share)
            dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
            colour = (red, green, blue)
            cell.add_patch(Rectangle((j, i), 1, 1, facecolor=colour, edgecolor="none", in_layout=False))
            if max(shares.shape) <= _WRITTEN:
                cell.text(
                    j + 0.5,
                    i + 0.5,
                    f"{matrix[i, j]:.2g}",
                    ha="center",
                    va="center",
                    fontsize=6.5,
                    color="#ffffff" if dark else "#000000",
                )
        cell.set_xlim(0, shares.shape[1])
        cell.set_ylim(shares.shape[0], 0)
        cell.set_aspect("equal")
