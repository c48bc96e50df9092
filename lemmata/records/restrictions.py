"""What a type cannot say of a value in a file: ``Annotated[float, Within(0, 1)]``.

``problem`` says what is wrong with a value, and nothing if it fits; ``keywords`` are those of a JSON Schema
that say the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf
from typing import Annotated, Any, get_args

from lemmata.claims import ids
from lemmata.claims.vocabulary import ProfileName


@dataclass(frozen=True)
class Within:
    """A number from ``low`` to ``high``, both included unless ``above``: then ``low`` is not."""

    low: float
    high: float = inf
    above: bool = False

    def problem(self, value: float) -> str:
        fits = (self.low < value if self.above else self.low <= value) and value <= self.high
        return "" if fits else f"does not lie within {'(' if self.above else '['}{self.low}, {self.high}]"

    def keywords(self) -> dict[str, Any]:
        lowest = {"exclusiveMinimum" if self.above else "minimum": self.low}
        return lowest if self.high == inf else {**lowest, "maximum": self.high}


@dataclass(frozen=True)
class Like:
    """A text that a regular expression matches from end to end; ``what`` it then is, for messages."""

    pattern: str
    what: str = ""

    def problem(self, value: str) -> str:
        wrong = f"is not {self.what}" if self.what else f"does not match {self.pattern}"
        return "" if re.fullmatch(self.pattern, value) else wrong

    def keywords(self) -> dict[str, Any]:
        return {"pattern": f"^({self.pattern})$"}


@dataclass(frozen=True)
class OneOf:
    """An object with exactly one of these keys, and no further keys than ``others`` if they are given."""

    names: tuple[str, ...]
    others: tuple[str, ...] | None = None

    def problem(self, value: dict[str, Any]) -> str:
        if sum(name in value for name in self.names) != 1:
            return f"has not exactly one of the fields {list(self.names)}"
        unknown = [] if self.others is None else sorted(value.keys() - {*self.names, *self.others})
        return f"has unknown fields {unknown}" if unknown else ""

    def keywords(self) -> dict[str, Any]:
        one = {"oneOf": [{"required": [name]} for name in self.names]}
        return one if self.others is None else {"propertyNames": {"enum": [*self.names, *self.others]}, **one}


@dataclass(frozen=True)
class NotEmpty:
    """An array with an entry at least."""

    def problem(self, value: list[Any]) -> str:
        return "" if value else "is empty"

    def keywords(self) -> dict[str, Any]:
        return {"minItems": 1}


@dataclass(frozen=True)
class WithoutFloats:
    """A whole number, a text such as 1/8, a truth value, nothing, or arrays of those."""

    def problem(self, value: Any) -> str:
        entries = [value]
        for entry in entries:
            if isinstance(entry, list):
                entries += entry
        return "is not exact" if any(isinstance(entry, float | dict) for entry in entries) else ""

    def keywords(self) -> dict[str, Any]:
        """Of a JSON Schema; ``#`` is replaced by a reference to the definition that they are part of."""
        plain = {"type": ["integer", "string", "boolean", "null"]}
        return {"anyOf": [plain, {"type": "array", "items": {"$ref": "#/$defs/Exact"}}]}


Seconds = Annotated[float, Within(0)]
Chance = Annotated[float, Within(0, 1)]
Id = Annotated[str, Like(ids.ID.pattern, "the id of a claim")]
IdIfAny = Annotated[str, Like(f"({ids.ID.pattern})?", "the id of a claim")]
Kind = Annotated[str, Like("[a-z][a-z-]{0,40}", "the name of a kind")]
Profile = Annotated[str, Like("|".join(get_args(ProfileName)), f"one of {', '.join(get_args(ProfileName))}")]
Text = Annotated[str, Like(r"[\s\S]+")]
"""Not empty."""
Digest = Annotated[str, Like("[0-9a-f]{12}")]
Digested = Annotated[str, Like("([0-9a-f]{12})?")]
"""A digest, or empty where there is nothing to digest."""
Exact = Annotated[Any, WithoutFloats()]
Quantities = dict[str, Exact]
