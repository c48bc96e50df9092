"""Python code as HTML in which comments, texts, keywords and names of functions are marked."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator

from markupsafe import Markup, escape

_TAGS = {tokenize.COMMENT: "i", tokenize.STRING: "samp"}


def highlighted(code: str) -> Markup:
    """Code with each token that has a colour in an element that ``style.css`` knows it by.

    What is no whole Python (a fragment, an older syntax) is shown without colours.
    """
    try:
        return Markup("").join(_spans(code))
    except (tokenize.TokenError, SyntaxError):
        return escape(code)


def _spans(code: str) -> Iterator[Markup]:
    lines = code.splitlines(keepends=True)
    line, column, before = 1, 0, ""
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        (first, start), (last, end) = token.start, token.end
        if tag := _tag(token, before):
            yield escape(_between(lines, (line, column), (first, start)))
            yield Markup("<{0}>{1}</{0}>").format(tag, token.string)
            line, column = last, end
        before = token.string
    yield escape(_between(lines, (line, column), (len(lines) + 1, 0)))


def _tag(token: tokenize.TokenInfo, before: str) -> str:
    if token.type == tokenize.NAME:
        return "dfn" if before == "def" else "b" if keyword.iskeyword(token.string) else ""
    return _TAGS.get(token.type, "")


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text from one place to another; lines count from 1, columns from 0."""
    (first, left), (last, right) = start, end
    if first == last:
        return lines[first - 1][left:right]
    head = lines[first - 1][left:] if first <= len(lines) else ""
    tail = lines[last - 1][:right] if last <= len(lines) else ""
    return head + "".join(lines[first : last - 1]) + tail
