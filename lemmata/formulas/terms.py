r"""Parts of formulas, and how they are put together: each bracket that is needed, and few others.

``*`` between two arrays acts entry by entry and is a dot, ``@`` is a product of matrices, and nothing stands
between its factors.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from lemmata.formulas.numerals import is_number, numeral
from lemmata.records.notation import Level


class NotWritten(Exception):
    """No formula says what this code does; the message is the code."""


class Term(NamedTuple):
    """A part of a formula.

    Attributes:
        latex: empty for the setting, whose quantities go by their own names.
        level: how tightly it holds together.
        scalar: whether it is one number.
        rank: how many indices it has, 0 for an array with one entry; None where that is not known.
        shape: ``column`` or ``row`` of a vector that None made one; ``product row`` and ``number`` of products
            that by that have one row, or one entry; ``lifted`` of what None made a row, or several matrices.
        kind: the class of the setting.
    """

    latex: str
    level: int = Level.ATOM
    scalar: bool = False
    rank: int | None = None
    shape: str = ""
    kind: Any = None

    def at(self, level: int) -> str:
        """Its LaTeX, in brackets if it holds less tightly than ``level``."""
        return self.latex if self.level >= level else rf"\left({self.latex}\right)"

    def base(self, mark: str = "^") -> str:
        """Its LaTeX to put an exponent or an index on; in brackets if it has one."""
        bare = re.sub(r"_\{[^{}]*\}", "", self.latex) if mark == "^" else self.latex
        inner = re.sub(r"\\left.*\\right(\)|\||\\\||\\r\w+)", "", bare)
        return self.at(Level.ATOM) if mark not in inner and "'" not in inner else rf"\left({self.latex}\right)"


SETTING = Term("")


def number(value: Any) -> Term | None:
    """A number; None for anything else."""
    if not is_number(value):
        return None
    latex = numeral(value)
    level = Level.PRODUCT if r"\cdot" in latex else Level.POWER if "^" in latex else Level.ATOM
    level = Level.FRACTION if latex.startswith(r"\frac") else Level.SUM if latex.startswith("-") else level
    return Term(latex, level, scalar=True)


def listed(terms: list[str]) -> Term:
    """Several things in brackets."""
    return Term(rf"\left({','.join(filter(None, terms))}\right)")


def cases(pairs: list[tuple[str, str]], otherwise: str) -> Term:
    """Values with their conditions, and the value elsewhere."""
    rows = [rf"{value}&\text{{if }}{condition}" for value, condition in pairs]
    body = r"\\".join([*rows, rf"{otherwise}&\text{{otherwise}}"])
    return Term(rf"\begin{{cases}}{body}\end{{cases}}", Level.ALTERNATIVE)


def summed(a: Term, sign: str, b: Term) -> Term:
    """A sum or a difference; after a minus, and for a leading minus, brackets are needed."""
    if b.latex == "0":
        return a
    brackets = sign == "-" or b.latex.startswith("-")
    return _entry_by_entry(
        a, b, f"{a.at(Level.SUM)}{sign}{b.at(Level.BIG if brackets else Level.SUM)}", Level.SUM
    )


def fraction(a: Term, b: Term) -> Term:
    """A quotient."""
    return _entry_by_entry(a, b, rf"\frac{{{a.latex}}}{{{b.latex}}}", Level.FRACTION)


def product(a: Term, b: Term) -> Term:
    """The product of a number and whatever else, whose order does not matter, or of two arrays."""
    if not (a.scalar or b.scalar):
        sides = (x.at(Level.ATOM if x.level == Level.MATRIX else Level.ENTRYWISE) for x in (a, b))
        return _entry_by_entry(a, b, r"\cdot ".join(sides), Level.ENTRYWISE)
    if b.latex.isdigit() and not a.latex.isdigit():
        a, b = b, a  # digits come first
    if a.latex == "1":
        return b
    right = b.at(Level.BIG if b.level == Level.BIG else Level.ENTRYWISE)
    # A bracket after a name would be an argument, digits after digits another number.
    number_follows = right[:1].isdigit() or (right.startswith((r"\frac{", r"\left(")) and not a.latex.isdigit())
    level = min(a.level, b.level, Level.PRODUCT) if b.level >= Level.BIG else Level.PRODUCT
    sign = r"\cdot " if number_follows else r"\,"
    return _entry_by_entry(a, b, f"{a.at(Level.ENTRYWISE)}{sign}{right}", max(level, Level.BIG))


def matrix_product(a: Term, b: Term) -> Term:
    """A product of matrices: a row that None made of a vector is the vector transposed.

    Raises:
        NotWritten: it cannot be told whether a side is a row.
    """
    if "lifted" in (a.shape, b.shape):
        raise NotWritten(f"{a.latex} times {b.latex}")
    left, right = (x.base() + r"^{\top}" if x.shape == "row" else x.at(Level.MATRIX) for x in (a, b))
    is_row, is_column = a.shape in ("row", "product row"), b.shape == "column"
    shape = "number" if is_row and is_column else "product row" if is_row else "column" if is_column else ""
    return Term(f"{left} {right}", Level.MATRIX, shape=shape)


def product_of_ranks(a: Term, b: Term) -> Term:
    """A product of vectors and matrices, as NumPy has it: a vector on the left is transposed.

    Raises:
        NotWritten: it is not known whether the left side is a vector.
    """
    if {a.shape, b.shape} & {"row", "column"}:  # of None, which made matrices of vectors
        return matrix_product(a, b)
    if a.rank not in (1, 2) or b.rank not in (1, 2):
        raise NotWritten(f"{a.latex} times {b.latex}")
    left = a.base() + r"^{\top}" if a.rank == 1 and not a.latex.endswith(r"^{\top}") else a.at(Level.MATRIX)
    rank = a.rank + b.rank - 2
    if a.rank == 1 and b.rank == 2:  # a row, which stands on the left of what follows
        left = a.at(Level.MATRIX) if a.shape == "product row" else left
        return Term(f"{left} {b.at(Level.MATRIX)}", Level.MATRIX, rank=1, shape="product row")
    if a.shape == "product row":
        left = a.at(Level.MATRIX)
    return Term(f"{left} {b.at(Level.MATRIX)}", Level.MATRIX, rank == 0, rank)


def transposed(term: Term) -> Term:
    """A matrix with rows and columns exchanged."""
    if term.shape == "row":
        return term._replace(shape="column")
    shape = "product row" if term.shape == "column" else ""
    return Term(rf"{term.base()}^{{\top}}", Level.POWER, rank=term.rank, shape=shape)


def _entry_by_entry(a: Term, b: Term, latex: str, level: int) -> Term:
    """What acts entry by entry, so that it has the form of both sides."""
    sides = [side for side in (a, b) if not side.scalar]
    ranks, shapes = {side.rank for side in sides}, {side.shape for side in sides}
    if shapes == {"column", "row"}:
        raise NotWritten(f"{a.latex} and {b.latex} of all pairs of entries")
    rank = ranks.pop() if len(ranks) == 1 else None
    shape = shapes.pop() if len(shapes) == 1 else ""
    return Term(latex, level, not sides, rank, shape)
