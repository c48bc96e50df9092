"""One thread a process: several workers with several threads each fight for the same cores."""

from __future__ import annotations

import os
import sys

NAMES = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""Read by the libraries when they are loaded, here and in processes that are started from here."""


def one() -> bool:
    """One thread for what is loaded from now on; whether that is in time for torch."""
    for name in NAMES:
        os.environ[name] = "1"
    return "torch" not in sys.modules
