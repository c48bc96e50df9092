"""The errors of the engine: misuse is reported in one line that says what to do."""

from __future__ import annotations

import traceback
from pathlib import Path

_ENGINE = Path(__file__).parent
_LIBRARIES = ("hypothesis", "torch", "numpy")

NO_VALUE_THERE = "it has no value there"
NO_VALUE = (
    f"{NO_VALUE_THERE} (a division by 0, a singular matrix, a logarithm of what is not above 0). State "
    "what makes it defined as a hypothesis: where=lambda x: x > 0, say, or where=lambda A: linalg.det(A) != 0; "
    "of the margin, .given(x, strict=True) for x > 0. Where 0 log 0 is 0, write xlogy(x, y)"
)
"""Of a check that has no value at an instance, and what to do about it."""


class LemmataError(Exception):
    """Misuse: the message names the argument, its value, what was expected and the remedy."""


class ClaimError(LemmataError):
    """A claim is defined in a way that cannot be run."""


class CheckFailed(Exception):
    """A check raised or returned something that is no margin; the run goes on without it."""


class MissingDependency(ImportError):
    """An optional package is absent; what needs it is reported as undecided, with the reason."""


def described(error: BaseException) -> str:
    """The error and the line that raised it, the last one that is not the engine's own.

    Misuse says all in its message.
    """
    if isinstance(error, LemmataError):
        return str(error)
    frames = traceback.extract_tb(error.__traceback__)
    others = _not_ours(frames)
    first = error.__cause__ or error.__context__  # Hypothesis raises without the cause
    if not others and first is not None:  # the engine said it in other words
        others = _not_ours(traceback.extract_tb(first.__traceback__))
    at = "".join(f" ({Path(f.filename).name}:{f.lineno}, {f.name})" for f in (others or frames)[-1:])
    message = f": {error}" if str(error) else ""
    text = f"{type(error).__name__}{message}{at}"
    return text.encode("utf-8", "backslashreplace").decode()  # halves of characters cannot be kept


def _not_ours(frames: traceback.StackSummary) -> list[traceback.FrameSummary]:
    """Those that are neither the engine's nor of the libraries that it calls."""
    return [
        frame
        for frame in frames
        if not Path(frame.filename).is_relative_to(_ENGINE)
        and not any(f"/site-packages/{name}/" in frame.filename for name in _LIBRARIES)
    ]


def line_in(file: Path, error: BaseException) -> int:
    """The last line of a file on the way to an error, or to what caused it; 0 if there is none."""
    frames = [
        frame
        for each in (error.__cause__, error)
        if each is not None
        for frame in traceback.extract_tb(each.__traceback__)
    ]
    return next(
        (frame.lineno for frame in reversed(frames) if frame.lineno and Path(frame.filename) == file), 0
    )
