"""Falsehoods that begin beyond the small sizes are found by the default run; truths with an end are kept."""

import itertools
from dataclasses import asdict, dataclass, replace
from fractions import Fraction

import pytest
import torch

from lemmata import (
    Paper,
    at_least,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    mutants,
    numbers,
    printed,
    reals,
    scales,
    signs,
    some,
    theorem,
)
from lemmata.claims.declarations import completed
from lemmata.claims.space import space
from lemmata.numbers import abs, sqrt, sum
from lemmata.records import domain_coverage
from lemmata.records.finding import Reached
from lemmata.records.merging import merge
from lemmata.records.words import worded
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search.work import Spent, counted

QUICK = PROFILES["quick"]


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int = 1


@dataclass(frozen=True)
class Real:
    t: float


def claim(name, **options):
    return Paper("far", "Planted far out", "Nobody", 2026, "far", "tests").claim(name, **options)


def planted(check, name="planted", **options):
    declaration = claim(name, **options)
    declaration.printed(name)(check)
    return declaration.complete().variant("printed")


def hunted(check, seed=0, **options):
    return hunt(planted(check, **options), QUICK, seed)


def vectors(s):
    return space(x=signs(s.d))


free = space(Sizes, d=dims(1, 3))
both = space(Sizes, d=dims(1, 3), n=dims(1, 4))
PAST = 7  # sqrt(d) is above it from size 50 on


def without_prompt(d):
    return at_most(sqrt(d), PAST)


def with_prompt(x):
    return at_most(sqrt(sum(x * x, -1)), PAST)


class TestAFalsehoodThatBeginsAtSize50:
    """It is found, and its witness is the smallest."""

    @pytest.mark.parametrize("seed", range(3))
    @pytest.mark.parametrize(
        ("check", "options"),
        [
            (without_prompt, {"settings": free}),
            (with_prompt, {"settings": free, "prompts": vectors}),
            (with_prompt, {"settings": both, "prompts": vectors}),
            (with_prompt, {"settings": free, "prompts": lambda s: space(x=reals(s.d), y=signs(s.d))}),
        ],
        ids=["no prompt", "prompt", "two sizes", "a mean of squares"],
    )
    def test_it_is_refuted_at_the_smallest_size(self, check, options, seed):
        record = hunted(check, seed, **options)
        assert record.outcome == "refuted", worded(record.finding)
        assert record.evidence == "genuine"
        if check is with_prompt and "y" in str(options):
            return
        assert record.witness.setting["d"] == 50
        assert record.witness.setting["n"] == 1

    def test_where_sizes_are_joined(self):
        joined = space(Sizes, d=dims(1, 3), n=dims(1, 3), where=lambda s: s.n == 2 * s.d)
        record = hunted(with_prompt, settings=joined, prompts=vectors)
        assert record.outcome == "refuted", worded(record.finding)
        assert record.witness.setting == {"d": 50, "n": 100}

    def test_where_one_size_bounds_another(self):
        nested = space(Sizes, d=dims(1, 3), n=lambda s: dims(1, s.d, most=s.d))
        record = hunted(lambda n: at_most(n, 49), settings=nested)
        assert record.outcome == "refuted", worded(record.finding)
        assert record.witness.setting == {"d": 50, "n": 50}

    def test_where_one_size_is_the_square_of_another(self):
        squares = space(Sizes, d=dims(1, 3), n=lambda s: dims(s.d**2, s.d**2, most=s.d**2))
        record = hunted(lambda n: at_most(n, 49), settings=squares)
        assert record.outcome == "refuted", worded(record.finding)
        assert record.witness.setting == {"d": 8, "n": 64}

    def test_an_equality(self):
        def check(d, x):
            norm = sum(x * x, -1)
            return equal(norm, norm + max(d - 49, 0))

        record = hunted(check, settings=free, prompts=vectors)
        assert record.outcome == "refuted", worded(record.finding)
        assert record.witness.setting["d"] == 50

    def test_an_equality_that_rounding_breaks_at_every_size(self):
        def check(d, x):
            deviations = x - sum(x, -1)[None] / d
            return equal(sum(deviations, -1) + max(d - 49, 0), 0)

        record = hunted(check, settings=free, prompts=lambda s: space(x=reals(s.d)))
        assert record.outcome == "refuted", worded(record.finding)
        assert record.evidence == "genuine"
        assert record.witness.setting["d"] == 50

    def test_a_constant_that_would_have_to_grow(self):
        @dataclass(frozen=True)
        class Bounded:
            c: float
            d: int

        settings = space(Bounded, c=some(scales(0, 2), weaker="larger"), d=dims(1, 3))
        record = hunted(lambda d, c: at_most(sqrt(d), c), settings=settings)
        assert not record.scope.solved[0].surviving["c"], worded(record.finding)

    def test_outside_of_where_it_is_said_to_fail(self):
        declaration = claim("region", settings=both, prompts=vectors)
        declaration.printed("x", defect="statement", because="planted", fails_where=lambda s: s.n >= 3)(
            lambda n, x: at_most(sum(x * x, -1), 49 if n < 3 else 0)
        )
        record = hunt(declaration.complete().variant("printed"), QUICK, 0)
        assert record.finding.outside is not None
        assert record.finding.outside.outcome == "refuted"
        assert record.finding.outside.at is not None
        assert record.finding.outside.at["d"] == 50


