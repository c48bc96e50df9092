"""Planted claims that fooled the engine when it was attacked once more; one for each hole that is mended."""

import functools
import math
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from lemmata import (
    ForAll,
    Margin,
    Paper,
    Probability,
    at_least,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    in_ball,
    reals,
    uniform,
)
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import over_batches, sqrt
from lemmata.run.hunting import PROFILES, hunt


@dataclass(frozen=True)
class Size:
    n: int


@dataclass(frozen=True)
class Penalty:
    lam: float | Fraction


@dataclass(frozen=True)
class Derived:
    n: int

    @functools.cached_property
    def inverse(self):
        return 1 / self.n


def record(check, *, settings=None, prompts=None, failure=None, construction=None):
    """What the default hunt says of a reading."""
    claim = Paper("planted", "t", "a", 2026, "k", "s").claim(
        "planted",
        kind=ForAll() if failure is None else Probability(failure=failure),
        settings=settings or space(Size, n=dims(1, 3)),
        prompts=prompts,
    )
    if construction is not None:
        claim.construction(construction)
    claim.printed("x")(check)
    return hunt(claim.variant("printed"), PROFILES["quick"])


def vectors(s):
    return space(x=reals(s.n))


def bounded(s):
    return space(x=box(s.n, low=-1, high=1))


RESIDUES = {
    "literals": lambda: abs(0.1 + 0.2 - 0.3),
    "a root": lambda: abs(math.sqrt(2) ** 2 - 2),
    "weights": lambda: 1 - sum([0.1] * 10),
    "a tensor": lambda: 1 - torch.full((10,), 0.1, dtype=torch.float64).cumsum(0)[-1],
}


@pytest.mark.parametrize("name", sorted(RESIDUES))
def test_what_rounded_numbers_leave_that_cancel_is_no_number_that_is_meant(name):
    told = record(lambda x: equal(x * RESIDUES[name](), x * 0), prompts=vectors)
    assert told.outcome == "error" and "slipped" in told.finding.because, told.finding.words


NARROW = {
    "single": torch.tensor(1 / 11),
    "single, widened": torch.tensor(1 / 11).double(),
    "half": torch.tensor(1 / 11, dtype=torch.float16),
    "half of NumPy": np.float16(1 / 11),
    "single of NumPy": np.float32(1 / 11),
}


@pytest.mark.parametrize("name", sorted(NARROW))
def test_a_float_of_few_bits_is_no_short_number(name):
    told = record(lambda x: at_most(abs(x * NARROW[name] * 23), abs(x * 30)).report(x=x), prompts=vectors)
    assert told.outcome == "error" and "slipped" in told.finding.because, told.finding.words


def test_a_number_of_numpy_is_not_taken_for_exact_beside_an_error_bound():
    told = record(
        lambda x: at_most((x * np.float32(0.1) * 10)[..., 0], x[..., 0]),
        prompts=space(x=uniform(1)),
        failure=lambda s: 0.01,
    )
    assert told.outcome == "error" and "slipped" in told.finding.because, told.finding.words


EQUAL = {
    "==": lambda lam: lam == 1,
    "!=": lambda lam: [2, 0][lam != 1] == 2,
    "in": lambda lam: lam in (1.0, 7.0),
    "a fraction": lambda lam: lam == Fraction(1, 1),
    "truth": lambda lam: not lam - 1,
}


@pytest.mark.parametrize("name", sorted(EQUAL))
def test_a_number_equals_its_value_in_every_arithmetic(name):
    told = record(
        lambda lam: at_least(2 if EQUAL[name](lam) else (lam - 1) * (lam - 1), Fraction(1, 64)),
        settings=space(Penalty, lam=choices(0.5, 0.875, 1.0, 1.5, 2.0)),
    )
    assert (told.outcome, told.evidence) == ("holds", "proved"), told.finding.words


def test_a_tenth_equals_a_tenth_though_its_float_does_not():
    told = record(
        lambda lam: at_least(2 if lam == Fraction(1, 10) else lam, 1),
        settings=space(Penalty, lam=choices(1, Fraction(1, 10))),
    )
    assert (told.outcome, told.evidence) == ("holds", "proved"), told.finding.words


