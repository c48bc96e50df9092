"""The front door."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

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


def test_the_table_of_domains_has_their_signatures() -> None:
    """Who reads the Markdown sees them without the site."""
    page = Path(__file__).parents[2] / "docs/reference/spaces.md"
    shown = dict(re.findall(r"^\| `(\w+)(\(.*?\))` \| \w", page.read_text(encoding="utf-8"), re.MULTILINE))
    homes = [name for name in lemmata._MODULE if lemmata._MODULE[name].startswith("lemmata.claims.domains.")]
    domains = {name: made for name in homes if isinstance(made := getattr(lemmata, name), type)}
    del domains["Domain"]
    assert shown == {name: signature(made) for name, made in domains.items()}


def signature(made: type) -> str:
    """How a domain is called, without types."""
    whole = inspect.signature(made)
    plain = [p.replace(annotation=inspect.Parameter.empty) for p in whole.parameters.values()]
    return str(inspect.Signature(plain)).replace("'", '"')
