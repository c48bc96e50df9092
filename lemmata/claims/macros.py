r"""The LaTeX macros of a paper, declared once so that its statements are short where they stand.

``Paper(..., macros={r"\E": r"\mathbb{E}", r"\norm": r"\lVert #1\rVert"})``: what a statement, a reason or a
summary says by them is written out when the claim is declared, so that pages, errata and digests have what
LaTeX knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lemmata.errors import ClaimError

_NAME = re.compile(r"\\[A-Za-z]+")
_AT_THE_END = re.compile(r"\\[A-Za-z]+\Z")
_PARAMETER = re.compile(r"#(\d)")
_DEPTH = 20
"""Macros within macros; what goes deeper never ends."""


def require_macros(where: str, macros: Mapping[str, str]) -> None:
    r"""Refuses what is no table of macros.

    Raises:
        ClaimError: a name is not a backslash and letters, a body no text, its parameters are not ``#1``,
            ``#2``, ... without a gap, or it contains itself.
    """
    for name, body in macros.items():
        start = f"{where}: macros={{{name!r}: {body!r}}}"
        if not _NAME.fullmatch(str(name)):
            raise ClaimError(rf"{start}: a name is a backslash and letters, as r'\norm'")
        if not isinstance(body, str):
            raise ClaimError(f"{start}: what it stands for is a text")
        used = {int(k) for k in _PARAMETER.findall(body)}
        if used != {*range(1, len(used) + 1)}:
            raise ClaimError(f"{start}: its parameters are #1, #2 and so on, without a gap")
        expanded(where, name + "{}" * len(used), macros)  # refuses one that contains itself


def expanded(where: str, text: str, macros: Mapping[str, str], *, of: str = "", depth: int = 0) -> str:
    r"""A text with its macros written out, arguments in braces or of one letter or command.

    Raises:
        ClaimError: an argument is missing, or a macro contains itself.
    """
    if depth > _DEPTH:
        raise ClaimError(f"{where}: the macro {of} contains itself")
    found = ""
    at = 0
    for match in _NAME.finditer(text):
        body = macros.get(match[0])
        if body is None or match.start() < at:  # within an argument, which is expanded with its macro
            continue
        found, at = _joined(found, text[at : match.start()]), match.end()
        arguments: list[str] = []
        for _ in range(len(set(_PARAMETER.findall(body)))):
            argument, at = _argument(text, at)
            if not argument:
                raise ClaimError(f"{where}: {match[0]} in {text!r} lacks argument {len(arguments) + 1}")
            arguments.append(argument)
        whole = ""
        for place, part in enumerate(_PARAMETER.split(body)):  # the text between parameters, and their numbers
            whole = _joined(whole, arguments[int(part) - 1] if place % 2 else part)
        found = _joined(found, expanded(where, whole, macros, of=match[0], depth=depth + 1))
    return _joined(found, text[at:])


def _joined(left: str, right: str) -> str:
    """Two pieces of LaTeX: a command at the end of the left one does not swallow a letter."""
    return left + " " * bool(right[:1].isalpha() and _AT_THE_END.search(left)) + right


def _argument(text: str, at: int) -> tuple[str, int]:
    """The next argument, without its braces, and where it ends; empty where there is none."""
    while text[at : at + 1].isspace():
        at += 1
    if text[at : at + 1] != "{":
        command = _NAME.match(text, at)
        end = command.end() if command else at + 1
        return ("" if text[at:end] in ("", "}", "$") else text[at:end]), end
    depth = 0
    for end in range(at, len(text)):
        depth += {"{": 1, "}": -1}.get(text[end], 0) if text[end - 1 : end] != "\\" else 0
        if not depth:
            return text[at + 1 : end] or "{}", end + 1
    return "", at
