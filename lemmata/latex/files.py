r"""One file of a source: its text without comments, and with verbatim text shielded from being read as TeX.

Everything else may rely on it: a ``%`` or a ``\begin`` that is left over means what TeX takes it to mean.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from lemmata.latex.tables import pairs

JOINT = "\x1c"
"""Stands for the end of a line that a comment swallows: white space for every reader, and nothing in print."""
_SHIELDED = {ord(c): chr(0xE000 + ord(c)) for c in "\\{}$%&#_^~[]`'-\"<>|"}
_SHOWN = {ord(shielded): chr(code) for code, shielded in _SHIELDED.items()}
_AS_CODE = r"verbatim\*?|Verbatim\*?|BVerbatim|LVerbatim|alltt|lstlisting|minted|pycode|pyblock|luacode\*?"
_DROPPED = r"comment|filecontents\*?"
_DECLARES_CODE = re.compile(
    r"\\(?:(?P<drops>excludecomment|excludeversion)|(?P<shows>includecomment|includeversion)"
    r"|lstnewenvironment|newminted|(?:Custom|Define)VerbatimEnvironment|NewVerbatimEnvironment)"
    r"\s*(?:\[(?P<named>\w*)\])?\s*\{(?P<name>\w+)\}"
)
_DECLARED_CODINGS = re.compile(rb"\\usepackage\s*\[([\w-]+)\]\s*\{inputenc\}")
_CODINGS = pairs("""
    latin1=latin-1 latin2=iso8859-2 latin9=iso8859-15 ansinew=cp1252 cp1250=cp1250 cp1251=cp1251
    koi8-r=koi8-r applemac=mac-roman cp1252=cp1252
""")


class Place(NamedTuple):
    """A line of a file, counted from 1; the file is named as seen from the folder of the main one."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class File:
    """A file as it is read."""

    name: str
    text: str

    @cached_property
    def _ends(self) -> list[int]:
        return [match.start() for match in re.finditer(f"[\n{JOINT}]", self.text)]

    def place(self, position: int) -> Place:
        """The line of a character."""
        return Place(self.name, bisect_left(self._ends, position) + 1)


def decoded(data: bytes, coding: str = "") -> tuple[str, str]:
    """The text of a file, and a remark if its coding is guessed; ``coding`` is what the main file declares."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _lines(data.decode("utf-16", "replace")), ""
    try:
        return _lines(data.decode("utf-8-sig")), ""
    except UnicodeDecodeError as error:
        declared = _CODINGS.get(coding_of(data) or coding)
        if declared:
            return _lines(data.decode(declared, "replace")), ""
        line = data[: error.start].count(b"\n") + 1
        told = f"line {line}: byte 0x{data[error.start]:02x} is no UTF-8; the file is read as Latin 1"
        return _lines(data.decode("latin-1")), told


def coding_of(data: bytes) -> str:
    """The coding that a main file declares for itself and for what it reads."""
    declared = _DECLARED_CODINGS.search(data)
    return declared[1].decode() if declared else ""


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace(JOINT, " ").replace("\0", " ")


class Shield:
    """Takes comments out, and shields verbatim text; knows the environments that files declare for code."""

    def __init__(self) -> None:
        """Begins with the environments that packages have."""
        self._code, self._dropped = _AS_CODE, _DROPPED
        self.known: set[str] = set()
        """Environments that are declared for code, or as comments that are shown."""
        self.written: dict[str, str] = {}
        """Files that the source writes itself (``filecontents``)."""

    def __call__(self, text: str) -> str:
        """The text of a file as it is to be read: as many lines."""
        for match in _DECLARES_CODE.finditer(text):
            self.known.add(match["name"])
            if match["drops"]:
                self._dropped += f"|{match['name']}"
            elif not match["shows"]:
                self._code += f"|{match['named'] or match['name']}|{match['name']}code"
        short = re.search(r"\\MakeShortVerb\*?\s*\{\\(\W)\}", text)
        pattern = re.compile(
            rf"\\begin\s*\{{(?P<env>{self._dropped}|{self._code})\}}(?P<inner>.*?)\\end\s*\{{(?P=env)\}}"
            r"|\\(?P<verb>verb\*?|Verb\*?|lstinline|mintinline(?:\[[^\]]*\])?\{\w*\})"
            r"(?![A-Za-z])(?:\[[^\]]*\])?"
            r"(?:\{(?P<braced>[^{}]*)\}|(?P<quote>[^\sA-Za-z*{}])(?P<said>[^\n]*?)(?P=quote))"
            r"|\\(?P<url>url|path|nolinkurl|href)\s*\{(?P<address>(?:[^{}\\]|\\.|\{[^{}]*\})*)\}"
            r"|\\[\\%]"
            + (
                rf"|{re.escape(short[1])}(?P<short>[^\n]*?){re.escape(short[1])}"
                if short
                else r"|(?P<short>(?!))"
            )
            + r"|%[^\n]*(?P<end>\n?)[ \t]*",
            re.DOTALL,
        )
        return pattern.sub(self._shielded, text)

    def _shielded(self, match: re.Match[str]) -> str:
        if match["env"]:
            if re.fullmatch(self._dropped, match["env"]):
                name = re.match(r"\s*(?:\[[^\]]*\])?\s*\{([^{}]*)\}", match["inner"])
                if name and match["env"].startswith("filecontents"):
                    self.written[name[1].strip()] = match["inner"][name.end() :]
                return JOINT * match[0].count("\n")
            return rf"\begin{{{match['env']}}}{_shield(match['inner'])}\end{{{match['env']}}}"
        if match["verb"]:
            said = match["said"] if match["braced"] is None else match["braced"]
            return rf"\texttt{{{_shield(said)}}}"
        if match["short"]:
            return rf"\texttt{{{_shield(match['short'])}}}"
        if match["url"]:
            return rf"\{match['url']}{{{_shield(match['address'])}}}"
        return JOINT if match["end"] else "" if match[0][0] == "%" else match[0]


def _shield(text: str) -> str:
    return text.translate(_SHIELDED)


def shown(text: str) -> str:
    """Text that was shielded, as it is printed."""
    return text.translate(_SHOWN)
