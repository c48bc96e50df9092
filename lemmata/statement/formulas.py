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
    """A formula with the definitions that it needs, in the order in which they are needed.

    Attributes:
        latex: the formula.
        definitions: what its symbols stand for.
        code: the function that it was generated from.
        file, line: where that is, relative to the project; line 0 if it has no place.
    """

    latex: str = ""
    definitions: tuple[Definition, ...] = ()
    code: str = ""
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Hypothesis:
    """What the space of a reading demands.

    Attributes:
        quantity: its name in the code; empty where several quantities are joined.
        text: in words, with formulas between dollars.
        drawn: what is drawn, if that is less than is allowed.
    """

    quantity: str
    text: str
    drawn: str = ""
