"""What holds for every test: one thread a process, and Hypothesis profiles of our own."""

from __future__ import annotations

import getpass
import os
import signal
import sys
import tempfile
from pathlib import Path

# A shell starts what it runs in the background with interrupts ignored, and processes inherit that; some
# tests interrupt what they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Read when OpenMP is loaded, so it has to be set before the first import of numpy or torch: threads
# of several xdist workers fight for the cores. Processes that tests start inherit it.
os.environ["OMP_NUM_THREADS"] = "1"
# The index of the claims is shared by the processes of all tests, and is not that of whoever runs them.
os.environ["LEMMATA_CACHE"] = str(Path(tempfile.gettempdir()) / f"lemmata-tests-{getpass.getuser()}")
# What is tested is what a hunt does: none is spared since another test has done it before.
os.environ["LEMMATA_FRESH"] = "1"

from hypothesis import settings

if (torch := sys.modules.get("torch")) is not None:  # a plugin was faster
    torch.set_num_threads(1)

# Not Hypothesis' own defaults, nor those it takes where CI is set.
settings.register_profile("tests", deadline=None, database=None, derandomize=False, print_blob=True)
settings.load_profile("tests")
