"""What ``errata.json`` holds, which the pages write: what is wrong in each paper, as data."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from lemmata.claims.vocabulary import Defect, Outcome, Rank
from lemmata.records.rare import RareLaw
from lemmata.records.restrictions import Exact, Quantities

SCHEMA = "lemmata/errata/1"


class Shown(TypedDict):
    """A witness (:class:`~lemmata.records.witness.Witness`) with its file and the line that replays it."""

    kind: Literal["instance", "setting", "rate"]
    setting: Quantities
    prompt: Quantities | None
    left: Exact
    right: Exact
    relation: Literal["<=", "<", "="]
    relative: float | None
    confirmed: str
    statistics: dict[str, bool | int | float | str | None] | None
    law: RareLaw | None
    file: str
    replay: str


class Amended(TypedDict):
    """The form that is to hold."""

    latex: str
    adds: str
    outcome: Outcome
    found: str


class Broken(TypedDict):
    """A printed claim that broke; ``falls_with`` names the claim with the argument, if another has it."""

    id: str
    name: str
    source: str
    place: str
    rank: Rank
    defect: Defect | None
    reaches: list[str]
    outcome: Outcome
    found: str
    because: str
    falls_with: str | None
    printed: str
    implies: str
    amended: Amended | None
    witness: Shown | None


class OfPaper(TypedDict):
    """What broke in a paper, worst first: as printed, in one reading, in the extracted text, as measured."""

    paper: str
    citation: str
    printed: NotRequired[list[Broken]]
    read: NotRequired[list[Broken]]
    extraction: NotRequired[list[Broken]]
    measured: NotRequired[list[Broken]]


class Circumstances(TypedDict):
    """Of which run."""

    version: str
    profile: str
    seed: int
    commit: str | None


class Document(TypedDict):
    """What ``errata.json`` holds."""

    schema: Literal["lemmata/errata/1"]
    run: Circumstances
    papers: list[OfPaper]
