"""The signs of outcomes and fates: colour is never the only mark. The sheet has them once for all pages."""

from __future__ import annotations

from urllib.parse import quote

_TICK, _CROSS, _MARK, _RING = (
    "M3 8.5 6.5 12 13 4.5",
    "M4 4l8 8M12 4l-8 8",
    "M8 3v6.5M8 12.4v.6",
    "M3 8a5 5 0 1 0 10 0 5 5 0 1 0-10 0",
)
PATHS = {
    "holds": _TICK,
    "killed": _TICK,
    "refuted": _CROSS,
    "survived": _CROSS,
    "vacuous": _RING + "M3.5 13 12.5 3",
    "undecided": "M5.2 5.8C5.2 2.6 10.8 2.6 10.8 5.8 10.8 7.8 8 8 8 10M8 12.4v.6",
    "untestable": "M3 8h10",
    "waived": "M3 6h10M3 10h10",
    "invalid": _MARK,
    "surprise": _MARK,
    "broken": "M8 3v9M4.5 8.5 8 12l3.5-3.5",
    "not-encoded": "M8 7.4v1.2",
    "not-run": "M3 8h3M10 8h3M8 3v3M8 10v3",
}
"""Each as a path in a square of side 16, drawn by a line of width 2.2."""


def sheet() -> str:
    """The rules that put each sign before its word."""
    return "".join(
        f".{word} {{ --sign: url(data:image/svg+xml,{quote(_SVG.format(path))}); }}\n"
        for word, path in PATHS.items()
    )


_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="{}" fill="none" stroke="#000" '
    'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
