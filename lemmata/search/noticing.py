"""Exceptions in a claim's own code, noticed although they are caught there.

A check that asks an enclosure or a variable for a float, say, and goes another way where it gets none, has told
nothing about the numbers: what it then computes proves nothing.
"""

from __future__ import annotations

import functools
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import torch

_ELSEWHERE = (
    *(f"{Path(module.__file__).parent}/" for module in (np, torch) if module.__file__),
    f"{Path(__file__).parents[1]}/",
    *(f"{sysconfig.get_path('purelib')}/{name}/" for name in ("sympy", "mpmath")),
    "<frozen",
)
"""Code that is nobody's claim; sympy serves the re-check of certificates.

The standard library's own stands apart: installed claims lie below it.
"""
_ENDS = StopIteration, GeneratorExit
"""Of loops and of generators that are left early: the engine refuses nothing by these."""
_STANDARD = f"{sysconfig.get_path('stdlib')}/"


@functools.cache
def _is_elsewhere(file: str) -> bool:
    return file.startswith(_ELSEWHERE) or (file.startswith(_STANDARD) and "site-packages" not in file)


@contextmanager
def noticing(notice: Callable[[], None]) -> Iterator[set[CodeType]]:
    """Calls ``notice`` at each exception that passes through code which is not the engine's.

    Yields:
        That code, once it was called.
    """
    codes: set[CodeType] = set()

    def within(frame: FrameType, event: str, arg: Any) -> Any:
        if event == "exception" and arg[0] not in _ENDS:
            notice()
        return within

    def entered(frame: FrameType, event: str, _: Any) -> Any:
        if _is_elsewhere(frame.f_code.co_filename):
            return None
        codes.add(frame.f_code)
        frame.f_trace_lines = False
        return within

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        yield codes
    finally:
        sys.settrace(before)
