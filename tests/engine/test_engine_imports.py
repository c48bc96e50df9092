"""The engine's files import each other in one direction; import-linter holds its packages to theirs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import lemmata

ROOT = Path(lemmata.__file__).parent


def name_of(file: Path) -> str:
    parts = ("lemmata", *file.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {name_of(file): file for file in ROOT.rglob("*.py")}


def imported(file: Path) -> Iterator[str]:
    """The engine's modules that a file imports, inside of functions too, but for its types."""
    nodes: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while nodes:
        match node := nodes.pop():
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                nodes += node.orelse
            case ast.ImportFrom(module=str(module)):
                for alias in node.names:
                    yield from ({module, f"{module}.{alias.name}"} & FILES.keys()) or ()
            case ast.Import():
                yield from {alias.name for alias in node.names} & FILES.keys()
            case _:
                nodes += ast.iter_child_nodes(node)


def graph() -> dict[str, set[str]]:
    """What each module imports; the packages themselves hold nothing but their names."""
    return {
        name: {other for other in imported(file) if FILES[other].name != "__init__.py"}
        for name, file in FILES.items()
        if file.name != "__init__.py"
    }


def test_no_circle_of_files() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        raise AssertionError(" <- ".join(error.args[1])) from None


def test_imports_inside_of_functions_count() -> None:
    seen = graph()
    assert "lemmata.run.registry" in seen["lemmata.commands.verify"]
    assert "lemmata.run.plan" in seen["lemmata.run.cluster"]
    assert len(seen) > 150
