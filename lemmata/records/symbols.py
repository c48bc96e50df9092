"""How the names of quantities in code are written in formulas, for pages that know the names alone."""

from lemmata.statement.written.notation import GREEK
from lemmata.statement.written.notation import identifier as symbol

__all__ = ["GREEK", "symbol"]
