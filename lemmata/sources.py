"""Which source a hunt ran: evidence of one is not evidence for another."""

from __future__ import annotations

import hashlib
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

from lemmata import registry


def sources() -> dict[str, str]:
    """Digests of the loaded modules of the engine, of the papers, and of all that is not installed.

    The last are those that somebody may be editing (claim files, an editable checkout).
    """
    papers = {entry.module.split(".")[0] for entry in metadata.entry_points(group=registry.GROUP)}
    installed = {
        sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")
    }
    found = {}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(".py") or name.startswith("__"):
            continue
        ours = name.split(".")[0] in {"lemmata"} | papers
        if ours or not any(Path(file).is_relative_to(folder) for folder in installed):
            try:
                found[name] = hashlib.sha256(Path(file).read_bytes()).hexdigest()[:16]
            except OSError:
                continue  # it has been deleted since
    return found


def changed(then: dict[str, str]) -> list[str]:
    """The modules that had another source then; what is loaded only here or only there tells nothing."""
    now = sources()
    return [name for name, digest in then.items() if now.get(name, digest) != digest]
