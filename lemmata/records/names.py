"""What a claim is called wherever it is named: its label, and its part of what stands there.

A label is a place in the paper, and several claims may have one: then a name says which of them is meant, as
"Theorem 5.1: the printed construction". Within a topic no two claims have one name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from lemmata.claims.heads import Head

_NUMBER = r"\((?:[A-Z]\.)?\d+(?:\.\d+)?[a-z]?\)"
_NUMBERED = re.compile(rf"{_NUMBER}(?P<several>(?:,| to| and) {_NUMBER})?")
"""The number of a display, which is no name by itself."""


def names(claims: Iterable[Head]) -> dict[str, str]:
    """The name of each claim by its id; the label alone where no other claim of the topic has it."""
    alike: dict[tuple[str, str], list[Head]] = defaultdict(list)
    for claim in claims:
        alike[claim.topic, claim.label].append(claim)
    called: dict[str, str] = {}
    for (_, label), several in alike.items():
        parts = {claim.id: claim.part for claim in several}
        if len(several) > 1:
            parts |= _from_ids([claim.id for claim in several if not claim.part])
        called |= {claim: _name(label, part) for claim, part in parts.items()}
    return _unique(called)


def _name(label: str, part: str) -> str:
    place = label
    if number := _NUMBERED.match(label):
        place = f"Equation{'s' if number['several'] else ''} {label}"
    elif re.match(r"[a-z-]{2,}(?:\s|$)", label):  # a tag such as "pow,1" stays as it is, and so does a symbol
        place = label[:1].upper() + label[1:]
    return f"{place}: {part}" if part else place


def _from_ids(claims: list[str]) -> dict[str, str]:
    """Parts made of what ids have below their common beginning; none for the statement itself."""
    paths = [claim.split("/") for claim in claims]
    common = 0
    while paths and all(len(path) > common for path in paths) and len({path[common] for path in paths}) == 1:
        common += 1
    common = max(common, 2)
    return {
        claim: ", ".join(part.replace("-", " ") for part in path[common:])
        for claim, path in zip(claims, paths, strict=True)
    }


def _unique(called: Mapping[str, str]) -> dict[str, str]:
    """The names, with the id where a topic would have a name twice."""
    taken = Counter((claim.partition("/")[0], name) for claim, name in called.items())
    return {
        claim: name
        if taken[claim.partition("/")[0], name] == 1
        else f"{name} ({claim.partition('/')[2] or claim})"
        for claim, name in called.items()
    }
