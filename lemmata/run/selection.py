"""What SELECT means: places (an id, a topic, a glob, a file) narrowed by filters (``rank:headline``).

A folder has been replaced by its files by then (:mod:`lemmata.run.folders`).

Several places together select what any of them does. Filters of one word do, too; filters of different
words narrow each other and the places: ``pca rank:headline rank:result outcome:refuted`` are the headlines
and results of ``pca`` that fell. Nothing heavy is imported: an index of the claims is enough.
"""

from __future__ import annotations

import difflib
import fnmatch
import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from lemmata.claims.heads import Head
from lemmata.claims.vocabulary import Defect, Origin, Outcome, Rank
from lemmata.errors import LemmataError

FILTERS: dict[str, tuple[str, ...]] = {
    word: get_args(values)
    for word, values in (("rank", Rank), ("origin", Origin), ("outcome", Outcome), ("defect", Defect))
}
"""The filters and their values; ``outcome`` (of the statement as printed) and ``defect`` ask the last run."""
EMPTY = "no file in this folder declares a claim"
NO_PAPERS = (
    "no installed package declares papers; name a claim file, or install one (lemmata-papers has four papers)"
)
_FILTER = re.compile(r"([A-Za-z_-]+):(.*)", re.DOTALL)
_LIST = "`lemmata list` shows all claims"


@dataclass(frozen=True)
class Judged:
    """What it asks of a claim's last verdict."""

    outcome: str
    defect: str | None


Last = Mapping[str, Judged]
"""The last verdicts by id; none if there was no run."""


def is_file(pattern: str) -> bool:
    """Whether a selection means a claim file rather than an id."""
    return pattern.endswith(".py")


def filters(patterns: Iterable[str]) -> list[tuple[str, str]]:
    """The word and the value of each filter among the patterns, as they are written."""
    found = (None if is_file(pattern) else _FILTER.fullmatch(pattern) for pattern in patterns)
    return [(match[1], match[2]) for match in found if match]


def select(claims: Iterable[Head], patterns: Sequence[str], *, last: Callable[[], Last] = dict) -> list[str]:
    """The ids that the patterns select, in the order of the claims; without a pattern all.

    Args:
        claims: the heads of all claims.
        patterns: places and filters.
        last: gives the last verdicts; asked only where a filter needs them.

    Raises:
        LemmataError: a place or all filters together select nothing, or a filter is unknown; with a hint.
    """
    claims = list(claims)
    if patterns and not claims:
        raise LemmataError(f"nothing is selected by {' '.join(map(repr, patterns))}: {NO_PAPERS}")
    written = filters(patterns)
    wanted: dict[str, set[str]] = {}
    for word, value in written:
        _require_filter(word, value)
        wanted.setdefault(word, set()).add(value)
    places = [pattern for pattern in patterns if is_file(pattern) or not _FILTER.fullmatch(pattern)]
    chosen = _placed(claims, places) if places else {claim.id for claim in claims}
    if not wanted:
        return [claim.id for claim in claims if claim.id in chosen]
    verdicts = last() if {"outcome", "defect"} & wanted.keys() else {}
    kept = [c.id for c in claims if c.id in chosen and _passes(c, verdicts.get(c.id), wanted)]
    if not kept:
        raise LemmataError(f"nothing is selected by {' '.join(map(repr, patterns))}; {_LIST}")
    return kept


def _require_filter(word: str, value: str) -> None:
    values = FILTERS.get(word)
    if values is None:
        raise LemmataError(f"there is no filter {word!r}{hint(word, FILTERS)} (filters: {', '.join(FILTERS)})")
    if value not in values:
        raise LemmataError(f"{word} is never {value!r}{hint(value, values)} (values: {', '.join(values)})")


def _passes(claim: Head, judged: Judged | None, wanted: Mapping[str, set[str]]) -> bool:
    values = {
        "rank": claim.rank,
        "origin": claim.origin,
        "outcome": judged and judged.outcome,
        "defect": judged and judged.defect,
    }
    return all(values[word] in several for word, several in wanted.items())


def _placed(claims: Sequence[Head], places: Sequence[str]) -> set[str]:
    chosen: set[str] = set()
    in_file: dict[Path, set[str]] = defaultdict(set)
    for claim in claims if any(map(is_file, places)) else ():
        if claim.file:
            in_file[Path(claim.file).resolve()].add(claim.id)
    for place in places:
        if is_file(place):
            matching = in_file[Path(place).resolve()]
        else:
            matching = {c.id for c in claims if place == c.topic or fnmatch.fnmatchcase(c.id, place)}
        if not matching:
            if os.path.isdir(place):  # noqa: PTH112 - Path.is_dir raises for names that are too long
                raise LemmataError(f"nothing is selected by {place!r}: {EMPTY}")
            raise LemmataError(f"nothing is selected by {place!r}; {suggestions(place, claims)}")
        chosen |= matching
    return chosen


def suggestions(text: str, claims: Iterable[Head]) -> str:
    """Ids and topics near a misspelt one, as a hint."""
    claims = list(claims)
    near = _near(text, [c.id for c in claims], list(dict.fromkeys(c.topic for c in claims)))
    return (f"did you mean {', '.join(near[:5])}? " if near else "") + _LIST


def _near(text: str, ids: Sequence[str], topics: Sequence[str]) -> list[str]:
    # As we write names: in small letters, with dashes.
    written = {name.replace("_", "-"): name for name in (*ids, *topics)}
    meant = text.lower().replace("_", "-")
    if meant in written:
        return [written[meant]]
    word = meant.rsplit("/", 1)[-1]
    ends = ((name, name.rsplit("/", 1)[-1]) for name in ids)
    similar = [
        name for name, end in ends if word and (word in name or (end in word and 2 * len(end) > len(word)))
    ]
    if similar:
        return similar
    # A letter too few, too many or in the wrong place; short names are topics.
    close = difflib.get_close_matches(meant, written, n=3, cutoff=0.75)
    names = [written[name] for name in close]
    return names or difflib.get_close_matches(meant, topics, n=1, cutoff=0.6)


def hint(word: str, words: Iterable[str]) -> str:
    """``: did you mean rank?`` where one of the words is near; else nothing."""
    near = difflib.get_close_matches(word.lower(), list(words), n=1, cutoff=0.6)
    return f": did you mean {near[0]}?" if near else ""
