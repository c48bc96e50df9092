"""Floats do not pass for exact numbers: planted claims that were once refuted, or called exact, by them.

Each true statement here was refuted `genuine`, or a false one was called more than it is, through a
float without an error bound. Now the float is noticed where it comes in, or is no float any more.
"""

import inspect
import math
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

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
    every,
    gaussian,
    in_ball,
    normal,
    reals,
    signs,
    sparse,
    uniform,
    uniform_ball,
)
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import Array, constant, exp, log, over_batches, pow, sqrt, unit, values
from lemmata.run.hunting import PROFILES, hunt


@dataclass(frozen=True)
class Size:
    n: int


@dataclass(frozen=True)
class Penalty:
    n: int
    lam: float | Fraction


def record(check, *, settings=None, prompts=None, failure=None, **ingredients):
    """What the default hunt says of a reading."""
    claim = Paper("planted", "t", "a", 2026, "k", "s").claim(
        "planted",
        kind=ForAll() if failure is None else Probability(failure=failure),
        settings=settings or space(Size, n=dims(1, 30)),
        prompts=prompts,
    )
    claim.printed("x", **ingredients)(check)
    return hunt(claim.variant("printed"), PROFILES["quick"])


TRUE = {
    "a root of a size": lambda n: equal(sqrt(n) * sqrt(n), n),
    "a logarithm of a size": lambda n: equal(exp(log(n)), n),
    "a quotient of sizes": lambda n: equal(n / 3 * 3, n),
    "a power of a size": lambda n: equal(n**-2 * n, 1 / (n**1 / 1)),
    "the root of two": lambda n: equal(sqrt(2) * sqrt(2) * n, n * 2),
    "a whole number": lambda n: at_least(n * (n + 1) // 2, n),
    "a list of sizes": lambda n: equal([[n, n + 1]], [[n, 1 + n]]),
}


@pytest.mark.parametrize("name", sorted(TRUE))
def test_numbers_of_a_setting_are_lifted(name):
    told = record(TRUE[name])
    assert told.outcome == "holds", told.finding.words


def test_sizes_work_beside_data_in_every_arithmetic():
    def check(n: Any, x: Any) -> Margin:
        return at_most(abs(x).sum(-1) / sqrt(n), sqrt((x * x).sum(-1)))

    told = record(check, prompts=lambda s: space(x=reals(s.n)))
    assert told.outcome == "holds", told.finding.words
    assert told.scope.exactly > 0


def test_numbers_of_a_setting_stand_among_others_in_a_list():
    def check(lam: Any, x: Any) -> Margin:
        return equal((x * constant([lam, 1], x)).sum(-1), lam * x[..., 0] + x[..., 1])

    settings = space(Penalty, n=dims(2, 2), lam=dyadics(0, 1))
    told = record(check, settings=settings, prompts=lambda s: space(x=reals(s.n)))
    assert told.outcome == "holds", told.finding.words
    assert told.scope.exactly > 0 and told.finding.certificate is not None


def slipped_root(n):
    root = math.sqrt(n)
    return equal(root * root, n)


def slipped_logarithm(n):
    return equal(math.exp(math.log(n)), n)


def slipped_power(n):
    return equal((n**0.5) ** 2, n)


def slipped_values(x):
    return equal((values(x) / 3 * 3).sum(-1), values(x).sum(-1))


def slipped_eigenvalues(x):
    A = x[..., :, None] * x[..., None, :]
    largest = torch.linalg.eigvalsh(values(A))[..., -1]
    return equal(largest, (x * x).sum(-1))


def slipped_constant(x):
    third = constant([1 / 3], x)
    return equal((x * third * 3).sum(-1), x.sum(-1))


def slipped_large_literal(x):
    return equal((x * (2.0**40 / 3)).sum(-1) * 3, x.sum(-1) * 2.0**40)


def slipped_tensor(x):
    return equal((x * torch.tensor(0.1, dtype=torch.float64)).sum(-1) * 10, x.sum(-1))


def slipped_single_precision(x):
    return equal((x * torch.tensor(0.1).double()).sum(-1) * 10, x.sum(-1))


SLIPPED = [
    slipped_root,
    slipped_logarithm,
    slipped_power,
    slipped_values,
    slipped_eigenvalues,
    slipped_constant,
    slipped_large_literal,
    slipped_tensor,
    slipped_single_precision,
]


@pytest.mark.parametrize("check", SLIPPED, ids=lambda check: check.__name__)
def test_a_float_that_slips_in_is_noticed_with_its_line(check):
    data = "x" in check.__code__.co_varnames
    told = record(check, prompts=(lambda s: space(x=reals(s.n))) if data else None)
    assert told.outcome == "error", told.finding.words
    lines, first = inspect.getsourcelines(check)
    line = re.search(r"test_quality_arithmetic.py:(\d+)", told.finding.because)
    assert line is not None, told.finding.because
    assert first < int(line[1]) < first + len(lines), told.finding.because


def test_the_line_is_that_at_which_the_float_came_in():
    def check(n: Any) -> Margin:
        logarithm = math.log(n + 2)
        twice = n * 2
        return equal(twice * logarithm, log(n + 2) * twice)

    told = record(check)
    line = inspect.getsourcelines(check)[1] + 1
    assert f"let in at test_quality_arithmetic.py:{line})" in told.finding.because


def test_a_check_in_plain_floats_is_not_called_exact():
    told = record(lambda n: at_most(math.sin(n) ** 2 + math.cos(n) ** 2, 1 + 2.0**-40))
    assert told.outcome == "error", told.finding.words


@pytest.mark.parametrize("tenth", [1 / 8, Fraction(1, 10), Fraction(1, 3), 3])
def test_numbers_as_ingredients(tenth):
    def check(lam: Any, x: Any, factor) -> Margin:
        return equal(x * factor * lam, lam * factor * x)

    told = record(
        check,
        settings=space(Penalty, n=dims(1, 2), lam=choices(0.5, Fraction(1, 10))),
        prompts=lambda s: space(x=reals(s.n)),
        factor=tenth,
    )
    assert told.outcome == "holds", told.finding.words


def test_a_tenth_is_a_tenth():
    def check(lam: Any) -> Margin:
        return equal(lam * 10, 1)

    told = record(check, settings=space(Penalty, n=dims(1, 2), lam=choices(Fraction(1, 10))))
    assert (told.outcome, told.evidence) == ("holds", "proved"), told.finding.words
    with pytest.raises(ClaimError, match=r"Fraction\(1, 10\)"):
        choices(0.1)
    with pytest.raises(ClaimError, match=r"Fraction\(1, 10\)"):
        choices((0.5, 0.1))


ROUNDED = Fraction(0.1)
"""A tenth as a float, which a fraction keeps: 10 times it is not 1."""


@pytest.mark.parametrize("place", ["choices", "in a tuple", "an ingredient", "a point", "a number"])
def test_a_fraction_that_is_a_rounded_float_is_refused_where_it_is_declared(place):
    declare = {
        "choices": lambda: choices(ROUNDED),
        "in a tuple": lambda: choices((1, ROUNDED)),
        "an ingredient": lambda: record(lambda n, factor: equal(n * factor * 10, n), factor=ROUNDED),
        "a point": lambda: box(1, low=ROUNDED, high=ROUNDED),
        "a number": lambda: dyadics(ROUNDED, ROUNDED),
    }
    with pytest.raises(ClaimError, match=r"is the float 0\.1, which is near .*write Fraction\(1, 10\)"):
        declare[place]()


@pytest.mark.parametrize(
    "check",
    [
        lambda x: equal(x * constant(ROUNDED, x) * 10, x),
        lambda x: equal(x * constant([ROUNDED], x) * 10, x),
        lambda n: equal(n * ROUNDED * 10, n),
        lambda x: equal(pow(abs(x), ROUNDED) ** 10, abs(x)),
        lambda: at_most([ROUNDED], [Fraction(1, 10)]),
    ],
    ids=["a constant", "a list", "times a size", "a power", "a side"],
)
def test_a_fraction_that_is_a_rounded_float_is_refused_in_a_check(check):
    told = record(check, prompts=lambda s: space(x=reals(1)))
    assert told.outcome == "error", told.finding.words
    assert "which is the float 0.1" in told.finding.because, told.finding.because


@pytest.mark.parametrize(
    "meant", [Fraction(1, 10), Fraction(1, 2**40), Fraction(3, 2**60), Fraction(355, 113), Fraction(2**40)]
)
def test_a_fraction_that_is_meant_goes_everywhere(meant):
    def check(lam: Any, x: Any, factor) -> Margin:
        return equal(x * constant(meant, x) * factor * lam, x * factor * lam * constant([meant], x))

    told = record(
        check,
        settings=space(Penalty, n=dims(1, 2), lam=choices(meant)),
        prompts=lambda s: space(x=reals(s.n)),
        factor=meant,
    )
    assert told.outcome == "holds", told.finding.words


def test_data_are_exact_as_they_are_whatever_their_digits():
    told = record(lambda x: at_most(abs(x - 0.5), 0.5), prompts=lambda s: space(x=uniform(s.n, low=0, high=1)))
    assert told.outcome == "holds" and told.scope.exactly > 0, told.finding.words


@pytest.mark.parametrize(("high", "holds"), [(Fraction(0.1), True), (Fraction(1, 10), True), (0.125, False)])
def test_an_end_that_is_a_rounded_fraction_lies_inside_of_what_is_meant(high, holds):
    told = record(lambda x: at_most(x * 10, 1), prompts=lambda s: space(x=box(1, low=0, high=high)))
    assert (told.outcome == "holds") == holds, told.finding.words


def test_a_float_ingredient_that_is_not_meant_is_refused():
    with pytest.raises(ClaimError, match=r"factor: the float 0.1.*Fraction\(1, 10\)"):
        record(lambda x, factor: equal(x * factor * 10, x), prompts=lambda s: space(x=reals(s.n)), factor=0.1)


@pytest.mark.parametrize(
    ("domain", "holds"),
    [
        (lambda s: box(1, low=0.3, high=1.0), lambda x: at_least(x * 10, 3)),
        (lambda s: box(1, low=-1.0, high=0.1), lambda x: at_most(x * 10, 1)),
        (lambda s: in_ball(1, radius=0.1), lambda x: at_most(abs(x) * 10, 1)),
        (lambda s: sparse(1, 1, 0.1), lambda x: at_most(abs(x) * 10, 1)),
    ],
    ids=["low", "high", "radius", "bound"],
)
def test_ends_of_domains_do_not_reach_beyond_what_is_meant(domain, holds):
    told = record(lambda x: holds(x), prompts=lambda s: space(x=domain(s)), settings=None)
    assert told.outcome == "holds", told.finding.words


def test_a_real_setting_does_not_reach_beyond_its_end():
    @dataclass(frozen=True)
    class Real:
        t: float

    told = record(lambda t: at_least(t * 10, 3), settings=space(Real, t=dyadics(0.3, 1)))
    assert told.outcome == "holds", told.finding.words


class TestInPlace:
    """Code over batches that writes into its data has every later evaluation see other data."""

    @pytest.mark.parametrize("when", ["always", "late"])
    def test_it_is_noticed(self, when):
        calls = []

        def written(x: Any) -> Any:
            calls.append(x)
            if isinstance(x, torch.Tensor) and (when == "always" or len(calls) > 30):
                x *= 2
            return x

        def check(x: Any) -> Margin:
            return at_most(over_batches(written)(x) * x, 1)

        told = record(check, prompts=lambda s: space(x=box(s.n, low=-1, high=1)))
        assert told.outcome == "error", told.finding.words
        assert "prompt.x in place" in told.finding.because

    def test_a_setting_is_data_too(self):
        @dataclass(frozen=True)
        class Matrix:
            A: torch.Tensor

        def written(A: Any) -> Any:
            return A.add_(1) if isinstance(A, torch.Tensor) else A

        def check(A: Any) -> Margin:
            return at_most(over_batches(written)(A), 100)

        told = record(check, settings=space(Matrix, A=reals(2, 2)))
        assert told.outcome == "error" and "s.A in place" in told.finding.because


class shifted(box):
    """A domain whose draws leave it, as an author's might."""

    def sample(self, generator, batch):
        return super().sample(generator, batch) + 1


def test_a_violation_outside_of_the_hypotheses_is_never_sealed():
    told = record(lambda x: at_most(x * x, 1), prompts=lambda s: space(x=shifted(s.n, low=-1, high=1)))
    assert told.outcome != "refuted", told.finding.words


class TestLaws:
    """What is drawn to find violations is no law of a probability."""

    @pytest.mark.parametrize(
        "domain",
        [box(2, low=0, high=1), reals(2), in_ball(2, radius=1), sparse(2, 1, 1.0), dims(1, 6)],
        ids=lambda domain: type(domain).__name__,
    )
    def test_it_is_refused_there(self, domain):
        # True of uniform draws from the box, and refuted by corners.
        told = record(
            lambda x: at_most(x * 1, 10),
            settings=space(Size, n=dims(1, 2)),
            prompts=space(x=domain),
            failure=lambda s: 0.5,
        )
        assert told.outcome == "error", told.finding.words
        assert "every(" in told.finding.because and "uniform" in told.finding.because

    def test_for_each_value_it_may_be_stated(self):
        told = record(
            lambda x, e: at_most(x[..., 0] * e[..., 0], 0),
            settings=space(Size, n=dims(1, 2)),
            prompts=space(x=every(box(1, low=-1, high=1)), e=signs(1)),
            failure=lambda s: 0.5,
        )
        assert told.outcome == "holds", told.finding.words

    @pytest.mark.parametrize(
        ("law", "share", "fails"),
        [
            (uniform(1, low=0.0, high=1.0), lambda x: x[..., 0] - 0.75, 0.25),
            (normal(1, mean=2.0, deviation=3.0), lambda x: x[..., 0] - 2, 0.5),
            (uniform_ball(2, radius=2.0), lambda x: (x * x).sum(-1) - 1, 0.75),
            (gaussian(3), lambda x: unit(x)[..., 0] - 0.5, 0.25),
        ],
        ids=["uniform", "normal", "ball", "sphere"],
    )
    def test_laws_have_the_probabilities_that_they_should(self, law, share, fails):
        def outcome(failure):
            return record(
                lambda x: at_most(share(x), 0),
                settings=space(Size, n=dims(1, 1)),
                prompts=space(x=law),
                failure=lambda s: failure,
            )

        assert outcome(fails).outcome == "holds"
        assert outcome(fails - 0.1).outcome == "refuted"


class TestHowMuchIsExact:
    def test_what_is_decided_exactly_is_counted(self):
        few = record(lambda x: equal(x + x, x * 2), prompts=space(x=reals(1)))
        assert few.evidence == "proved" and 0 < few.scope.exactly < few.scope.instances
        counted = f"{few.scope.exactly:,} of {few.scope.instances:,} draws decided exactly"
        assert counted in few.finding.words

    def test_all_of_a_small_space(self):
        told = record(lambda n: at_most(n, 30), settings=space(Size, n=dims(1, 6, most=6)))
        assert (told.evidence, told.scope.exactly) == ("proved", told.scope.instances), told.finding.words
        assert "all decided exactly" in told.finding.words


def as_like(like: Array) -> Array:
    return constant([Fraction(1, 3)], like)


def test_a_fraction_is_a_constant_in_every_arithmetic():
    def check(x: Any) -> Margin:
        return equal(x * as_like(x) * 3, x)

    told = record(check, prompts=space(x=reals(1)))
    assert told.outcome == "holds", told.finding.words
