"""Pages are found by either name of their folder: ``reports`` in a checkout, ``lemmata.reports`` in a wheel."""

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_modules_of_the_folder_import_each_other_relatively() -> None:
    for file in (ROOT / "reports").glob("**/*.py"):
        if "html" in file.relative_to(ROOT).parts:  # programs of witnesses, in finished pages
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                modules = [node.module or ""]
            assert not [name for name in modules if name.partition(".")[0] == "reports"], file
