r"""What declares theorem-like environments: how they are called, and which counter each steps."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemmata.latex.counters import Counters
from lemmata.latex.macros import Parameter, newcommand, xparse
from lemmata.latex.stream import Stream, end_of_group

_BY_ARGUMENTS = (
    "newtheorem renewtheorem spnewtheorem spdefaulttheorem newmdtheoremenv mdtheorem newframedtheorem "
    "newshadedtheorem "
    "newshadetheorem newtheoremrep newdefinition newdef newproof surroundwithmdframedtheorem"
)
_BY_OPTIONS = "declaretheorem newkeytheorem newthmtheorem"
_BY_BOXES = (
    "newtcbtheorem renewtcbtheorem NewTcbTheorem RenewTcbTheorem ProvideTcbTheorem DeclareTcbTheorem "
    "newtcolorbox renewtcolorbox NewTColorBox DeclareTColorBox ProvideTColorBox RenewTColorBox"
)
DECLARES = frozenset(f"{_BY_ARGUMENTS} {_BY_OPTIONS} {_BY_BOXES}".split())
"""The commands that declare theorem-like environments."""
_UNNUMBERED_STYLES = ("nonumberplain", "nonumberbreak", "empty", "emptybreak")
"""Of ntheorem."""
_WITHIN = ("numberwithin", "parent", "within", "number within")
_SHARED = (
    *("sibling", "numberlike", "sharenumber", "sharecounter"),
    *("use counter from", "use counter", "use counter*"),
)


@dataclass(frozen=True)
class Theorem:
    """A theorem-like environment.

    Attributes:
        title: what it is called, in LaTeX.
        counter: empty for one without numbers.
        prefix: of tcolorbox, whose title and label are arguments in braces: what stands before its labels.
        parameters: the arguments of a box of one's own, whose ``title`` they fill in.
        once: whether it has a number only if there are several (``numbered=unless unique``).
        guessed: whether nothing in the source declares it.
    """

    title: str
    counter: str
    prefix: str | None = None
    parameters: tuple[Parameter, ...] = ()
    once: bool = False
    guessed: bool = False


class Theorems(dict[str, Theorem]):
    """The theorem-like environments of a document."""

    def __init__(self) -> None:
        """Begins with none."""
        super().__init__()
        self.style = ""
        """What was said last by ``theoremstyle``."""
        self.others: set[str] = set()
        """Environments that are declared as something else: boxes, floats."""

    def counter(self, name: str) -> str:
        """The counter of an environment: its own, or that which it shares; else one of this name."""
        return self[name].counter or name if name in self else name

    def declare(self, how: str, stream: Stream, counters: Counters) -> None:
        """Reads what follows a command of :data:`DECLARES`."""
        if how in _BY_OPTIONS.split():
            self._by_options(stream, counters)
        elif how in _BY_ARGUMENTS.split():
            self._by_arguments(how, stream, counters)
        elif how.lower().endswith("tcbtheorem"):
            self._by_boxes(stream, counters)
        else:
            self._by_box(how, stream, counters)

    def _by_arguments(self, how: str, stream: Stream, counters: Counters) -> None:
        r"""``\newtheorem{lemma}[theorem]{Lemma}``, ``\newtheorem*{x}{X}``, ``\newtheorem{x}{X}[section]``."""
        star = stream.follows("*")
        if "md" in how or "framed" in how:
            stream.option()
        key = stream.argument().strip()
        shared = stream.option()
        title = stream.argument()
        above = stream.option()
        if not key or "#" in key:
            return
        unnumbered = star or how == "newproof" or self.style in _UNNUMBERED_STYLES
        if not unnumbered and shared is None:
            counters.declare(key)
        if above and not unnumbered:
            counters.number_within(key, above.strip())
        counter = "" if unnumbered else self.counter(shared.strip()) if shared else key
        self[key] = Theorem(title, counter)
        if how == "newtheoremrep":
            self[f"{key}rep"] = self[key]

    def _by_options(self, stream: Stream, counters: Counters) -> None:
        r"""``\declaretheorem[name=Lemma, sibling=theorem]{lemma}`` of thmtools."""
        before = stream.option() or ""
        names = stream.argument()
        given = options(f"{before},{stream.option() or ''}")
        above = next((given[k] for k in _WITHIN if k in given), "")
        shared = next((given[k] for k in _SHARED if k in given), "")
        numbered = given.get("numbered", "yes")
        for key in map(str.strip, names.split(",")):
            title = given.get("name") or given.get("title") or given.get("heading") or key.capitalize()
            counter = "" if numbered in ("no", "false") else self.counter(shared) if shared else key
            if counter == key:
                counters.declare(key, above)
            self[key] = Theorem(title, counter, once=numbered == "unless unique")

    def _by_boxes(self, stream: Stream, counters: Counters) -> None:
        r"""``\newtcbtheorem[number within=section]{thm}{Theorem}{colback=white}{th}`` of tcolorbox."""
        first = stream.option() or ""
        key, title, _, prefix = (stream.argument().strip() for _ in range(4))
        counter = self._of_box(key, first, counters)
        if "no counter" in first:
            counter = ""
        self[key] = Theorem(title, counter, prefix)
        self[f"{key}*"] = Theorem(title, "", prefix)

    def _by_box(self, how: str, stream: Stream, counters: Counters) -> None:
        r"""``\newtcolorbox[auto counter]{thm}[1]{title=Theorem \thetcbcounter: #1}``: a box with a title."""
        first = stream.option() or ""
        key = stream.argument().strip()
        parameters = xparse(stream.argument()) if "TColor" in how else newcommand(stream)
        given = options(stream.argument())
        title = given.get("title") or given.get("title*") or ""
        if title and ("counter" in first or "number within" in first):
            counter = self._of_box(key, first, counters)
            self[key] = Theorem(
                title.replace(r"\thetcbcounter", rf"\the{counter} "), counter, parameters=parameters
            )
        else:
            self.others.add(key)

    def _of_box(self, key: str, first: str, counters: Counters) -> str:
        """The counter that the options before a box speak of."""
        given = options(first)
        shared = next((given[k] for k in _SHARED if k in given), "")
        if not shared:
            counters.declare(key, next((given[k] for k in _WITHIN if k in given), ""))
        return self.counter(shared) if shared else key


def options(text: str) -> dict[str, str]:
    """Options ``key=value``, values perhaps in braces."""
    found: dict[str, str] = {}
    position, start = 0, 0
    while position <= len(text):
        character = text[position : position + 1]
        if character == "{":
            position = max(end_of_group(text, position), position + 1)
            continue
        if character == "\\":
            position += 2
            continue
        if character in (",", ""):
            key, equals, value = text[start:position].partition("=")
            value = value.strip()
            if value.startswith("{") and end_of_group(value, 0) == len(value):
                value = value[1:-1]
            if key.strip():
                found.setdefault(" ".join(key.split()), value if equals else "true")
            start = position + 1
        position += 1
    return found


_MARKED = re.compile(
    r"\s*(?:name|title|label|restate\*?|restated|continues|note|listhack|store\*?|refname|Refname)\s*="
)


def keyed(option: str) -> dict[str, str] | None:
    """The options of thmtools in the brackets behind a statement's begin; None where a name stands there."""
    return options(option) if _MARKED.match(option) else None
