"""Options that several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lemmata.run.registry import Library


EVIDENCE = "evidence.jsonl"
DEFAULT_OUT = Path("reports/html")
_SEED_DIGITS = 18  # of 64 bits, as generators take them


def selecting() -> argparse.ArgumentParser:
    """The argument SELECT, as a parent of a command's parser."""
    parent = argparse.ArgumentParser(add_help=False)
    parent.add_argument(
        "select",
        nargs="*",
        metavar="SELECT",
        help="id, topic, glob ('pca/*'), rank:headline, origin:ours, file",
    )
    return parent


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
    """The claims of all papers, and of claim files among the patterns of SELECT."""
    from lemmata.run import registry

    return registry.load(tuple(p for p in patterns if registry.is_file(p)))
