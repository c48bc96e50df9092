"""Formulas that are generated from code: what a check evaluates, and what a hypothesis demands.

A reader compares them with the author's formula; nobody writes them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Definition:
    """What a symbol of a generated formula stands for.

    Attributes:
        symbol: LaTeX.
        formula: LaTeX of its value; empty where it is a function that is described and not shown.
        meaning: the first line of its docstring.
        file, line: where it is defined, relative to the project; line 0 if it has no place.
    """

    symbol: str
    formula: str = ""
    meaning: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Formula:
    """A formula with the definitions that it needs, in the order in which they are needed."""

    latex: str = ""
    definitions: tuple[Definition, ...] = ()
