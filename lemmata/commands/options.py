"""Options that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from lemmata.run import index, registry
from lemmata.run.folders import beside
from lemmata.run.index import Index
from lemmata.run.registry import Library
from lemmata.run.selection import is_file

EVIDENCE = "evidence.jsonl"
DEFAULT_OUT = Path("reports/html")
_SEED_DIGITS = 18  # of 64 bits, as generators take them


def selecting(command: argparse.ArgumentParser) -> None:
    """Adds the argument SELECT to the parser of a command."""
    command.add_argument(
        "select",
        nargs="*",
        metavar="SELECT",
        help="id, topic, glob ('pca/*'), file or folder; and filters: rank:headline, origin:ours, and, from "
        "the last run, outcome:refuted, defect:statement",
    )


def last_run(command: argparse.ArgumentParser) -> None:
    """Adds the option ``--out`` to the parser of a command that looks at the last run."""
    command.add_argument(
        "--out", type=Path, default=DEFAULT_OUT, metavar="DIR", help="where the last run is (%(default)s)"
    )


def claims_file(command: argparse.ArgumentParser) -> None:
    """Adds the argument ``file`` to the parser of a command that looks at one claim."""
    command.add_argument(
        "file", type=_file, nargs="?", metavar="CLAIM", help="the claim's file, if no installed paper has it"
    )


def _file(text: str) -> str:
    if not is_file(text):
        raise argparse.ArgumentTypeError(f"a claim file's name ends in .py, got {text[:40]!r}")
    return text


def seed(text: str) -> int:
    """A seed, as an argument."""
    if not text.isdigit() or len(text) > _SEED_DIGITS:
        raise argparse.ArgumentTypeError(f"must be a whole number >= 0, got {text[:40]!r}")
    return int(text)


def workers(text: str) -> int | str:
    """A number of workers or ``auto``, as an argument."""
    if text == "auto" or (text.isdigit() and int(text) > 0):
        return text if text == "auto" else int(text)
    raise argparse.ArgumentTypeError(f"must be auto or a whole number >= 1, got {text!r}")


def positive(text: str) -> int:
    """A whole number >= 1, as an argument."""
    if text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be a whole number >= 1, got {text!r}")


def load(patterns: Sequence[str] = ()) -> Library:
    """The claims of all papers, and of claim files among the patterns of SELECT.

    Where all patterns are files of no installed paper, of these alone: others take seconds to load.
    """
    files = (*(p for p in patterns if is_file(p)), *beside(patterns))
    if only_files(patterns):
        library = registry.load(files, alone=True)
        known = index.kept()
        if known is None or not set(library.claims) & set(known.claims):
            return library
        # An id is taken, or was when the index was made: loading all papers tells.
    elif patterns and (known := index.kept(fresh=True)) and (needed := known.needed(patterns)):
        only, elsewhere = needed
        if len(only) < len(known.papers):  # loading the others would take seconds
            return registry.load(files, only=only, elsewhere=elsewhere)
    library = registry.load(files)
    if not files:
        index.keep(library)  # it costs little now, and `lemmata list` is fast then
    return library


def only_files(patterns: Sequence[str]) -> bool:
    """Whether a selection names claim files, none of them of an installed paper, and nothing else."""
    return all(is_file(p) and Path(p).is_file() for p in patterns) and registry.are_strangers(patterns)


def index_for(patterns: Sequence[str] = ()) -> Index:
    """The index of all claims that the patterns of SELECT may mean.

    A claim file that no installed paper has is run, as :func:`load` does.
    """
    if only_files(patterns):
        return index.of(load(patterns))
    files = [*(pattern for pattern in patterns if is_file(pattern)), *beside(patterns)]
    known = index.load()
    return known if known.covers(files) else index.of(load(files))
