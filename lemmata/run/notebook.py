"""HTML for notebooks. Every text is escaped; formulas stay between dollars, which notebooks typeset.

A notebook calls ``_repr_html_`` on what a cell ends with, or the function that IPython was told for its
type. IPython is not needed.
"""

from __future__ import annotations

import functools
import sys
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from lemmata.claims.claim import Claim
from lemmata.claims.declarations import Declaration, completed

if TYPE_CHECKING:
    from lemmata.records.evidence import HuntRecord
    from lemmata.records.verdicts import Verdict
    from lemmata.records.witness import Witness

_MOST = 12
"""Matrices with more rows or columns are named by their shape only."""
_MARKS = {"holds": "✓", "killed": "✓", "refuted": "✗", "survived": "✗", "vacuous": "∅"}


@functools.cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("lemmata", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def show_claims() -> None:
    """Lets IPython, if it runs, show claims as HTML; the classes themselves know nothing of it."""
    ipython = sys.modules.get("IPython")
    shell = ipython and ipython.get_ipython()
    if shell:
        html = shell.display_formatter.formatters["text/html"]
        for kind in (Claim, Declaration):
            html.for_type(kind, claim)


def claim(it: Claim | Declaration) -> str:
    """A claim: where it stands, its readings and its mutants."""
    return _environment().get_template("claim.html.j2").render(claim=completed(it))


def verdict(judged: Verdict, outcomes: dict[str, str], hunts: dict[str, HuntRecord]) -> str:
    """A verdict: a row for each reading and mutant, then what is surprising."""
    rows = [(_MARKS.get(outcome, "?"), name, outcome, hunts[name]) for name, outcome in outcomes.items()]
    return _environment().get_template("verdict.html.j2").render(judged=judged, rows=rows)


def witness(it: Witness) -> str:
    """A witness: its quantities as small matrices of exact numbers, then the two sides."""
    quantities = [(n, _table(v)) for n, v in {**it.setting, **(it.prompt or {})}.items()]
    sides = [("left", _table(it.left)), ("right", _table(it.right))]
    template = _environment().get_template("witness.html.j2")
    return template.render(witness=it, quantities=quantities, sides=sides)


def _table(value: Any) -> list[list[str]] | str:
    """Rows of cells for what is at most a small matrix, else a text."""
    if not isinstance(value, list):
        return str(value)
    rows = value if value and all(isinstance(row, list) for row in value) else [value]
    nested = any(isinstance(cell, list) for row in rows for cell in row)
    if nested or max(len(rows), *map(len, rows)) > _MOST:
        return f"an array of shape {' × '.join(map(str, _shape(value)))}"
    return [[str(cell) for cell in row] for row in rows]


def _shape(value: Any) -> list[int]:
    return [len(value), *_shape(value[0])] if isinstance(value, list) and value else []
