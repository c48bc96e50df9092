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
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from lemmata.errors import LemmataError
from lemmata.statement.vocabulary import Defect, Origin, Outcome, Rank

FILTERS: dict[str, tuple[str, ...]] = {
    word: get_args(values)
    for word, values in (("rank", Rank), ("origin", Origin), ("outcome", Outcome), ("defect", Defect))
}
"""The filters and their values; ``outcome`` (of the statement as printed) and ``defect`` ask the last run."""
EMPTY = "no file in this folder declares a claim"
_FILTER = re.compile(r"([A-Za-z_-]+):(.*)", re.DOTALL)
_LIST = "`lemmata list` shows all claims"


@dataclass(frozen=True)
class Subject:
    """What a selection asks of a claim."""

    id: str
    topic: str
    file: str
    rank: str
    origin: str


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


def select(
    subjects: Iterable[Subject],
    patterns: Sequence[str],
    *,
    renamed: Mapping[str, str],
    last: Callable[[], Last] = dict,
) -> list[str]:
    """The ids that the patterns select, in the order of the subjects; without a pattern all.

    An id of an earlier version is answered with the new one, and a warning.

    Args:
        subjects: all claims.
        patterns: places and filters.
        renamed: ids of earlier versions and what they are called now.
        last: gives the last verdicts; asked only where a filter needs them.

    Raises:
        LemmataError: a place or all filters together select nothing, or a filter is none; with a hint.
    """
    subjects = list(subjects)
    written = filters(patterns)
    wanted: dict[str, set[str]] = {}
    for word, value in written:
        _require_filter(word, value)
        wanted.setdefault(word, set()).add(value)
    places = [pattern for pattern in patterns if is_file(pattern) or not _FILTER.fullmatch(pattern)]
    chosen = _placed(subjects, places, renamed) if places else {subject.id for subject in subjects}
    if not wanted:
        return [subject.id for subject in subjects if subject.id in chosen]
    verdicts = _verdicts(last, wanted)
    kept = [s.id for s in subjects if s.id in chosen and _passes(s, verdicts.get(s.id), wanted)]
    if not kept:
        raise LemmataError(f"nothing is selected by {' '.join(map(repr, patterns))}; {_LIST}")
    return kept


def _require_filter(word: str, value: str) -> None:
    values = FILTERS.get(word)
    if values is None:
        raise LemmataError(f"there is no filter {word!r}{hint(word, FILTERS)} (filters: {', '.join(FILTERS)})")
    if value not in values:
        raise LemmataError(f"{word} is never {value!r}{hint(value, values)} (values: {', '.join(values)})")


def _verdicts(last: Callable[[], Last], wanted: Iterable[str]) -> Last:
    if not any(word in ("outcome", "defect") for word in wanted):
        return {}
    return last()


def _passes(subject: Subject, judged: Judged | None, wanted: Mapping[str, set[str]]) -> bool:
    values = {
        "rank": subject.rank,
        "origin": subject.origin,
        "outcome": judged and judged.outcome,
        "defect": judged and judged.defect,
    }
    return all(values[word] in several for word, several in wanted.items())


def _placed(subjects: Sequence[Subject], places: Sequence[str], renamed: Mapping[str, str]) -> set[str]:
    chosen: set[str] = set()
    in_file: dict[Path, set[str]] = defaultdict(set)
    for subject in subjects if any(map(is_file, places)) else ():
        if subject.file:
            in_file[Path(subject.file).resolve()].add(subject.id)
    for place in places:
        now = current(place, renamed, stacklevel=5) if place in renamed else place
        if is_file(place):
            matching = in_file[Path(place).resolve()]
        else:
            matching = {subject.id for subject in subjects if _matches(subject, now)}
        if not matching:
            if os.path.isdir(place):  # noqa: PTH112 - Path.is_dir raises for names that are too long
                raise LemmataError(f"nothing is selected by {place!r}: {EMPTY}")
            raise LemmataError(f"nothing is selected by {place!r}; {suggestions(place, subjects)}")
        chosen |= matching
    return chosen


def _matches(subject: Subject, place: str) -> bool:
    return place in (subject.id, subject.topic) or fnmatch.fnmatchcase(subject.id, place)


def current(identifier: str, renamed: Mapping[str, str], stacklevel: int = 3) -> str:
    """What an id of an earlier version is called now; with a warning."""
    warnings.warn(f"{identifier} is called {renamed[identifier]} now", UserWarning, stacklevel=stacklevel)
    return renamed[identifier]


def suggestions(text: str, subjects: Iterable[Subject]) -> str:
    """Ids and topics near a text that is none, as a hint."""
    subjects = list(subjects)
    near = _near(text, [s.id for s in subjects], list(dict.fromkeys(s.topic for s in subjects)))
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
