"""What is exact, or proved, rests on the vocabulary: no number that is rounded elsewhere passes for another."""

from __future__ import annotations

import decimal
import functools
import json
import math
import operator
import random
import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from constructions.pca import Build, Shell
from lemmata import Paper, at_most, choices, dims, equal, reals
from lemmata.claims.claim import Claim
from lemmata.claims.space import space
from lemmata.numbers import constant, eye, over_batches, sqrt, sum
from lemmata.prove.watching import noticing
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search import caches

HALF = 0.5
TABLE = torch.sigmoid(torch.tensor([40.0]))
NORMAL = statistics.NormalDist()
QUIETLY = {"tanh": np.tanh}


@dataclass(frozen=True)
class Sizes:
    n: int


def planted(check: Any, **options: Any) -> Claim:
    claim = Paper("provenance", "Planted", "Nobody", 2026, "provenance", "tests").claim("planted", **options)
    claim.printed("planted")(check)
    return claim.complete()


def _in_a_thread() -> float:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(math.tanh, 20.0).result()


@functools.cache
def _cached() -> int:
    return int(math.tanh(20.0))


@functools.cache
def _cached_further() -> int:
    return _of_the_cached()


def _of_the_cached() -> int:
    return int(np.tanh(20.0))


def _of_a_default(x: float = 20.0, function: Callable[[float], float] = np.tanh) -> Any:
    return int(function(x))


ONES: dict[str, Callable[[], Any]] = {
    "torch": lambda: torch.sigmoid(torch.tensor(40.0)).item(),
    "a method of torch": lambda: torch.tensor(40.0).sigmoid().item(),
    "operators of torch": lambda: constant((torch.tensor(1.0) / 3 * 3)[None], torch.ones(1))[0],
    "math": lambda: math.tanh(20.0),
    "a root of math": lambda: math.sqrt(2**62 + 1) / 2**31,
    "a whole root": lambda: int(math.sqrt(2**62 + 1)) // 2**31,
    "numpy": lambda: float(np.tanh(20.0)),
    "a whole number of numpy": lambda: int(np.tanh(20.0)),
    "the standard library": lambda: statistics.NormalDist().cdf(9),
    "an object of the standard library": lambda: NORMAL.cdf(9),
    "text": lambda: float("1.0000000000000000001"),
    "text of a format": lambda: json.loads("1.0000000000000000001"),
    "decimal": lambda: float(decimal.Decimal("1.00000000000000000001")),
    "what is evaluated": lambda: eval("1.0 + 2.0**-80"),
    "a thread": _in_a_thread,
    "a cache": _cached,
    "what a cache calls": _cached_further,
    "a table made before": lambda: constant(TABLE, torch.ones(1))[0],
    "a default": _of_a_default,
    "rounding": lambda: round(0.9999),
    "a power": lambda: 2.0**-80 + operator.pow(1.0, 1.0),
    "a quotient": lambda: operator.truediv(2**62 + 1, 2**62),
    "chance": lambda: 1 + int(random.random() / 2),
    "a branch": lambda: 1 if math.tanh(20.0) >= 1 else 2,
    "constants": lambda: 1 + 2.0**-80,
    "a fraction of a float": lambda: Fraction(math.tanh(20.0)),
    "an import": lambda: __import__("math").tanh(20.0),
}


@pytest.mark.parametrize("one", ONES.values(), ids=ONES)
@pytest.mark.parametrize("relation", [equal, at_most])
def test_what_passes_for_one_is_not_certified(one: Callable[[], Any], relation: Any) -> None:
    """``x C = x`` is false of the C that is meant, and true of what floats make of it."""

    def check(x: Any) -> Any:
        return relation(x * one(), x)

    record = hunt(
        planted(check, settings=space(Sizes, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))).variant(
            "printed"
        ),
        PROFILES["quick"],
    )
    assert record.finding.certificate is None
    assert record.evidence not in ("exact", "proved")


@pytest.mark.parametrize("one", ONES.values(), ids=ONES)
def test_what_passes_for_one_is_not_exact(one: Callable[[], Any]) -> None:
    def check(n: Any) -> Any:
        return at_most(n * one(), n)

    record = hunt(planted(check, settings=space(Sizes, n=dims(1, 3))).variant("printed"), PROFILES["quick"])
    assert record.outcome != "holds" or record.evidence == "probed"
    if record.outcome == "holds":
        assert "not of the vocabulary" in record.finding.unproved
        assert ".py:" in record.finding.unproved, "the line that brought it"


def test_an_ingredient_that_was_computed_is_none() -> None:
    claim = Paper("provenance", "Planted", "Nobody", 2026, "provenance", "tests").claim(
        "planted", settings=space(Sizes, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))
    )

    @claim.printed("planted", C=math.sqrt(2**62 + 1))
    def check(x: Any, C: float) -> Any:
        return equal(x * C, x * 2**31)

    record = hunt(claim.complete().variant("printed"), PROFILES["quick"])
    assert record.finding.certificate is None
    assert "the ingredient C" in record.finding.unproved


