"""The line of a claim's code at which a float came in."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from types import FrameType
from typing import Any

_ENGINE = str(Path(__file__).parent.parent)


def line_of(value: float | Fraction, run: Callable[[], Any]) -> str:
    """Where a name first holds ``value`` while ``run`` goes on, as ``file.py:12``; empty if none does.

    The run is repeated for this, line by line: it is slow, and only for a message.
    """
    places: list[str] = []
    last: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename.startswith((_ENGINE, "<frozen ")):
            return None  # frames of the engine, and of Python itself (an isinstance holds the value too)
        held = any(type(x) in (float, Fraction) and x == value for x in frame.f_locals.values())
        if held and frame in last and not places:
            places.append(f"{Path(frame.f_code.co_filename).name}:{last[frame]}")
        last[frame] = frame.f_lineno
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(Exception):  # it is known to fail; only the way there is of interest
            run()
    finally:
        sys.settrace(before)
    return places[0] if places else ""
