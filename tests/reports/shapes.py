"""Shapes of drawings, from their paths."""

from __future__ import annotations

import re


def bars(path: str) -> list[tuple[float, float]]:
    """Width and height of each bar of a histogram, in the units of the drawing; neighbours share a line."""
    found = []
    for part in path.split("M")[1:]:
        left, floor = map(float, part.partition("V")[0].split())
        for top, right in re.findall(r"V([\d.]+)H([\d.]+)", part):
            found.append((float(right) - left, floor - float(top)))
            left = float(right)
    return found
