"""The command ``lemmata report``: pages from stored evidence."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

from lemmata.commands import badge
from lemmata.commands.options import DEFAULT_OUT, EVIDENCE
from lemmata.commands.output import dump, dump_lines, writable
from lemmata.errors import LemmataError
from lemmata.records import atomic_files, bench, certificate, files, packing
from lemmata.records.evidence import Evidence
from lemmata.records.judging import judge
from lemmata.records.verdicts import Verdicts
from lemmata.records.witness import to_document


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "evidence",
        nargs="*",
        type=Path,
        metavar="EVIDENCE",
        help="files of evidence; several also give a history (without any, that of --out)",
    )
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where the pages go (%(default)s)"
    )
    command.add_argument(
        "--bench",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="figures of `lemmata bench --json` for the page on speed, older ones too",
    )


def run(arguments: argparse.Namespace) -> int:
    """Merges the evidence and writes the pages; returns the exit status."""
    paths = arguments.evidence or [arguments.out / EVIDENCE]
    if not arguments.evidence and not packing.stored(paths[0]).exists():
        raise LemmataError(f"there is no evidence in {arguments.out}: run `lemmata verify` first")
    writable(arguments.out)
    runs = [files.read(path) for path in paths]
    evidence = files.read(*paths) if len(runs) > 1 else runs[0]
    if not evidence.runs:
        raise LemmataError(f"{paths[0]}: holds no run")
    judged = judge(evidence)
    _keep_figures(arguments.bench, arguments.out)
    for entry in metadata.entry_points(group="lemmata.histories"):
        if page := entry.load()([(one, judge(one)) for one in runs if one.runs], arguments.out):
            print(f"history: {page}")
    print(f"report: {write_report(evidence, judged, arguments.out)}")
    return 0


def _keep_figures(measured: Sequence[Path], out: Path) -> None:
    """Copies what benchmarks measured to where the report, this one and later ones, looks for it."""
    for document in [bench.read(file) for file in measured]:
        folder = out / "bench"
        folder.mkdir(exist_ok=True)
        name = "".join(c if c.isalnum() else "-" for c in document["run"]["started"])
        dump(document, folder / f"{name}.json")


def write_report(evidence: Evidence, judged: Verdicts, out: Path) -> Path:
    """Witnesses, certificates, verdicts and pages."""
    documents = {name: to_document(witness) for name, witness in judged.witnesses.items()}
    documents |= {name: certificate.to_document(proof) for name, proof in judged.certificates.items()}
    for name, document in documents.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        dump(document, path)
    dump_lines(judged.to_json(), out / "verdicts.json", "claims")
    atomic_files.write(out / "badge.svg", badge.svg(judged))
    builders = list(metadata.entry_points(group="lemmata.reports"))
    if not builders:
        raise LemmataError("no report is installed (entry-point group lemmata.reports)")
    index = out
    for entry in builders:
        index = entry.load()(evidence, judged, out)
    return index
