"""The one sheet of style of a report, with the font for formulas in it."""

from __future__ import annotations

import base64
from pathlib import Path

from lemmata.records import atomic_files

from . import signs

_STATIC = Path(__file__).parent / "static"
_SHEETS = ("style.css", "papers.css")
_FONT = '\n@font-face {{ font-family: "Lemmata Math"; src: url(data:font/woff2;base64,{}) format("woff2"); }}\n'
"""In the sheet itself: browsers refuse a font beside a page that was opened from a file."""


def write(out: Path) -> None:
    """Writes the sheet as ``style.css`` into a folder."""
    sheet = "".join((_STATIC / name).read_text(encoding="utf-8") for name in _SHEETS)
    font = base64.b64encode((_STATIC / "math.woff2").read_bytes()).decode()
    atomic_files.write(out / "style.css", sheet + signs.sheet() + _FONT.format(font))
