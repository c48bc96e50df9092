"""The machine that a run is on: its device, its name, the versions of what decides its numbers."""

from __future__ import annotations

import os
import platform
import sys

from lemmata.errors import LemmataError

THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""Read by the libraries when they are loaded, here and in processes that are started from here."""


def one_thread() -> bool:
    """One thread for what is loaded from now on; whether that is in time for torch.

    Several workers with several threads each would fight for the same cores.
    """
    os.environ.update(dict.fromkeys(THREADS, "1"))
    return "torch" not in sys.modules


def is_here(cluster: str | None) -> bool:
    """Whether the workers are processes of this machine."""
    return cluster in (None, "local")


def resolve_device(name: str) -> str:
    """``auto`` becomes CUDA where there is a device.

    Raises:
        LemmataError: CUDA is asked for and absent, or the name is unknown.
    """
    import torch

    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "cpu"
    if name == "cpu":
        return name
    if name == "cuda" or (name.startswith("cuda:") and name[5:].isdigit()):
        if not torch.cuda.is_available():
            raise LemmataError(
                f"--device {name}: this machine has no CUDA device (or torch was built without "
                "CUDA); use --device cpu or auto"
            )
        if name != "cuda" and int(name[5:]) >= torch.cuda.device_count():
            raise LemmataError(
                f"--device {name}: there are {torch.cuda.device_count()} CUDA devices, counted from 0"
            )
        return name
    raise LemmataError(f"--device must be auto, cpu, cuda or cuda:i, got {name!r}")


def machine_name() -> str:
    """The machine in words."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def device_name(device: str) -> str:
    """The device in words."""
    if device == "cpu":
        return f"cpu ({platform.processor() or platform.machine()})"
    import torch

    return f"{device} ({torch.cuda.get_device_name(torch.device(device))})"


def libraries() -> dict[str, str]:
    """The versions of the libraries that decide what is drawn and computed; ``absent`` where one is missing."""
    from importlib import metadata

    versions = {}
    for name in ("torch", "numpy", "hypothesis", "cvxpy", "python-flint", "scipy"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "absent"
    return versions
