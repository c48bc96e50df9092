"""What a claim's own code does while it runs: what of it ran, what it called, which exceptions it swallowed.

A check that asks an enclosure or a variable for a float, say, and goes another way where it gets none, has told
nothing about the numbers: what it then computes proves nothing. Neither does what it computes from numbers that
come from elsewhere (:mod:`lemmata.prove.provenance`).
"""

from __future__ import annotations

import functools
import importlib.util
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from lemmata.numbers.guards import refusing_lines
from lemmata.numbers.literals import entering

_LIBRARIES = map(importlib.util.find_spec, ("sympy", "mpmath", "hypothesis"))  # wherever they are installed
_ELSEWHERE = (
    *(f"{Path(module.__file__).parent}/" for module in (np, torch) if module.__file__),
    f"{Path(__file__).parents[1]}/",
    *(f"{Path(spec.origin).parent}/" for spec in _LIBRARIES if spec and spec.origin),
    "<frozen",
)
"""Code that is nobody's claim: sympy serves the re-check of certificates, Hypothesis watches Python's garbage.

The standard library's own stands apart: installed claims lie below it.
"""
_ENDS = StopIteration, GeneratorExit
"""Of loops and of generators that are left early: the engine refuses nothing by these."""
_STANDARD = f"{sysconfig.get_path('stdlib')}/"
_OF_FRACTION = Fraction.__new__.__code__
_DIGITS = 2.0**12
"""Before and behind the point. Sums and products of such numbers have at most 53 digits, which float64 holds; a
quotient or a root that is near such a number is that number (times its denominator, or squared, it is less than
one last digit from another)."""


@dataclass
class Ran:
    """The code of a claim that ran.

    Attributes:
        codes: with the names that each could see when it was first entered: its globals, and what it was given.
        calls: the functions of C that it called, by their full names, each with the first place.
        tensors: the functions of torch that made floats, and whether of short numbers short ones.
        floats: the floats that it let into exact arithmetic, each with the place.
    """

    codes: dict[CodeType, tuple[Mapping[str, Any], Mapping[str, Any]]] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    tensors: dict[tuple[str, bool], str] = field(default_factory=dict)
    floats: list[tuple[float, str]] = field(default_factory=list)

    @contextmanager
    def apart(self) -> Iterator[Ran]:
        """Notes what runs in the block by itself, and then adds it to what ran before."""
        before, part = replace(self), Ran()
        vars(self).update(vars(part))  # what watches writes here
        try:
            yield part
        finally:
            vars(self).update(vars(before))
            self.include(part)

    def include(self, part: Ran) -> None:
        """Adds what ran elsewhere, as if it had run here now."""
        for known, new in zip(vars(self).values(), vars(part).values(), strict=True):
            if isinstance(known, dict):
                known.update((key, value) for key, value in new.items() if key not in known)
        self.floats += part.floats


@functools.cache
def is_elsewhere(file: str) -> bool:
    """Whether a file is the engine's, a library's, or made up, and no claim's."""
    return file.startswith(_ELSEWHERE) or (file.startswith(_STANDARD) and "site-packages" not in file)


@contextmanager
def noticing(notice: Callable[[], None]) -> Iterator[Ran]:
    """Calls ``notice`` at each exception that passes through code which is not the engine's.

    Yields:
        What that code did, once it has run.
    """
    watch = _Watch(notice)
    before = sys.gettrace(), sys.getprofile()
    token = entering.set(watch.let_in)
    sys.settrace(watch.entered)
    try:
        with _Torch(watch.ran):
            yield watch.ran
    finally:
        sys.setprofile(before[1])
        sys.settrace(before[0])
        entering.reset(token)


class _Watch:
    """Follows the code of a claim: where it is entered and left, what it calls, what it raises.

    A profile is told of every call and return of everything that runs, so it is in force only while code of a
    claim is at work: not in the engine's functions that it calls.
    """

    def __init__(self, notice: Callable[[], None]) -> None:
        self.notice, self.ran = notice, Ran()

    def entered(self, frame: FrameType, event: str, _: Any) -> Any:
        """Traces a function of a claim, and the end of one that it calls."""
        code, caller = frame.f_code, frame.f_back
        if not is_elsewhere(code.co_filename):
            frame.f_trace_lines = False
            if code not in self.ran.codes:
                self.ran.codes[code] = frame.f_globals, dict(frame.f_locals)
            sys.setprofile(self.called)
            return self.within
        if caller is None or is_elsewhere(caller.f_code.co_filename):
            return None  # most calls: the engine's own
        frame.f_trace_lines = False
        if code is _OF_FRACTION and isinstance(value := frame.f_locals["numerator"], float) and _counts(caller):
            self.let_in(value)
        sys.setprofile(None)
        return self.beyond

    def within(self, frame: FrameType, event: str, arg: Any) -> Any:
        """In a function of a claim: an exception, or its end."""
        if event == "exception" and arg[0] not in _ENDS:
            self.notice()
        elif event == "return" and (frame.f_back is None or is_elsewhere(frame.f_back.f_code.co_filename)):
            sys.setprofile(None)
        return self.within

    def beyond(self, frame: FrameType, event: str, _: Any) -> Any:
        """In a function that a claim's has called: its end."""
        if event == "return":
            sys.setprofile(self.called)
        return self.beyond

    def called(self, frame: FrameType, event: str, function: Any) -> None:
        """A function of C is called."""
        if event == "c_call" and _counts(frame) and (name := full_name(function)) not in self.ran.calls:
            self.ran.calls[name] = _place(frame)

    def let_in(self, value: float) -> None:
        """A float comes into exact arithmetic."""
        frame = inspect.currentframe()
        while frame is not None and is_elsewhere(frame.f_code.co_filename):
            frame = frame.f_back
        self.ran.floats.append((value, _place(frame) if frame else ""))


class _Torch(TorchFunctionMode):
    """Sees what torch computes, by operators too, of which a profile knows nothing."""

    def __init__(self, ran: Ran) -> None:
        super().__init__()
        self.ran = ran

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = func(*args, **(kwargs or {}))
        frame = inspect.currentframe()
        caller = frame.f_back if frame else None
        if caller is not None and _counts(caller) and _has_floats(result):
            short = all(map(_is_short, (result, *args)))
            self.ran.tensors.setdefault((func.__name__.strip("_"), short), _place(caller))
        return result


def _counts(frame: FrameType) -> bool:
    """Whether code of a claim is at work there, on more than a refusal."""
    code = frame.f_code
    return not is_elsewhere(code.co_filename) and frame.f_lineno not in refusing_lines(code)


def _has_floats(value: Any) -> bool:
    return isinstance(value, float) or (isinstance(value, torch.Tensor) and value.is_floating_point())


def _is_short(value: Any) -> bool:
    """Whether floats, if it holds any, are of few digits (:data:`_DIGITS`)."""
    if not _has_floats(value):
        return True
    x = torch.as_tensor(value, dtype=torch.float64)
    return bool(((x * _DIGITS == (x * _DIGITS).round()) & (x.abs() <= _DIGITS)).all())


def full_name(function: Any) -> str:
    """The name of a function of C with its module, of a method with the kind of its object."""
    of = getattr(function, "__self__", None)
    if of is None or inspect.ismodule(of) or function.__module__:
        return f"{function.__module__ or of.__name__}.{function.__name__}"  # type: ignore[union-attr]
    return f"{type(of).__module__}.{type(of).__qualname__}.{function.__name__}"


def _place(frame: FrameType) -> str:
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"