@pytest.mark.parametrize(
    ("name", "settings", "check"),
    [
        (
            "next to an open end",
            space(Real, t=dyadics(0, 1, open_low=True)),
            lambda t: at_least(t, Fraction(1, 100)),
        ),
        ("the end of a scale", space(Real, t=scales(-20, 20)), lambda t: at_most(t, 2**19)),
        ("the last of many", space(Real, t=choices(*range(200))), lambda t: at_most(t, 198)),
    ],
)
def test_a_falsehood_at_the_far_end_of_a_quantity_is_found(name, settings, check):
    for seed in range(3):
        record = hunted(check, seed, name=name, settings=settings)
        assert record.outcome == "refuted", worded(record.finding)


def test_a_falsehood_of_large_numbers_is_found():
    record = hunted(
        lambda d, x: at_most(abs(sum(x, -1)), 500 * d), settings=free, prompts=lambda s: space(x=reals(s.d))
    )
    assert record.outcome == "refuted", worded(record.finding)


class TestATruthIsKept:
    """What is stated to an end, what breaks beyond, what costs too much."""

    def test_up_to_a_size(self):
        record = hunted(without_prompt, settings=space(Sizes, d=dims(1, 3, most=49)))
        assert record.outcome == "holds", worded(record.finding)
        assert record.scope.drawn["d"] == [1, 49]

    def test_up_to_another_size(self):
        nested = space(Sizes, d=dims(1, 3, most=6), n=lambda s: dims(1, s.d, most=s.d))
        record = hunted(lambda n, d: at_most(n, d), settings=nested)
        assert record.outcome == "holds", worded(record.finding)
        assert record.scope.drawn["n"][1] <= 6

    def test_a_check_that_breaks_beyond(self):
        def check(d):
            if d > 10:
                raise ValueError("no table beyond 10")
            return at_most(d, 10)

        record = hunted(check, settings=free)
        assert record.outcome == "holds", worded(record.finding)
        (part,) = record.scope.reached
        assert part.largest == 6
        assert part.breaks.startswith("ValueError: no table beyond 10")

    def test_an_equality_up_to_rounding(self):
        record = hunted(
            lambda d, x: equal(sum(x - sum(x, -1)[None] / d, -1), 0),
            settings=free,
            prompts=lambda s: space(x=reals(s.d)),
        )
        assert record.outcome == "holds", worded(record.finding)
        assert record.scope.drawn["d"] == [1, 128]

    def test_floats_that_end(self):
        record = hunted(
            lambda d, x: at_least(sum(x * x, -1) ** (8 * d), 0),
            settings=free,
            prompts=lambda s: space(x=reals(s.d)),
        )
        assert record.outcome == "holds", worded(record.finding)

    @pytest.mark.parametrize(
        "explodes",
        [
            lambda d: torch.ones(2**d, dtype=torch.float64).sum(),
            lambda d: torch.tensor(list(itertools.product((0.0, 1.0), repeat=d))).sum(),
            lambda d: max(sum_of(bits) for bits in itertools.product((0, 1), repeat=d)),
            lambda d: [i for i in range(2**d) if i < 0],
        ],
        ids=["memory", "a list", "a generator", "a loop"],
    )
    def test_work_that_explodes_is_cut_off(self, explodes):
        def check(d):
            explodes(int(d))
            return at_most(d, 2**d)

        records = [hunted(check, settings=free) for _ in range(2)]
        assert [record.outcome for record in records] == ["holds", "holds"]
        (part,) = records[0].scope.reached
        assert part.ended == "work"
        assert 3 < part.largest < 25
        assert asdict(replace(records[0], seconds=0)) == asdict(replace(records[1], seconds=0))


