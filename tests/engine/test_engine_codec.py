"""The decoder of files: what fits a type, and what is said of the rest; schemas say the same."""

from __future__ import annotations

import runpy
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import jsonschema
import pytest

from lemmata.records import codec
from lemmata.records.restrictions import Exact, Like, NotEmpty, OneOf, Within
from lemmata.records.strict_json import StrictError

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas.py"


@dataclass(frozen=True, kw_only=True)
class Seed:
    name: Annotated[str, Like("[a-z]+")]
    weight: Annotated[float, Within(0, 1, above=True)] = 1.0
    age: int | None = None
    found: Exact = None


class Basket(TypedDict):
    schema: Literal["test/basket/1"]
    seeds: Annotated[tuple[Seed, ...], NotEmpty()]
    marks: dict[Literal["ripe", "dry"], tuple[int, str]]
    owner: NotRequired[Annotated[dict[str, str], OneOf(("first", "full"), others=("born",))]]


GOOD: dict[str, Any] = {
    "schema": "test/basket/1",
    "seeds": [{"name": "oak"}, {"name": "elm", "weight": 1, "age": 3, "found": [["1/8", 2], True, None]}],
    "marks": {"ripe": [2, "of three"]},
    "owner": {"first": "Ada", "born": "1815"},
}


def valid(document: Any) -> bool:
    schema = runpy.run_path(str(SCHEMAS))["schema"]("test/basket/1", Basket, "A basket")
    jsonschema.Draft202012Validator.check_schema(schema)
    return bool(jsonschema.Draft202012Validator(schema).is_valid(document))


def test_what_fits() -> None:
    basket = codec.document(Basket, GOOD, "test/basket/1", "pick again")
    assert basket["seeds"][0] == Seed(name="oak")
    assert basket["seeds"][1] == Seed(name="elm", weight=1.0, age=3, found=[["1/8", 2], True, None])
    assert basket["marks"] == {"ripe": (2, "of three")}
    whole = {**GOOD, "seeds": [codec.encode(seed) for seed in basket["seeds"]]}
    assert valid(whole)
    assert codec.decode(Basket, whole) == basket


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"more": 1}, r"unknown fields \['more'\]"),
        ({"marks": None}, "marks: None is not of type dict"),
        ({"marks": {"wet": [1, ""]}}, "marks: wet: 'wet' is not one of ripe, dry"),
        ({"marks": {"dry": [1]}}, r"marks: dry: \[1\] has not 2 entries"),
        ({"marks": {"dry": [-1, ""]}}, "marks: dry: 0: -1 is not a count"),
        ({"seeds": []}, r"seeds: \[\] is empty"),
        ({"seeds": [{"name": "oak"}, {}]}, r"seeds: 1: lacks the fields \['name'\]"),
        ({"seeds": [{"name": "Oak"}]}, r"seeds: 0: name: 'Oak' does not match \[a-z\]\+"),
        ({"seeds": [{"name": "oak\n"}]}, r"seeds: 0: name: 'oak.n' does not match"),
        ({"seeds": [{"name": "oak", "weight": 0}]}, r"seeds: 0: weight: 0 does not lie within \(0, 1\]"),
        ({"seeds": [{"name": "oak", "weight": 1.5}]}, r"weight: 1.5 does not lie within \(0, 1\]"),
        ({"seeds": [{"name": "oak", "age": -1}]}, "age: -1 is not a count"),
        ({"seeds": [{"name": "oak", "age": "x"}]}, "age: 'x' is not of type int"),
        ({"seeds": [{"name": "oak", "found": [1, [0.5]]}]}, r"found: \[1, \[0.5\]\] is not exact"),
        ({"owner": {"born": "1815"}}, "owner: .* has not exactly one of the fields"),
        ({"owner": {"first": "", "full": ""}}, "owner: .* has not exactly one of the fields"),
        ({"owner": {"first": "", "died": ""}}, r"owner: .* has unknown fields \['died'\]"),
    ],
    ids=str,
)
def test_what_does_not_fit(change: dict[str, Any], message: str) -> None:
    with pytest.raises(StrictError, match=f"does not meet test/basket/1: {message}|: seeds: 0: {message}"):
        codec.document(Basket, GOOD | change, "test/basket/1", "pick again")
    assert not valid(GOOD | change)


def test_another_document() -> None:
    other: Any
    for other in (None, [], {}, {"schema": "test/sack/1"}, {"schema": ["test/basket/1"]}):
        with pytest.raises(StrictError, match="is not 'test/basket/1'; pick again"):
            codec.document(Basket, other, "test/basket/1", "pick again")
    with pytest.raises(StrictError, match=r"lacks the fields \['seeds', 'marks'\]"):
        codec.document(Basket, {"schema": "test/basket/1"}, "test/basket/1", "pick again")