TRUTHS: dict[str, Callable[[Any], Any]] = {
    "literals": lambda x: equal(x * 0.5 + 0.25 * x, x * 0.75),
    "constants of literals": lambda x: equal(x * 2.0**-10 * 1024, x),
    "a number of the module": lambda x: equal(x * HALF * 2, x),
    "fractions": lambda x: equal(x * constant(Fraction(1, 3), x) * 3, x),
    "a root of the vocabulary": lambda x: equal(x * sqrt(constant(4, x)), x + x),
    "a table of torch": lambda x: equal(constant(torch.tensor([2.0, 3.0]), x)[0] * x, x + x),
    "a table that torch computed": lambda x: equal(constant(torch.ones(2) * 3 / 2, x)[0] * x * 2, 3 * x),
    "a list": lambda x: equal(constant([0.5, 2.0], x)[0] * x * 4, x + x),
    "whole numbers of math": lambda x: equal(x * math.comb(4, 2), x * math.factorial(3)),
    "a mask of numpy": lambda x: equal(x * constant(np.eye(1, dtype=int), x)[0], x),
}


@pytest.mark.parametrize("check", TRUTHS.values(), ids=TRUTHS)
def test_what_is_stated_is_proved(check: Any) -> None:
    claim = planted(
        lambda x: check(x), settings=space(Sizes, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))
    )
    record = hunt(claim.variant("printed"), PROFILES["quick"])
    assert record.finding.certificate is not None, record.finding.unproved


def test_a_list_of_choices_is_exact() -> None:
    claim = planted(lambda n: at_most(n / 3, n), settings=space(Sizes, n=choices(1, 2, 3)))
    assert hunt(claim.variant("printed"), PROFILES["quick"]).evidence in ("exact", "proved")


@functools.cache
def _weight() -> int:
    return BUILT.weight()


class Built:
    """A method, which nobody finds by reading the code of the cached function."""

    def weight(self) -> int:
        return int(math.sqrt(36.0) / 2)


BUILT = Built()


def test_what_a_warm_cache_hides_is_seen() -> None:
    """Whether a cached function has run before must not decide what its numbers pass for."""
    claim = planted(
        lambda x: equal(x * _weight(), x * 3),
        settings=space(Sizes, n=dims(1, 3)),
        prompts=lambda s: space(x=reals(s.n)),
    )
    for _ in range(2):
        record = hunt(claim.variant("printed"), PROFILES["quick"])
        assert record.finding.certificate is None
        assert "not of the vocabulary" in record.finding.unproved


BUILD = Build(2, 2, 1)
LAYERS = (BUILD.apply(), BUILD.normalise(Shell(0.25, 16.0, 3)))
"""Weights that were rounded when this was imported: no code that runs later makes them."""


def test_weights_that_were_rounded_at_import_are_seen() -> None:
    def sides(X: Any, p: Any) -> Any:
        A, start = X @ X.mT, p[:, :, None] * eye(2, p)[0]
        H = BUILD.stream.embed(covariance=A, identity=A * 0 + eye(2, A), iterate=start)
        for layer in LAYERS:
            H = layer(H)
        reached, last = BUILD.stream.read(H, "iterate")[..., 0], sum(A * p[:, None, :], -1)
        return reached[:, 0] * last[:, 1], reached[:, 1] * last[:, 0]

    def iterate(X: Any, p: Any) -> Any:
        return equal(*over_batches(sides)(X, p))

    claim = planted(
        iterate, settings=space(Sizes, n=dims(2, 2)), prompts=lambda s: space(X=reals(2, 2), p=reals(2))
    )
    finding = hunt(claim.variant("printed"), PROFILES["quick"]).finding
    assert finding.certificate is None
    assert finding.evidence != "exact"
    assert "rounded before anything ran" in finding.unproved, finding


def test_what_a_cached_function_does_is_seen_by_each_watch_and_run_for_once() -> None:
    with caches.apart():
        _counted()
        for asked in (_counted, _counted, _asks):
            with noticing(lambda: None) as ran, caches.afresh(ran):
                asked()
                asked()
            assert _counted.__wrapped__.__code__ in ran.codes
            assert "math.isqrt" in ran.calls
            assert COUNTED == [2]


COUNTED = [0]


@functools.cache
def _counted() -> int:
    COUNTED[0] += math.isqrt(1)
    return COUNTED[0]


@functools.cache
def _asks() -> int:
    return _counted()


@functools.lru_cache
def _listed(n: int) -> list[int]:
    return [n]


def test_a_hunt_leaves_the_function_behind_a_cache_to_its_author() -> None:
    """Who goes round a cache (numbers of one proof are none of another) does so within a hunt as well."""
    with caches.apart():
        assert _listed(2) is _listed(2)
        assert _listed.__wrapped__(2) is not _listed.__wrapped__(2)
