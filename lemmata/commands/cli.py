"""The command line: ``lemmata list | show | verify | report | replay | diff | new | bench``.

Exit status: 0 everything as expected; 1 a surprise; 2 misuse; 3 something undecided, or a claim
without mutants (only with ``--strict``); 130 on interrupt, with all finished evidence kept. Heavy
imports (torch, papers) happen inside the commands that need them.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import lemmata
from lemmata.commands import badge, junit, terminal
from lemmata.commands import diff as diff_command
from lemmata.commands.output import cell, console, dump, openable, say, writable, write
from lemmata.commands.terminal import shown
from lemmata.errors import LemmataError
from lemmata.records import evidence, strict, verdicts
from lemmata.records.evidence import EvidenceError, HuntRecord, Record
from lemmata.run import lock, threads

if TYPE_CHECKING:
    from lemmata.run.registry import Library
    from lemmata.statement.claims import Claim

EVIDENCE = "evidence.jsonl"
DEFAULT_OUT = Path("reports/html")
_SEED_DIGITS = 18  # of 64 bits, as generators take them
_MARKS = {"holds": "✓", "refuted": "✗", "vacuous": "∅", "undecided": "?", "not-run": "–"}


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit status."""
    parser = _parser()
    if not (argv if argv is not None else sys.argv[1:]):
        parser.print_help(sys.stderr)
        return 2
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:  # argparse exits with 2 on misuse and 0 on --help
        return int(stop.code or 0)
    warnings.simplefilter("always", UserWarning)
    warnings.showwarning = _warn
    try:
        status = int(arguments.run(arguments))
        sys.stdout.flush()  # here, where a reader that went away is no error
        return status
    except (LemmataError, EvidenceError) as error:
        return _misuse(str(error))
    except BrokenPipeError:
        # The reader went away (``lemmata list | head``); say nothing more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _misuse(f"{error.filename or 'output'}: {error.strerror or error}")
    except SystemExit as stop:
        return _misuse(f"the code of a claim or of a package has called sys.exit({stop.code!r})")
    except KeyboardInterrupt:
        print(
            "lemmata: interrupted; finished evidence is kept, go on with --resume", file=sys.stderr
        )
        return 130


def _misuse(message: str) -> int:
    print(f"lemmata: {shown(message)}", file=sys.stderr)
    return 2


