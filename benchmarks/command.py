"""The command ``lemmata bench``: options, the live display, and the table at the end."""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lemmata.commands.output import cell, console, dump, openable
from lemmata.commands.terminal import shown
from lemmata.run import machine


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser(
        "bench", help="ratios measured in one run; `bench precision` is a study of smaller precisions"
    )
    command.add_argument(
        "select", nargs="*", metavar="SELECT", help="a benchmark's name or glob; else all of them"
    )
    command.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    command.add_argument("--device", default="auto", metavar="auto|cpu|cuda[:i]")
    command.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Measures, prints a table and writes the figures; returns the exit status."""
    for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ[name] = "1"  # read when torch is imported, here and in workers
    from benchmarks import runner as bench

    start = time.monotonic()
    if arguments.json:
        openable(arguments.json)
    benchmarks = bench.select(bench.available(), arguments.select)
    error = Console(stderr=True)
    with error.status("") as status:
        run = bench.Bench(
            device=machine.resolve_device(arguments.device),
            progress=lambda name: status.update(f"measuring {name}"),
        )
        results = list(bench.run(benchmarks, run))
    seconds = time.monotonic() - start
    if arguments.json:
        dump(bench.document(results, run, seconds), arguments.json)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "value", "target", "instances", "of the floor", "against"):
        table.add_column(column, no_wrap=column != "against", overflow="fold")
    for r in results:
        missed = "" if r.met is not False else " missed"
        share = "" if r.floor_share is None else f"{r.floor_share:.0%}"
        value = f"{r.value:.4g} {r.unit}"
        table.add_row(r.name, value, r.target + missed, f"{r.instances:,}", share, cell(r.against))
    screen = console()
    screen.print(table)
    for r in results:
        if r.note:
            screen.print(shown(f"{r.name}: {r.note}"), markup=False, highlight=False)
    for name, because in run.skipped.items():
        screen.print(f"{name}: not run, {because}", markup=False, highlight=False)
    judged = [r for r in results if r.met is not None]
    met = f"{sum(bool(r.met) for r in judged)} of {len(judged)} targets met, " if judged else ""
    screen.print(f"{met}{seconds:.0f} s, {machine.device_name(run.device)}", highlight=False)
    return 0
