"""Work counted in numbers, so that a budget ends the same evaluation at the same place on every machine.

A clock would not: what a hunt sees depends on its seed alone. Torch tells what each of its functions
produces; a loop in Python, over subsets say, is seen line by line. What is counted as one, whatever it does, is
a function of Python itself that is written in C: sizes are raised step by step for that.
"""

from __future__ import annotations

import functools
import os
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import prod
from pathlib import Path
from types import FrameType
from typing import Any, Self

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

_CALL = 2**11
"""What a call of torch costs, in numbers."""
_LINE = 2**7
"""What a line of an author's Python costs."""
_PRODUCTS = ("matmul", "bmm", "mm", "mv", "einsum", "linalg_", "solve", "inv", "svd", "qr", "eig", "cholesky")
"""Functions each of whose numbers takes as many steps as the last axis is long."""
_FROM_VALUES = ("tensor", "as_tensor")
_ENGINE = str(Path(__file__).parents[1])
_LIBRARIES = (
    *{f"{path}{os.sep}" for path in (_ENGINE, *map(sysconfig.get_path, ("stdlib", "purelib", "platlib")))},
    "<frozen",
)


class Spent(BaseException):
    """The budget is used up. No ``except Exception`` of a claim's own code hides it."""


class Work(TorchFunctionMode):
    """What an evaluation has cost so far: it ends beyond ``limit``.

    Attributes:
        largest: the most numbers of one array.
    """

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.limit, self.done, self.largest = limit, 0, 0
        self._gradients = True

    def __enter__(self) -> Self:
        self._gradients = torch.is_grad_enabled()
        super().__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *raised: Any) -> None:
        super().__exit__(*raised)  # type: ignore[no-untyped-call]
        # A budget that ends at the first or the last step of ``with torch.no_grad()`` leaves it half entered
        # or never left: gradients would stay off for all that follows in this process.
        torch.set_grad_enabled(self._gradients)

    def spend(self, numbers: int) -> None:
        """Counts.

        Raises:
            Spent: that is more than there was.
        """
        self.done += numbers
        if self.done > self.limit:
            raise Spent

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if name == "__get__":  # of a shape, say
            return func(*args, **(kwargs or {}))
        made = args and not isinstance(args[0], Tensor) and name not in _FROM_VALUES
        if made and _asked(args) > self.limit:
            raise Spent  # before the memory is asked for
        result = func(*args, **(kwargs or {}))
        numbers = _numel(result)
        self.largest = max(self.largest, numbers)
        if _is_product(name) and isinstance(args[0], Tensor) and args[0].ndim:
            numbers *= args[0].shape[-1]
        self.spend(_CALL + numbers)
        return result

    def trace(self, frame: FrameType, event: str, _: Any) -> Callable[..., Any] | None:
        """Counts the lines of whatever is no library's, as ``sys.settrace`` wants it."""
        if event == "call" and is_library(frame.f_code.co_filename):
            return None
        if event == "line":
            self.spend(_LINE)
        else:  # nothing is raised in a generator that is being closed: Python would print it
            self.done += _LINE
        return self.trace


@contextmanager
def counted(limit: int) -> Iterator[Work]:
    """Counts the work of the block.

    Raises:
        Spent: it is more than ``limit``.
    """
    work, before = Work(limit), sys.gettrace()
    try:
        with work:
            sys.settrace(work.trace)
            yield work
    finally:
        sys.settrace(before)


def is_counted() -> bool:
    """Whether work is counted by the line."""
    return isinstance(getattr(sys.gettrace(), "__self__", None), Work)


@contextmanager
def uncounted() -> Iterator[None]:
    """Counts nothing in the block."""
    before, lines = sys.gettrace(), is_counted()
    if lines:
        sys.settrace(None)
    try:
        with torch._C.DisableTorchFunction():
            yield
    finally:
        if lines:
            sys.settrace(before)


_FOLDERS = tuple(str(Path(file).parent) + os.sep for file in (os.__file__, str(Path(torch.__file__).parent)))
"""Of Python's own modules, and of what torch is installed with: another environment may lend them."""


@functools.cache
def is_library(path: str) -> bool:
    """Whether a file of Python is no author's."""
    return path.startswith((*_LIBRARIES, *_FOLDERS))


@functools.cache
def _is_product(name: str) -> bool:
    return any(word in name for word in _PRODUCTS)


def _numel(result: Any) -> int:
    if isinstance(result, Tensor):
        return result.numel()
    return sum(map(_numel, result)) if isinstance(result, tuple | list) else 0


def _asked(args: Sequence[Any]) -> int:
    """The numbers of an array that is made of sizes alone: ``torch.zeros(2, 3)``, ``torch.zeros((2, 3))``."""
    sizes = args[0] if isinstance(args[0], tuple | list) else args
    return prod(abs(size) for size in sizes if isinstance(size, int))
