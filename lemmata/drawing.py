"""Hypothesis, run so that a draw depends on its seed and its strategy alone, and takes less time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

from hypothesis import control, core
from hypothesis.internal.conjecture.providers import HypothesisProvider


@contextmanager
def seeds_alone_decide() -> Iterator[None]:
    """Runs of Hypothesis inside the block draw no constants and leave global generators alone.

    Hypothesis mixes constants that it reads from the source of all loaded modules into what it
    draws: a verdict would hang on which papers are loaded, and change with an edit to any of them.
    And it seeds the global generators of Python and numpy anew for each instance, and looks whether
    it drew from them; no law does, and it takes a quarter of a millisecond.
    """
    # A backend of our own would be the public way; Hypothesis does not deduplicate for those.
    with (
        patch.object(HypothesisProvider, "_maybe_draw_constant", _no_constant, create=True),
        patch.object(core, "deterministic_PRNG", nullcontext, create=True),
        patch.object(control, "deprecate_random_in_strategy", _unlooked, create=True),
    ):
        yield


def _no_constant(*_: object, **__: object) -> None:
    return None


def _unlooked(*_: object) -> nullcontext[None]:
    return nullcontext()
