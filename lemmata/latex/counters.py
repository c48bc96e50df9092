r"""Numbers as LaTeX gives them: counters, what each is numbered within, and how it is shown.

Sections, equations and theorems step counters; ``\numberwithin``, ``\appendix``, ``\setcounter`` and
``\renewcommand{\theequation}{...}`` change them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lemmata.latex.macros import group

_SECTIONS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_SHOWN = re.compile(r"\\(arabic|alph|Alph|roman|Roman)\s*\{\s*(\w+)\s*\}|\\the([A-Za-z]+)")
_LEAST = re.compile(r"\\[A-Za-z]+\*?|[{}$]|\\.")
"""What is left of commands in a number: they only say how it looks."""
COMMANDS = re.compile(
    r"\\(?P<how>numberwithin|counterwithin|counterwithout|setcounter|addtocounter|stepcounter|refstepcounter"
    r"|@addtoreset|renewcommand|newcounter|appendix)(?![A-Za-z@])(?P<star>\*?)"
)
"""What changes counters."""
_ROMAN = {
    1000: "m",
    900: "cm",
    500: "d",
    400: "cd",
    100: "c",
    90: "xc",
    50: "l",
    40: "xl",
    10: "x",
    9: "ix",
    5: "v",
    4: "iv",
    1: "i",
}


@dataclass
class Counters:
    """All counters of a document; those that nobody declared begin at 0 and are shown as they are."""

    chapters: bool = False
    """Whether sections and equations are numbered within chapters, as books have it."""
    values: dict[str, int] = field(default_factory=dict)
    within: dict[str, str] = field(default_factory=dict)
    shown_as: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """As a class of documents begins."""
        first = _SECTIONS.index("chapter" if self.chapters else "section")
        for above, below in zip(_SECTIONS[first:], _SECTIONS[first + 1 :], strict=False):
            self.number_within(below, above)
        if self.chapters:
            self.number_within("equation", "chapter")

    def number_within(self, name: str, above: str, *, shown: bool = True) -> None:
        """Begins a counter anew with each step of another; ``shown``: its number begins with that one's."""
        self.within[name] = above
        if shown:
            self.shown_as[name] = rf"\the{above}.\arabic{{{name}}}"

    def step(self, name: str) -> str:
        """Steps a counter, begins those within it anew, and shows it."""
        self.values[name] = self.values.get(name, 0) + 1
        self._begin_within(name)
        return self.shown(name)

    def _begin_within(self, name: str, seen: frozenset[str] = frozenset()) -> None:
        for below, above in self.within.items():
            if above == name and below not in seen:
                self.values[below] = 0
                self._begin_within(below, seen | {name})

    def shown(self, name: str, depth: int = 0) -> str:
        """A counter as its number is printed."""
        form = self.shown_as.get(name, rf"\arabic{{{name}}}")
        if depth > len(_SECTIONS) + 3:
            return ""  # one that is shown by itself

        def value(match: re.Match[str]) -> str:
            if match[3]:
                return self.shown(match[3], depth + 1)
            return _written(match[1], self.values.get(match[2], 0))

        return _LEAST.sub("", _SHOWN.sub(value, form)).strip()

    def apply(self, text: str, match: re.Match[str]) -> None:
        """Does what a command of :data:`COMMANDS`, which stands at ``match`` in a text, says."""
        how, position = match["how"], match.end()
        if how == "appendix":
            self.begin_appendix()
            return
        if how == "renewcommand":
            self._show_otherwise(text, position)
            return
        first = group(text, position)
        second = first and group(text, first[1])
        if first is None:
            return
        name, other = first[0].strip(), second[0].strip() if second else ""
        if how in ("numberwithin", "counterwithin") and other:
            self.number_within(name, other, shown=not match["star"])
        elif how == "@addtoreset" and other:
            self.number_within(other, name, shown=False)
        elif how == "counterwithout":
            self.within.pop(name, None)
            self.shown_as.pop(name, None)
        elif how in ("setcounter", "addtocounter") and re.fullmatch(r"-?\d+", other):
            self.values[name] = int(other) + (self.values.get(name, 0) if how == "addtocounter" else 0)
        elif how in ("stepcounter", "refstepcounter"):
            self.step(name)

    def begin_appendix(self) -> None:
        """Numbers sections (chapters) by letters from here on."""
        top = "chapter" if self.chapters else "section"
        self.values[top] = 0
        self._begin_within(top)
        self.shown_as[top] = rf"\Alph{{{top}}}"

    def _show_otherwise(self, text: str, position: int) -> None:
        name = re.compile(r"\s*\{?\s*\\the([A-Za-z]+)\s*\}?").match(text, position)
        form = name and group(text, name.end())
        if name and form:
            self.shown_as[name[1]] = form[0]


def _written(how: str, n: int) -> str:
    if how == "arabic" or n <= 0:
        return str(n)
    if how in ("alph", "Alph"):
        letters = chr(ord("a") + (n - 1) % 26)
    else:
        letters, rest = "", n
        for value, sign in _ROMAN.items():
            letters, rest = letters + sign * (rest // value), rest % value
    return letters.upper() if how[0].isupper() else letters
