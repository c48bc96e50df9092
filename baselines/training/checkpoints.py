"""Checkpoints of trainings: tensors with everything that made them, in safetensors (never pickle).

A file is written beside its name, flushed to disk and moved into place, so that there is always a whole
one: that of the last save. Everything that is not a tensor (configuration, seed, loss curve, machine) is
JSON in the file's metadata, under ``lemmata``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from torch import Tensor

from lemmata.errors import LemmataError, MissingDependency

SCHEMA = "lemmata/checkpoint/1"


@dataclass(frozen=True)
class Checkpoint:
    """What a file holds.

    Attributes:
        metadata:: name, configuration, seed, step, seconds, curve, machine.
        tensors: by name; weights are ``model/...``, the optimiser's state is ``adam/...``.
    """

    metadata: dict[str, Any]
    tensors: dict[str, Tensor]

    def weights(self) -> dict[str, Tensor]:
        """The tensors of the model, by the model's own names."""
        start = "model/"
        return {k[len(start) :]: v for k, v in self.tensors.items() if k.startswith(start)}


def write(path: Path, checkpoint: Checkpoint) -> None:
    """Replaces ``path`` as a whole, or leaves it as it was.

    Raises:
        LemmataError: it cannot be written (a full disk, a missing permission).
    """
    save = _safetensors().save
    metadata = json.dumps({"schema": SCHEMA} | _columns(checkpoint.metadata), allow_nan=False)
    tensors = {k: v.detach().cpu().contiguous() for k, v in checkpoint.tensors.items()}
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(save(tensors, {"lemmata": metadata}))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink()
        outcome = "the one before is kept" if path.exists() else "nothing was saved before"
        raise LemmataError(
            f"{path}: the checkpoint cannot be written ({error.strerror or error}); {outcome}. Make "
            "room or name another --out, and go on with --resume"
        ) from None


def read(path: Path) -> Checkpoint:
    """The checkpoint in a file.

    Raises:
        LemmataError: there is none, or the file is cut off, damaged or of another kind.
    """
    library = _safetensors()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise LemmataError(f"{path}: cannot be read ({error.strerror})") from None
    try:
        tensors = library.load(content)
        size = int.from_bytes(content[:8], "little")
        metadata = json.loads(json.loads(content[8 : 8 + size])["__metadata__"]["lemmata"])
        known = isinstance(metadata, dict) and metadata["schema"] == SCHEMA
        metadata = _points(metadata) if known else metadata
    except Exception as error:  # noqa: BLE001 - safetensors raises errors of its own for each damage
        raise LemmataError(
            f"{path}: no whole checkpoint of `lemmata train` ({type(error).__name__}: "
            f"{str(error)[:120]}); take another file, or train anew without --resume"
        ) from None
    if not known:
        raise LemmataError(f"{path}: schema {metadata.get('schema')!r} where {SCHEMA!r} was expected")
    return Checkpoint(metadata, tensors)


def fitting(path: Path, tensors: Mapping[str, Tensor], wanted: Mapping[str, Tensor]) -> None:
    """Refuses tensors that are not those of the model.

    Raises:
        LemmataError: names the first tensor that is missing, unknown or of another shape, or not finite.
    """
    remedy = "it was made with another configuration or version; train anew"
    for name in sorted({*tensors, *wanted}):
        if name not in wanted or name not in tensors:
            fault = "is not one of the model's" if name in tensors else "is missing"
            raise LemmataError(f"{path}: the tensor {name} {fault}; {remedy}")
        if tensors[name].shape != wanted[name].shape or tensors[name].dtype != wanted[name].dtype:
            raise LemmataError(
                f"{path}: the tensor {name} is {_form(tensors[name])}, the model's is "
                f"{_form(wanted[name])}; {remedy}"
            )
        if tensors[name].is_floating_point() and not bool(tensors[name].isfinite().all()):
            raise LemmataError(f"{path}: the tensor {name} is not finite; take another checkpoint")


def _columns(metadata: dict[str, Any]) -> dict[str, Any]:
    """With the curve as columns: the names of its quantities would be most of a small file."""
    curve = metadata.get("curve") or []
    return metadata | {"curve": {name: [point[name] for point in curve] for name in (curve or [{}])[0]}}


def _points(metadata: dict[str, Any]) -> dict[str, Any]:
    curve = metadata["curve"]
    rows = zip(*curve.values(), strict=True)
    return metadata | {"curve": [dict(zip(curve, row, strict=True)) for row in rows]}


def _form(tensor: Tensor) -> str:
    return f"{tuple(tensor.shape)} {str(tensor.dtype).removeprefix('torch.')}"


def _safetensors() -> Any:
    try:
        import safetensors.torch
    except ImportError as error:
        raise MissingDependency("safetensors is not installed: pip install 'lemmata[train]'") from error
    return safetensors.torch
