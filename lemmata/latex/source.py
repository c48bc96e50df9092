r"""A LaTeX source put together from its files: each character knows the file and the line that it is from.

Comments, verbatim text and what stands between ``\iffalse`` and ``\fi`` are left out; ``\input``,
``\include``, ``\import`` and ``\subfile`` are followed, and so are classes and packages that lie beside the
main file.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from lemmata.errors import LemmataError


class Place(NamedTuple):
    """A line of a file, counted from 1; the file is named as seen from the folder of the main one."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Traced:
    """Text, and the place of each of its characters."""

    text: str = ""
    where: tuple[Place, ...] = ()

    def __len__(self) -> int:
        return len(self.text)

    def cut(self, start: int, end: int | None = None) -> Traced:
        """The part from ``start`` to ``end``."""
        return Traced(self.text[start:end], self.where[start:end])

    def at(self, position: int) -> Place:
        """The place of a character; past the end, of the last one."""
        return self.where[min(position, len(self.where) - 1)] if self.where else Place("", 1)


def joined(parts: Iterable[Traced]) -> Traced:
    """Several parts in a row."""
    several = list(parts)
    return Traced("".join(p.text for p in several), tuple(place for p in several for place in p.where))


def made_at(text: str, place: Place) -> Traced:
    """Text that a command at this place stands for."""
    return Traced(text, (place,) * len(text))


@dataclass(frozen=True)
class Source:
    """What stands before and in the document, and what the reader of it should know."""

    main: str
    preamble: Traced
    body: Traced
    remarks: list[str] = field(default_factory=list)


_BEGIN, _END = re.compile(r"\\begin\s*\{document\}"), re.compile(r"\\end\s*\{document\}")
_VERBATIM = re.compile(
    r"\\begin\s*\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?)\}.*?\\end\s*\{\1\}"
    r"|\\verb\*?(?![A-Za-z])([^\s])(?:(?!\2)[^\n])*\2",
    re.DOTALL,
)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_CONDITION = re.compile(r"\\(if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])")
_FOLLOWED = re.compile(
    r"\\(?P<command>input|include|subfile|subfileinclude|import|subimport|includefrom|inputfrom)(?![A-Za-z@])"
    r"\*?\s*(?:\{(?P<first>[^{}]*)\}(?:\s*\{(?P<second>[^{}]*)\})?|(?P<word>[^\s{}\\]+))"
    r"|\\(?P<package>usepackage|RequirePackage|documentclass|LoadClass)\s*(?:\[[^\]]*\]\s*)?\{(?P<names>[^{}]*)\}"
)
_TWO_PARTS = ("import", "subimport", "includefrom", "inputfrom")
_STOP = re.compile(r"\\endinput(?![A-Za-z@])")
_OWN_CONDITION = re.compile(r"\\newif\s*\\if([A-Za-z@]+)")


def read(main: Path) -> Source:
    """The source whose main file this is.

    Raises:
        LemmataError: a file is missing, is no UTF-8 or reads itself, or there is no document.
    """
    reader = _Reader(main.parent)
    if not main.is_file():
        raise LemmataError(f"{main}: there is no such file")
    whole = reader.file(main, (), Place(main.name, 1))
    begin = _BEGIN.search(whole.text)
    if begin is None:
        raise LemmataError(
            f"{main.name} has no \\begin{{document}}: name the main file of the paper, which reads the others"
        )
    end = _END.search(whole.text, begin.end())
    if end is None:
        raise LemmataError(f"{main.name} has no \\end{{document}}: it is cut off, or a file that it reads is")
    preamble = whole.cut(0, begin.start())
    for name in _OWN_CONDITION.findall(preamble.text):
        reader.remarks.append(f"\\if{name}: both of its branches are read; numbers may differ where it is used")
    return Source(main.name, preamble, whole.cut(begin.end(), end.start()), reader.remarks)


