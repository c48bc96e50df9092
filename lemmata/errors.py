"""The errors of the engine: misuse is reported in one line that says what to do."""

from __future__ import annotations

import traceback
from pathlib import Path

_ENGINE = Path(__file__).parent
_LIBRARIES = ("hypothesis", "torch", "numpy")


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
    others = [
        frame
        for frame in frames
        if not Path(frame.filename).is_relative_to(_ENGINE)
        and not any(f"/site-packages/{name}/" in frame.filename for name in _LIBRARIES)
    ]
    at = "".join(f" ({Path(f.filename).name}:{f.lineno}, {f.name})" for f in (others or frames)[-1:])
    message = f": {error}" if str(error) else ""
    text = f"{type(error).__name__}{message}{at}"
    return text.encode("utf-8", "backslashreplace").decode()  # halves of characters cannot be kept
