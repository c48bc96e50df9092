"""What one formula has and the other has not, marked in both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from xml.etree.ElementTree import Element

from .mathml import render

DIFFERS = "differs"
"""The class of what is marked."""
_BRACKETS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌈": "⌉", "⌊": "⌋"}
_ROWS = frozenset(("math", "mrow", "mstyle", "mtd", "msqrt", "mphantom", "mpadded"))
_ALIKE = 0.5
"""Two brackets with less than this in common are marked whole."""

_Item = Sequence[Element]
"""A part of a row: one element, or a bracket with all that stands in it."""


def mark_differences(one: Element, other: Element) -> None:
    """Marks, in both formulas, the smallest parts in which they differ; brackets stay whole."""
    _mark(list(one), list(other))
    for formula in (one, other):
        _join(formula)


def _mark(left: Sequence[Element], right: Sequence[Element]) -> None:
    ours, theirs = list(_items(left)), list(_items(right))
    matcher = SequenceMatcher(None, [*map(_source, ours)], [*map(_source, theirs)], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            continue
        if b - a == d - c:
            for x, y in zip(ours[a:b], theirs[c:d], strict=True):
                _mark_pair(x, y)
        else:
            _mark_all(ours[a:b] + theirs[c:d])


def _mark_pair(x: _Item, y: _Item) -> None:
    if len(x) > 1 and len(y) > 1 and [_source(x[:1]), _source(x[-1:])] == [_source(y[:1]), _source(y[-1:])]:
        ours, theirs = ([render(node) for node in item[1:-1]] for item in (x, y))
        if SequenceMatcher(None, ours, theirs, autojunk=False).ratio() >= _ALIKE:
            _mark(x[1:-1], y[1:-1])
            return
    elif len(x) == len(y) == 1 and x[0].tag == y[0].tag and len(x[0]) and len(y[0]):
        _mark(list(x[0]), list(y[0]))
        return
    if _source(x) != _source(y):
        _mark_all([x, y])


def _mark_all(items: Sequence[_Item]) -> None:
    for item in items:
        for node in item:
            node.set("class", f"{node.get('class', '')} {DIFFERS}".strip())


def _source(item: _Item) -> str:
    return "".join(map(render, item))


def _items(row: Sequence[Element]) -> Iterator[_Item]:
    """The parts of a row; a bracket that is not closed is one by itself."""
    k = 0
    while k < len(row):
        end = _closed(row, k) if row[k].tag == "mo" else None
        yield row[k : end or k + 1]
        k = end or k + 1


def _closed(row: Sequence[Element], start: int) -> int | None:
    """Behind the bracket that closes the one here; it may carry a power."""
    opening = row[start].text or ""
    closing, depth = _BRACKETS.get(opening), 0
    for k in range(start, len(row) if closing else 0):
        first = next(node for node in row[k].iter() if not len(node))
        if first.tag == "mo":
            depth += (first.text == opening) - (first.text == closing)
        if depth == 0:
            return k + 1
    return None


def _join(node: Element) -> None:
    """What is marked side by side gets one frame around it."""
    for child in node:
        _join(child)
    if node.tag not in _ROWS:
        return
    children: list[Element] = []
    for marked, run in groupby(list(node), key=lambda child: child.get("class") == DIFFERS):
        several = list(run)
        if not marked or len(several) == 1:
            children += several
            continue
        frame = Element("mrow", {"class": DIFFERS})
        for k, child in enumerate(several):
            del child.attrib["class"]
            if child.tag == "mo" and (child.text or "") in "=<>≤≥+−·∈≲≳≈∼→" and (k or children):
                child.attrib.setdefault("form", "infix")  # as before, though it may now stand at an end
        frame.extend(several)
        children.append(frame)
    node[:] = children
