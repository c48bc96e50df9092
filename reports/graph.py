"""Which claim uses which: a layered drawing, lemmas on the left."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

WIDTH, HEIGHT = 226, 46
_EDGE = 10
_SHELF = 1080
"""Groups of connected claims stand side by side up to this width."""


@dataclass(frozen=True)
class Sizes:
    """Of a box, and of the gaps between boxes, in pixels."""

    width: int = WIDTH
    height: int = HEIGHT
    gap_x: int = 60
    gap_y: int = 16


USUAL = Sizes()
SMALL = Sizes(width=184, height=24, gap_x=32, gap_y=7)
"""For drawings of very many claims, each in one line."""


@dataclass(frozen=True)
class Node:
    """The place of a claim: the upper left corner of its box."""

    id: str
    x: int
    y: int


@dataclass(frozen=True)
class Edge:
    """An arrow from a lemma to the claim that uses it, as an SVG path."""

    lemma: str
    claim: str
    path: str


@dataclass(frozen=True)
class Drawing:
    """Boxes and arrows and the size of the whole."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    width: int
    height: int


class _Stop(NamedTuple):
    """Where an arrow passes in a column: a claim, or a place kept free for one arrow."""

    of: tuple[str, ...]
    column: int


def draw(uses: Mapping[str, Sequence[str]], sizes: Sizes = USUAL) -> Drawing | None:
    """The claims that use another or are used, or None if there are none.

    Args:
        uses: for every claim of the run the claims that it uses; others are left out.
        sizes: of the boxes.
    """
    lemmas = {c: [u for u in dict.fromkeys(used) if u in uses] for c, used in uses.items()}
    nodes: list[Node] = []
    edges: list[Edge] = []
    taken: list[_Area] = []
    for component in _components(lemmas):
        routes = _routes(component, lemmas)
        columns = _columns(routes)
        tallest = max(map(len, columns))
        step_x, step_y = sizes.width + sizes.gap_x, sizes.height + sizes.gap_y
        width, height = len(columns) * step_x - sizes.gap_x, tallest * step_y - sizes.gap_y
        area = _free(taken, width, height, 2 * sizes.gap_y)
        taken.append(area)
        places: dict[_Stop, tuple[int, int]] = {}
        for k, column in enumerate(columns):
            lead = (tallest - len(column)) * step_y // 2
            for row, stop in enumerate(column):
                places[stop] = (area.left + k * step_x, area.top + lead + row * step_y)
        nodes += [Node(stop.of[0], *at) for stop, at in places.items() if len(stop.of) == 1]
        edges += [
            Edge(route[0].of[0], route[-1].of[0], _curve([places[stop] for stop in route], sizes))
            for route in routes
        ]
    if not nodes:
        return None
    right, bottom = max(a.right for a in taken), max(a.bottom for a in taken)
    return Drawing(tuple(nodes), tuple(edges), right + _EDGE, bottom + _EDGE)


class _Area(NamedTuple):
    """The place of a group."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: _Area, gap: int) -> bool:
        beside = self.right + gap <= other.left or other.right + gap <= self.left
        return not (beside or self.bottom + gap <= other.top or other.bottom + gap <= self.top)


def _free(taken: Sequence[_Area], width: int, height: int, gap: int) -> _Area:
    """The uppermost place for a group, then the leftmost, within the width of a page if it fits there."""
    lefts = sorted({_EDGE, *(area.right + gap for area in taken)})
    tops = sorted({_EDGE, *(area.bottom + gap for area in taken)})
    fitting = [left for left in lefts if left == _EDGE or left + width <= _SHELF - _EDGE]
    places = (_Area(left, top, left + width, top + height) for top in tops for left in fitting)
    return next(place for place in places if not any(place.meets(area, gap) for area in taken))


def broken_lemmas(uses: Mapping[str, Sequence[str]], broken: frozenset[str]) -> dict[str, tuple[str, ...]]:
    """For each claim the broken ones that it rests on, directly or through others."""
    return {claim: tuple(x for x in below(claim, uses) if x in broken) for claim in uses}


def below(claim: str, uses: Mapping[str, Sequence[str]]) -> list[str]:
    """What a claim rests on, directly or through others, what is nearest first; itself is not among them."""
    visited: dict[str, None] = {}
    waiting = deque(uses.get(claim, ()))
    while waiting:
        lemma = waiting.popleft()
        if lemma in uses and lemma not in visited and lemma != claim:
            visited[lemma] = None
            waiting.extend(uses[lemma])
    return list(visited)


def _components(lemmas: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Groups of connected claims, in the order of the run; a claim on its own is no group."""
    neighbours: dict[str, set[str]] = {claim: set() for claim in lemmas}
    for claim, used in lemmas.items():
        for lemma in used:
            neighbours[claim].add(lemma)
            neighbours[lemma].add(claim)
    place = {claim: k for k, claim in enumerate(lemmas)}
    groups: list[list[str]] = []
    visited: set[str] = set()
    for start in lemmas:
        group, waiting = set(), [start]
        while waiting:
            claim = waiting.pop()
            if claim not in visited:
                visited.add(claim)
                group.add(claim)
                waiting.extend(neighbours[claim])
        if len(group) > 1:
            groups.append(sorted(group, key=place.__getitem__))
    return groups


