"""The command ``lemmata diff``: what changed between two runs, as a table, a page, Markdown and JSON."""

from __future__ import annotations

import argparse
import re
import sys
from importlib import metadata
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from lemmata.commands import terminal
from lemmata.commands.output import dump, openable, writable
from lemmata.errors import LemmataError
from lemmata.records import accepted, atomic_files, diff, strict_json
from lemmata.records.accepted import Accepted
from lemmata.records.notation import spoken
from lemmata.records.verdicts import Verdicts
from lemmata.records.words import plural

GROUP = "lemmata.diffs"


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    for name, what in (
        ("old", "a report's folder, verdicts, evidence, bench or accepted verdicts"),
        ("new", "another one"),
    ):
        command.add_argument(name, type=Path, metavar=name.upper(), help=what)
    command.add_argument("--out", type=Path, metavar="DIR", help="write the page diff.html there")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the changes there")
    command.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write the table there, as a comment on a change needs it"
    )
    command.add_argument(
        "--accept",
        action="store_true",
        help="write NEW's verdicts to OLD, a file of accepted verdicts; made if it is not there",
    )


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns the exit status.

    Raises:
        LemmataError: a side cannot be read, the two cannot be compared, or not be accepted.
    """
    for file in filter(None, (arguments.json, arguments.markdown)):
        openable(file)
    if arguments.out:
        writable(arguments.out)
    if not arguments.accept and not arguments.old.exists() and not arguments.new.exists():
        raise LemmataError(
            f"{arguments.old} and {arguments.new}: cannot be read (neither is there); name reports' folders or "
            "files of verdicts, evidence or benchmarks"
        )
    if not arguments.accept and not arguments.old.exists() and arguments.old.suffix == ".json":
        raise LemmataError(
            f"{arguments.old}: cannot be read (No such file or directory); if no verdicts were accepted yet, "
            f"lemmata diff {arguments.old} {arguments.new} --accept writes it"
        )
    new = diff.load(arguments.new)
    if arguments.accept:
        return _accept(arguments.old, new)
    changes = diff.compare(diff.load(arguments.old), new)
    _print(changes)
    if arguments.json:
        dump(changes.to_json(), arguments.json)
    if arguments.markdown:
        atomic_files.write(arguments.markdown, _markdown(changes))
    if arguments.out:
        builders = list(metadata.entry_points(group=GROUP))
        if not builders:
            raise LemmataError(f"no page of differences is installed (entry-point group {GROUP})")
        for entry in builders:
            print(f"page: {entry.load()(changes, arguments.out)}")
    return 1 if changes.regressions else 0


def _accept(path: Path, new: diff.Side) -> int:
    """Writes the accepted verdicts; prints what changed as lines for a history of the verdicts."""
    if not isinstance(new.content, Verdicts):
        raise LemmataError(f"{new.path}: --accept wants the verdicts of a run, not {new.kind}")
    if odd := new.content.surprises:
        raise LemmataError(
            f"{new.path}: {plural(len(odd), 'surprise')} cannot be accepted ({strict_json.brief(odd[0])}); "
            "mend the claim, or what it expects"
        )
    earlier: Accepted | None = None
    if path.exists():
        old = diff.load(path)
        if not isinstance(old.content, Accepted):
            raise LemmataError(f"{path}: --accept rewrites accepted verdicts only, not {old.kind}")
        earlier, run = old.content, new.content.run
        if run.selection and (earlier.profile, earlier.seed) != (run.profile, run.seed):
            raise LemmataError(
                f"{path} was accepted with profile {earlier.profile}, seed {earlier.seed}; "
                "run all claims to accept others"
            )
        for change in diff.compare(old, new).changes:
            place = change.where or (change.what if change.what == diff.SOURCE else "")
            where = f", {place}" if place else ""
            was, now = change.old or "new", change.new
            print(terminal.line(f"- `{change.subject}`{where}: {was} → {now}."))
    document = accepted.of(new.content, earlier)
    atomic_files.write(path, accepted.text(document))
    print(f"accepted: {plural(len(document.claims), 'claim')} in {path}")
    return 0


def _print(changes: diff.Diff) -> None:
    width = None if sys.stdout.isatty() else 200
    console = Console(width=width, soft_wrap=not sys.stdout.isatty(), highlight=False)
    for word, side in (("old", changes.old), ("new", changes.new)):
        console.print(terminal.line(f"{word}: {side.name}"), markup=False)
    if changes.changes:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in _COLUMNS:
            table.add_column(column, overflow="fold")
        for change in changes.changes:
            table.add_row(*map(escape, _row(change)))
        console.print(table)
    for side, name in ((changes.old, "old"), (changes.new, "new")):
        if len(side.run.get("versions", ())) > 1:
            console.print(f"{name} merges runs of several versions: claims may have been edited")
    if all("seconds" in side.run for side in (changes.old, changes.new)):
        spans = [f"{side.run['seconds']:.0f} s" for side in (changes.old, changes.new)]
        console.print(f"time: {spans[0]}, now {spans[1]} (no judgement: machines and load differ)")
    console.print(_sum(changes))
    if changes.regressions and changes.old.kind == "accepted":
        console.print(
            f"explain the changes: lemmata diff {changes.old.path} {changes.new.path} --accept prints them as "
            "lines; keep these with the reasons",
            markup=False,
        )


_COLUMNS = ("", "what", "changed", "old", "new", "because")


def _row(change: diff.Change) -> tuple[str, ...]:
    kind = "✗ worse" if change.regression else "· reported" if change.what in diff.NUMBERS else "~ changed"
    subject = " ".join(filter(None, (change.subject, change.where)))
    cells = (kind, subject, change.what, change.old or "–", spoken(change.new), spoken(change.because))
    return tuple(map(terminal.line, cells))


def _sum(changes: diff.Diff) -> str:
    skipped = f", {changes.skipped} not asked for" if changes.skipped else ""
    return (
        f"{changes.compared} compared{skipped}, {plural(len(changes.changes), 'change')}, "
        f"{plural(len(changes.regressions), 'regression')}"
    )


def _markdown(changes: diff.Diff) -> str:
    """The table in the Markdown of GitHub and GitLab; what claims say is shown as it is, never rendered."""
    lines = [f"**{_sum(changes)}**", "", f"old: {changes.old.name}  ", f"new: {changes.new.name}", ""]
    if changes.changes:
        rows = [_COLUMNS, ("---",) * len(_COLUMNS), *map(_row, changes.changes)]
        lines += ["| " + " | ".join(map(_literal, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _literal(cell: str) -> str:
    return cell if set(cell) <= {"-"} else re.sub(r"([\\`*_{}\[\]<>|#~$@!])", r"\\\1", cell)
