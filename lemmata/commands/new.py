"""``lemmata new``: a claim file that runs as it is, and its topic if that is new; or a topic from a paper.

``lemmata new claim.py`` writes a file that is all there is: it has no topic and needs no package.

Nothing is overwritten, and nothing is imported: what is known of a topic is read as text. The coverage of a
topic that has some gets a row more.
"""

from __future__ import annotations

import argparse
import keyword
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from lemmata.commands.output import say
from lemmata.commands.topics import Place, create, fill, how_to_find, python, typed
from lemmata.errors import LemmataError
from lemmata.run.coverage import FIELDS, of_folder

_CLAIM = re.compile(r"[a-z][a-z0-9]*(?:[._-][a-z0-9]+)*")


@dataclass(frozen=True)
class Written:
    """What :func:`write` left, and what is to be done next."""

    files: tuple[Path, ...]
    claim: Path
    entry_point: str
    """The line that makes a new topic of a checkout known, else empty."""
    coverage: Path | None = None
    """The coverage of a topic that was there, which got a row."""


def write(topic: str, claim: str, cwd: Path) -> Written:
    """Writes the file of a claim, and its topic if that is new.

    Args:
        topic: the folder: small letters, digits and ``_``.
        claim: the name that follows the topic in the id, such as ``theorem-4.1``.
        cwd: the folder in which the command was typed.

    Raises:
        LemmataError: a name that cannot be used, or something is there already; nothing is written.
    """
    if not _CLAIM.fullmatch(claim) or keyword.iskeyword(claim):
        raise LemmataError(
            f"the claim {claim!r} cannot be used: small letters and digits, a letter first, parts "
            "joined by -, . or _ (theorem-4.1, say)"
        )
    slug = claim.replace("_", "-")
    place = Place.of(topic, cwd)
    file = place.folder / f"{re.sub('[.-]', '_', claim)}.py"
    coverage = place.folder / "coverage.tsv"
    if file.exists():
        raise LemmataError(f"{place.typed(file)} is there already; choose another name")
    place.require_paper()
    known = of_folder(place.folder).named  # raises where the file is not what it should be
    for identifier in (f"{topic}/{slug}", f"{topic}/{slug}/first-part"):
        if identifier in known:
            raise LemmataError(f"the id {identifier} is taken, see {place.typed(coverage)}")
    label = slug.replace("-", " ").capitalize()
    year = str(datetime.now(UTC).year)
    fields = {"topic": topic, "package": place.package, "slug": slug, "label": label, "year": year}
    texts = {file: fill("claim.py.j2", fields)}
    if place.new:
        texts[place.paper] = fill("paper.py.j2", fields | _made_up(topic, year))
    row = "\t".join(("paper.txt", label, "1", f"{topic}/{slug}, {topic}/{slug}/first-part", "")) + "\n"
    if not coverage.exists():
        texts[coverage] = "\t".join(FIELDS) + "\n" + row
        return Written(create(place.folder, texts), file, place.entry_point)
    start = "" if coverage.read_bytes()[-1:] in (b"", b"\n") else "\n"
    written = create(place.folder, texts)
    with coverage.open("a", encoding="utf-8", newline="\n") as stream:
        stream.write(start + row)
    return Written(written, file, place.entry_point, coverage)


def write_alone(name: str, cwd: Path) -> Written:
    """Writes a file with a claim that stands alone, beside no paper.

    Raises:
        LemmataError: no claim file can be called so, or it is there already; nothing is written.
    """
    file = cwd / name
    if not file.stem.isidentifier() or keyword.iskeyword(file.stem):
        raise LemmataError(
            f"{name}: the name of a claim file is that of a Python module: letters, digits and _, "
            "a letter first, and no keyword (claim.py, say)"
        )
    if file.exists():
        raise LemmataError(f"{name} is there already; choose another name")
    if not file.parent.is_dir():
        raise LemmataError(f"{name}: there is no folder {file.parent}")
    return Written(create(file.parent, {file: fill("single.py.j2", {"file": file.name})}), file, "")


def _made_up(topic: str, year: str) -> dict[str, str]:
    """A record of a paper that the author is to replace."""
    return {
        "doc": f"{topic}: the paper whose claims are in this folder. Replace what is made up.",
        "title": python("Title of the paper"),
        "authors": python("A. Author"),
        "key": python(f"author{year}"),
        "source": python("paper.txt"),
    }


def report(written: Written, cwd: Path) -> str:
    """What was written and what to do next, for the one who gave the command."""
    lines = [f"wrote {typed(path, cwd)}" for path in written.files]
    if written.coverage:
        lines.append(f"added a row to {typed(written.coverage, cwd)}")
    lines += [
        "",
        "The file runs as it is; replace its content by your theorem. Claim files are code: whoever",
        "verifies one runs it, so read the files of others first.",
    ]
    lines += how_to_find(written.entry_point)
    lines += ["", f"next: lemmata verify {typed(written.claim, cwd)}"]
    return "\n".join(lines)


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "topic", nargs="?", metavar="TOPIC", help="a folder; made if it is new. Or FILE.py, alone"
    )
    command.add_argument("claim", nargs="?", metavar="CLAIM", help="its name in the id, such as theorem-4.1")
    command.add_argument(
        "--from",
        dest="source",
        type=Path,
        metavar="SOURCE",
        help="write a topic instead: a stub for each statement of this LaTeX source, a file, a folder or "
        "an archive "
        "(TOPIC may be left out)",
    )
    command.add_argument(
        "--aux",
        type=Path,
        metavar="PAPER.aux",
        help="with --from: the numbers that TeX gave (a file beside the source need not be named)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the files and says which; returns the exit status."""
    cwd = Path.cwd()
    topic, claim, source = arguments.topic, arguments.claim, arguments.source
    if source is not None:
        if claim is not None:
            raise LemmataError(f"new --from {source} writes all claims of the paper: leave {claim} out")
        from lemmata.commands import skeleton

        say(skeleton.report(skeleton.write(source, topic, cwd, arguments.aux), lambda path: typed(path, cwd)))
        return 0
    if arguments.aux is not None:
        raise LemmataError(f"new --aux {arguments.aux} goes with --from: name the source whose numbers it has")
    if topic is not None and topic.endswith(".py"):
        if claim is not None:
            raise LemmataError(f"new: {topic} is a file of its own: leave {claim} out, or name a topic")
        print(report(write_alone(topic, cwd), cwd))
        return 0
    if topic is None or claim is None:
        missing = "TOPIC, CLAIM" if topic is None else "CLAIM"
        raise LemmataError(
            f"new: the following arguments are required: {missing} (or FILE.py alone, or --from SOURCE); "
            "`lemmata new --help` shows all"
        )
    print(report(write(topic, claim, cwd), cwd))
    return 0
