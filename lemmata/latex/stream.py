r"""The source as TeX reads it: what is to be read next, which may be a file or what a command stands for.

Arguments and tokens are taken from the front; what a command stands for is put there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemmata.latex.files import JOINT, File, Place

_SPACES = re.compile(rf"[\s{JOINT}]*")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_TOKEN = re.compile(r"\\(?:[A-Za-z@]+|.|$)|.", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_DEEPEST = 400
"""So many commands stand for each other at most: more are one that calls itself."""


_MOST, _CALL = 5_000_000, 500
"""So many characters may commands stand for, and as how many of them each counts beside its text."""


class Endless(Exception):
    """A command stands for itself, without end."""


@dataclass(slots=True)
class Frame:
    """A text that is being read, and how far."""

    text: str
    position: int = 0
    end: int = 0
    file: File | None = None
    declares: str = ""
    """Of a style or class file: ``all`` if its commands may be used, ``theorems`` if only those are read."""
    at: Place | None = None
    """Where the command stands that this is for, if that is not where the file is being read."""
    opened: int = 0
    """How many groups and environments were open where a style file began."""


def end_of_group(text: str, position: int) -> int:
    """Where the group ends that opens at a position, or -1."""
    depth = 0
    for match in _BRACES.finditer(text, position):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if not depth:
                return match.end()
    return -1


class Stream:
    """What is to be read."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self.frames: list[Frame] = []
        self.base = 0
        """Frames below are not touched: what is written out by itself ends where it ends."""
        self.called = 0
        """How much commands have been put before the file that is being read, since it was read itself."""

    def push(self, text: str, at: Place | None = None) -> None:
        """Puts what a command stands for before all else; ``at`` is where it begins, if its arguments are long.

        Raises:
            Endless: it is one that calls itself.
        """
        if text:
            self.called += len(text) + _CALL
            if len(self.frames) > _DEEPEST or self.called > _MOST:
                raise Endless
            self.frames.append(Frame(text, 0, len(text), at=at))

    def file(self) -> Frame | None:
        """The file that is being read."""
        return next((frame for frame in reversed(self.frames) if frame.file), None)

    def place(self) -> Place:
        """Where the source is being read."""
        for frame in reversed(self.frames):
            if frame.at:
                return frame.at
            if frame.file:
                return frame.file.place(max(frame.position - 1, 0))
        return Place("", 1)

    def reached(self) -> Place:
        """How far the file has been read."""
        frame = self.file()
        return frame.file.place(max(frame.position - 1, 0)) if frame and frame.file else self.place()

    def _front(self) -> Frame | None:
        """The text that goes on; those that are at their end are left, but no file within a style."""
        while len(self.frames) > self.base:
            frame = self.frames[-1]
            if frame.position < frame.end:
                return frame
            if frame.file:
                return None
            self.frames.pop()
        return None

    def peek(self) -> str:
        """The next character, or none at the end of a file."""
        frame = self._front()
        return frame.text[frame.position] if frame else ""

    def skip_spaces(self) -> str:
        """Passes over white space, and returns it."""
        skipped = ""
        while (frame := self._front()) is not None:
            match = _SPACES.match(frame.text, frame.position, frame.end)
            assert match
            if not match[0]:
                break
            skipped += match[0]
            frame.position = match.end()
        return skipped

    def token(self) -> str:
        r"""A command ``\name`` or a character."""
        frame = self._front()
        match = _TOKEN.match(frame.text, frame.position, frame.end) if frame else None
        if frame is None or match is None:
            return ""
        frame.position = match.end()
        return match[0]

    def group(self) -> str | None:
        """What stands between braces, if they come next."""
        before = self._kept()
        self.skip_spaces()
        frame = self._front()
        if frame is None or frame.text[frame.position] != "{":
            self._back(before)
            return None
        start = frame.position + 1
        end = end_of_group(frame.text, frame.position)
        if not 0 <= end <= frame.end:  # never closed: what stands in its paragraph
            blank = _BLANK_LINE.search(frame.text, start, frame.end)
            frame.position = blank.start() if blank else frame.end
            return frame.text[start : frame.position]
        frame.position = end
        return frame.text[start : end - 1]

    def argument(self) -> str:
        r"""An argument: a group or a token; a blank line is the command ``\par``."""
        if len(_BLANK_LINE.findall(self.skip_spaces().replace(JOINT, ""))):
            return r"\par "
        group = self.group()
        return self.token() if group is None else group

    def option(self, opens: str = "[", closes: str = "]") -> str | None:
        """What stands between brackets, if they come next."""
        before = self._kept()
        if _BLANK_LINE.search(self.skip_spaces().replace(JOINT, "")):
            self._back(before)
            return None
        frame = self._front()
        if frame is None or frame.text[frame.position] != opens:
            self._back(before)
            return None
        depth, braces, start = 0, 0, frame.position + 1
        for match in re.compile(rf"\\.|[{{}}\{opens}\{closes}]", re.DOTALL).finditer(
            frame.text, frame.position, frame.end
        ):
            if match[0] in "{}":
                braces += 1 if match[0] == "{" else -1
                if braces < 0:
                    break
            elif not braces and len(match[0]) == 1:
                depth += 1 if match[0] == opens else -1
                if not depth:
                    frame.position = match.end()
                    return frame.text[start : match.start()]
        self._back(before)
        return None

    def until(self, delimiter: str) -> str:
        """What stands before a delimiter, which is passed over."""
        frame = self._front()
        if frame is None:
            return ""
        start = position = frame.position
        for match in re.compile(rf"{re.escape(delimiter)}|\\.|[{{]", re.DOTALL).finditer(
            frame.text, start, frame.end
        ):
            if match.start() < position:
                continue
            if match[0] == delimiter:
                frame.position = match.end()
                return frame.text[start : match.start()]
            if match[0] == "{":
                position = max(end_of_group(frame.text, match.start()), match.end())
        return ""

    def follows(self, text: str) -> bool:
        """Whether this comes next, after white space; it is passed over then."""
        before = self._kept()
        self.skip_spaces()
        frame = self._front()
        if frame is not None and frame.text.startswith(text, frame.position):
            frame.position += len(text)
            return True
        self._back(before)
        return False

    def _kept(self) -> tuple[int, ...]:
        self._front()
        return tuple(frame.position for frame in self.frames)

    def _back(self, positions: tuple[int, ...]) -> None:
        """Back to where it was; frames that are at their end by now had nothing but spaces."""
        for frame, position in zip(self.frames, positions, strict=False):
            frame.position = position
