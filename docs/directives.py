"""Sphinx directives: `{claim} ID` shows a claim, `{headlines} TOPIC` what became of a paper's headlines."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from docs.claims import headline_table, library, told


class ClaimDirective(SphinxDirective):
    """What is printed, its witness, why it fails, and what survives."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The claim's list, in a box of its own."""
        box = nodes.container(classes=["claim"])
        box += self.parse_text_to_nodes(told(library().claim(self.arguments[0])))
        return [box]


class HeadlinesDirective(SphinxDirective):
    """A table of a paper's headlines."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table."""
        return self.parse_text_to_nodes(headline_table(self.arguments[0]))


def setup(app: Any) -> dict[str, bool]:
    """Sphinx calls this."""
    app.add_directive("claim", ClaimDirective)
    app.add_directive("headlines", HeadlinesDirective)
    return {"parallel_read_safe": False}
