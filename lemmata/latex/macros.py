r"""The author's own commands: ``\newcommand``, ``\def``, ``\DeclareMathOperator``, ``\newenvironment``.

Where a command stands for the beginning or the end of an environment (``\be`` for ``\begin{equation}``) the
source is read with it written out; a statement is shown with all of them written out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lemmata.errors import LemmataError
from lemmata.latex.source import Place, Traced, joined, made_at

_MOST = 20_000
"""So many commands are written out in one source at most: more are one that calls itself."""
_DEEPEST = 50
_DEFINES = re.compile(
    r"\\(?P<how>newcommand|renewcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|def|gdef|edef"
    r"|newenvironment|renewenvironment)(?![A-Za-z@])\s*(?P<star>\*?)\s*"
)
_NAME = re.compile(r"\{?\s*(\\[A-Za-z@]+|\\[^A-Za-z])\s*\}?")
_CALL = re.compile(r"\\(?:(?P<edge>begin|end)\s*\{(?P<environment>[^{}]*)\}|(?P<name>[A-Za-z@]+|[^A-Za-z\s]))")
_STRUCTURE = re.compile(
    r"\\(?:begin|end|label|tag|section|chapter|subsection|appendix|refstepcounter|nonumber|notag)(?![A-Za-z])"
    r"|\\\[|\\\]|\$\$"
)


@dataclass(frozen=True)
class Macro:
    """A command: how many arguments it takes, the value of the first if that may be left out, its text."""

    arguments: int
    default: str | None
    text: str


Macros = Mapping[str, Macro]
"""By name without the backslash; ``begin{x}`` and ``end{x}`` are those of an environment."""


def group(text: str, position: int, brackets: str = "{}") -> tuple[str, int] | None:
    """What stands between brackets that open at a position (spaces before them apart), and where they end."""
    start = position
    while start < len(text) and text[start].isspace():
        start += 1
    if start >= len(text) or text[start] != brackets[0]:
        return None
    depth, braces, k = 0, 0, start
    while k < len(text):
        character = text[k]
        if character == "\\":
            k += 2
            continue
        if brackets == "[]" and character in "{}":
            braces += 1 if character == "{" else -1
        elif character in brackets and not braces:
            depth += 1 if character == brackets[0] else -1
            if not depth:
                return text[start + 1 : k], k + 1
        k += 1
    return None


def definitions(source: Traced) -> tuple[dict[str, Macro], Traced]:
    r"""The commands that a source defines, and the source without their definitions.

    Those that say how a counter is shown (``\theequation``) stay where they are: they hold from there on.
    """
    found: dict[str, Macro] = {}
    parts, last, text = [], 0, source.text
    for match in _DEFINES.finditer(text):
        if match.start() < last:
            continue  # inside of a definition
        read = _environment(text, match) if "environment" in match["how"] else _command(text, match)
        if read is None:
            continue
        macros, end = read
        if any(name.startswith("the") and len(name) > 3 for name in macros):
            continue
        if match["how"] == "providecommand":
            macros = {name: macro for name, macro in macros.items() if name not in found}
        found |= macros
        parts.append(source.cut(last, match.start()))
        last = end
    return found, joined([*parts, source.cut(last)])


def _command(text: str, match: re.Match[str]) -> tuple[dict[str, Macro], int] | None:
    name = _NAME.match(text, match.end())
    if name is None:
        return None
    key, position = name[1][1:], name.end()
    if match["how"] in ("def", "gdef", "edef"):
        brace = text.find("{", position)
        body = group(text, brace) if brace >= 0 else None
        if body is None:
            return None
        parameters = re.findall(r"#(\d)", text[position:brace])
        return {key: Macro(len(parameters), None, body[0])}, body[1]
    if match["how"] == "DeclareMathOperator":
        body = group(text, position)
        star = "*" if match["star"] else ""
        return body and ({key: Macro(0, None, rf"\operatorname{star}{{{body[0]}}}")}, body[1])
    count, default, position = _signature(text, position)
    body = group(text, position)
    return body and ({key: Macro(count, default, body[0])}, body[1])


def _environment(text: str, match: re.Match[str]) -> tuple[dict[str, Macro], int] | None:
    name = group(text, match.end())
    if name is None:
        return None
    count, default, position = _signature(text, name[1])
    begin = group(text, position)
    end = begin and group(text, begin[1])
    if not begin or not end:
        return None
    key = name[0].strip()
    macros = {f"begin{{{key}}}": Macro(count, default, begin[0]), f"end{{{key}}}": Macro(0, None, end[0])}
    return macros, end[1]


def _signature(text: str, position: int) -> tuple[int, str | None, int]:
    """The number of arguments and the value of the first where it may be left out: ``[2][x]``."""
    count, default = 0, None
    if (number := group(text, position, "[]")) is not None and number[0].strip().isdigit():
        count, position = int(number[0]), number[1]
        if (first := group(text, position, "[]")) is not None:
            default, position = first
    return count, default, position


def structural(macros: Macros) -> dict[str, Macro]:
    """The commands that stand for parts of the document, themselves or by those that they call."""
    chosen = {name for name, macro in macros.items() if _STRUCTURE.search(macro.text)}
    while True:
        called = {n for n, m in macros.items() if n not in chosen and chosen & set(_called(m.text))}
        if not called:
            break
        chosen |= called
    return {name: macros[name] for name in macros if name in chosen}


def _called(text: str) -> list[str]:
    return [m["name"] or f"{m['edge']}{{{m['environment']}}}" for m in _CALL.finditer(text)]


def expanded(source: Traced, macros: Macros) -> Traced:
    """The source with these commands written out.

    Raises:
        LemmataError: one stands for itself.
    """
    budget = _MOST

    def written_out(source: Traced, depth: int) -> Traced:
        nonlocal budget
        parts, last, text = [], 0, source.text
        for match in _CALL.finditer(text):
            if match.start() < last:
                continue
            name = match["name"] or f"{match['edge']}{{{(match['environment'] or '').strip()}}}"
            macro = macros.get(name)
            if macro is None:
                continue
            budget -= 1
            place = source.at(match.start())
            if budget < 0 or depth > _DEEPEST:
                raise LemmataError(f"{place}: the command \\{name} stands for itself; take it out of a copy")
            values, end = _values(source, match.end(), macro, place)
            parts += [source.cut(last, match.start()), written_out(_filled(macro, values, place), depth + 1)]
            last = end
            if macro.text[-1:].isalpha() and text[end : end + 1].isalpha():
                parts.append(made_at(" ", place))  # \R x is not \mathbbx
        return joined([*parts, source.cut(last)]) if parts else source

    return written_out(source, 0)


def _values(source: Traced, position: int, macro: Macro, place: Place) -> tuple[list[Traced], int]:
    """The arguments of a call, and where they end."""
    text, values = source.text, []
    if not macro.arguments and text[position - 1 : position].isalpha():
        while text[position : position + 1] in (" ", "\t"):  # as TeX does after a name
            position += 1
    for k in range(macro.arguments):
        if k == 0 and macro.default is not None:
            option = group(text, position, "[]")
            values.append(made_at(macro.default, place) if option is None else made_at(option[0], place))
            position = position if option is None else option[1]
            continue
        argument = group(text, position)
        if argument is not None:
            values.append(source.cut(argument[1] - 1 - len(argument[0]), argument[1] - 1))
            position = argument[1]
            continue
        single = re.compile(r"\s*(\\[A-Za-z@]+|\\.|[^\s{}])").match(text, position)
        values.append(source.cut(single.start(1), single.end(1)) if single else Traced())
        position = single.end() if single else position
    return values, position


def _filled(macro: Macro, values: list[Traced], place: Place) -> Traced:
    """The text of a command with its arguments."""
    pieces = re.split(r"#(\d)", macro.text)
    by_number = {str(k): value for k, value in enumerate(values, 1)}
    return joined(
        by_number.get(piece, Traced()) if k % 2 else made_at(piece, place) for k, piece in enumerate(pieces)
    )
