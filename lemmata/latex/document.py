"""What a paper is read as: its statements and displays, and what they are while they are being read."""

from __future__ import annotations

from dataclasses import dataclass, field

from lemmata.latex.files import Place

GUESSED = "its number is guessed: nothing that was read declares this environment"
"""The remark on a statement whose environment comes from a class that is not known here."""


@dataclass(frozen=True)
class Statement:
    """A theorem-like environment.

    Attributes:
        title: what it is called: ``Theorem``.
        number: ``4.1``, ``A.2``; empty for one without.
        name: what stands in brackets behind the number: ``Main result``.
        labels: by which the source refers to it.
        latex: what it says: words, and formulas between dollars.
        remarks: what is doubtful about it.
    """

    title: str
    number: str
    name: str
    labels: tuple[str, ...]
    file: str
    first: int
    last: int
    latex: str
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Display:
    """A numbered display, or a numbered line of one; ``inside`` is the statement that it is part of."""

    number: str
    labels: tuple[str, ...]
    file: str
    first: int
    inside: Statement | None
    in_proof: bool


@dataclass(frozen=True)
class Document:
    """What was read of a paper; ``remarks`` say where numbers may differ from the printed ones."""

    main: str
    title: str
    authors: str
    year: int | None
    items: tuple[Statement | Display, ...]
    """In the order of the source; a statement stands before its displays."""
    remarks: tuple[str, ...]


@dataclass
class Draft:
    """A statement while it is read."""

    title: str
    number: str
    name: str
    place: Place
    start: int
    counter: str
    out: list[str] = field(default_factory=list)
    once: str = ""
    """Its counter, if it has a number only where there are several."""
    headed: bool = False
    """Whether the author sets its head as text."""
    labels: list[str] = field(default_factory=list)
    last: int = 0
    latex: str = ""
    remarks: list[str] = field(default_factory=list)


@dataclass
class Line:
    """A numbered line of a display."""

    number: str
    labels: list[str]
    place: Place
    inside: Draft | None
    in_proof: bool


@dataclass
class Row:
    """The line of a display that is being read."""

    rows: bool
    starred: bool
    depth: int
    place: Place | None = None
    labels: list[str] = field(default_factory=list)
    tag: str | None = None
    quiet: bool = False


@dataclass(frozen=True)
class Target:
    """What a label refers to: a title and a number, and the statement that is labelled."""

    title: str = ""
    number: str = ""
    statement: Draft | None = None