@pytest.mark.parametrize("group", [{1.0, 0.5}, {1.0: 2}], ids=["set", "dictionary"])
def test_a_number_is_never_missed_in_a_set(group):
    told = record(
        lambda lam: at_least(2 if lam in group else (lam - 1) * (lam - 1), Fraction(1, 64)),
        settings=space(Penalty, lam=dyadics(0, 0.5)),
    )
    assert told.outcome == "error" and "unhashable" in told.finding.because, told.finding.words


def test_a_mask_by_equality_hides_no_violation():
    told = record(lambda x: at_least(x * x + (x == 0) * 1, Fraction(1, 2**24)), prompts=vectors)
    assert (told.outcome, told.evidence) == ("refuted", "genuine"), told.finding.words


def test_a_comparison_within_the_error_bound_is_settled_exactly():
    told = record(
        lambda lam: at_least(1 if lam / 3 * 3 <= lam else 0, 1),
        settings=space(Penalty, lam=choices(1.0, 0.5, 0.625)),
    )
    assert (told.outcome, told.evidence) == ("holds", "proved"), told.finding.words


@pytest.mark.parametrize("root", [lambda n: int((n**3) ** (1 / 3)), lambda n: n**0.5 * n**0.5])
def test_a_broken_power_of_a_size_is_no_float(root):
    told = record(lambda n: equal(root(n), n), settings=space(Size, n=dims(1, 30)))
    assert told.outcome == "error" and "turned into a float" in told.finding.because, told.finding.words


class TestState:
    """What an evaluation leaves behind refutes nothing."""

    @pytest.mark.parametrize("kind", ["a counter", "weights"])
    def test_a_construction_that_the_check_changes(self, kind):
        def check(x: Any, tf) -> Margin:
            held = tf.held
            held["w"] = min(held["w"] + 1, 3) if kind == "a counter" else held["w"] * 2
            return at_most(abs(x) * held["w"], 2)

        told = record(check, prompts=bounded, construction=lambda s: SimpleNamespace(held={"w": 1}))
        assert told.outcome == "error" and "built anew" in told.finding.because, told.finding.words

    @pytest.mark.parametrize("way", ["numpy", "data"])
    def test_data_written_through_a_view_hides_nothing(self, way):
        def written(x: Any) -> Any:
            if isinstance(x, torch.Tensor):
                x.detach().numpy().fill(0) if way == "numpy" else x.data.mul_(0)
            return x

        def check(x: Any) -> Margin:
            return at_most(over_batches(written)(x) * x, Fraction(9, 10))

        told = record(check, prompts=bounded)
        assert told.outcome == "error" and "prompt.x in place" in told.finding.because, told.finding.words


def test_what_a_setting_derives_from_its_fields_loses_no_violation():
    settings = space(Derived, n=dims(1, 30))
    told = record(lambda inverse, n: equal(inverse * n, 2), settings=settings)
    assert (told.outcome, told.evidence) == ("refuted", "genuine"), told.finding.words
    assert record(lambda inverse, n: equal(inverse * n, 1), settings=settings).outcome == "holds"


def test_a_cache_over_sizes_does_not_mix_arithmetics_in_silence():
    @functools.lru_cache
    def root(n):
        return sqrt(n)

    told = record(lambda n: equal(root(n) * root(n), n), settings=space(Size, n=dims(1, 30)))
    assert told.outcome != "refuted", told.finding.words


@pytest.mark.parametrize(
    "domain",
    [
        box(1, low=Fraction(-1, 10), high=Fraction(1, 10)),
        uniform(1, low=Fraction(-1, 10), high=Fraction(1, 10)),
        in_ball(1, radius=Fraction(1, 10)),
        dyadics(Fraction(-1, 10), Fraction(1, 10)),
    ],
    ids=lambda domain: type(domain).__name__,
)
def test_no_number_is_drawn_beyond_a_bound_that_is_a_fraction(domain):
    told = record(lambda x: at_most(abs(x), Fraction(1, 10)), prompts=space(x=domain))
    assert told.outcome == "holds", told.finding.words
    assert not domain.contains(0.1 if isinstance(domain, dyadics) else torch.tensor([0.1]).double())


def test_a_tenth_within_a_tuple_is_refused_as_any_other():
    with pytest.raises(ClaimError, match=r"Fraction\(1, 10\)"):
        choices(("a", 0.1), ("b", 2))
