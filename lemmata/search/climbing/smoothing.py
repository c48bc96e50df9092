"""The outermost maxima, absolute values and kinks of a statement's two sides, made smooth for a while.

Between the pieces of a maximum of many numbers a climb zigzags and stops: each piece's own gradient leads
off the ridge that the worst case lies on. With the maximum replaced by a smooth one of some width, which is
then taken back step by step, each climb starting where the last one ended, it goes along the ridge (Nesterov,
Smooth minimization of non-smooth functions, 2005). What a method does inside (the maxima of a network, of an
iteration) stays as it is: made smooth, it would be another method. So only the kinks nearest to the two sides
are replaced, at most two behind each other: the largest absolute value of what was computed, say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

from lemmata.claims.margin import Margin

_DEEP = 2
"""Kinks behind each other that belong to a side."""
_TINY = 1e-300
_NEAR = 2.0**-6
"""At a kink: with so little between the two largest numbers of a maximum, relative to the largest."""
_FAR = torch.ones(1, dtype=torch.float64)
_Width = float | Tensor
"""Relative to the largest number of an instance; of single numbers, ``(batch,)``, as it is."""


@dataclass(frozen=True)
class Kinks:
    """The kinks that two sides end with."""

    places: frozenset[int]
    """Their places among all calls of functions with kinks."""
    sizes: Tensor | None = None
    """``(batch,)`` the largest of the single numbers there: one alone does not say how wide its kink is."""


def _width(x: Tensor, width: _Width) -> Tensor:
    """The width for the numbers of each instance."""
    if isinstance(width, Tensor):
        return width
    size = x.detach().abs()
    return width * (size.amax(tuple(range(1, x.ndim)), keepdim=True) if x.ndim > 1 else size).clamp_min(_TINY)


def _abs(x: Tensor, width: _Width) -> Tensor:
    return torch.hypot(x, _width(x, width))


def _relu(x: Tensor, width: _Width) -> Tensor:
    return (x + torch.hypot(x, _width(x, width))) / 2


def _maximum(x: Tensor, y: Tensor, width: _Width) -> Tensor:
    return (x + y + torch.hypot(x - y, _width(x - y, width))) / 2


def _minimum(x: Tensor, y: Tensor, width: _Width) -> Tensor:
    return -_maximum(-x, -y, width)


def _amax(x: Tensor, axis: Any, keepdim: bool = False, *, width: float) -> Tensor:
    unit = width * x.detach().abs().amax(axis, keepdim=True).clamp_min(_TINY)
    found = unit * torch.logsumexp(x / unit, axis, keepdim=True)
    return found if keepdim else found.squeeze(axis)


def _amin(x: Tensor, axis: Any, keepdim: bool = False, *, width: float) -> Tensor:
    return -_amax(-x, axis, keepdim, width=width)


_SMOOTH: Mapping[Any, Callable[..., Tensor]] = {
    **dict.fromkeys((torch.abs, torch.Tensor.abs, torch.Tensor.__abs__), _abs),
    **dict.fromkeys((torch.relu, torch.Tensor.relu), _relu),
    **dict.fromkeys((torch.maximum, torch.Tensor.maximum), _maximum),
    **dict.fromkeys((torch.minimum, torch.Tensor.minimum), _minimum),
    **dict.fromkeys((torch.amax, torch.Tensor.amax), _amax),
    **dict.fromkeys((torch.amin, torch.Tensor.amin), _amin),
}
"""The functions with kinks that checks come to call, and what takes their place."""


def _gap(x: Tensor, *others: Any) -> Tensor:
    """``(batch,)`` how far the arguments of a function are from its kink, relative to their numbers.

    Of a maximum of many numbers that is from the largest to the next, else from 0, or from the other argument.
    """
    size = x.detach().abs()
    if others and isinstance(others[0], Tensor):
        size = (x - others[0]).detach().abs()
    elif others and x.shape[-1] > 1:  # along an axis; which of the two ends is asked for matters little here
        low, high = (x.detach().topk(2, -1, largest=end).values for end in (False, True))
        size = torch.minimum((high[..., 0] - high[..., 1]).abs(), (low[..., 1] - low[..., 0]).abs())
    largest = x.detach().abs().reshape(len(x), -1).amax(1).clamp_min(_TINY)
    return size.reshape(len(x), -1).amin(1) / largest


def _size(*arguments: Any) -> Tensor | None:
    """``(batch,)`` the largest absolute value of the arguments of a function of single numbers."""
    sizes = [x.detach().abs() for x in arguments if isinstance(x, Tensor)]
    return reduce(torch.maximum, sizes) if all(x.ndim < 2 for x in sizes) else None


def _comparable(x: Tensor, *others: Any) -> bool:
    """Whether it can be told how near to its kink a function is; of one number alone it cannot."""
    return bool(x.numel()) and (x.ndim > 1 or (len(others) > 0 and isinstance(others[0], Tensor)))


class _Watched(TorchFunctionMode):
    """Notes, in the order of the calls, what functions with kinks gave, how near to one, and of what size."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[Any] = []
        self.gaps: list[Tensor] = []
        self.sizes: list[Tensor | None] = []

    def __torch_function__(
        self, function: Any, types: Any, arguments: Sequence[Any] = (), named: Mapping[str, Any] | None = None
    ) -> Any:
        result = function(*arguments, **(named or {}))
        if function in _SMOOTH and arguments:
            self.given.append(result.grad_fn)
            with torch._C.DisableTorchFunction():
                self.gaps.append(_gap(*arguments) if _comparable(*arguments) else _FAR)
                self.sizes.append(_size(*arguments))
        return result


