"""The command ``lemmata train``: options, the live display, and the table at the end."""

from __future__ import annotations

import argparse
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from lemmata.commands.options import positive, seed
from lemmata.errors import LemmataError, MissingDependency

if TYPE_CHECKING:
    from baselines.training.trainer import Trainable

DEFAULT_OUT = Path("trained")
_SHOWN = ("mean", "trimmed", "median", "p10", "p90")


def add(commands: Any) -> None:
    """Adds the command to the parser of ``lemmata``."""
    command = commands.add_parser(
        "train", help="train a learned solver or transformer to a checkpoint; without NAME: which there are"
    )
    command.add_argument("name", nargs="?", metavar="NAME", help="what is trained, as `lemmata train` lists it")
    command.add_argument("--scale", help="one of the configurations; the first is the default")
    command.add_argument(
        "--set",
        nargs="+",
        action="extend",
        default=[],
        metavar="FIELD=VALUE",
        help="changes fields of the configuration",
    )
    command.add_argument("--steps", type=positive, metavar="N", help="the same as --set steps=N")
    command.add_argument("--minutes", type=_minutes, metavar="M", help="stop after that many")
    command.add_argument("--seed", type=seed, default=0, help="of initial weights and data (default: 0)")
    command.add_argument("--device", default="auto", metavar="auto|cpu|cuda[:i]", help="where it runs")
    command.add_argument("--resume", action="store_true", help="go on with a training that ended")
    command.add_argument("--evaluate", type=Path, metavar="FILE", help="train nothing: score this checkpoint")
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help=f"of checkpoints (default: {DEFAULT_OUT})"
    )
    command.set_defaults(run=run)


def _minutes(text: str) -> float:
    with suppress(ValueError):
        if 0 < (value := float(text)) < float("inf"):
            return value
    raise argparse.ArgumentTypeError(f"must be a number above 0, got {text!r}")


def run(arguments: argparse.Namespace) -> int:
    """Runs the command; returns the exit status.

    Raises:
        LemmataError: misuse, a missing package of the extra ``train``, or a training that cannot go on.
    """
    try:
        return _run(arguments)
    except MissingDependency as error:
        raise LemmataError(str(error)) from None


def _run(arguments: argparse.Namespace) -> int:
    from baselines.training import trainer as training

    known = training.trainables()
    if arguments.name is None:
        _list(known)
        return 0
    if arguments.name not in known:
        names = ", ".join(known) or "none: no package offers any"
        raise LemmataError(f"no trainable {arguments.name!r}; there are {names}")
    trainable, changes = known[arguments.name], _changes(arguments)
    if arguments.evaluate is not None:
        return _evaluate(arguments.name, trainable, changes, arguments.evaluate)
    return _train(arguments, trainable, training.configured(trainable, arguments.scale, changes))


def _changes(arguments: argparse.Namespace) -> dict[str, str]:
    changes = {}
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise LemmataError(f"--set {text}: expected FIELD=VALUE")
        changes[name] = value
    return changes | ({} if arguments.steps is None else {"steps": str(arguments.steps)})


