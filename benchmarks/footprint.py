"""The footprint: what is installed, how soon commands answer, memory, and the size of a report."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

import lemmata
from benchmarks import growing
from benchmarks.growth import alone
from benchmarks.runner import Bench, Result
from lemmata.records import files

_ROOT = Path(lemmata.__file__).parent.parent
_SLICE = ("pca/power-method*",)
"""The claims whose memory and report are measured, not the largest: with `standard` about a minute."""
_SOON = 0.5
"""Seconds beyond Python's own start-up within which a command that looks answers."""
_REPORT = 10e6 / 507
"""Bytes of a report for each claim: 10 MB for the 507 that there were when this was asked for."""
_SAME = "style.css"
"""What every report has, however many claims it shows: styles, and the font of formulas."""


def footprint(bench: Bench, select: tuple[str, ...] = _SLICE, profile: str = "") -> Iterable[Result]:
    """All of it.

    Raises:
        ImportError: a wheel cannot be built, since build or hatchling is not installed.
    """
    yield from _answers(bench)
    yield from _run(select, profile or ("standard" if bench.scale >= 1 else "quick"))
    if (_ROOT / "pyproject.toml").is_file():
        yield from _wheel()


# -- commands --------------------------------------------------------------------------------------

_COMMANDS = {
    "import": ("-c", "import lemmata"),
    "help": ("-m", "lemmata", "--help"),
    "list": ("-m", "lemmata", "list"),
    "show": ("-m", "lemmata", "show", "pca"),
    "completion": ("-m", "lemmata"),
}
_LINE = "lemmata show pca/"
_COMPLETES = {
    "_ARGCOMPLETE": "1",
    "_ARGCOMPLETE_STDOUT_FILENAME": os.devnull,
    "COMP_LINE": _LINE,
    "COMP_POINT": str(len(_LINE)),
}
"""How a shell asks what may stand at the end of the line."""


def _answers(bench: Bench) -> Iterable[Result]:
    """Seconds of commands beyond those of Python alone, the index of the claims being fresh."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"LEMMATA_CACHE": str(Path(folder) / "cache")}
        commands = {"python": ("-c", "pass")} | _COMMANDS

        def call(name: str) -> None:
            subprocess.run(
                [sys.executable, *commands[name]],
                cwd=folder,
                env=environment | (_COMPLETES if name == "completion" else {}),
                check=True,
                stdout=subprocess.DEVNULL,
            )

        # The first round, which is not counted, makes the index.
        sides = {name: partial(call, name) for name in commands}
        seconds = bench.interleaved(sides, 7)
    for name, arguments in _COMMANDS.items():
        beyond = [t - python for t, python in zip(seconds[name], seconds["python"], strict=True)]
        yield Result(
            f"footprint-{name}",
            max(0.0, median(beyond)),
            "s",
            f"python -c pass ({median(seconds['python']):.2f} s), with which "
            f"python {' '.join(arguments)} took turns, the index being fresh",
            len(beyond),
            at_most=_SOON,
        )


# -- a run -----------------------------------------------------------------------------------------


def _verified(out: Path, select: tuple[str, ...], profile: str) -> float:
    """Verifies claims by the command; the most memory that one of its processes has had, in MiB."""
    run = [sys.executable, "-m", "lemmata", "verify", "--fresh"]
    command = [*run, *select, "--profile", profile, "--workers", "1"]
    subprocess.run([*command, "--out", str(out)], cwd=out.parent, check=True, capture_output=True)
    return growing.peak(resource.RUSAGE_CHILDREN)


def _run(select: tuple[str, ...], profile: str) -> Iterable[Result]:
    """Peak memory and the size of the report of a slice of the campaign."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        memory = alone(partial(_verified, out, select, profile))
        claims = len(files.read(out / "evidence.jsonl").claims)
        sizes = {path.relative_to(out): path.stat().st_size for path in out.rglob("*") if path.is_file()}
    what = f"lemmata verify --fresh {' '.join(select)} --profile {profile} --workers 1"
    yield Result(
        "footprint-memory", memory, "MiB", f"{what}, the largest of its processes", claims, at_most=848
    )
    same = sizes[Path(_SAME)]
    largest = sorted(sizes.items(), key=lambda item: -item[1])[:3]
    yield Result(
        "footprint-report",
        (sum(sizes.values()) - same) / claims / 1000,
        "kB",
        f"the report of {what} for each claim, without {_SAME} ({same / 1000:.0f} kB)",
        claims,
        at_most=round(_REPORT / 1000, 1),
        note=f"{sum(sizes.values()) / 1e6:.2f} MB for {claims} claims; the largest files are "
        + ", ".join(f"{path.as_posix()} ({size / 1000:.0f} kB)" for path, size in largest),
    )


# -- the package -----------------------------------------------------------------------------------


def _wheel() -> Iterable[Result]:
    """The size of the wheel, and of its files when they are installed."""
    import build
    import hatchling  # noqa: F401 - builds it

    with tempfile.TemporaryDirectory() as folder:
        wheel = Path(build.ProjectBuilder(_ROOT, runner=_quietly).build("wheel", folder))
        packed = wheel.stat().st_size
        with zipfile.ZipFile(wheel) as archive:
            names = {entry.filename: entry.file_size for entry in archive.infolist()}
    tops: dict[str, int] = {}
    for name, size in names.items():
        tops[name.partition("/")[0]] = tops.get(name.partition("/")[0], 0) + size
    parts = sorted(tops.items(), key=lambda item: -item[1])
    yield Result("footprint-wheel", packed / 2**20, "MiB", "nothing: the wheel as it is built", len(names))
    yield Result(
        "footprint-installed",
        sum(tops.values()) / 2**20,
        "MiB",
        "nothing: our own files, without what Python compiles and without dependencies",
        len(names),
        note=", ".join(f"{name} {size / 2**20:.2f} MiB" for name, size in parts),
    )


def _quietly(
    cmd: Sequence[str], cwd: str | None = None, extra_environ: Mapping[str, str] | None = None
) -> None:
    environment = {**os.environ, **(extra_environ or {})}
    subprocess.run(cmd, cwd=cwd, env=environment, check=True, capture_output=True)
