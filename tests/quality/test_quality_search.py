"""What the search finds stays found, it stays within the hypotheses, and it goes where something fails.

Statements that were lost, or not found, beside true ones of the same form.
"""

import math
from dataclasses import dataclass

import pytest
import torch
from torch import Tensor

from benchmarks.planted import power, square
from lemmata import ForAll, Paper, Probability, at_least, at_most, box, choices, dims, dyadics, reals, signs
from lemmata.claims.space import space
from lemmata.numbers import abs, constant, max, over_batches, relu, sum, values
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.replay import replay

SEEDS = (0, 1, 2)


@dataclass(frozen=True)
class Size:
    d: int


@dataclass(frozen=True)
class Pair:
    a: float
    b: float


@dataclass(frozen=True)
class Number:
    x: Tensor


def claimed(check, **options):
    paper = Paper("search", "t", "a", 2026, "k", "s")
    claim = paper.claim("claim", **{"kind": ForAll(), **options})
    claim.printed("x")(check)
    return claim.complete()


def hunted(check, seed=0, profile="quick", **options):
    claim = claimed(check, **options)
    return hunt(claim.variant("printed"), PROFILES[profile], seed)


def is_refuted(check, seed=0, profile="quick", **options):
    record = hunted(check, seed, profile, **options)
    assert record.outcome == "refuted", record.finding.words
    assert record.evidence == "genuine", record.finding.words
    told = replay(claimed(check, **options), record.witness)
    assert told.confirmed, told.report
    return record


# -- joint hypotheses ------------------------------------------------------------------------------


def spread(prompt):
    """Whether the entries are not all equal: elsewhere their variance is zero."""
    return bool((prompt.x != prompt.x[0]).any())


def normalised_entry(d, x, most):
    """The first entry of a layer-normalised vector; NaN where all entries are equal."""
    centred = x - sum(x) / d
    return at_most(centred[0] ** 2 * d / square(centred), most)


def change_of_power(weights):
    """How far the power 65 of a stochastic matrix is from the power 64; NaN where a row is zero."""
    matrix = weights / sum(weights, -1)[:, None]
    last = matrix
    for _ in range(6):
        last = last @ last
    return max(abs(last @ matrix - last).reshape(4), -1)


