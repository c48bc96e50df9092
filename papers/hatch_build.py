"""Packs the folders of the papers, which lie beside this one in the repository and inside it in an sdist."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("theorems", "constructions", "baselines")


class PapersHook(BuildHookInterface):
    """Gives wheel and sdist these folders at the top, under the names by which they are imported."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the folders; an editable install has the path to them instead."""
        here = Path(self.root)
        home = here if (here / FOLDERS[0]).is_dir() else here.parent
        if version != "editable":
            build_data["force_include"] |= {str(home / folder): folder for folder in FOLDERS}
