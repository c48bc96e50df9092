"""The front door, and the paths that modules had before the engine had packages."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

import lemmata
from lemmata import _moved


def test_every_name_of_the_front_door_is_there() -> None:
    for name, module in lemmata._MODULE.items():
        assert getattr(lemmata, name) is getattr(importlib.import_module(module), name)
        assert name in dir(lemmata)


def test_another_name_is_none() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = lemmata.nothing


@pytest.mark.parametrize("old", sorted(set(_moved._NOW) - set(_moved._PARTS)))
def test_an_old_path_leads_to_the_module_and_names_the_new_one(old: str) -> None:
    new = _moved._NOW[old]
    spec = importlib.import_module(new).__spec__
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"{old} is called {new} now"):
        module = importlib.import_module(old)
    assert module is sys.modules[new]
    assert module.__spec__ is spec


@pytest.mark.parametrize(
    ("old", "names"),
    [
        ("claims", "Paper Claim Variant Reading Defect Expectation"),
        (
            "evidence",
            "Series Panel FigureRecord HeatMapRecord HuntRecord Evidence ID read append gather to_json",
        ),
        ("verdicts", "Verdicts judge witnesses"),
    ],
)
def test_an_old_module_has_its_names_wherever_they_are_now(old: str, names: str) -> None:
    sys.modules.pop(f"lemmata.{old}", None)
    with pytest.warns(DeprecationWarning, match=rf"lemmata\.{old} is called lemmata\.\w+\.\w+, "):
        module = importlib.import_module(f"lemmata.{old}")
    assert not [name for name in names.split() if not hasattr(module, name)]
    assert module.__name__ == f"lemmata.{old}"


def test_nothing_heavy_is_loaded_by_the_front_door_or_the_help() -> None:
    code = (
        "import sys, lemmata; from lemmata.commands.cli import main; main(['--help']); "
        "print(sorted({'torch', 'numpy', 'scipy', 'hypothesis'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
