"""Figures as SVG that takes its colours from the page and comes out the same every time.

A plot costs matplotlib about 0.1 s, so the result is kept in a folder under a name made of its
content. Only ticks are drawn as text: titles, axis labels and legends stand in the page, where
lines break and formulas are formulas.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from lemmata.evidence import FigureRecord, HeatMapRecord, Series
from reports import bars, words

if TYPE_CHECKING:
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


class Plotter:
    """Draws, or takes what was drawn before from its folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._used: set[Path] = set()
        source = Path(__file__).read_bytes()
        self._maker = hashlib.sha256(source).hexdigest() + version("matplotlib")

    def figure(self, record: FigureRecord) -> Markup:
        """Measured series and theoretical lines."""
        text = (record.title, record.caption or record.title)
        return self._drawn(asdict(record), text, lambda axes: _lines(axes, record))

    def heat_map(self, record: HeatMapRecord) -> Markup:
        """Matrices side by side, each entry written into its cell."""
        text = (record.title, record.caption or record.title)
        return self._drawn(asdict(record), text, lambda axes: _cells(axes, record))

    def histogram(self, histogram: dict[str, list[float]], title: str, told: str) -> Markup:
        """How relative margins are distributed, with the line below which a statement fails."""
        return Markup(bars.draw(histogram["edges"], histogram["counts"], title, told))

    def forget_unused(self) -> None:
        """Removes what earlier reports drew and this one did not need."""
        if self.folder.is_dir():
            for path in set(self.folder.glob("*.svg")) - self._used:
                path.unlink()

    def _drawn(self, content: Any, text: tuple[str, str], draw: Callable[[Axes], None]) -> Markup:
        key = json.dumps([self._maker, content, text], sort_keys=True)
        name = hashlib.sha256(key.encode()).hexdigest()[:20]
        path = self.folder / f"{name}.svg"
        self._used.add(path)
        if not path.exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            svg = _svg(draw, name, *text)
            path.write_text(svg, encoding="utf-8", errors="replace", newline="\n")
        return Markup(path.read_text(encoding="utf-8"))


def legend(series: Sequence[Series]) -> list[Entry]:
    """What the lines of a figure are, with the marks that tell them apart without colour."""
    return [Entry(_swatch(k, line), line.label, line.role) for k, line in enumerate(series)]


def _swatch(k: int, line: Series) -> Markup:
    dashes = " ".join(map(str, _DASHES[k % len(_DASHES)])) if line.role == "theory" else "none"
    mark = "" if line.role == "theory" else _SWATCHES[k % len(_SWATCHES)]
    colour = f"var(--series-{k % len(_COLOURS) + 1})"
    return Markup(
        f'<svg class="swatch" width="30" height="12" aria-hidden="true" style="color: {colour}">'
        f'<path d="M0 6H30" stroke="currentColor" stroke-width="1.8" stroke-dasharray="{dashes}"/>'
        f'<g fill="currentColor">{mark}</g></svg>'
    )


def _svg(draw: Callable[[Axes], None], name: str, title: str, told: str) -> str:
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
    return _for_a_page(stream.getvalue(), name, title, told)


def _for_a_page(svg: str, name: str, title: str, told: str) -> str:
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
        f'<desc id="p{name}-desc">{escape(told)}</desc>'
    )
    return opening + re.sub(r"\s*\n\s*", " ", svg[svg.index(">") + 1 :]).strip()


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
        x, y = (
            zip(*zip(line.x, line.y, strict=False), strict=True) if line.x and line.y else ((), ())
        )
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


def _cells(axes: Axes, record: HeatMapRecord) -> None:
    """Up to three matrices in a row, all on one scale of colours."""
    from matplotlib import colormaps
    from matplotlib.patches import Rectangle

    figure = axes.figure
    axes.remove()
    largest = max((abs(v) for p in record.panels for row in p.values for v in row), default=0.0)
    columns = min(len(record.panels), 3)
    rows = -(-len(record.panels) // max(columns, 1))
    colours = colormaps["RdBu_r"]
    for k, panel in enumerate(record.panels):
        cell = figure.add_subplot(rows, columns, k + 1)
        cell.set_title(panel.label, fontsize=9)
        cell.set_xticks([])
        cell.set_yticks([])
        cell.grid(visible=False)
        for i, row in enumerate(panel.values):
            for j, value in enumerate(row):
                shade = 0.5 + 0.5 * value / (largest or 1.0)
                red, green, blue, _ = colours(shade)
                dark = 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
                cell.add_patch(
                    Rectangle((j, i), 1, 1, facecolor=(red, green, blue), edgecolor="none")
                )
                if max(len(panel.values), len(row)) <= _WRITTEN:
                    cell.text(
                        j + 0.5,
                        i + 0.5,
                        f"{value:.2g}",
                        ha="center",
                        va="center",
                        fontsize=6.5,
                        color="#ffffff" if dark else "#000000",
                    )
        cell.set_xlim(0, max(len(row) for row in panel.values))
        cell.set_ylim(len(panel.values), 0)
        cell.set_aspect("equal")
