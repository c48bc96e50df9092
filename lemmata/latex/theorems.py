r"""Which environments are theorem-like, what they are called, and which counter each steps.

They are declared by ``\newtheorem`` (and its kin of amsthm, thmtools, mdframed and Springer's classes). What
nobody declares and everybody knows (``theorem``, ``lemma``) comes from the paper's class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemmata.latex.counters import Counters
from lemmata.latex.macros import group
from lemmata.latex.source import Traced, joined

_DECLARES = re.compile(
    r"\\(?P<how>newtheorem|spnewtheorem|newmdtheoremenv|declaretheorem|newshadetheorem)(?![A-Za-z@])(?P<star>\*?)"
)
_OPTION = re.compile(r"(\w+)\s*=\s*(\{[^{}]*\}|[^,{}]*)")
_WITHIN = ("numberwithin", "parent", "within")
_SHARED = ("sibling", "numberlike", "sharenumber", "sharecounter")
KNOWN = {
    **{n: n.capitalize() for n in ("theorem", "lemma", "proposition", "corollary", "definition", "conjecture")},
    **{n: n.capitalize() for n in ("assumption", "remark", "example", "claim", "fact", "observation")},
}
"""Environments that many classes of documents bring with them."""


@dataclass(frozen=True)
class Theorem:
    """A theorem-like environment; ``counter`` is empty for one without numbers."""

    title: str
    counter: str


def declared(source: Traced, counters: Counters) -> tuple[dict[str, Theorem], Traced]:
    """The environments that a source declares, and the source without their declarations.

    What they are numbered within goes to ``counters``.
    """
    found: dict[str, Theorem] = {}
    parts, last, text = [], 0, source.text
    for match in _DECLARES.finditer(text):
        if match.start() < last:
            continue
        options = match["how"] == "declaretheorem"
        read = (_by_options if options else _by_arguments)(text, match, found, counters)
        if read is None:
            continue
        parts.append(source.cut(last, match.start()))
        last = read
    return found, joined([*parts, source.cut(last)])


def _by_arguments(text: str, match: re.Match[str], found: dict[str, Theorem], counters: Counters) -> int | None:
    r"""``\newtheorem{lemma}[theorem]{Lemma}``, ``\newtheorem*{x}{X}``, ``\newtheorem{x}{X}[section]``."""
    name = group(text, match.end())
    if name is None:
        return None
    shared = group(text, name[1], "[]")
    title = group(text, shared[1] if shared else name[1])
    if title is None:
        return None
    end = title[1]
    above = group(text, end, "[]")
    key, other = name[0].strip(), shared[0].strip() if shared else ""
    if above is not None:
        end = above[1]
        counters.number_within(key, above[0].strip())
    counter = "" if match["star"] and match["how"] != "spnewtheorem" else _counter(other or key, found)
    found[key] = Theorem(_words(title[0]) or key.capitalize(), counter)
    return end


def _by_options(text: str, match: re.Match[str], found: dict[str, Theorem], counters: Counters) -> int | None:
    r"""``\declaretheorem[name=Lemma, sibling=theorem]{lemma}`` of thmtools."""
    before = group(text, match.end(), "[]")
    name = group(text, before[1] if before else match.end())
    if name is None:
        return None
    after = group(text, name[1], "[]")
    pairs = re.findall(
        r"(\w+)\s*=\s*(\{[^{}]*\}|[^,{}]*)", f"{before[0] if before else ''},{after[0] if after else ''}"
    )
    options = {key: value.strip("{} \n") for key, value in pairs}
    above = next((options[k] for k in ("numberwithin", "parent", "within") if k in options), "")
    shared = next(
        (options[k] for k in ("sibling", "numberlike", "sharenumber", "sharecounter") if k in options), ""
    )
    for key in map(str.strip, name[0].split(",")):
        if above:
            counters.number_within(key, above)
        numbered = options.get("numbered", "yes") not in ("no", "false")
        title = _words(options.get("name", options.get("title", ""))) or key.capitalize()
        found[key] = Theorem(title, _counter(shared or key, found) if numbered else "")
    return after[1] if after else name[1]


def _counter(name: str, found: dict[str, Theorem]) -> str:
    """The counter of an environment: its own, or that which it shares."""
    return found[name].counter or name if name in found else name


def _words(latex: str) -> str:
    """A title without commands."""
    return " ".join(re.sub(r"\\[A-Za-z]+|[{}~]", " ", latex).split())
