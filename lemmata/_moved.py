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
    "lemmata.records": "evidence merging verdicts diff witness statistics strict accepted",
    "lemmata.search": "examiner climb trials shrink lifting seeds profiles drawing",
    "lemmata.run": (
        "registry campaign cluster pool worker lock threads sources replay coverage interactive "
        "notebook digests"
    ),
    "lemmata.commands": "cli new terminal junit badge",
}
_NOW = {f"lemmata.{m}": f"{package}.{m}" for package, ms in _PACKAGES.items() for m in ms.split()}
_NOW |= {
    "lemmata.claims": "lemmata.statement.papers",
    "lemmata.probability": "lemmata.search.kinds.probability",
    "lemmata.rates": "lemmata.search.kinds.rate",
    "lemmata.experiments": "lemmata.search.kinds.experiment",
    "lemmata.memory": "lemmata.search.examiner",
    "lemmata.overflow": "lemmata.search.examiner",
    "lemmata.bench": "benchmarks.runner",
    "lemmata.training": "training.trainer",
}


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
        module = importlib.import_module(new)
        self.spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """It has run under its own name, which it keeps."""
        module.__spec__ = self.spec


def install() -> None:
    """Answers imports of the old paths from now on."""
    sys.meta_path.append(_Moved())
