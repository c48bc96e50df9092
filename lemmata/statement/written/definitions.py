"""The definitions that a generated formula needs: each symbol stands for one thing."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import Any

from lemmata.statement.formulas import Definition


class Notes:
    """The definitions that a formula needs, and what could not be written."""

    def __init__(self) -> None:
        self.definitions: list[Definition] = []
        self.unwritten: list[str] = []
        self.functions: dict[tuple[Any, ...], tuple[str, int, int]] = {}
        """Of functions by what they are and are called: symbol, place, and how deep in others they were met."""
        self.taken: dict[str, str] = {}
        """What each symbol stands for."""
        self.ranks: dict[str, int | None] = {}
        """How many indices quantities have."""
        self.passed: list[tuple[bool, Any]] = []
        """Of the arguments of the call being written: whether each is the setting or prompt, and its class."""
        self.within: list[int] = [-1]
        """The functions being written, by their places among the definitions; -1 is the check."""
        self.owners: dict[str, set[int]] = {}
        """The functions that a local variable is of."""

    def reserve(self, symbol: str) -> int:
        """A place among the definitions."""
        self.definitions.append(Definition(symbol))
        return len(self.definitions) - 1

    def needed(self, latex: str) -> tuple[Definition, ...]:
        """The definitions that a formula needs, and those that these need, level by level."""
        waiting, level, shown = dict(enumerate(self.definitions)), [latex], {-1}
        needed: list[Definition] = []
        for depth in itertools.count(1):
            mentioned = {
                at: replace(d, formula="") if _is_deep(d, depth) else d
                for at, d in waiting.items()
                if self.owners.get(d.symbol, shown) & shown
                and any(occurs(key, text) for key in _keys(d.symbol) for text in level)
            }
            if not mentioned:
                return tuple(needed)
            waiting = {at: d for at, d in waiting.items() if at not in mentioned}
            shown |= {at for at, d in mentioned.items() if d.formula}
            needed += [d for d in mentioned.values() if d not in needed]
            level = [f"{d.formula} {d.symbol}" for d in mentioned.values()]
        return ()

    def take(self, symbol: str, of: str) -> str:
        """A symbol for something; one that stands for something else already gets a prime."""
        while self.taken.setdefault(symbol, of) != of:
            symbol = f"{{{symbol}}}'" if "^" in symbol else f"{symbol}'"
        return symbol

    def explain(self, symbol: str, meaning: str) -> None:
        """Says what a field of something is, unless the symbol is that of something else."""
        if self.taken.setdefault(symbol, meaning) == meaning and symbol not in self.owners:
            self.owners[symbol] = {self.within[-1]}
            self.definitions[self.reserve(symbol)] = Definition(symbol, meaning=meaning)

    def define(self, symbol: str, formula: str) -> str:
        """Defines a symbol, maybe with a prime."""
        return self.write(self.take(symbol, formula), formula)

    def write(self, symbol: str, formula: str) -> str:
        """A definition under a symbol that has been taken for it, or of several at once."""
        self.owners.setdefault(symbol, set()).add(self.within[-1])
        if not any(d.symbol == symbol for d in self.definitions):
            self.definitions[self.reserve(symbol)] = Definition(symbol, formula)
        return symbol


def _is_deep(definition: Definition, depth: int) -> bool:
    """Whether its meaning is enough: quantities are shown down to the second level, functions to the first."""
    return bool(definition.meaning) and depth > (1 if r"\left(" in definition.symbol else 2)


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
        if not inside and after != "'":
            return True
        at = text.find(key, at + 1)
    return False
