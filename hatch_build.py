"""What an editable install has beyond a wheel: the checkout's other folders, through their entry points."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CheckoutHook(BuildHookInterface):
    """Registers papers, trainables and benchmarks, and the pages under the name that they have here."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds entry points to an editable install, and none to a wheel (version "standard")."""
        if version != "editable":
            return
        papers = tomllib.loads((Path(self.root) / "papers" / "pyproject.toml").read_text(encoding="utf-8"))
        for groups in (papers["project"]["entry-points"], self.config["entry-points"]):
            for group, entries in groups.items():
                self.metadata.core.entry_points.setdefault(group, {}).update(entries)
