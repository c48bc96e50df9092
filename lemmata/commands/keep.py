"""The command ``lemmata keep``: stores what experiments measured with their claims."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.commands.options import DEFAULT_OUT, EVIDENCE, load
from lemmata.errors import LemmataError
from lemmata.records import files, kept, packing
from lemmata.records.evidence import Evidence

if TYPE_CHECKING:
    from lemmata.claims.claim import Claim


def add(command: argparse.ArgumentParser) -> None:
    """Adds the arguments of the command to its parser."""
    command.add_argument(
        "evidence",
        nargs="*",
        type=Path,
        metavar="EVIDENCE",
        help="files of evidence (without any, that of reports/html)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Keeps the experiments of finished runs; returns the exit status."""
    paths = arguments.evidence or [DEFAULT_OUT / EVIDENCE]
    if not arguments.evidence and not packing.stored(paths[0]).exists():
        raise LemmataError(f"there is no evidence in {DEFAULT_OUT}: name a file, or run `lemmata verify` first")
    several = [evidence for path in paths if kept.ran(evidence := files.read(path)) and evidence.runs]
    if not several:
        raise LemmataError("no experiment was run there; `lemmata verify SELECT --profile standard` runs most")
    selected = (p for evidence in several for run in evidence.runs for p in run.selection)
    claims = load(tuple(p for p in selected if p.endswith(".py"))).claims
    # Each by itself, the last one at the end: merged hunts do not say of which run they are.
    counts = [keep(claims, e) for e in sorted(several, key=lambda e: e.runs[-1].started)]
    return 0 if sum(counts) else 2


def keep(claims: Mapping[str, Claim], evidence: Evidence) -> int:
    """Writes a file for each experiment that was run and says so; returns how many."""
    from lemmata.run import digests

    reader, count = digests.Reader(), 0
    for name in kept.ran(evidence):
        claim = claims.get(name)
        path = claim.kept_run if claim is not None else None
        if claim is None or path is None:
            print(f"not kept: {name}: there is no paper with a folder that has this claim")
        elif evidence.claims[name].source_digest != reader.digest(claim):
            print(f"not kept: {name}: the claim has changed since it was run; run it again")
        else:
            earlier = ""
            if path.is_file():
                run = kept.read(path).run
                earlier = f" (in place of a run of {run.started[:10]}, profile {run.profile})"
            kept.write(evidence, name, path)
            print(f"kept: {path}{earlier}")
            count += 1
    return count