def _list(known: dict[str, Trainable]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("name", "scales", "what"):
        table.add_column(column, no_wrap=column != "what")
    for name, trainable in known.items():
        table.add_row(name, escape(", ".join(trainable.scales)), escape(trainable.summary))
    _console().print(table)


def _console() -> Console:
    # Without a terminal nothing is cut to 80 columns.
    return Console(width=None if sys.stdout.isatty() else 200)


def _train(arguments: argparse.Namespace, trainable: Trainable, configuration: Any) -> int:
    from baselines.training import trainer as training
    from lemmata.run.machine import resolve_device

    device = resolve_device(arguments.device)
    path: Path = arguments.out / f"{arguments.name}.safetensors"
    steps = configuration.recipe.steps
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(elapsed_when_finished=False),
    )
    of_zero = training.of_zero(trainable, configuration, arguments.seed, device)
    with Progress(*columns, console=Console(stderr=True)) as display, _signals() as stop:
        say = partial(display.console.print, soft_wrap=True, markup=False, highlight=False)
        say(f"training {arguments.name} to {path} on {device}; Ctrl-C saves and ends it")
        say(f"predicting 0 has an error of {of_zero['mean']:.4g}, in the median {of_zero['median']:.4g}")
        task = display.add_task(arguments.name, total=steps)

        def progress(step: int, loss: float | None) -> None:
            display.update(task, completed=step)
            if loss is not None:
                display.update(task, description=f"{arguments.name}, median loss {loss:.4g}")
                if not display.console.is_terminal:  # nothing is drawn there: a log has lines
                    say(_line(arguments.name, step, loss, display.tasks[task]))

        trained = training.train(
            arguments.name,
            trainable,
            configuration,
            path,
            seed=arguments.seed,
            device=device,
            minutes=arguments.minutes,
            resume=arguments.resume,
            stop=lambda: bool(stop),
            progress=progress,
            command=_command(arguments),
        )
    metadata = trained.metadata
    _table(metadata["curve"], of_zero)
    print(
        f"{trained.ended}: step {metadata['step']} of {steps}, {metadata['seconds']:.0f} s, "
        f"{metadata['device']}"
    )
    print(f"checkpoint: {trained.path}")
    if trained.ended == "interrupted":
        print("lemmata: interrupted; go on with --resume", file=sys.stderr)
        return 130
    return 0


def _line(name: str, step: int, loss: float, task: Task) -> str:
    """Where a training is, for a log."""
    passed, left = timedelta(seconds=round(task.elapsed or 0)), task.time_remaining
    ahead = "" if left is None else f", {timedelta(seconds=round(left))} left"
    return f"{name}: step {step:,} of {task.total:,.0f}, median loss {loss:.4g}, {passed}{ahead}"


def _command(arguments: argparse.Namespace) -> str:
    """The line that makes the checkpoint again, but for where it goes."""
    words = ["lemmata", "train", arguments.name, "--seed", str(arguments.seed)]
    if arguments.scale:
        words += ["--scale", arguments.scale]
    if arguments.set:
        words += ["--set", *arguments.set]
    if arguments.steps:
        words += ["--steps", str(arguments.steps)]
    if arguments.minutes:
        words += ["--minutes", f"{arguments.minutes:g}"]
    return shlex.join(words)


def _evaluate(name: str, trainable: Trainable, changes: dict[str, str], path: Path) -> int:
    """The scores of a checkpoint on new instances, of its own configuration but for ``changes``."""
    import torch

    from baselines.training import checkpoints
    from baselines.training import trainer as training

    metadata = checkpoints.read(path).metadata
    if metadata["name"] != name:
        raise LemmataError(f"{path}: is a checkpoint of {metadata['name']}, not of {name}")
    configuration = training.configuration_of(trainable, metadata, changes)
    model, checkpoint = training.load(trainable, configuration, path)
    with torch.no_grad():
        errors = trainable.score(model, configuration, training.generator("cpu", "evaluate"))
    of_zero = training.of_zero(trainable, configuration, metadata["seed"], "cpu")
    _table([{"step": checkpoint.metadata["step"], **training.statistics(errors)}], of_zero)
    print(f"{path}: {checkpoint.metadata.get('command') or name}, {checkpoint.metadata['device']}")
    return 0


def _table(curve: Sequence[dict[str, Any]], of_zero: dict[str, float]) -> None:
    """What predicting 0 misses; the first, the last and some points between of a curve."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("step", *_SHOWN):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_row("predicting 0", *(f"{of_zero[name]:.4g}" for name in _SHOWN))
    every = max(1, -(-len(curve) // 10))
    for index, point in enumerate(curve):
        if index % every == 0 or index == len(curve) - 1:
            table.add_row(f"{point['step']:,}", *(f"{point[name]:.4g}" for name in _SHOWN))
    _console().print(table)


@contextmanager
def _signals() -> Iterator[list[int]]:
    """Collects interrupts, so that a step ends and its checkpoint is written; a second one ends at once."""
    signals: list[int] = []

    def note(number: int, frame: Any) -> None:
        if signals:
            raise KeyboardInterrupt
        signals.append(number)

    old = {number: signal.signal(number, note) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signals
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
