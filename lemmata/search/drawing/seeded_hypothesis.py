"""Small explicit instances, drawn by Hypothesis so that they depend on the seed and the strategy alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NoReturn
from unittest.mock import patch

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, control, core
from hypothesis import strategies as st
from hypothesis.errors import HypothesisException, Unsatisfiable
from hypothesis.internal.conjecture.providers import HypothesisProvider

from lemmata.claims.space import Opaque
from lemmata.errors import LemmataError
from lemmata.records.clock import at
from lemmata.search.drawing.seeds import derive

if TYPE_CHECKING:
    from lemmata.search.stages import Search

OLDEST, NEWEST = (6, 140), (6, 170)
"""The releases (major, minor) between which this was tried."""


class _Violated(Exception):
    """Raised inside Hypothesis so that it shrinks."""


class _Stopped(BaseException):
    """Raised inside Hypothesis so that it ends at once, and does not run the example again."""


def end(search: Search) -> NoReturn:
    """Ends :func:`explicit` at a violation; that of a reading is shrunk first."""
    raise _Violated if search.for_readers else _Stopped


def explicit(
    search: Search,
    instances: Callable[[st.DrawFn], Any],
    test: Callable[[Any], None],
    examples: int,
    purpose: str,
) -> None:
    """Runs a test on instances that Hypothesis draws, and counts the draws that miss the hypotheses.

    An error ends the run, unless it comes up while a violation is being shrunk: then the
    violation stays, whatever the smaller candidates raise.
    """
    guard = _Guard(test)
    phases = [Phase.generate, Phase.target, *([Phase.shrink] if search.for_readers else [])]
    property_ = hypothesis.given(_counted(Opaque((search, partial(guard.draw, instances)))))(guard.run)
    # Otherwise Hypothesis digests the source of the test, to store examples by.
    vars(property_)["_hypothesis_internal_database_key"] = None
    run = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,
        phases=phases,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )(property_)
    # Unsatisfiable: no draw meets the hypotheses, which the hunt reports as vacuous.
    with at("hypothesis"), suppress(_Stopped, Unsatisfiable), seeds_alone_decide():
        try:
            hypothesis.seed(derive(search.seed, purpose))(run)()
        except Exception:
            if guard.ended_by == "error" and guard.error is not None:
                raise guard.error from None  # Hypothesis' own says that it does not recur
            if guard.ended_by != "violation":
                raise


@dataclass
class _Guard:
    """Runs the test so that Hypothesis shrinks a violation to no error, and an error to no violation."""

    test: Callable[[Any], None]
    ended_by: Literal["", "violation", "error"] = ""
    """What ended the drawing; Hypothesis then shrinks that."""
    error: Exception | None = None
    """The last error, which is the one at the smallest instance."""

    def draw(self, instances: Callable[[st.DrawFn], Any], draw: st.DrawFn) -> Any:
        """Draws an instance; an error here is no smaller violation."""
        try:
            return instances(draw)
        except HypothesisException:
            raise
        except Exception as error:
            if self.ended_by == "violation":
                hypothesis.reject()
            self.ended_by, self.error = "error", error
            raise

    def run(self, instance: Any) -> None:
        try:
            with at("search"):
                self.test(instance)
        except (_Violated, _Stopped):
            if self.ended_by == "error":
                return  # Hypothesis is shrinking the error
            self.ended_by = "violation"
            raise
        except Exception as error:
            if self.ended_by == "violation":
                return
            self.ended_by, self.error = "error", error
            raise


@st.composite
def _counted(draw: st.DrawFn, source: Opaque) -> Any:
    """An instance for a search; a draw that fails the hypotheses counts as discarded."""
    search, instances = source.it
    search.discarded += 1
    instance = instances(draw)  # raises if the draw does not meet the hypotheses
    search.discarded -= 1
    return instance


# -- seeds alone decide ------------------------------------------------------------------------------


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
        patch.object(HypothesisProvider, "_maybe_draw_constant", lambda *_, **__: None),
        patch.object(core, "deterministic_PRNG", nullcontext),
        patch.object(control, "deprecate_random_in_strategy", lambda *_: nullcontext()),
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
