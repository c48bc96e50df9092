"""The definitions that a formula needs: each symbol stands for one thing."""

from __future__ import annotations

import re
from typing import Any

from lemmata.records.formula import Definition


class Notes:
    """The definitions that a formula needs, and what it states.

    Args:
        tolerant: whether what cannot be written is left out, for a look at the rest.
    """

    def __init__(self, tolerant: bool = False) -> None:
        self.tolerant = tolerant
        self.definitions: list[Definition] = []
        self.functions: dict[tuple[Any, str], str] = {}
        """The symbols of functions, by what they are and are called."""
        self.taken: dict[str, str] = {}
        """What each symbol stands for."""
        self.ranks: dict[str, int | None] = {}
        """How many indices quantities have."""
        self.stated: list[tuple[str, str]] = []
        """The two sides of each relation that is asserted, the smaller one first,"""
        self.assumed: list[tuple[str, str]] = []
        """of each that is a hypothesis,"""
        self.given: list[str] = []
        """and the hypotheses as they are shown."""

    def needed(self, latex: str) -> tuple[Definition, ...]:
        """The definitions that a formula needs, and those that these need, in this order."""
        needed, texts = list[Definition](), [latex]
        for text in texts:  # which grows
            for definition in self.definitions:
                keys = _keys(definition.symbol)
                if definition not in needed and any(occurs(key, text) for key in keys):
                    needed.append(definition)
                    texts.append(f"{definition.formula} {definition.symbol}")
        return tuple(needed)

    def reserve(self, symbol: str) -> int:
        self.definitions.append(Definition(symbol))
        return len(self.definitions) - 1

    def take(self, symbol: str, of: str) -> str:
        """A symbol for something; one that stands for something else already gets a prime."""
        while self.taken.setdefault(symbol, of) != of:
            symbol = f"{{{symbol}}}'" if "^" in symbol else f"{symbol}'"
        return symbol

    def write(self, symbol: str, formula: str) -> str:
        """A definition under a symbol that has been taken for it, or of several at once."""
        if not any(d.symbol == symbol for d in self.definitions):
            self.definitions.append(Definition(symbol, formula))
        return symbol


def _keys(symbol: str) -> list[str]:
    """What is looked for in a formula to see whether it mentions a symbol: without arguments and indices."""
    if symbol.startswith(r"\left("):
        return re.split(r",(?![^{]*\})", symbol.removeprefix(r"\left(").removesuffix(r"\right)"))
    return [re.split(r"\\left\(|_\{", symbol)[0]]


def occurs(key: str, text: str) -> bool:
    """Whether a symbol stands in a formula, other than as a part of a word."""
    at = text.find(key)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(key) : at + len(key) + 1]
        inside = (after.isalpha() and key[-1:].isalpha()) or (before.isalpha() and key[:1].isalpha())
        starred = text.startswith(r"^{\ast}", at + len(key))  # which is another one
        if not inside and not starred and after != "'":
            return True
        at = text.find(key, at + 1)
    return False