vectors = {"settings": space(Size, d=dims(2, 4)), "prompts": lambda s: space(x=reals(s.d), where=spread)}
chains = {
    "settings": space(Size, d=dims(2, 2)),
    "prompts": lambda s: space(
        weights=box(2, 2, low=0.0, high=1.0), where=lambda p: bool((p.weights.sum(-1) > 0).all())
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
class TestJointHypotheses:
    """Where they are not met the checks are NaN: a simpler witness out there ends nothing."""

    def test_normalised_entries_are_at_most_one(self, seed):
        is_refuted(lambda d, x: normalised_entry(d, x, 1), seed, **vectors)

    def test_normalised_entries_are_at_most_the_root_of_d_less_one(self, seed):
        record = hunted(lambda d, x: normalised_entry(d, x, d - 1), seed, **vectors)
        assert record.outcome == "holds", record.finding.words

    def test_powers_of_a_stochastic_matrix_converge(self, seed):
        record = is_refuted(lambda weights: at_most(change_of_power(weights) * 2, 1), seed, **chains)
        weights = record.witness.prompt["weights"]
        assert (weights[0][0], weights[1][1]) == (0, 0)  # it goes to and fro

    def test_powers_of_a_stochastic_matrix_stay_bounded(self, seed):
        record = hunted(lambda weights: at_most(change_of_power(weights), 1), seed, **chains)
        assert record.outcome == "holds", record.finding.words


@pytest.mark.parametrize("factor", [1, 2])
@pytest.mark.parametrize("role", ["setting", "prompt"])
def test_nothing_outside_of_the_hypotheses_is_ever_evaluated(role, factor):
    """The larger number is at least (twice) the smaller one: true, or false everywhere but far off."""
    outside = []

    def noted(larger, smaller):
        apart = values(larger - smaller)
        outside.extend(apart[apart <= 0].reshape(-1).tolist())
        return larger

    if role == "setting":
        record = hunted(
            lambda a, b: at_least(noted(a, b), b * factor),
            settings=space(Pair, a=dyadics(0.5, 2), b=dyadics(0.5, 2), where=lambda s: s.b < s.a),
        )
    else:
        record = hunted(
            lambda x: at_least(over_batches(noted)(x[0], x[1]), x[1] * factor),
            settings=space(Size, d=dims(1, 1)),
            prompts=lambda s: space(x=box(2, low=0.5, high=2.0), where=lambda p: p.x[1] < p.x[0]),
        )
    assert record.outcome == ("holds" if factor == 1 else "refuted"), record.finding.words
    assert outside == []


# -- what is in hand -------------------------------------------------------------------------------


class Unfit(Exception):
    """What a claim's own code raises."""


def unless(unfit):
    """Raises where a check cannot be evaluated."""
    if bool(torch.as_tensor(unfit).any()):
        raise Unfit("the check cannot be evaluated here")


def fit(x, unfit):
    """What it was, where its values are none for which a check cannot be evaluated."""

    def looked_at(x):
        unless(unfit(values(x)))
        return x

    return over_batches(looked_at)(x)


one_real = {"settings": space(Size, d=dims(1, 1)), "prompts": lambda s: space(x=reals(s.d))}


class TestInHand:
    """What raises while a violation is made smaller, or after it was reached, costs nothing."""

    def test_the_shrinker_meets_an_error(self):
        def check(d, x):
            unless(d == 1)
            return at_most(square(x), 1)

        record = is_refuted(
            check,
            settings=space(Size, d=dims(1, 4)),
            prompts=lambda s: space(x=reals(s.d)),
            examples=(Size(3),),
        )
        assert record.scope.stage == "hand-picked settings"
        assert record.witness.setting == {"d": 2}

    @pytest.mark.parametrize("seed", SEEDS)
    def test_hypothesis_meets_an_error_while_it_shrinks(self, seed):
        def check(x):
            return at_most(fit(x[0], lambda v: v == 2), 1)  # the simplest violation

        record = is_refuted(check, seed, **one_real)
        assert record.scope.stage == "adversarial search"

    @pytest.mark.parametrize("seed", SEEDS)
    def test_a_space_meets_an_error_while_hypothesis_shrinks(self, seed):
        def prompts(s):
            unless(abs(s.b) == 9 / 8)  # the simplest violation
            return space(x=box(1, low=0.0, high=1.0))

        record = is_refuted(
            lambda b, x: at_most(x[0] * 0 + b * b, 1),
            seed,
            settings=space(Pair, a=dyadics(-4, 4), b=dyadics(-4, 4)),
            prompts=prompts,
        )
        assert record.scope.stage == "adversarial search"

    def test_the_climb_meets_an_error_beyond_the_violation(self):
        def check(x):
            return at_most(fit(x[0], lambda v: v.abs() > 3000) ** 2, 2**20)

        assert is_refuted(check, **one_real).scope.stage == "gradient ascent on the violation"

    def test_a_rounded_summit_meets_an_error(self):
        def check(x):
            x = fit(x, lambda v: (v * 8 == torch.tensor([3.0, -3.0])).all(-1))
            away = x * 3 - constant([1, -1], x)
            return at_most(1, square(away) * 2**17)

        record = is_refuted(check, settings=space(Size, d=dims(2, 2)), prompts=lambda s: space(x=reals(2)))
        assert record.scope.stage == "gradient ascent on the violation"

    def test_an_error_before_anything_was_found_is_one(self):
        def check(x):
            return at_most(fit(x[0], lambda v: v.abs() > 700) ** 2, 2**20)

        record = hunted(check, **one_real)
        assert record.outcome == "error"
        assert "cannot be evaluated here" in record.finding.because


# -- where margins are flat ------------------------------------------------------------------------


def numbers(role):
    """A real number, as data or as a setting."""
    if role == "prompt":
        return one_real
    return {"settings": space(Number, x=reals(1))}


def checked(body, role):
    if role == "prompt":
        return lambda x: body(x[0])
    return body


FAR = {
    "x^2 <= 2^20": ("quick", lambda x: at_most(x**2, 2**20)),
    "x <= 2^60": ("standard", lambda x: at_most(x, 2**60)),
    "-2^60 <= x": ("standard", lambda x: at_least(x, -(2**60))),
    "(x^2 - 2)^2 >= 2^-90": ("standard", lambda x: at_least((x**2 - 2) ** 2 * 2**45 * 2**45, 1)),
}
"""With a profile whose steps suffice."""


@pytest.mark.power
@pytest.mark.parametrize("role", ["prompt", "setting"])
@pytest.mark.parametrize("name", FAR)
def test_what_fails_far_away_or_next_to_a_point_is_reached(name, role):
    profile, body = FAR[name]
    record = is_refuted(checked(body, role), profile=profile, **numbers(role))
    assert record.scope.stage == "gradient ascent on the violation"


@pytest.mark.parametrize("role", ["prompt", "setting"])
class TestNumbersThatGrow:
    """A ratio that tends to one as x grows leads past the end of floats."""

    @pytest.mark.power
    @pytest.mark.parametrize("profile", ["quick", "standard"])
    def test_a_true_statement_stands_where_both_sides_overflow(self, role, profile):
        body = lambda x: at_most(power(x, 6), power(x, 6) + 2**62)  # noqa: E731
        record = hunted(checked(body, role), profile=profile, **numbers(role))
        assert record.outcome == "holds", record.finding.words

    def test_a_check_without_an_answer_there_is_an_error(self, role):
        def body(x):
            room = relu(700 - abs(x))
            return at_most(x**2 * room / room, 2**60)

        record = hunted(checked(body, role), profile="standard", **numbers(role))
        assert record.outcome == "error"
        assert "NaN" in record.finding.because


# -- probabilities that say something at some settings only ----------------------------------------


@dataclass(frozen=True)
class Sum:
    """n independent diagonal matrices of size d with entries 0 and 1, each 1 with probability 1/2."""

    d: int
    n: int
    excess: float


def chernoff(s, scale=1):
    """d (e^t / (1 + t)^(1 + t))^mu, the matrix Chernoff bound for mu = n / 2."""
    rate = (1 + s.excess) * math.log1p(s.excess) - s.excess
    return s.d * math.exp(-rate * s.n / 2) / scale


def largest_eigenvalue_is_small(n, excess, e):
    """Of a diagonal matrix it is the largest entry: below (1 + t) mu."""
    ones = (sum(e, 0) + n) / 2
    mean = ones[0] * 0 + n / 2
    return at_most(max(ones, -1), mean * (1 + excess) - 2.0**-10)


def of_matrices(failure, **options):
    return {
        "kind": Probability(failure=failure),
        "settings": space(Sum, d=dims(1, 6), n=dims(1, 12), excess=choices(0.125, 0.25, 0.5, 1.0), **options),
        "prompts": lambda s: space(e=signs(s.n, s.d)),
    }


@pytest.mark.parametrize("seed", SEEDS)
class TestInformativeSettings:
    """The matrix Chernoff bound exceeds one at most of the settings."""

    def test_they_are_tested(self, seed):
        record = hunted(largest_eigenvalue_is_small, seed, **of_matrices(chernoff))
        assert record.outcome == "holds", record.finding.words
        assert min(test.allowed for test in record.scope.tests) < 1

    def test_a_bound_without_the_dimension_is_refuted(self, seed):
        record = hunted(largest_eigenvalue_is_small, seed, **of_matrices(lambda s: chernoff(s, 40 * s.d)))
        assert record.outcome == "refuted", record.finding.words

    def test_a_bound_that_says_nothing_anywhere_is_vacuous(self, seed):
        options = of_matrices(chernoff, where=lambda s: chernoff(s) >= 1)
        record = hunted(largest_eigenvalue_is_small, seed, **options)
        assert record.outcome == "vacuous", record.finding.words

    def test_draws_that_meet_no_hypothesis_say_nothing(self, seed):
        def check(n, excess, e):
            return largest_eigenvalue_is_small(n, excess, e).given(-e[0, 0] - 2)

        record = hunted(check, seed, **of_matrices(lambda s: 0.5))
        assert record.outcome == "vacuous", record.finding.words
