r"""Lists: the numbers of their items, which statements refer to, as LaTeX, enumerate and enumitem give them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lemmata.latex.macros import Macro
from lemmata.latex.theorems import options

if TYPE_CHECKING:
    from lemmata.latex.expanding import Expander

_ENUMERATES = frozenset(["enumerate", "compactenum", "inparaenum", "enumerate*", "asparaenum"])
_OTHERS = frozenset(
    ["itemize", "compactitem", "inparaitem", "itemize*", "description", "list", "trivlist", "asparaitem"]
)
_DEPTHS = ("i", "ii", "iii", "iv")
_LABELS = (r"\arabic*.", r"(\alph*)", r"\roman*.", r"\Alph*.")
_FORMS = {"1": r"\arabic*", "a": r"\alph*", "A": r"\Alph*", "i": r"\roman*", "I": r"\Roman*"}
_SHORT = re.compile(r"1|(?<![A-Za-z\\])[aAiI](?![A-Za-z])")
_COUNTED = re.compile(r"\\(?:arabic|alph|Alph|roman|Roman)\*")


@dataclass
class _Level:
    """A list that is open: its counter (empty for one without numbers), how an item and a reference look."""

    kind: str
    counter: str = ""
    label: str = ""
    reference: str = ""
    shown: str = ""
    """The reference to the last item."""


class Lists:
    """The lists of a document."""

    def __init__(self, reader: Expander) -> None:
        """Begins with those of LaTeX."""
        self._reader = reader
        self._open: list[_Level] = []
        self._kinds: dict[str, str] = {}
        self._settings: dict[str, str] = {}

    def is_list(self, name: str) -> bool:
        """Whether an environment is a list."""
        return self._kinds.get(name, name) in _ENUMERATES | _OTHERS

    def begin(self, name: str) -> None:
        """A list begins."""
        kind, reader = self._kinds.get(name, name), self._reader
        given = reader.option() or ""
        if kind in _OTHERS:
            self._open.append(_Level(name))
            if kind == "list":
                reader.argument()
                reader.argument()
            return
        above = [
            level for level in self._open if level.counter and (level.kind == name or name not in self._kinds)
        ]
        depth = min(len(above), 3)
        counter = f"{name if name in self._kinds else 'enum'}{_DEPTHS[depth]}"
        settings = self._set(kind, depth) | self._set(name, depth) | options(given)
        short = settings.get("label") or _short(given)
        label = short or _LABELS[depth]
        bare = match[0] if (match := _COUNTED.search(label)) else label
        reference = settings.get("ref") or (short if short and "enumitem" in reader.loaded else bare)
        if not short:
            if shown := reader.counters.shown_as.get(counter):
                reference, label = shown, label.replace(bare, shown)
            if isinstance(own := reader.macros.get(f"label{counter}"), Macro):
                label = own.text
            if above:  # LaTeX puts the number of the item that it is in before it
                reference = f"{above[-1].shown}({reference})" if depth == 2 else f"{above[-1].shown}{reference}"
        if "resume" not in settings and "resume*" not in settings:
            start = reader.counters.value(settings.get("start", "1"))
            reader.counters.values[counter] = (1 if start is None else start) - 1
        self._open.append(
            _Level(
                name, counter, label.replace("*", f"{{{counter}}}"), reference.replace("*", f"{{{counter}}}")
            )
        )

    def end(self) -> None:
        """The list that was begun last ends."""
        self._open.pop()

    def item(self) -> tuple[str, str | None]:
        """What is printed before the next item, and what a reference to it prints, if it has a number."""
        given = self._reader.option()
        level = self._open[-1] if self._open else _Level("")
        if given is not None:
            return rf"\item[{self._reader.written(given)}] ", None
        if not level.counter:
            return r"\item ", None
        counters = self._reader.counters
        counters.values[level.counter] = counters.values.get(level.counter, 0) + 1
        level.shown = counters.filled(level.reference)
        return rf"\item[{self._reader.written(counters.filled(level.label))}] ", level.shown

    def settings(self, name: str = "") -> None:
        r"""``\setlist[enumerate,1]{label=...}`` of enumitem, and its forms for one kind of list."""
        where = name or self._reader.option() or ""
        if name and (level := self._reader.option()):
            where = f"{name},{level}"
        given = self._reader.argument()
        names = [part.strip() for part in where.split(",")]
        levels = [part for part in names if part.isdigit()]
        for kind in [part for part in names if part and not part.isdigit()] or ["enumerate"]:
            for depth in levels or [""]:
                key = f"{kind},{depth}"
                self._settings[key] = f"{given},{self._settings.get(key, '')}"

    def new(self) -> None:
        r"""``\newlist{steps}{enumerate}{2}``."""
        name, kind, _ = (self._reader.argument().strip() for _ in range(3))
        self._kinds[name] = kind

    def _set(self, name: str, depth: int) -> dict[str, str]:
        return options(self._settings.get(f"{name},", "")) | options(
            self._settings.get(f"{name},{depth + 1}", "")
        )


def _short(given: str) -> str:
    """The form that ``[(i)]`` gives items: the packages enumerate and enumitem read it alike."""
    first = given.partition(",")[0].strip()
    if not first or "=" in first or re.fullmatch(r"[a-z]{3,}\*?", first):
        return ""
    plain = re.sub(r"\{[^{}]*\}", lambda m: "\0" * len(m[0]), first)
    match = _SHORT.search(plain)
    if match is None:
        return first if _COUNTED.search(first) else ""
    label = first[: match.start()] + _FORMS[match[0]] + first[match.end() :]
    return label.replace("{", "").replace("}", "")
