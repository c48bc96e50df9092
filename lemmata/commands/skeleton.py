"""``lemmata new --from PAPER.tex``: the folder of a paper from its LaTeX source.

The paper record, a row of coverage for each numbered statement and display, and a stub for each statement
that asserts something. Stubs are not encoded: nothing is run, and nothing of them ever holds.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lemmata.claims.vocabulary import Rank
from lemmata.commands.topics import Place, create, fill, how_to_find, python
from lemmata.errors import LemmataError
from lemmata.latex import proposals, reader, titles
from lemmata.latex.document import Display, Document, Statement
from lemmata.records.words import plural
from lemmata.run.coverage import FIELDS, OPEN

_RANKS: dict[titles.Sort, Rank] = {"theorem": "headline", "lemma": "result", "remark": "step"}
"""By what kind of statement a title announces; definitions, examples and the like assert nothing."""
_NO_TOPIC = ("main", "paper", "ms", "article", "arxiv", "root", "template", "manuscript", "sample", "draft")
"""What a main file is called whatever it is about; then its folder says more."""
_TITLES = 12
"""So many kinds of environments are named in what is told of a paper."""


_REMARKS = 20
"""So many remarks are told at most; those on one statement stand in its stub."""


@dataclass(frozen=True)
class Skeleton:
    """What was written, and what was read."""

    files: tuple[Path, ...]
    folder: Path
    topic: str
    entry_point: str
    document: Document
    stubs: int


@dataclass(frozen=True)
class _Stub:
    """A statement with the name of its claim."""

    slug: str
    label: str
    statement: Statement


def write(source: Path, topic: str | None, cwd: Path, aux: Path | None = None) -> Skeleton:
    """Writes the folder of a paper from its LaTeX source.

    Args:
        source: the main file, its folder, or an archive of it.
        topic: the folder's name; made from the source's if it is None.
        cwd: the folder in which the command was typed.
        aux: what TeX wrote, with the numbers of labels; by itself, one that lies beside the main file is read.

    Raises:
        LemmataError: the source cannot be read or has no statement, or the folder is there already; nothing is
            written.
    """
    name = topic or _topic(cwd / source)
    place = Place.of(name, cwd)
    if not place.new:
        raise LemmataError(
            f"{place.typed(place.folder)} is a topic already, and nothing of it is overwritten: name another "
            f"one (lemmata new OTHER --from {source})"
        )
    document = reader.read(cwd / source, aux and cwd / aux)
    if not document.items:
        raise LemmataError(
            f"{source} has no theorem-like environment and no numbered display: is it the paper's main file?"
        )
    stubs = _stubs(document)
    texts = {
        place.folder / f"{re.sub('[.-]', '_', stub.slug)}.py": _text(stub, place, document) for stub in stubs
    }
    taken = [path for path in texts if path.exists()]
    if taken or (place.folder / "coverage.tsv").exists():
        there = taken[0] if taken else place.folder / "coverage.tsv"
        raise LemmataError(
            f"{place.typed(there)} is there already, and nothing is overwritten: name another topic"
        )
    texts[place.paper] = fill("paper.py.j2", _record(document, place))
    texts[place.folder / "coverage.tsv"] = _coverage(document, stubs, place.topic)
    files = create(place.folder, texts)
    return Skeleton(files, place.folder, place.topic, place.entry_point, document, len(stubs))


def _topic(source: Path) -> str:
    """A topic from the name of the file, archive or folder, or of a file's folder where that says more."""
    stem = source.resolve().name if source.is_dir() else re.sub(r"(\.tar)?\.\w+$", "", source.name)
    if stem.lower() in _NO_TOPIC:
        stem = source.resolve().parent.name
    topic = re.sub(r"[^a-z0-9]+", "_", titles.latin(stem)).strip("_")
    if topic[:1].isdigit():  # as archives of preprints are called
        topic = f"paper_{topic}"
    if not re.fullmatch(r"[a-z][a-z0-9_]*", topic):
        raise LemmataError(
            f"{source}: no topic can be made of {stem!r}; name one: lemmata new TOPIC --from {source}"
        )
    return topic


def _label(statement: Statement) -> str:
    """Where a statement stands, in the paper's words."""
    if statement.number:
        return f"{statement.title} {statement.number}"
    return f"{statement.title} ({statement.name})" if statement.name else statement.title


def _stubs(document: Document) -> list[_Stub]:
    """A claim for each statement; of those with one name, the later ones have a number behind it."""
    stubs: list[_Stub] = []
    taken: Counter[str] = Counter()
    for item in document.items:
        if not isinstance(item, Statement) or titles.sort(item.title) == "definition":
            continue
        label = _label(item)
        plain = label if item.number else item.title
        slug = re.sub(r"[^a-z0-9.]+", "-", titles.latin(plain)).strip("-.") or "statement"
        slug = slug if slug[0].isalpha() else f"statement-{slug}"
        module = re.sub("[.-]", "_", slug)  # theorem-1.2 and theorem-1-2 are one module
        taken[module] += 1
        if taken[module] > 1:
            slug, label = f"{slug}-again-{taken[module]}", f"{label}, again ({taken[module]})"
        stubs.append(_Stub(slug, label, item))
    return stubs


