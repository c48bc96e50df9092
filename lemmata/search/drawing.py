"""Hypothesis, run so that a draw depends on its seed and its strategy alone, and takes less time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

import hypothesis
from hypothesis import control, core
from hypothesis.internal.conjecture.providers import HypothesisProvider

from lemmata.errors import LemmataError

OLDEST, NEWEST = (6, 140), (6, 170)
"""The releases (major, minor) between which this was tried."""


@contextmanager
def seeds_alone_decide() -> Iterator[None]:
    """Runs of Hypothesis inside the block draw no constants and leave global generators alone.

    Hypothesis mixes constants that it reads from the source of all loaded modules into what it
    draws: a verdict would hang on which papers are loaded, and change with an edit to any of them.
    And it seeds the global generators of Python and numpy anew for each instance, and looks whether
    it drew from them; no law does, and the check takes a quarter of a millisecond.

    Raises:
        LemmataError: another version of Hypothesis is installed than this was tried with.
    """
    require_tried(hypothesis.__version__)
    # No public setting turns these off. A backend of our own would be a public way, but Hypothesis
    # then neither avoids duplicates nor varies what it drew before.
    with (
        patch.object(HypothesisProvider, "_maybe_draw_constant", _no_constant),
        patch.object(core, "deterministic_PRNG", nullcontext),
        patch.object(control, "deprecate_random_in_strategy", _unchecked),
    ):
        yield


def require_tried(version: str) -> None:
    """Refuses a version of Hypothesis in which other names may decide what is drawn.

    Raises:
        LemmataError: the version lies outside of what was tried.
    """
    major, minor = map(int, version.split(".")[:2])
    if not OLDEST <= (major, minor) <= NEWEST:
        oldest, after = (f"{a}.{b}" for a, b in (OLDEST, (NEWEST[0], NEWEST[1] + 1)))
        raise LemmataError(
            f"Hypothesis {version} is installed, and was not tried: seeds might no longer decide alone "
            f"what is drawn; pip install 'hypothesis>={oldest},<{after}'"
        )


def _no_constant(*_: object, **__: object) -> None:
    return None


def _unchecked(*_: object) -> nullcontext[None]:
    return nullcontext()
