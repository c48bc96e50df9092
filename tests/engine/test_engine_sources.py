"""Digests of what may be edited: all of a package, and nothing but it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from lemmata.run.sources import changed, held, packages


def test_a_package_is_what_its_files_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "package_of_these_tests"
    folder = tmp_path / name
    (folder / "inner").mkdir(parents=True)
    for path in ("__init__.py", "one.py", "inner/__init__.py", "inner/two.py"):
        (folder / path).write_text("x = 1\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module(f"{name}.one")
    try:
        before = packages()
        assert name in before and f"{name}.one" not in before
        (folder / "pages").mkdir()
        (folder / "pages" / "program.py").write_text("y = 1\n", encoding="utf-8")
        (folder / ".#one.py").symlink_to("nobody@nowhere")  # an unsaved buffer
        assert changed(before, packages()) == []
        (folder / "inner" / "two.py").write_text("x = 2\n", encoding="utf-8")  # never loaded
        assert changed(before, packages()) == [name]
    finally:
        for module in [m for m in sys.modules if m.split(".")[0] == name]:
            del sys.modules[module]


def test_what_a_module_holds_is_found_without_asking_other_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``torch.distributed.reduce_op`` does, which a module of an author may have imported."""

    class Deprecated:
        def __getattribute__(self, name: str) -> object:
            raise FutureWarning("do not ask")

    module = ModuleType("holds_what_is_deprecated")
    module.old, module.claim = Deprecated(), 7  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    assert list(held(module.__name__, int)) == [("claim", 7)]