def sum_of(bits):
    total = 0
    for bit in bits:
        total += bit
    return total


class TestHowFarItWent:
    """The scope, the sentence, the page."""

    def test_it_is_said(self):
        declaration = claim("said", settings=both, prompts=vectors)
        declaration.printed("x")(lambda d, x: at_most(sum(x, -1), d))
        record = hunt(completed(declaration).variant("printed"), QUICK, 0)
        far = {part.quantity: part.largest for part in record.scope.reached}
        assert far == {"d": 128, "n": 128}  # 3, 6, ..., 96 and the end itself
        assert record.scope.drawn == {"d": [1, 128], "n": [1, 128]}
        assert ", sizes up to d = 128, n = 128," in worded(record.finding)

    def test_of_several_runs_it_is_the_farthest(self):
        variant = planted(with_prompt, settings=space(Sizes, d=dims(1, 3, most=40)), prompts=vectors)
        records = [hunt(variant, replace(QUICK, sizes=sizes), seed) for seed, sizes in enumerate((8, 30))]
        (part,) = merge(records).finding.scope.reached
        assert part.largest == 30

    def test_a_mutant_is_followed_as_well(self):
        record = hunt(replace(planted(without_prompt, settings=free), role="mutant"), QUICK, 0)
        assert record.outcome == "refuted"


def test_many_settings_are_met():
    @dataclass(frozen=True)
    class Many:
        d: int
        t: float

    settings = space(Many, d=dims(1, 3), t=scales(-8, 8))
    claim = planted(lambda x: at_least(sum(x * x, -1), 0), settings=settings, prompts=vectors)
    seen, proved = (hunt(claim, profile, 0).scope.settings for profile in (replace(QUICK, proof=0), QUICK))
    assert seen is not None and proved is not None
    assert seen >= 60 > proved  # what is proved is not looked at again


class TestWork:
    """It is counted alike each time, and a clock has no part in it."""

    def test_it_is_the_same_each_time(self):
        def work():
            with counted(2**30) as spent:
                (torch.ones(8, 8) @ torch.ones(8, 8)).sum()
                [sum_of((0, 1)) for _ in range(9)]
            return spent.done, spent.largest

        assert work() == work()
        assert work()[1] == 64

    def test_memory_is_not_asked_for(self):
        with pytest.raises(Spent), counted(2**20):
            torch.zeros(2**20, 2**20)

    def test_values_are_no_sizes(self):
        with counted(2**20):
            torch.tensor([2**20, 2**20])


@pytest.mark.parametrize(
    ("met", "grown", "told"),
    [
        ([1, 96], Reached("d", 3, 96, "work"), "1 to 3, then up to 96"),
        (
            [1, 6],
            Reached("d", 3, 6, "ValueError: x; expected y (on z)"),
            "1 to 3, then up to 6; beyond, it cannot be evaluated (x)",
        ),
        ([2, 3], Reached("d", 3, 3, "floats"), "2 to 3"),
    ],
)
def test_the_page_parts_what_is_drawn_from_what_was_reached(met, grown, told):
    assert domain_coverage.beyond(met, grown) == told


# -- numbers beyond the drawn ones -----------------------------------------------------------------


def entries_at_least(low):
    return lambda x: at_least(numbers.min(x), low)