def _text(stub: _Stub, place: Place, document: Document) -> str:
    it = stub.statement
    file = f", file={python(it.file)}" if it.file != document.main else ""
    last = f", {it.last}" if it.last > it.first else ""
    fields = {
        "label": stub.label.replace('"', "'"),
        "name": it.name.replace('"', "'") if it.number else "",
        "label_literal": python(stub.label),
        "latex": _wrapped(it.latex or "(nothing is printed)"),
        "slug": stub.slug,
        "rank": _RANKS[titles.sort(it.title)],
        "at": f"lines({it.first}{last}{file})",
        "place": f"{it.file}, line {it.first}" + (f" to {it.last}" if it.last > it.first else ""),
        "labels": ", ".join(it.labels).replace('"', "'"),
        "remarks": [python(remark)[1:-1].replace("\\\\", "\\") for remark in it.remarks],
        "proposals": proposals.of(it.latex),
        "package": place.package,
        "top": place.package == place.topic,
    }
    return fill("stub.py.j2", fields)


def _wrapped(latex: str) -> str:
    r"""Text as Python literals of a line's length that stand one below the other; backslashes as they are."""
    *lines, last = textwrap.wrap(latex, 97, break_long_words=False, break_on_hyphens=False)
    return "\n".join(f"    {_raw(part)}" for part in [*(f"{line} " for line in lines), last])


def _raw(text: str) -> str:
    plain = '"' not in text and text.isprintable() and not text.endswith("\\")
    return f'r"{text}"' if plain else python(text)


def _record(document: Document, place: Place) -> dict[str, str]:
    year = document.year or datetime.now(UTC).year
    first = document.authors.partition(",")[0].split()
    letters = unicodedata.normalize("NFKD", first[-1].lower()) if first else ""
    surname = re.sub(r"[^a-z]+", "", letters)
    said = f"{place.topic}: the paper whose claims are in this folder. Check that the record is right."
    return {
        "topic": place.topic,
        "doc": said,
        "title": python(document.title or "Title of the paper"),
        "authors": python(document.authors or "A. Author"),
        "year": str(year),
        "key": python(f"{surname or 'author'}{year}"),
        "source": python(document.main),
    }


def _coverage(document: Document, stubs: list[_Stub], topic: str) -> str:
    """The rows, in the order of the source."""
    ids = {id(stub.statement): f"{topic}/{stub.slug}" for stub in stubs}
    labels = {id(stub.statement): stub.label for stub in stubs}
    rows = []
    for item in document.items:
        if isinstance(item, Statement):
            label = labels.get(id(item), _label(item))
            claim = ids.get(id(item), "")
            note = "" if claim else item.title.lower()
        else:
            label = f"({item.number})"
            claim = ids.get(id(item.inside), "") if item.inside else ""
            note = "" if claim else _note(item)
        named = f" [{', '.join(item.labels)}]" if item.labels else ""
        rows.append((item.file, label + named, str(item.first), claim, note))
    return "\n".join("\t".join(" ".join(cell.split()) for cell in row) for row in (FIELDS, *rows)) + "\n"


def _note(display: Display) -> str:
    if display.inside:
        return display.inside.title.lower()
    return f"{OPEN[0]} (in a proof)" if display.in_proof else OPEN[0]


def report(skeleton: Skeleton, typed: Callable[[Path], str]) -> str:
    """What was written and what to do next, for the one who gave the command; ``typed`` names a file."""
    document = skeleton.document
    statements = Counter(item.title for item in document.items if isinstance(item, Statement))
    displays = plural(sum(isinstance(item, Display) for item in document.items), "numbered display")
    counts = [f"{n} {title}" for title, n in statements.most_common(_TITLES)]
    rows = plural(len(document.items), "row")
    lines = [
        f"read {document.main}: {', '.join([*counts, displays])}",
        *(f"remark: {remark}" for remark in document.remarks[:_REMARKS]),
        *(
            [f"{len(document.remarks) - _REMARKS} more remarks: see the stubs"]
            if len(document.remarks) > _REMARKS
            else []
        ),
        f"wrote {typed(skeleton.folder)}: a record, {rows} of coverage, {plural(skeleton.stubs, 'stub')}",
        "",
        "Nothing is encoded yet: stubs are counted as not encoded, and none of them holds. Compare their",
        "numbers with the printed ones before you trust them.",
    ]
    lines += how_to_find(skeleton.entry_point)
    first = next((path for path in skeleton.files if path.name != "__init__.py" and path.suffix == ".py"), None)
    if first is not None:
        lines += ["", f"next: write the check of one of them, say {typed(first)}"]
    return "\n".join(lines)