def _warn(message: Any, *_: Any, **__: Any) -> None:
    print(f"lemmata: warning: {shown(str(message))}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lemmata",
        description="Tries to break theorems: hunts for counterexamples and reports what survived.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"lemmata {lemmata.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    selecting = argparse.ArgumentParser(add_help=False)
    selecting.add_argument(
        "select", nargs="*", metavar="SELECT", help="id, topic, glob ('pca/*') or claim file"
    )

    command = commands.add_parser("list", parents=[selecting], help="the claims, a line each")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.set_defaults(run=_list)

    command = commands.add_parser("show", help="a claim in full, or a topic and its coverage")
    command.add_argument("what", metavar="ID|TOPIC")
    command.add_argument("--out", type=Path, default=DEFAULT_OUT, help="where the last run is")
    command.set_defaults(run=_show)

    command = commands.add_parser(
        "verify", parents=[selecting], help="run the hunts and write the report"
    )
    command.add_argument("--profile", choices=("quick", "standard", "deep"), default="quick")
    command.add_argument("--seed", type=_seed, default=0)
    command.add_argument("--device", default="auto", metavar="auto|cpu|cuda[:i]")
    command.add_argument("--workers", type=_workers, default="auto", metavar="N|auto")
    command.add_argument(
        "--cluster", metavar="ADDRESS|local", help="hunt on the workers of a dask scheduler"
    )
    command.add_argument(
        "--shards", type=_positive, metavar="N", help="hunts of each variant; else the profile's"
    )
    command.add_argument(
        "--limit",
        type=_positive,
        metavar="SECONDS",
        help="what a hunt may take before it is given up; else the profile's, which is generous",
    )
    command.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR")
    command.add_argument("--json", type=Path, metavar="FILE", help="write the verdicts there too")
    command.add_argument(
        "--junit", type=Path, metavar="FILE", help="write a JUnit report for a CI there"
    )
    command.add_argument(
        "--keep-witnesses",
        action="store_true",
        help="leave witnesses in the folders of the claims: later runs try them first",
    )
    command.add_argument(
        "--only",
        choices=("refuted", "undecided"),
        help="claims whose last verdict in --out is this",
    )
    command.add_argument("--resume", action="store_true", help="go on with a run that was cut off")
    command.add_argument(
        "--strict",
        action="store_true",
        help="exit 3 if something is undecided, or a claim has no mutants",
    )
    command.set_defaults(run=_verify)

    command = commands.add_parser("report", help="pages from stored evidence")
    command.add_argument("evidence", nargs="*", type=Path, metavar="EVIDENCE")
    command.add_argument("--out", type=Path, default=DEFAULT_OUT, metavar="DIR")
    command.add_argument(
        "--bench",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="figures of `lemmata bench --json` for the page on speed, older ones too",
    )
    command.set_defaults(run=_report)

    command = commands.add_parser("replay", help="re-check a stored witness alone")
    command.add_argument("witness", type=Path, metavar="WITNESS")
    command.add_argument(
        "file", nargs="?", metavar="FILE", help="the claim's file, if no installed paper has it"
    )
    command.set_defaults(run=_replay)

    diff_command.add(commands)

    command = commands.add_parser("new", help="write a claim file that runs as it is")
    command.add_argument("topic", metavar="TOPIC", help="a folder; made if it is new")
    command.add_argument("claim", metavar="CLAIM", help="its name in the id, such as theorem-4.1")
    command.set_defaults(run=_new)

    for entry in metadata.entry_points(group="lemmata.commands"):
        entry.load()(commands)
    return parser


def _seed(text: str) -> int:
    if not text.isdigit() or len(text) > _SEED_DIGITS:
        raise argparse.ArgumentTypeError(f"must be a whole number >= 0, got {text[:40]!r}")
    return int(text)


def _workers(text: str) -> int | str:
    if text == "auto" or (text.isdigit() and int(text) > 0):
        return text if text == "auto" else int(text)
    raise argparse.ArgumentTypeError(f"must be auto or a whole number >= 1, got {text!r}")


def _positive(text: str) -> int:
    if text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {text!r}")


# -- list and show ---------------------------------------------------------------------------------


def _library(patterns: Sequence[str] = ()) -> Library:
    from lemmata.run import registry

    return registry.load(tuple(p for p in patterns if registry.is_file(p)))


def _list(arguments: argparse.Namespace) -> int:
    claims = _library(arguments.select).select(arguments.select)
    if arguments.json:
        rows = [
            {
                "id": c.id,
                "kind": c.kind,
                "label": c.label,
                "paper": c.paper.key,
                "summary": c.summary,
            }
            for c in claims
        ]
        print(json.dumps({"schema": "lemmata/claims/1", "claims": rows}, indent=1))
        return 0
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("id", "kind", "label", "summary"):
        table.add_column(column, no_wrap=column != "summary", overflow="fold")
    for c in claims:
        table.add_row(*map(cell, (c.id, c.kind, c.label, c.summary)))
    console().print(table)
    return 0


def _show(arguments: argparse.Namespace) -> int:
    library = _library([arguments.what])
    if arguments.what in library.papers:
        return _show_topic(library, arguments.what)
    chosen = library.select([arguments.what])
    last = _last_verdicts(arguments.out)
    for claim in chosen:
        _show_claim(claim, last.get(claim.id))
    return 0


def _show_topic(library: Library, topic: str) -> int:
    from lemmata.run.coverage import of_paper

    paper = library.papers[topic]
    say(f"{topic}: {paper.citation} [{paper.key}]\nsource: {paper.source}\n")
    for claim in paper.claims.values():
        say(f"  {claim.id:52} {claim.summary}")
    say(f"\n{of_paper(paper).summary()}")
    return 0


def _show_claim(claim: Claim, last: dict[str, Any] | None) -> None:
    say(f"{claim.id}  ({claim.kind})\n{claim.label}, {claim.paper.citation} [{claim.paper.key}]")
    say(f"source: {claim.paper.source}\nfile:   {claim.file}\n\n{claim.description}\n")
    for reading in claim.readings.values():
        say(f"{reading.name}, expected: {reading.expect}")
        if reading.defect:
            say(f"  defect: {reading.defect}")
        if reading.because:
            say(f"  because: {reading.because}")
        say(f"  {reading.latex}\n")
    say("mutants:")
    for variant in claim.variants():
        if variant.role == "mutant":
            waived = claim.waived.get(variant.name)
            say(f"  {variant.name}" + (f"  (waived: {waived})" if waived else ""))
    if claim.uses:
        say(f"uses: {', '.join(claim.uses)}")
    if last is None:
        say("\nnot verified yet in this folder: lemmata verify " + claim.id)
        return
    say("\nlast verdict:")
    for name, reading in last["readings"].items():
        say(f"  {name}: {reading['outcome']} ({reading['evidence']}) - {reading['scope']}")
        if reading["witness"]:
            say(f"    witness: {reading['witness']}")
    killed = sum(m["fate"] == "killed" for m in last["mutants"])
    say(f"  mutants: {killed} of {len(last['mutants'])} killed")


def _last_verdicts(out: Path) -> dict[str, dict[str, Any]]:
    """The claims of the last run in ``out``, by id; none if there was no run."""
    if not (out / EVIDENCE).exists():
        return {}
    document = verdicts.judge(evidence.read(out / EVIDENCE)).document
    return {c["id"]: c for c in document["claims"]}


# -- verify, report, replay ------------------------------------------------------------------------


def _verify(arguments: argparse.Namespace) -> int:
    in_time = threads.one()  # before anything imports torch
    writable(arguments.out)
    with lock.alone(arguments.out):
        return _campaign(arguments, in_time)


def _campaign(arguments: argparse.Namespace, in_time: bool) -> int:
    """Runs the hunts and writes the report; ``in_time`` says whether torch was yet to be imported."""
    from lemmata.run import campaign

    out: Path = arguments.out
    for option, file in (("--json", arguments.json), ("--junit", arguments.junit)):
        if file:
            openable(file, option)  # not only when all is done
    here = campaign.is_here(arguments.cluster)
    if not here and arguments.workers != "auto":
        raise LemmataError(
            f"--workers {arguments.workers} --cluster {arguments.cluster}: a scheduler has workers "
            "of its own; leave --workers out (with --cluster local it says how many to start)"
        )
    # On other machines each worker resolves it for itself.
    device = campaign.resolve_device(arguments.device) if here else arguments.device
    library = _library(arguments.select)
    claims = library.select(arguments.select)
    if arguments.only:
        claims = _only(claims, arguments.only, out)
    claims = _with_families(claims, library)
    from lemmata.run.registry import is_file
    from lemmata.search.profiles import PROFILES

    plan = campaign.Plan(
        claims=tuple(claims),
        profile=arguments.profile,
        seed=arguments.seed,
        device=device,
        workers=_count(arguments.workers, device),
        alpha=library.alpha,
        files=tuple(p for p in arguments.select if is_file(p)),
        selection=tuple(arguments.select),
        shards=arguments.shards or PROFILES[arguments.profile].shards,
        cluster=arguments.cluster,
        fork=in_time and device == "cpu" and sys.platform == "linux",
        limit=arguments.limit,
    )
    with _Display() as display:
        seen = campaign.run(plan, out / EVIDENCE, resume=arguments.resume, progress=display.update)
    judged = verdicts.judge(seen)
    try:
        index = _write(seen, judged, out)
        if arguments.json:
            dump(judged.document, arguments.json)
        if arguments.junit:
            write(arguments.junit, junit.text(judged))
        if arguments.keep_witnesses:
            _keep(claims, seen)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise LemmataError(
            f"{error.filename or out}: cannot be written ({error.strerror or error}); the evidence is "
            f"whole in {out / EVIDENCE}: make room, and go on with --resume"
        ) from None
    _summarise(judged)
    print(f"report: {index}")
    return judged.exit_status(arguments.strict)


def _with_families(claims: list[Claim], library: Library) -> list[Claim]:
    """The claims and those that prove the growth of a rate among them; says which were added."""
    wanted = {
        family.id: claim.id
        for claim in claims
        for reading in claim.readings.values()
        if (family := claim.family_of(reading.variant)) is not None
    }
    chosen = {claim.id for claim in claims}
    for name, rate in wanted.items():
        if name not in chosen:
            say(f"also verified: {name}, since {rate} is refuted only where it holds")
    return [claim for claim in library.claims.values() if claim.id in chosen | set(wanted)]


def _keep(claims: list[Claim], seen: evidence.Evidence) -> None:
    """Leaves the witnesses of readings that are expected to be refuted with their claims."""
    by_id = {claim.id: claim for claim in claims}
    for payload in verdicts.witnesses(seen).values():
        reading = by_id[payload["claim"]].readings[payload["variant"]]
        path = reading.variant.stored_witness
        if path is None or payload["kind"] != "instance" or reading.expect != "refuted":
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, json.dumps(payload, indent=1) + "\n")
        print(f"kept: {path}")


def _only(claims: list[Claim], outcome: str, out: Path) -> list[Claim]:
    last = _last_verdicts(out)
    if not last:
        raise LemmataError(f"--only {outcome}: there is no earlier run in {out}; run without it")
    chosen = [
        c
        for c in claims
        if any(
            r["outcome"] == outcome for r in last.get(c.id, {"readings": {}})["readings"].values()
        )
    ]
    if not chosen:
        raise LemmataError(f"--only {outcome}: no selected claim was {outcome} in {out}")
    return chosen


def _count(workers: int | str, device: str) -> int:
    if device != "cpu":
        return 1  # one process owns a GPU
    return (os.cpu_count() or 1) if workers == "auto" else int(workers)


class _Display:
    """The live progress display, on standard error."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        self.progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            auto_refresh=console.is_terminal,  # else there is nothing to refresh, nor a thread for it
        )

    def __enter__(self) -> _Display:
        self.task = self.progress.add_task("starting workers", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def update(self, done: int, total: int, record: Record | None) -> None:
        description = "hunting"
        if record is not None:  # only now, since workers are not forked from several threads
            self.progress.start()
        if isinstance(record, HuntRecord):
            description = terminal.line(f"{record.claim} ({record.variant}): {record.outcome}")
        self.progress.update(
            self.task, completed=done, total=total, description=description[:72].ljust(72)
        )


def _write(seen: evidence.Evidence, judged: verdicts.Verdicts, out: Path) -> Path:
    """Witnesses, verdicts and pages."""
    for name, payload in verdicts.witnesses(seen).items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        dump(payload, path)
    dump(judged.document, out / "verdicts.json")
    write(out / "badge.svg", badge.svg(judged.document))
    builders = list(metadata.entry_points(group="lemmata.reports"))
    if not builders:
        raise LemmataError("no report is installed (entry-point group lemmata.reports)")
    index = out
    for entry in builders:
        index = entry.load()(seen, judged.document, out)
    return index


def _summarise(judged: verdicts.Verdicts) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("claim", "printed", "amended", "mutants", "tightness"):
        table.add_column(column, no_wrap=True)
    for claim in judged.document["claims"]:
        killed = sum(m["fate"] in ("killed", "waived") for m in claim["mutants"])
        ratios = [r["tightness"] for r in claim["readings"].values() if r["outcome"] == "holds"]
        tight = next((f"{r:.3g}" for r in reversed(ratios) if r is not None), "")
        table.add_row(
            escape(claim["id"]),
            _word(claim["readings"]["printed"]),
            _word(claim["readings"].get("amended")),
            f"{killed}/{len(claim['mutants'])}" + ("" if claim["discriminating"] else " no teeth"),
            tight,
        )
    screen = console()
    screen.print(table)
    for line in judged.surprises:
        screen.print(terminal.line(f"surprise: {line}"), markup=False, highlight=False)
    for word, lines in (("undecided", judged.undecided), ("warning", judged.untried)):
        for line in lines:
            screen.print(terminal.line(f"{word}: {line}"), markup=False, highlight=False)
    run = judged.document["run"]
    count = len(judged.surprises)
    screen.print(
        f"{len(judged.document['claims'])} claims, {run['instances']:,} instances, "
        f"{run['seconds']:.0f} s, {count} surprise{'' if count == 1 else 's'}",
        highlight=False,
    )


def _word(reading: dict[str, Any] | None) -> str:
    if reading is None:
        return ""
    mark = _MARKS.get(reading["outcome"], " ")
    strength = reading["evidence"]
    if reading["outcome"] == "holds":
        exactly, instances = reading["exactly"], reading["instances"]
        strength += (
            f", {exactly:,}/{instances:,}" if exactly < instances else f", all {instances:,}"
        )
    return f"{mark} {reading['outcome']} ({strength})"


def _report(arguments: argparse.Namespace) -> int:
    paths = arguments.evidence or [arguments.out / EVIDENCE]
    if not arguments.evidence and not paths[0].exists():
        raise LemmataError(f"there is no evidence in {arguments.out}: run `lemmata verify` first")
    writable(arguments.out)
    seen = evidence.read(*paths)
    if not seen.runs:
        raise LemmataError(f"{paths[0]}: holds no run")
    judged = verdicts.judge(seen)
    _keep_figures(arguments.bench, arguments.out)
    print(f"report: {_write(seen, judged, arguments.out)}")
    return 0


def _keep_figures(files: Sequence[Path], out: Path) -> None:
    """Copies what benchmarks measured to where the report, this one and later ones, looks for it."""
    for document in [evidence.read_bench(file) for file in files]:
        folder = out / "bench"
        folder.mkdir(exist_ok=True)
        name = "".join(c if c.isalnum() else "-" for c in document["run"]["started"])
        dump(document, folder / f"{name}.json")


def _replay(arguments: argparse.Namespace) -> int:
    from lemmata.records import witness

    try:
        payload = witness.parse(strict.read(arguments.witness, witness.MAX_BYTES))
    except (strict.StrictError, witness.WitnessError) as error:
        raise LemmataError(f"{arguments.witness}: {error}") from None
    from lemmata.run.replay import Replay, replay

    library = _library([arguments.file] if arguments.file else [])
    try:
        claim = library.claim(payload["claim"])
    except LemmataError as error:
        hint = "" if arguments.file else "; a file that holds it is named after the witness"
        raise LemmataError(f"{error}{hint}") from None
    try:
        told = replay(claim, payload)
    except (LemmataError, KeyboardInterrupt):
        raise
    except BaseException as error:  # noqa: BLE001 - whatever a claim's own code raises is its defect
        because = f"{type(error).__name__}: {error}"
        told = Replay(False, (f"the statement cannot be evaluated: {because}",))
    for line in told.report:
        print(terminal.line(line))
    say(
        f"{claim.id} ({payload['variant']}): "
        + ("confirmed" if told.confirmed else "NOT confirmed")
    )
    return 0 if told.confirmed else 1


# -- new -------------------------------------------------------------------------------------------


def _new(arguments: argparse.Namespace) -> int:
    from lemmata.commands import new

    here = Path.cwd()
    print(new.report(new.write(arguments.topic, arguments.claim, here), here))
    return 0