SOME_ENTRIES = {"settings": free, "prompts": lambda s: space(x=box(s.d, low=0, high=1, of="[-1, 1]"))}
NO_END = {"settings": free, "prompts": lambda s: space(x=box(s.d, low=0, high=1, of="[0, inf)"))}
POSITIVE = {"settings": space(Real, t=scales(-1, 8, of="(0, inf)"))}
UNBOUNDED = {"settings": space(Real, t=dyadics(0, 4, of="[0, inf)"))}
HALF_OPEN = {"settings": space(Real, t=dyadics(Fraction(1, 2), 1, of="(0, 1]"))}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("check", "options"),
    [
        (entries_at_least(0), SOME_ENTRIES),
        (lambda x: at_most(numbers.max(x), 100), NO_END),
        (lambda t: at_least(t, Fraction(1, 4)), POSITIVE),
        (lambda t: at_most(t, 1000), POSITIVE),
        (lambda t: at_most(t * t, 400), UNBOUNDED),
        (lambda t: at_most(1 / t, 100), HALF_OPEN),
        (lambda d: at_most(d, 15), {"settings": space(Sizes, d=dims(1, 10, most=20))}),
    ],
)
def test_what_is_allowed_and_never_drawn_is_tried(check, options, seed):
    record = hunted(check, seed, **options)
    assert record.outcome == "refuted", worded(record.finding)
    assert record.evidence == "genuine"


@pytest.mark.parametrize(
    ("check", "options", "reached"),
    [
        (entries_at_least(-1), SOME_ENTRIES, {"x": [-1.0, -0.5]}),
        (lambda x: at_least(numbers.max(x), 0), NO_END, {"x": [3.0, 1025.0]}),
        (lambda t: at_most(0, t), POSITIVE, {"t": [2.0**-11, 256 + 2.0**18]}),
        (lambda t: at_least(1 / t, 1), HALF_OPEN, {"t": [2.0**-11, 0.25]}),
    ],
)
def test_what_is_true_of_it_stands_and_how_far_it_was_tried_is_said(check, options, reached):
    record = hunted(check, **options)
    assert record.outcome == "holds", worded(record.finding)
    assert record.scope.beyond == reached


def test_what_cannot_be_evaluated_out_there_is_no_error():
    def check(t):
        if t > 20:
            raise ValueError("a table ends at 20")
        return at_least(t, 0)

    record = hunted(check, **UNBOUNDED)
    assert record.outcome == "holds", worded(record.finding)
    assert record.scope.beyond == {"t": [12.0, 20.0]}


@dataclass(frozen=True)
class Pair:
    t: float
    u: float


BOTH = {"settings": space(Pair, t=dyadics(-4, 4, of="(-inf, inf)"), u=dyadics(-4, 4, of="(-inf, inf)"))}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("least", [1, Fraction(1, 100)])
def test_what_fails_between_two_numbers_that_are_tried_is_walked_to(least, seed):
    one = {"settings": space(Real, t=dyadics(-4, 4, of="(-inf, inf)"))}
    assert hunted(lambda t: at_least(abs(3 * t - 1000), least), seed, **one).outcome == "refuted"
    assert hunted(lambda t: at_least(abs(3 * t - 1000), 0), seed, **one).outcome == "holds"
    record = hunted(lambda t, u: at_least(abs(t - 300) + abs(u), least), seed, **BOTH)
    assert record.outcome == "refuted", worded(record.finding)


@pytest.mark.parametrize(
    ("label", "domain", "mutant"),
    [
        ("Claim 1", dims(1, 4), dict(most=lambda n: 20 + n / 2)),
        ("Claim 2", dyadics(0, 4, of="[0, inf)"), dict(most=1000)),
    ],
)
def test_a_mutant_is_tried_beyond_what_is_drawn(label, domain, mutant):
    @theorem(label, n=domain)
    @printed("$n\\le n^2+1$.")
    @mutants(wrong_far_out=mutant)
    def squares(n, most=lambda n: n * n + 1):
        """A number is at most its square and one."""
        return at_most(n, most)

    assert squares.hunt().outcomes == {"printed": "holds", "wrong far out": "killed"}


def test_draws_are_made_at_all_settings_that_were_met():
    """Bernoulli's inequality fails for odd n from 3 on and x below -3 (or so) only, at one draw in seven."""

    @theorem("Claim 3", n=dims(0, 6), x=reals())
    @printed("$(1+x)^n\\ge1+nx$.", defect="statement", because="x has to be at least -1.")
    def bernoulli(n, x):
        """A power is above its tangent."""
        return at_least((1 + x) ** n, 1 + n * x)

    found = [bernoulli.hunt(seed=seed).outcomes["printed"] for seed in range(8)]
    assert found.count("refuted") >= 7  # of each hunt it was a half
