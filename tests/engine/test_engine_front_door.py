"""The front door."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import lemmata


def test_every_name_of_the_front_door_is_there() -> None:
    for name, module in lemmata._MODULE.items():
        assert getattr(lemmata, name) is getattr(importlib.import_module(module), name)
        assert name in dir(lemmata)


def test_another_name_is_none() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lemmata.nothing


def test_nothing_heavy_is_loaded_by_the_front_door_or_the_help() -> None:
    code = (
        "import sys, lemmata; from lemmata.commands.cli import main; main(['--help']); "
        "print(sorted({'torch', 'numpy', 'scipy', 'hypothesis'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines()[-1] == "[]"