@dataclass
class _Reader:
    folder: Path
    """Of the main file: LaTeX looks from there, whatever file it is in."""
    remarks: list[str] = field(default_factory=list)

    def file(self, path: Path, above: tuple[Path, ...], asked: Place) -> Traced:
        """A file with all that it reads; ``above`` are those that are being read, ``asked`` who reads it."""
        resolved = path.resolve()
        if resolved in above:
            names = " -> ".join(self._name(p) for p in (*above[above.index(resolved) :], resolved))
            raise LemmataError(f"{asked}: the files read each other in a circle, {names}")
        name = self._name(path)
        text = _without_comments(_decoded(path, name))
        if (stop := _STOP.search(text)) is not None:
            text = text[: stop.start()]
        lines = text.split("\n")
        where = tuple(Place(name, k) for k, line in enumerate(lines, 1) for _ in range(len(line) + 1))
        whole = Traced(text, where[: len(text)])
        begin = _BEGIN.search(text)
        parts, last = [], 0
        for match in _FOLLOWED.finditer(text):
            # What lies with TeX itself (glyphtounicode, say) is read before the document begins.
            optional = begin is not None and match.start() < begin.start()
            parts.append(whole.cut(last, match.end() if match["package"] else match.start()))
            parts += self._followed(match, (*above, resolved), whole.at(match.start()), path, optional)
            last = match.end()
        return joined([*parts, whole.cut(last)])

    def _followed(
        self, match: re.Match[str], above: tuple[Path, ...], asked: Place, path: Path, optional: bool
    ) -> list[Traced]:
        if match["package"]:
            ending = ".cls" if match["package"] in ("documentclass", "LoadClass") else ".sty"
            files = (self.folder / (name.strip() + ending) for name in match["names"].split(","))
            return [self.file(file, above, asked) for file in files if file.is_file()]
        command, name = match["command"], (match["first"] or match["word"] or "").strip().strip('"')
        if "#" in name or "\\" in name:
            self.remarks.append(f"{asked}: \\{command}{{{name}}} is not followed: its name is a command's")
            return []
        if command in _TWO_PARTS:
            base = path.parent if command == "subimport" else self.folder
            target = base / name / (match["second"] or "").strip()
        else:
            target = self.folder / name
        second = None if command in _TWO_PARTS else match["second"]  # a group that stands behind the name
        behind = [] if second is None else [made_at(f"{{{second}}}", asked)]
        for candidate in (target.with_name(target.name + ".tex"), target):
            if target.name and candidate.is_file():
                read = self.file(candidate, above, asked)
                return [_inner(read) if command.startswith("subfile") else read, *behind]
        missing = f"{asked}: \\{command}{{{name}}}: there is no {target.name or 'such file'} in {target.parent}"
        if not optional:
            raise LemmataError(f"{missing}; put it there, or take the line out of a copy")
        self.remarks.append(f"{missing}; it is taken for one of TeX's own")
        return []

    def _name(self, path: Path) -> str:
        return Path(os.path.relpath(path.resolve(), self.folder.resolve())).as_posix()


def _inner(file: Traced) -> Traced:
    """What a subfile adds to the main file: it can be typeset alone, too."""
    begin, end = _BEGIN.search(file.text), _END.search(file.text)
    return file.cut(begin.end() if begin else 0, end.start() if end else None)


def _decoded(path: Path, name: str) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        if path.suffix in (".sty", ".cls"):  # of these only declarations are read
            return data.decode("latin-1")
        line = data[: error.start].count(b"\n") + 1
        raise LemmataError(
            f"{name}:{line}: the file is not UTF-8 (byte 0x{data[error.start]:02x}); write a copy that is: "
            f"iconv -f latin1 -t utf-8 {path.name}"
        ) from None


def _without_comments(text: str) -> str:
    """The text with as many lines, without what TeX does not set."""
    text = _VERBATIM.sub(_emptied, text)
    text = _COMMENT.sub(r"\1", text)
    text = _VERBATIM.sub(_emptied, text)  # one that a comment had begun
    return _without_false_branches(text)


def _emptied(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _without_false_branches(text: str) -> str:
    r"""Without what stands between ``\iffalse`` and its ``\else`` or ``\fi``."""
    parts, last, position = [], 0, 0
    while (start := text.find("\\iffalse", position)) >= 0:
        depth, end = 0, len(text)
        for match in _CONDITION.finditer(text, start):
            depth += match[1].startswith("if")
            if depth == 1 and match[1] in ("else", "fi"):
                end = match.end()
                break
            depth -= match[1] == "fi"
        parts += [text[last:start], "\n" * text.count("\n", start, end)]
        last = position = end
    return "".join([*parts, text[last:]])