class Smoothed(TorchFunctionMode):
    """While it is entered, the functions with these kinks are smooth ones.

    Attributes:
        width: of the kinks, relative to the numbers of an instance.
    """

    def __init__(self, kinks: Kinks, width: float) -> None:
        super().__init__()
        self.kinks, self.width, self.calls = kinks, width, 0

    def __torch_function__(
        self, function: Any, types: Any, arguments: Sequence[Any] = (), named: Mapping[str, Any] | None = None
    ) -> Any:
        if function not in _SMOOTH or not arguments:
            return function(*arguments, **(named or {}))
        place, self.calls = self.calls, self.calls + 1
        if place not in self.kinks.places:
            return function(*arguments, **(named or {}))
        width: _Width = self.width
        if self.kinks.sizes is not None and arguments[0].shape == self.kinks.sizes.shape:
            width = width * self.kinks.sizes
        return _SMOOTH[function](*arguments, **(named or {}), width=width)


def stopped_by(evaluate: Callable[[], Margin]) -> Kinks | None:
    """The kinks that two sides end with.

    None where no instance is at one of them: then it is not kinks that a climb was stopped by.
    """
    with _Watched() as watched, torch.enable_grad():
        margin = evaluate()
    places = {node: place for place, node in enumerate(watched.given) if node is not None}
    found: set[int] = set()
    depth: dict[Any, int] = {}
    waiting = [(side.grad_fn, 0) for side in (margin.left, margin.right) if getattr(side, "grad_fn", None)]
    while waiting:
        node, kinks = waiting.pop()
        if kinks >= depth.get(node, _DEEP):
            continue
        depth[node] = kinks
        if node in places:
            found.add(places[node])
            kinks += 1
        for before, _ in node.next_functions:
            if before is not None:  # a maximum of a maximum is one of three numbers
                same = node in places and before in places and before.name() == node.name()
                waiting.append((before, kinks - same))
    if not any(bool((watched.gaps[place] < _NEAR).any()) for place in found):
        return None
    sizes = [size for place in found if (size := watched.sizes[place]) is not None]
    alike = len({size.shape for size in sizes}) == 1  # else instances go different ways in the check
    return Kinks(frozenset(found), reduce(torch.maximum, sizes).clamp_min(_TINY) if alike else None)


def smallest(x: Tensor, width: float) -> Tensor:
    """``(batch,)`` the smallest of the numbers ``(batch, entries)``, smooth with an absolute width."""
    return -width * torch.logsumexp(-x / width, -1)
