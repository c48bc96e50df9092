"""Imports of modules under the paths that they had before version 0.2; to go with the release after it."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_PACKAGES = {
    "lemmata.numbers": "arrays exact running_error arithmetic literals origin",
    "lemmata.statement": "spaces margins",
    "lemmata.records": "merging diff witness statistics strict accepted",
    "lemmata.search": "examiner climb trials shrink lifting seeds profiles drawing",
    "lemmata.run": (
        "registry campaign cluster pool worker lock threads sources replay coverage interactive "
        "notebook digests"
    ),
    "lemmata.commands": "cli new terminal junit badge",
}
_NOW = {f"lemmata.{m}": f"{package}.{m}" for package, ms in _PACKAGES.items() for m in ms.split()}
_NOW |= {
    "lemmata.probability": "lemmata.search.kinds.probability",
    "lemmata.rates": "lemmata.search.kinds.rate",
    "lemmata.experiments": "lemmata.search.kinds.experiment",
    "lemmata.memory": "lemmata.search.examiner",
    "lemmata.overflow": "lemmata.search.examiner",
    "lemmata.bench": "benchmarks.runner",
    "lemmata.training": "training.trainer",
}
_PARTS = {
    "lemmata.claims": ("statement.papers", "statement.claims", "statement.vocabulary"),
    "lemmata.evidence": (
        *("records.evidence", "records.figures", "records.files", "records.lines"),
        *("records.combining", "statement.ids", "statement.vocabulary"),
    ),
    "lemmata.verdicts": ("records.verdicts", "records.judging"),
}
"""Modules whose names are in several modules now; a name is looked for in this order."""
_NOW |= {old: ", ".join(f"lemmata.{new}" for new in news) for old, news in _PARTS.items()}


class _Moved(MetaPathFinder, Loader):
    spec: ModuleSpec | None = None

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return ModuleSpec(fullname, self) if fullname in _NOW else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        new = _NOW[spec.name]
        warnings.warn(
            f"the module {spec.name} is called {new} now; its old name goes with the next release",
            DeprecationWarning,
            stacklevel=2,
        )
        parts = [importlib.import_module(name) for name in new.split(", ")]
        module = parts[0] if len(parts) == 1 else _joined(spec.name, parts)
        self.spec = module.__spec__ or spec
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has run under its own name, which it keeps."""
        module.__spec__ = self.spec


def _joined(old: str, parts: list[ModuleType]) -> ModuleType:
    """A module that has the names of several."""
    names = {name: value for part in reversed(parts) for name, value in vars(part).items()}
    joined = ModuleType(old)
    vars(joined).update({name: value for name, value in names.items() if name[:2] != "__"})
    return joined


def install() -> None:
    """Answers imports of the old paths from now on."""
    sys.meta_path.append(_Moved())
