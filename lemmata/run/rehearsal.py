"""A device that is not there: tensors that say they are on one, and are computed on the CPU.

Code that a GPU would stop (an array made on the CPU meets one on the device, NumPy is handed one) is stopped
here as well, on any machine; where it goes through, the values are those of the CPU. Of what a device does
this is the part that a claim's code can get wrong. Its rounding, its speed and its memory are others.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any, Self

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_flatten, tree_map

DEVICE = torch.device("lazy:0")
"""A kind of device that torch knows by name, without code of its own."""
_COPIES = ("aten::_to_copy", "aten::copy_")
_INDICES = ("aten::index", "aten::index_put", "aten::index_put_", "aten::_unsafe_index")
"""A device takes indices from the CPU."""
_VALUES = ("aten::_local_scalar_dense", "aten::is_nonzero", "aten::equal")
_LIBRARIES = (str(Path(torch.__file__).parent), __file__)


class MixedDevices(RuntimeError):
    """An operation of tensors of which some are on the device and some are not."""


class OnDevice(Tensor):
    """A tensor that says it is on :data:`DEVICE`, with its values in ``held``."""

    held: Tensor

    @staticmethod
    def __new__(cls, held: Tensor) -> OnDevice:
        made: OnDevice = torch.Tensor._make_wrapper_subclass(
            cls,
            held.size(),
            strides=held.stride(),
            storage_offset=held.storage_offset(),
            dtype=held.dtype,
            device=DEVICE,
            requires_grad=held.requires_grad,
        )
        made.held = held
        return made

    @classmethod
    def __torch_dispatch__(  # type: ignore[override]  # torch calls it without keywords, too
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        return _computed(func, args, kwargs or {})

    @classmethod
    def __torch_function__(
        cls, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        with torch._C.DisableTorchFunctionSubclass():  # else torch would make every result one of this class
            return args[0].cpu().tolist() if func is Tensor.tolist else func(*args, **(kwargs or {}))


class Rehearsal(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Within it :data:`DEVICE` can be asked for.

    Attributes:
        values: how often a value was asked for (``float(x)``, ``if x > 0``, ``x.cpu()``), by the module and the
            name of the function that asks: there the CPU waits for the device.
    """

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.values: Counter[str] = Counter()

    def __enter__(self) -> Self:
        self._lifted = torch._C._only_lift_cpu_tensors()
        torch._C._set_only_lift_cpu_tensors(True)  # torch.tensor(..., device=DEVICE) moves what it has made
        super().__enter__()  # type: ignore[no-untyped-call]
        return self

    def __exit__(self, *raised: Any) -> None:
        super().__exit__(*raised)  # type: ignore[no-untyped-call]
        torch._C._set_only_lift_cpu_tensors(self._lifted)

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        kwargs = kwargs or {}
        target = kwargs.get("device")
        leaves = target is not None and torch.device(target).type == "cpu"
        if (leaves or func._schema.name in _VALUES) and _is_on_device(args):
            self.values[_asking()] += 1
        return _computed(func, args, kwargs)


def _computed(func: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The result, on the device if an argument is there or the call asks for it.

    Raises:
        MixedDevices: names the operation and the shapes.
    """
    name, asked = func._schema.name, kwargs.get("device")
    on_device = _is_on_device((args, kwargs))
    if on_device and name not in _COPIES:
        of_data = args[:1] if name in _INDICES else (args, kwargs)
        _require_together(name, of_data)
    if asked is not None:
        on_device = torch.device(asked).type == DEVICE.type
        kwargs = kwargs | {"device": torch.device("cpu")} if on_device else kwargs
    elif name == "aten::copy_":
        on_device = isinstance(args[0], OnDevice)
    result = func(*tree_map(_held, args), **tree_map(_held, kwargs))
    if not on_device:
        return result
    # What an operation changes in place and returns is the same tensor afterwards.
    given = {id(x.held): x for x in tree_flatten((args, kwargs))[0] if isinstance(x, OnDevice)}
    return tree_map(lambda x: given.get(id(x), OnDevice(x)) if isinstance(x, Tensor) else x, result)


def _asking() -> str:
    """The function from which torch is called: ``baselines.pca.pca``."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_LIBRARIES):
        frame = frame.f_back
    return f"{frame.f_globals.get('__name__', '')}.{frame.f_code.co_qualname}"


def _is_on_device(arguments: Any) -> bool:
    return any(isinstance(x, OnDevice) for x in tree_flatten(arguments)[0])


def _held(x: Any) -> Any:
    return x.held if isinstance(x, OnDevice) else x


def _require_together(name: str, arguments: Any) -> None:
    """Refuses arrays from both sides; a number without axes may come from anywhere.

    Raises:
        MixedDevices: names the operation and the shapes.
    """
    elsewhere = [
        x
        for x in tree_flatten(arguments)[0]
        if isinstance(x, Tensor) and not isinstance(x, OnDevice) and x.ndim
    ]
    if elsewhere:
        shapes = ", ".join(str(tuple(x.shape)) for x in elsewhere)
        raise MixedDevices(f"{name} of arrays on {DEVICE} and of others on the CPU (shapes {shapes})")
