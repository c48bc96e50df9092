r"""Which environments are theorem-like, what they are called, and which counter each steps.

They are declared by ``\newtheorem`` (and its kin of amsthm, thmtools, mdframed, tcolorbox and Springer's
classes). What nobody declares and everybody knows (``theorem``, ``lemma``) comes from the paper's class.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lemmata.latex.counters import Counters
from lemmata.latex.macros import group
from lemmata.latex.source import Traced, joined

_DECLARES = re.compile(
    r"\\(?P<how>newtheorem|spnewtheorem|newmdtheoremenv|declaretheorem|newshadetheorem"
    r"|newtcbtheorem|renewtcbtheorem|(?:New|Renew|Provide|Declare)TcbTheorem)(?![A-Za-z@])(?P<star>\*?)"
)
_OPTION = re.compile(r"(\w[\w *]*?)\s*=\s*(\{[^{}]*\}|[^,{}]*)")
_WITHIN = ("numberwithin", "parent", "within")
_SHARED = ("sibling", "numberlike", "sharenumber", "sharecounter")
_COUNTED_BY = ("use counter from", "use counter", "use counter*")
KNOWN = {
    **{n: n.capitalize() for n in ("theorem", "lemma", "proposition", "corollary", "definition", "conjecture")},
    **{n: n.capitalize() for n in ("assumption", "remark", "example", "claim", "fact", "observation")},
}
"""Environments that many classes of documents bring with them."""
_OTHERS = """
    abstract acknowledgements acknowledgments appendices appendix document keywords proof titlepage
    thebibliography frame quote quotation verse center flushleft flushright minipage multicols landscape spacing
    figure subfigure wrapfigure sidewaysfigure table subtable wraptable sidewaystable threeparttable tablenotes
    tabular tabularx tabulary tabu longtable tblr longtblr tabbing algorithm algorithmic algorithmicx
    algorithm2e tikzpicture tikzcd axis groupplot scope pgfonlayer picture tcolorbox mdframed framed shaded
    adjustbox description enumerate itemize compactitem compactenum inparaenum list trivlist sloppypar CJK
    tiny scriptsize footnotesize small normalsize large Large
    aligned alignedat gathered split cases dcases rcases numcases subnumcases array subarray dgroup darray
    matrix pmatrix bmatrix vmatrix Bmatrix Vmatrix smallmatrix psmallmatrix bsmallmatrix blockarray block
    NiceMatrix pNiceMatrix bNiceMatrix subequations verbatim Verbatim lstlisting minted comment filecontents
"""
OTHERS = frozenset(_OTHERS.split())
"""Environments of LaTeX and of packages that many papers use, none of which is a statement."""


@dataclass(frozen=True)
class Theorem:
    """A theorem-like environment; ``counter`` is empty for one without numbers."""

    title: str
    counter: str
    prefix: str | None = None
    """Of tcolorbox, whose title and label are arguments in braces: what stands before its labels."""


def declared(source: Traced, counters: Counters) -> tuple[dict[str, Theorem], Traced]:
    """The environments that a source declares, and the source without their declarations.

    What they are numbered within goes to ``counters``.
    """
    found: dict[str, Theorem] = {}
    parts, last, text = [], 0, source.text
    for match in _DECLARES.finditer(text):
        if match.start() < last:
            continue
        how = match["how"].lower()
        declare = _of_boxes if "tcb" in how else _by_options if how == "declaretheorem" else _by_arguments
        read = declare(text, match, found, counters)
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
    options = _options(f"{before[0] if before else ''},{after[0] if after else ''}")
    above = next((options[k] for k in _WITHIN if k in options), "")
    shared = next((options[k] for k in _SHARED if k in options), "")
    for key in map(str.strip, name[0].split(",")):
        if above:
            counters.number_within(key, above)
        numbered = options.get("numbered", "yes") not in ("no", "false")
        title = _words(options.get("name", options.get("title", ""))) or key.capitalize()
        found[key] = Theorem(title, _counter(shared or key, found) if numbered else "")
    return after[1] if after else name[1]


def _of_boxes(text: str, match: re.Match[str], found: dict[str, Theorem], counters: Counters) -> int | None:
    r"""``\newtcbtheorem[number within=section]{thm}{Theorem}{colback=white}{th}`` of tcolorbox."""
    before = group(text, match.end(), "[]")
    end, read = before[1] if before else match.end(), []
    for _ in range(4):
        argument = group(text, end)
        if argument is None:
            return None
        read.append(argument[0].strip())
        end = argument[1]
    key, title, _, prefix = read
    options = _options(before[0] if before else "")
    if above := options.get("number within"):
        counters.number_within(key, above)
    shared = next((options[k] for k in _COUNTED_BY if k in options), "")
    numbered = not re.search(r"\bno counter\b", before[0] if before else "")
    name = _words(title) or key.capitalize()
    found[key] = Theorem(name, _counter(shared or key, found) if numbered else "", prefix)
    found[f"{key}*"] = Theorem(name, "", prefix)
    return end


def _options(text: str) -> dict[str, str]:
    return {key: value.strip("{} \n") for key, value in _OPTION.findall(text)}


def _counter(name: str, found: dict[str, Theorem]) -> str:
    """The counter of an environment: its own, or that which it shares."""
    return found[name].counter or name if name in found else name


def _words(latex: str) -> str:
    """A title without commands."""
    return " ".join(re.sub(r"\\[A-Za-z]+|[{}~]", " ", latex).split())
