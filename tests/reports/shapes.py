"""Shapes of drawings, from their paths; pages as they are easy to search."""

from __future__ import annotations

import re
from pathlib import Path

_TAG = re.compile(r"<[a-zA-Z][^<>]*>")


def quoted(page: Path) -> str:
    """A page with the quotes that it leaves out."""
    text = page.read_text(encoding="utf-8")
    return _TAG.sub(lambda tag: re.sub(r'=([^\s"=<>]+)(?=[\s>])', r'="\1"', tag[0]), text)


def bars(path: str) -> list[tuple[float, float]]:
    """Width and height of each bar of a histogram, in the units of the drawing; neighbours share a line."""
    found = []
    for part in path.split("M")[1:]:
        left, floor = map(float, part.partition("V")[0].split())
        for top, right in re.findall(r"V([\d.]+)H([\d.]+)", part):
            found.append((float(right) - left, floor - float(top)))
            left = float(right)
    return found
