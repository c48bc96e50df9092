"""Formulas that are generated from code: what a check evaluates, and what a hypothesis demands.

They are never written by hand: a reader compares them with the author's formula.
"""

from __future__ import annotations

from dataclasses import dataclass

MOST_DEFINITIONS = 5
"""A formula that needs more definitions is harder to read than the code that it is made from."""


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
class Source:
    """A function, or a value under a name, as code.

    Attributes:
        code: without decorators; a long function by its name and the first line of its docstring.
        file, line: where it is defined, relative to the project; line 0 if it has no place.
    """

    code: str
    file: str = ""
    line: int = 0


@dataclass(frozen=True)
class Formula:
    """What a function evaluates: a formula with the definitions that it needs, or code.

    Attributes:
        latex: the formula; empty where the code says it better.
        definitions: what its symbols stand for, in the order in which they are needed.
        code: the function that it was generated from.
        file, line: where that is, relative to the project; line 0 if it has no place.
        parts: where there is no formula, the functions and values that the code uses.
    """

    latex: str = ""
    definitions: tuple[Definition, ...] = ()
    code: str = ""
    file: str = ""
    line: int = 0
    parts: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """The code, and what it uses; nothing where the code is not to be had."""
        return (Source(self.code, self.file, self.line), *self.parts) if self.code else ()


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