def _levels(component: list[str], lemmas: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Each claim above its lemmas, as near to them as it goes."""
    level = dict.fromkeys(component, 0)
    for _ in component:  # a chain is no longer than its group, and a circle must end too
        before = dict(level)
        for claim in component:
            above = [level[lemma] + 1 for lemma in lemmas[claim] if lemma != claim]
            level[claim] = min(max([level[claim], *above]), len(component) - 1)
        if level == before:
            break
    users: dict[str, list[str]] = {claim: [] for claim in component}
    for claim in component:
        for lemma in lemmas[claim]:
            users[lemma].append(claim)
    # Then each lemma moves up to the first claim that uses it, which makes arrows short.
    for lemma in sorted(component, key=level.__getitem__, reverse=True):
        above = [level[claim] for claim in users[lemma] if level[claim] > level[lemma]]
        level[lemma] = min(above, default=level[lemma] + 1) - 1
    return level


def _routes(component: list[str], lemmas: Mapping[str, Sequence[str]]) -> list[list[_Stop]]:
    """For each arrow its stops: the lemma, a place of its own in each column between, the claim."""
    level = _levels(component, lemmas)
    rank = {k: column for column, k in enumerate(sorted(set(level.values())))}
    return [
        [
            _Stop((lemma,), rank[level[lemma]]),
            *(_Stop((lemma, claim), column) for column in range(rank[level[lemma]] + 1, rank[level[claim]])),
            _Stop((claim,), rank[level[claim]]),
        ]
        for claim in component
        for lemma in lemmas[claim]
        if lemma != claim
    ]


def _columns(routes: list[list[_Stop]]) -> list[list[_Stop]]:
    """The stops of each column, each near the stops before it."""
    stops = list(dict.fromkeys(stop for route in routes for stop in route))
    before: dict[_Stop, list[_Stop]] = {stop: [] for stop in stops}
    for route in routes:
        for last, stop in pairwise(route):
            before[stop].append(last)
    rows: dict[_Stop, float] = {}
    columns: list[list[_Stop]] = []
    in_column: defaultdict[int, list[_Stop]] = defaultdict(list)
    for stop in stops:
        in_column[stop.column].append(stop)
    for _, several in sorted(in_column.items()):
        heights = {stop: _mean([rows[s] for s in before[stop] if s in rows]) for stop in several}
        column = sorted(several, key=heights.__getitem__)
        rows |= {stop: row - len(column) / 2 for row, stop in enumerate(column)}
        columns.append(column)
    return columns


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _curve(corners: list[tuple[int, int]], sizes: Sizes) -> str:
    """Out of the right side of the first box, level through the places between, into the last."""
    middle = sizes.height // 2
    (x, y), *_, (last, _) = corners
    path = [f"M{x + sizes.width} {y + middle}"]
    for (left, from_y), (right, to_y) in pairwise(corners):
        start, end = left + sizes.width, right - (6 if right == last else 0)
        bend = max((end - start) // 2, sizes.gap_x // 2)
        path.append(f"C{start + bend} {from_y + middle} {end - bend} {to_y + middle} {end} {to_y + middle}")
        if right != last:
            path.append(f"H{right + sizes.width}")
    return "".join(path)
