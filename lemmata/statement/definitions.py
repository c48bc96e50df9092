"""The definitions that a generated formula needs: each symbol stands for one thing."""

from __future__ import annotations

import re
from typing import Any

from lemmata.statement.formulas import Definition


class Notes:
    """The definitions that a formula needs, and what could not be written."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.unwritten: list[str] = []
        self.functions: dict[tuple[Any, str], str] = {}
        """The symbols of functions and values that have been defined, by what they are and are called."""
        self.taken: dict[str, str] = {}
        """What each symbol stands for."""

    def reserve(self, symbol: str) -> int:
        """A place among the definitions."""
        self.definitions.append(Definition(symbol))
        return len(self.definitions) - 1

    def needed(self, latex: str) -> tuple[Definition, ...]:
        """The definitions that a formula needs, and those that these need, as they come up."""
        waiting, texts, needed = list(self.definitions), [latex], list[Definition]()
        for text in texts:
            mentioned = [d for d in waiting if any(_occurs(key, text) for key in _keys(d.symbol))]
            waiting = [d for d in waiting if d not in mentioned]
            needed += mentioned
            texts += [f"{d.formula} {d.symbol}" for d in mentioned]
        return tuple(needed)

    def take(self, symbol: str, of: str) -> str:
        """A symbol for something; one that stands for something else already gets a prime."""
        while self.taken.setdefault(symbol, of) != of:
            symbol = f"{{{symbol}}}'" if "^" in symbol else f"{symbol}'"
        return symbol

    def define(self, symbol: str, formula: str) -> str:
        """Defines a symbol, maybe with a prime."""
        symbol = self.take(symbol, formula)
        if not any(d.symbol == symbol for d in self.definitions):
            self.definitions[self.reserve(symbol)] = Definition(symbol, formula)
        return symbol


def _keys(symbol: str) -> list[str]:
    """What is looked for in a formula to see whether it mentions a symbol: without arguments and indices."""
    if symbol.startswith(r"\left("):
        return re.split(r",(?![^{]*\})", symbol.removeprefix(r"\left(").removesuffix(r"\right)"))
    return [re.split(r"\\left\(|_\{", symbol)[0]]


def _occurs(key: str, text: str) -> bool:
    """Whether a symbol stands in a formula, other than as a part of a word."""
    at = text.find(key)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(key) : at + len(key) + 1]
        if not (after.isalpha() and key[-1:].isalpha()) and not (before.isalpha() and key[:1].isalpha()):
            return True
        at = text.find(key, at + 1)
    return False
