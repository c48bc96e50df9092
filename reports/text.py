"""Words with formulas and code in between, from what authors write to HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from inspect import cleandoc
from typing import Literal
from xml.etree.ElementTree import Element

from markupsafe import Markup, escape

from lemmata.records.words import without_roles

from . import breaks, limits, marking, mathml, words

_PIECES = re.compile(
    r"""
      ``(?P<code>[^`]+)`` | `(?P<short_code>[^`]+)`
    | \$\$(?P<display>.+?)\$\$ | \\\[(?P<bracketed>.+?)\\\]
    | \$(?P<inline>(?:\\text\{[^{}]*\}|\\.|[^$\\])++)\$ | \\\((?P<parenthesised>.+?)\\\)
    | (?P<dollar>\\\$)
    | (?<![\w*^])\*\*(?P<strong>[^\s*](?:[^*`$]*[^\s*])?)\*\*(?!\w)
    | (?<![\w*^])\*(?P<emphasis>[^\s*](?:[^*`$]*[^\s*])?)\*(?![\w*])
    """,
    re.VERBOSE | re.DOTALL,
)
_Kind = Literal["words", "code", "inline", "display", "strong", "emphasis"]
_KINDS: dict[str, _Kind] = {
    "code": "code",
    "short_code": "code",
    "display": "display",
    "bracketed": "display",
    "inline": "inline",
    "parenthesised": "inline",
    "dollar": "words",
    "strong": "strong",
    "emphasis": "emphasis",
}
_WORD = re.compile(r"\d+(?:[.,]\d+)+\s*|\\?\w+\s*|[^\w\s]\s*|\s+")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_BEHIND = re.compile(r"[.,;:!?)\]]+")
_POINTS = re.compile(r"[.,;:]\s*")
_ITEM = re.compile(r"(?:[-*]|\d+\.)\s+")
_SCROLLS = Markup('<span class="wide" tabindex="0" role="group" aria-label="Wide formula">{}</span>')
_TAGS = {"strong": "strong", "emphasis": "em"}
_SIMILAR = 0.3
_SIMILAR_FORMULAS = 0.6
"""With less than this in common, two statements or formulas are not compared in detail."""


@dataclass
class _Token:
    """A word (with the spaces around it), a piece of code, a formula, or words that are set apart."""

    kind: _Kind
    source: str
    formula: Element | None = None
    problem: str = ""
    differs: bool = False
    inner: Sequence[_Token] = ()


class Typesetter:
    """Turns texts into HTML and remembers the formulas that it could not convert.

    A formula that cannot be set, and a text that is too long to be, is shown as it was written, with a
    note that says why.
    """

    def __init__(self) -> None:
        self.problems: list[str] = []

    def line(self, text: str) -> Markup:
        """A text that stands in a line or a paragraph of its own."""
        if len(text) > limits.TEXT:
            return self._as_written(text)
        return _inline(self._tokens(" ".join(text.split())))

    def prose(self, docstring: str) -> Markup:
        """A docstring: paragraphs, lists and indented code."""
        if len(docstring) > limits.TEXT:
            return Markup("<p>{}</p>").format(self._as_written(docstring))
        blocks = re.split(r"\n[ \t]*\n", cleandoc(docstring))
        return Markup("\n").join(self._block(block) for block in blocks if block.strip())

    def formula(self, latex: str) -> Markup:
        """A formula that stands by itself; nothing for none."""
        return _one(self._formula("inline", latex)) if latex else Markup("")

    def statement(self, latex: str) -> Markup:
        """A mathematical statement."""
        if len(latex) > limits.TEXT:
            return Markup("<p>{}</p>").format(self._as_written(latex))
        return _paragraphs(self._statement(latex))

    def compared(self, printed: str, amended: str) -> tuple[Markup, Markup]:
        """Two forms of a statement, each with what the other lacks marked."""
        long = max(len(printed), len(amended)) > limits.TEXT
        if long or len(printed) * len(amended) > limits.COMPARED:
            remark = Markup("<p>{}</p>").format(note("too long to mark what differs"))
            return self.statement(printed), self.statement(amended) + remark
        one, other = self._statement(printed), self._statement(amended)
        _mark_differences(one, other)
        return _paragraphs(one), _paragraphs(other)

    def _block(self, block: str) -> Markup:
        lines = block.splitlines()
        if all(line.startswith("    ") for line in lines):
            return Markup("<pre><code>{}</code></pre>").format(cleandoc("\n" + block))
        if _ITEM.match(lines[0]):
            items = re.split(r"\n(?=(?:[-*]|\d+\.)\s)", block)
            entries = Markup("").join(
                Markup("<li>{}</li>").format(self.line(_ITEM.sub("", item, count=1))) for item in items
            )
            return Markup("<ul>{}</ul>").format(entries)
        return _paragraphs(self._tokens(block))

    def _as_written(self, text: str) -> Markup:
        """The beginning of a text that is too long to be set."""
        problem = f"a text of {len(text):,} characters, at most {limits.TEXT:,} are set"
        self.problems.append(f"{problem}: {words.cut(text, 60)}")
        return escape(words.cut(text, limits.TEXT)) + " " + note(f"the beginning of {problem}")

    def _statement(self, latex: str) -> list[_Token]:
        if "$" not in latex and _COMMAND.search(latex) and "\\(" not in latex and "\\[" not in latex:
            latex = f"$${latex}$$"  # a formula without any words needs no dollars
        tokens = list(self._tokens(latex))
        for token in tokens:
            if token.kind == "words" and (command := _COMMAND.search(token.source)):
                self.problems.append(f"{command[0]} outside of a formula in: {_quoted(latex)}")
        return tokens

    def _tokens(self, text: str) -> Iterator[_Token]:
        end, text = 0, words.with_formulas(without_roles(text))
        for match in _PIECES.finditer(text):
            yield from _words(text[end : match.start()])
            name = str(match.lastgroup)
            kind, source = _KINDS[name], match[name]
            if kind == "inline" or kind == "display":
                yield self._formula(kind, source)
            elif kind == "strong" or kind == "emphasis":
                yield _Token(kind, source, inner=list(_words(source)))
            else:
                yield _Token(kind, source.removeprefix("\\"))
            end = match.end()
        yield from _words(text[end:])

    def _formula(self, kind: Literal["inline", "display"], latex: str) -> _Token:
        try:
            return _Token(kind, latex, mathml.convert(latex, display=kind == "display"))
        except mathml.FormulaError as error:
            self.problems.append(f"{error} in: {_quoted(latex)}")
            return _Token(kind, latex, problem=f"this formula cannot be set: {error}")


def _words(text: str) -> Iterator[_Token]:
    return (_Token("words", word) for word in _WORD.findall(text))


def _quoted(source: str) -> str:
    """What a warning quotes of a text."""
    return words.cut(source, 200)


def note(text: str) -> Markup:
    """What a page says of how something is shown, beside it."""
    return Markup('<small class="unset">({})</small>').format(text)


def _mark_differences(one: list[_Token], other: list[_Token]) -> None:
    """Marks words that the other statement lacks, and in formulas the parts that differ."""
    sides = [[t for t in side if t.source.strip()] for side in (one, other)]
    keys = {id(t): _key(t) for side in sides for t in side}
    pairs = list(_alike(*sides))
    different = [(x, y) for x, y in pairs if keys[id(x)] != keys[id(y)]]
    for k, pair in enumerate(pairs):
        for token in pair:
            keys[id(token)] = f"$formula {k}$"
    left, right = ([keys[id(t)] for t in side] for side in sides)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.ratio() < _SIMILAR:
        return
    for x, y in different:
        if x.formula is not None and y.formula is not None:
            marking.mark_differences(x.formula, y.formula)
    paired = {id(token) for pair in pairs for token in pair}
    for tag, a, b, c, d in matcher.get_opcodes():
        differing = sides[0][a:b] + sides[1][c:d]
        if tag == "equal" or all(_POINTS.fullmatch(token.source) for token in differing):
            continue
        for token in differing:  # a formula that stands elsewhere is the same formula
            token.differs = id(token) not in paired


def _key(token: _Token) -> str:
    """Tokens with the same one are equal: spaces and what ends a sentence apart."""
    source = "".join(token.source.split())
    return source if token.formula is None else f"${source.rstrip('.,;')}$"


def _alike(left: list[_Token], right: list[_Token]) -> Iterator[tuple[_Token, _Token]]:
    """Formulas that are forms of one another: first equal ones, then those that have most in common."""
    free = [token for token in right if token.formula is not None]
    others = []
    for token in left:
        if token.formula is None:
            continue
        equal = next((t for t in free if _key(t) == _key(token)), None)
        if equal is None:
            others.append(token)
        else:
            free.remove(equal)
            yield token, equal
    for token in others:
        near = [t for t in free if t.kind == token.kind]
        best = max(near, key=partial(_likeness, token), default=None)
        if best is not None and _likeness(token, best) >= _SIMILAR_FORMULAS:
            free.remove(best)
            yield token, best


def _likeness(one: _Token, other: _Token) -> float:
    if len(one.source) * len(other.source) > limits.COMPARED_FORMULAS:
        return 0.0
    matcher = SequenceMatcher(None, one.source, other.source, autojunk=False)
    fast = matcher.real_quick_ratio() >= _SIMILAR_FORMULAS and matcher.quick_ratio() >= _SIMILAR_FORMULAS
    return matcher.ratio() if fast else 0.0


def _paragraphs(tokens: Iterable[_Token]) -> Markup:
    """Displayed formulas in blocks of their own, the rest in paragraphs; blank lines separate."""
    blocks: list[Markup] = []
    line: list[_Token] = []

    def flush() -> None:
        if any(token.source.strip() for token in line):
            blocks.append(Markup("<p>{}</p>").format(_inline(line)))
        line.clear()

    for token in tokens:
        if token.kind == "display":
            flush()
            blocks.append(Markup('<div class="display">{}</div>').format(_inline([token])))
            continue
        line.append(token)
        if token.kind == "words" and re.search(r"\n[ \t]*\n", token.source):
            flush()
    flush()
    return Markup("\n").join(blocks)


def _inline(tokens: Iterable[_Token]) -> Markup:
    parts: list[Markup] = []
    marked = False
    for token in tokens:
        if token.differs and token.formula is not None:  # a line below words would cross out a fraction
            token.formula.set("class", marking.DIFFERS)
        differs = token.differs and token.formula is None
        if differs != marked:
            parts.append(Markup("<mark>") if differs else Markup("</mark>"))
            marked = differs
        parts.append(_one(token))
    if marked:
        parts.append(Markup("</mark>"))
    return _kept_together(Markup("").join(parts))


def _kept_together(html: Markup) -> Markup:
    """No line ends between a formula and the comma behind it, which browsers would allow."""
    before, *others = str(html).split("</math>")
    parts: list[str] = [before]
    for behind in others:
        start = parts[-1].rfind("<math")
        if points := _BEHIND.match(behind):
            while start and parts[-1][start - 1] in "([":
                start -= 1
            parts[-1] = f"{parts[-1][:start]}<bdi>{parts[-1][start:]}"
            behind = f"{points[0]}</bdi>{behind[points.end() :]}"
        parts.append(behind)
    return Markup("</math>".join(parts))


def _one(token: _Token) -> Markup:
    if token.kind == "words":
        return escape(token.source)
    if token.inner:
        return Markup("<{0}>{1}</{0}>").format(_TAGS[token.kind], _inline(token.inner))
    if token.kind == "code":
        return Markup("<code>{}</code>").format(token.source)
    if token.formula is None:
        source = words.cut(token.source.strip(), limits.FORMULA)
        code = Markup('<code class="unconverted">{}</code>').format(source)
        return code + " " + note(words.cut(token.problem, 200))
    return Markup("").join(map(_piece, breaks.pieces(token.formula)))


def _piece(formula: Element) -> Markup:
    """A formula in one line; what may be too wide for a phone in a box of its own, which scrolls."""
    if len(formula) == 1 and formula[0].tag == "mn" and not formula.attrib:
        return escape(formula[0].text)
    math = Markup(mathml.render(formula))
    return _SCROLLS.format(math) if breaks.width(formula) > breaks.WIDE else math
