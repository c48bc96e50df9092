"""A long formula in pieces, between which a line may end: browsers do not break lines inside of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

SHORT = 7
"""A piece that is no wider than this is not left alone before a break."""
LONG = 16
"""A formula that is no wider than this stays whole."""
WIDE = 26
"""What is wider than this fits no phone; in widths of a letter, as all these."""

_RELATIONS = frozenset("=≔<>≤≥⩽⩾≈∼≲≳≪≫∝∈→⟹⟺⇒⇔↦,;")
_SIGNS = frozenset("+−")
_DOTS = frozenset("·⋅×∘∗/")
_OPENING, _CLOSING = "([{⟨⌈⌊", ")]}⟩⌉⌋"
_NEVER = 1_000
_INNER = 10
"""What a break costs more for each pair of brackets around it."""


@dataclass(frozen=True)
class _Part:
    """A part of a formula, and what it costs that a line ends behind it."""

    node: Element
    cost: int
    width: float


def pieces(math: Element) -> list[Element]:
    """The formula as `<math>` elements for one line after the other; itself if it is short."""
    row = math[0] if len(math) == 1 and math[0].tag == "mrow" else math
    if width(row) <= LONG:
        return [math]
    split = [piece for rough in _cut(_parts(row), 1, SHORT) for piece in _narrowed(rough)]
    if len(split) == 1:
        return [math]
    attributes = {"displaystyle": "true"} if math.get("display") == "block" else {}
    if marks := math.get("class"):
        attributes["class"] = marks
    return [_within(piece, attributes) for piece in split]


def width(node: Element) -> float:
    """About how wide a formula is, in widths of a letter."""
    inner = [width(child) for child in node]
    if node.tag in ("mi", "mn", "mtext"):
        return float(len(node.text or ""))
    if node.tag == "mo":
        bare = (node.text or "") in _OPENING + _CLOSING + ",|‖" or node.get("lspace") == "0"
        return 0.7 if bare else 1.8
    if node.tag == "mspace":
        return 0.3
    if node.tag in ("mfrac", "munder", "mover", "munderover"):
        return max(inner)
    if node.tag in ("msub", "msup", "msubsup"):
        return inner[0] + 0.75 * max(inner[1:])
    if node.tag == "mtable":
        columns = max((len(line) for line in node), default=0)
        return sum(max(width(line[k]) for line in node if k < len(line)) + 1.5 for k in range(columns))
    return sum(inner) + (1.2 if node.tag in ("msqrt", "mroot") else 0.0)


def _parts(row: Element, depth: int = 0) -> list[_Part]:
    """What stands in a row, with that of wide rows within it, and what a break behind each would cost."""
    parts: list[_Part] = []
    for child in row:
        inside = _parts(_opened(child), depth) if _may_open(child) else None
        if inside:
            parts += [*inside[:-1], replace(inside[-1], cost=_NEVER)]
            continue
        turn = _turn(child)
        depth += min(turn, 0)
        cost = _NEVER if turn > 0 else _cost(child, depth)
        depth += max(turn, 0)
        parts.append(_Part(child, cost, width(child)))
    return [_followed(part, parts[k + 1 : k + 2]) for k, part in enumerate(parts)]


def _turn(node: Element) -> int:
    """How many brackets this opens, less those that it closes; one that closes may carry a power."""
    base = node[0] if node.tag in ("msup", "msub", "msubsup") else node
    signs = [n.text or " " for n in (base if base.tag == "mrow" else [base]) if n.tag == "mo"]
    return sum(sign in _OPENING for sign in signs) - sum(sign in _CLOSING for sign in signs)


def _may_open(node: Element) -> bool:
    """Whether this is a wide row, or one in brackets with a power."""
    if width(node) <= (LONG if node.get("class") else SHORT):  # what is marked keeps its frame
        return False
    power = node.tag in ("msup", "msub", "msubsup") and node[0].tag == "mrow" and len(node[0]) > 2
    return node.tag == "mrow" or (power and node[0][-1].tag == "mo" and (node[0][-1].text or "") in _CLOSING)


def _opened(node: Element) -> Element:
    """The row, so that its parts may stand by themselves.

    A sign at its beginning stays one, its marks are its parts', a power is its last bracket's.
    """
    row = deepcopy(node if node.tag == "mrow" else node[0])
    if row.tag != node.tag:
        scripted, end = Element(node.tag), Element("mrow")
        end.extend(row[-2:])  # beside what it closes a bracket grows with it
        scripted.extend([end, *deepcopy(node[1:])])
        row[-2:] = [scripted]
        row.set("class", f"{row.get('class', '')} {node.get('class', '')}".strip())
    if len(row) and row[0].tag == "mo" and row[0].text in _SIGNS:
        row[0].set("form", "prefix")
    if marks := row.get("class"):
        for child in row:
            child.set("class", f"{child.get('class', '')} {marks}".strip())
    return row


def _cost(child: Element, depth: int) -> int:
    depth = max(depth, 0)
    if child.tag == "mo" and child.get("form") != "prefix":
        text = child.text or ""
        if text in _RELATIONS:
            return _INNER * depth
        if text in _SIGNS:
            return _INNER * depth + 1
        if text in _DOTS:
            return _INNER * depth + 3
        if text not in _CLOSING:
            return _NEVER
    if child.tag == "mo" or child.tag == "mspace":
        return _NEVER if child.tag == "mo" and (child.text or "") not in _CLOSING else _INNER * depth + 6
    return _INNER * depth + 6


def _followed(part: _Part, following: Sequence[_Part]) -> _Part:
    """Between two factors a line may end; before a sign it may not, nor between a function and its bracket."""
    if not following or part.cost >= _NEVER or part.cost % _INNER != 6:
        return part
    node = following[0].node
    if node.tag == "mo" and (node.text or "") not in _OPENING:
        return replace(part, cost=_NEVER)
    is_name = part.node.tag == "mi" and len(part.node.text or "") > 1
    return replace(part, cost=_NEVER if is_name or node.tag == "mo" else part.cost)


def _cut(parts: Sequence[_Part], cost: int, least: float) -> Iterator[list[_Part]]:
    """The parts, cut wherever a break costs no more than this."""
    piece: list[_Part] = []
    for k, part in enumerate(parts):
        piece.append(part)
        long_enough = sum(p.width for p in piece) >= least
        if part.cost <= cost and long_enough and k + 1 < len(parts):
            yield piece
            piece = []
    if piece:
        yield piece


def _narrowed(parts: list[_Part]) -> Iterator[list[_Part]]:
    """A piece that is too wide, cut where it costs least, until it fits or cannot be cut."""
    costs = {part.cost for part in parts[:-1]} - {_NEVER}
    if sum(part.width for part in parts) <= WIDE or not costs:
        yield parts
        return
    for cost in sorted(costs):
        cut = list(_cut(parts, cost, SHORT))
        if len(cut) > 1:
            for piece in cut:
                yield from _narrowed(piece)
            return
    yield parts


def _within(parts: Sequence[_Part], attributes: dict[str, str]) -> Element:
    math = Element("math", attributes)
    row = Element("mrow")
    math.append(row)
    for part in parts:
        row.append(part.node)
    last = parts[-1].node
    if last.tag == "mo" and (last.text or "") in _RELATIONS | _SIGNS | _DOTS:
        last.set("form", "infix")
    first = parts[0].node
    if first.tag == "mo" and (first.text or "") in _CLOSING:
        first.set("form", "postfix")
    return math
