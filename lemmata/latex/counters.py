r"""Numbers as LaTeX gives them: counters, what each is numbered within, and how it is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

SECTIONS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
FORMS = ("arabic", "alph", "Alph", "roman", "Roman", "fnsymbol")
_SHOWN = re.compile(rf"\\({'|'.join(FORMS)})\s*\{{\s*([\w*@-]+)\s*\}}|\\the([A-Za-z@]+)")
_VALUE = re.compile(r"\\(?:value|arabic)\s*\{\s*([\w*@-]+)\s*\}|\\c@([A-Za-z@]+)|(\d+)|([-+])|\s+|(.)")
_DEEPEST = 12
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")),
    *((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)


@dataclass
class Counters:
    """All counters of a document; those that nobody declared begin at 0 and are shown as they are."""

    values: dict[str, int] = field(default_factory=dict)
    within: dict[str, set[str]] = field(default_factory=dict)
    """What begins a counter anew."""
    shown_as: dict[str, str] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    """Counters that are another one under a second name."""
    top: str = "section"
    """What an appendix numbers by letters."""

    def __post_init__(self) -> None:
        """As articles begin."""
        others = "part equation figure table footnote enumi enumii enumiii enumiv"
        self.values |= dict.fromkeys((*SECTIONS[2:], *others.split()), 0)
        for above, below in pairwise(SECTIONS[2:]):
            self.number_within(below, above)

    def begin_book(self) -> None:
        """As books and reports begin: all is numbered within chapters."""
        self.top = "chapter"
        self.declare("chapter")
        for name in ("section", "equation", "figure", "table"):
            self.number_within(name, "chapter")

    def __contains__(self, name: str) -> bool:
        return name in self.values or name in self.same

    def of(self, name: str) -> str:
        """The counter that a name stands for."""
        seen = {name}
        while (other := self.same.get(name)) is not None and other not in seen:
            seen.add(other)
            name = other
        return name

    def declare(self, name: str, above: str = "") -> None:
        """A new counter, perhaps one that another begins anew."""
        self.values.setdefault(name, 0)
        if above:
            self.number_within(name, above)

    def number_within(self, name: str, above: str, *, shown: bool = True) -> None:
        """Begins a counter anew with each step of another; ``shown``: its number begins with that one's."""
        self.within.setdefault(self.of(name), set()).add(self.of(above))
        if shown:
            self.shown_as[name] = rf"\the{above}.\arabic{{{name}}}"

    def number_without(self, name: str, above: str, *, shown: bool = True) -> None:
        """Takes :meth:`number_within` back."""
        self.within.get(self.of(name), set()).discard(self.of(above))
        if shown:
            self.shown_as.pop(name, None)

    def step(self, name: str) -> str:
        """Steps a counter, begins those within it anew, and shows it."""
        real = self.of(name)
        self.values[real] = self.values.get(real, 0) + 1
        self._begin_within(real, {real})
        return self.shown(name)

    def _begin_within(self, name: str, seen: set[str]) -> None:
        for below, above in self.within.items():
            if name in above and below not in seen:
                seen.add(below)
                self.values[below] = 0
                self._begin_within(below, seen)

    def set(self, name: str, value: int) -> None:
        """Gives a counter a value."""
        self.values[self.of(name)] = value

    def value(self, text: str) -> int | None:
        r"""The value of ``3``, ``-1`` or ``\value{x}``, also of sums of them; None for anything else."""
        total, sign, known = 0, 1, False
        for match in _VALUE.finditer(text):
            if match[5]:
                return None
            if match[4]:
                sign = -1 if match[4] == "-" else 1
            elif match[1] or match[2] or match[3]:
                number = int(match[3]) if match[3] else self.values.get(self.of(match[1] or match[2]), 0)
                total, sign, known = total + sign * number, 1, True
        return total if known else None

    def shown(self, name: str, depth: int = 0) -> str:
        r"""A counter as its number is printed; ``\ref{label}`` stays, since labels may follow."""
        form = self.shown_as.get(name, rf"\arabic{{{name}}}")
        return "" if depth > _DEEPEST else plain(self.filled(form, depth))

    def filled(self, form: str, depth: int = 0) -> str:
        """How numbers are shown, with the values that counters have now."""

        def value(match: re.Match[str]) -> str:
            if match[3]:
                return self.shown(match[3], depth + 1) if match[3] in self else match[0]
            return written(match[1], self.values.get(self.of(match[2]), 0))

        return _SHOWN.sub(value, form)

    def begin_appendix(self) -> None:
        """Numbers sections (chapters) by letters from here on."""
        self.values[self.top] = 0
        self._begin_within(self.top, {self.top})
        self.shown_as[self.top] = rf"\Alph{{{self.top}}}"


def plain(number: str) -> str:
    r"""A number without what only says how it looks; ``\ref{label}`` stays."""
    parts = re.split(r"(\\ref\*?\s*\{[^{}]*\})", number)
    return "".join(
        p if k % 2 else re.sub(r"\\[A-Za-z@]+\*?|[{}$]|\\.", "", p) for k, p in enumerate(parts)
    ).strip()


def written(how: str, n: int) -> str:
    """A value in one of the :data:`FORMS`."""
    if how == "arabic" or n <= 0:
        return str(n)
    if how == "fnsymbol":
        return "*†‡§¶‖"[(n - 1) % 6]
    if how in ("alph", "Alph"):
        letters = chr(ord("a") + (n - 1) % 26)
    else:
        letters, rest = "", n
        for value, sign in _ROMAN:
            letters, rest = letters + sign * (rest // value), rest % value
    return letters.upper() if how[0].isupper() else letters
