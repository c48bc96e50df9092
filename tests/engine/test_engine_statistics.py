"""E-values, detectable probabilities, bounded means and rates, against their definitions."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from lemmata.records import sequential_tests
from lemmata.records.rate_fits import Drift, fit_drift, fit_rate
from lemmata.records.sequential_tests import SERIES, Wealth, detectable, log_e_values, needed, share


def by_quadrature(n, k, p):
    """The average of likelihood ratios over q above p with density 1/q: over u = log q."""
    u = np.linspace(math.log(p), 0, 60_001)[:-1]
    logs = k * (u - math.log(p)) + (n - k) * (np.log(-np.expm1(u)) - math.log1p(-p))
    logs = np.append(logs, -k * math.log(p) if k == n else -np.inf)
    step = u[1] - u[0]
    value = integrate.simpson(np.exp(logs - logs.max()), dx=step)
    return math.log(value / -math.log(p)) + logs.max()


def shortfall(n, p):
    """By how much the logarithm of the e-value may fall short where there is no failure."""
    return min(math.log(2), math.log1p((-math.log1p(-p) + 1 / (n + 1)) / 4))


def no_failure(n, p):
    """The e-value without a failure, as a series summed until what is left cannot matter."""
    last = min(10**7, math.ceil(60 / -math.log1p(-p)))
    j = np.arange(1.0, last + 1)
    return float(np.exp(j * math.log1p(-p) - np.log(n + j)).sum()) / -math.log(p)


counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


class TestWealth:
    @given(counts, st.sampled_from([1e-6, 1e-3, 0.1, 0.5, 0.9]))
    def test_it_is_the_average_of_likelihood_ratios(self, count, p):
        n, k = count
        exact = by_quadrature(n, k, p)
        if k:
            assert log_e_values(n, k, p) == pytest.approx(exact, abs=1e-6)
        else:  # a lower bound, as near as its documentation proves
            assert exact - shortfall(n, p) <= log_e_values(n, k, p) + 1e-6
            assert log_e_values(n, k, p) <= exact + 1e-9

    @given(st.integers(1, 10**6), st.floats(1e-4, 1 - 1e-9))
    def test_without_a_failure_it_falls_short_by_no_more_than_is_proved(self, n, p):
        missing = math.log(no_failure(n, p)) - float(log_e_values(n, 0, p))
        assert -1e-9 <= missing <= shortfall(n, p) + 1e-9

    def test_its_worst_case_is_a_factor_of_two(self):
        missing = [
            math.log(no_failure(n, 1 - 1e-12)) - float(log_e_values(n, 0, 1 - 1e-12)) for n in (1, 10, 1000)
        ]
        assert all(0.6 < m < math.log(2) for m in missing), missing

    @given(counts, st.floats(1e-9, 0.999))
    def test_it_grows_with_the_failures(self, count, p):
        n, _ = count
        assert (np.diff(log_e_values(n, np.arange(n + 1), p)) > -1e-9).all()

    @given(counts, st.floats(1e-9, 0.999), st.floats(0, 1))
    def test_one_more_draw_gains_nothing_on_average_if_the_claim_is_true(self, count, p, part):
        n, k = count
        true = part * p
        gains = [log_e_values(n + 1, k + j, p) - log_e_values(n, k, p) for j in (0, 1)]
        if k:  # for k = 0 the value is a lower bound of a supermartingale
            assert (1 - true) * math.exp(gains[0]) + true * math.exp(gains[1]) <= 1 + 1e-7

    @given(st.integers(1, 3000), st.sampled_from([1e-4, 0.02, 0.4]))
    def test_its_mean_is_at_most_one_where_the_claim_is_tight(self, n, p):
        k = np.arange(n + 1)
        mean = np.sum(np.exp(log_e_values(n, k, p) + stats.binom.logpmf(k, n, p)))
        assert mean <= 1 + 1e-9

    @pytest.mark.parametrize(("n", "k"), [(10**9, 10), (10**9, 10**6), (10**6, 0), (10**12, 400)])
    @pytest.mark.parametrize("p", [1e-12, 1e-6, 1e-3, 0.5])
    def test_it_is_finite_for_large_samples_and_tiny_probabilities(self, n, k, p):
        assert math.isfinite(Wealth(p, n, k).log_e)

    def test_extreme_claims(self):
        assert Wealth(0.0, 10, 1).rejects(1e-300)
        assert not Wealth(0.0, 10, 0).rejects(0.5)
        assert Wealth(1.0, 10, 10).log_e == 0
        assert Wealth(0.3).log_e == 0
        assert 0 < Wealth(0.0, 10, 1).e_value < math.inf  # fits into JSON

    def test_misuse_is_refused(self):
        with pytest.raises(ValueError, match="allowed"):
            Wealth(1.5)
        with pytest.raises(ValueError, match="failures"):
            Wealth(0.5, 3, 4)
        with pytest.raises(ValueError, match="allows"):
            Wealth(0.5) + Wealth(0.4)

    @given(st.lists(counts, min_size=1, max_size=6), st.randoms())
    def test_shards_add_in_any_order(self, shards, random):
        whole = Wealth(0.1).after(sum(n for n, _ in shards), sum(k for _, k in shards))
        random.shuffle(shards)
        assert sum((Wealth(0.1, n, k) for n, k in shards), Wealth(0.1)) == whole

    def test_the_parts_of_a_series_of_runs_stay_below_two(self):
        assert share(1) == 1
        assert sum(share(runs) for runs in range(1, 10_000)) < SERIES

    @pytest.mark.parametrize("p", [0.001, 0.05, 0.5])
    def test_the_upper_bound_covers(self, p):
        k = np.arange(401)
        uppers = np.array([Wealth(p, 400, int(i)).upper(0.99) for i in k])
        assert stats.binom.pmf(k, 400, p)[uppers < p].sum() <= 0.01


class TestDetectable:
    @pytest.mark.parametrize("n", [10, 500, 20_000])
    @pytest.mark.parametrize("p", [0.0, 1e-5, 0.01, 0.3])
    @pytest.mark.parametrize("alpha", [1e-1, 1e-8])
    def test_it_has_the_power_that_it_says_and_no_less(self, n, p, alpha):
        k = np.arange(n + 1)
        refutes = log_e_values(n, k, p) >= -math.log(alpha)
        found = detectable(n, p, alpha, power=0.9)
        if found is None:
            assert not refutes.any()
            return
        assert needed(n, p, alpha) == refutes.argmax()
        power = stats.binom.pmf(k, n, found)[refutes].sum()
        assert power == pytest.approx(0.9, abs=1e-9)
        assert stats.binom.pmf(k, n, found * 0.99)[refutes].sum() < 0.9

    def test_few_draws_notice_nothing(self):
        assert detectable(3, 0.5, 1e-6) is None
        assert detectable(0, 0.0, 1e-6) is None

    def test_it_is_not_far_from_what_the_best_test_of_a_fixed_size_notices(self):
        # The fixed test may not be looked at early; the sequential one pays a moderate price.
        for n, p, alpha in [(2000, 0.01, 1e-8), (200_000, 1e-6, 1e-8), (20_000, 0.3, 1e-8)]:
            k = int(stats.binom.isf(alpha, n, p)) + 1
            fixed = stats.beta.ppf(0.99, k, n - k + 1)
            found = detectable(n, p, alpha)
            assert found is not None
            assert found - p < 1.5 * (fixed - p)

    def test_power_is_a_probability(self):
        with pytest.raises(ValueError, match="power"):
            detectable(10, 0.1, 0.1, power=1.0)


SIZES = 2.0 ** np.arange(3, 10)


def noisy(random, exponent, replicates=30, spread=0.4, factor=lambda n: 1.0) -> tuple[Any, Any]:
    sizes = np.repeat(SIZES, replicates)
    noise = np.exp(spread * random.standard_normal(sizes.size) - spread**2 / 2)
    return sizes, 3.0 * factor(sizes) * sizes**-exponent * noise


def drift_of(sizes: Any, errors: Any, stated: float, **more: Any) -> Drift:
    """Of the constant under a stated exponent."""
    return fit_drift(sizes, errors * sizes**stated, **more)


class TestRates:
    def test_an_exact_power_law_is_read_off(self):
        rate = fit_rate(SIZES, 3 * SIZES**-0.5)
        assert rate.exponent == pytest.approx(0.5)
        assert rate.constant == pytest.approx(3)
        assert rate.low == pytest.approx(0.5) == rate.high
        assert drift_of(SIZES, 3 * SIZES**-0.5, 0.5).per_octave == pytest.approx(0, abs=1e-12)

    @pytest.mark.parametrize("replicates", [1, 5, 30])
    def test_intervals_cover_as_often_as_they_say(self, replicates):
        random = np.random.default_rng(3)
        trials = 400
        missed = np.zeros(2, int)
        for trial in range(trials):
            sizes, errors = noisy(random, 0.5, replicates)
            rate = fit_rate(sizes, errors, confidence=0.9, resamples=400, seed=trial)
            drift = drift_of(sizes, errors, 0.5, confidence=0.9, resamples=400, seed=trial)
            missed += [not rate.low <= 0.5 <= rate.high, not drift.low <= 0 <= drift.high]
        # an approximation: a tenth is promised, less than a sixth is asked for
        assert (missed < trials / 6).all(), missed
        assert (missed > trials / 100).all(), missed

    def test_a_logarithm_makes_the_constant_drift(self):
        random = np.random.default_rng(5)
        assert drift_of(*noisy(random, 0.5), 0.5).direction == "steady"
        assert drift_of(*noisy(random, 0.5, factor=np.log), 0.5).direction == "grows"
        assert drift_of(*noisy(random, 0.5), 0.25).direction == "falls"

    def test_a_drift_within_one_and_a_half_octaves_is_not_called_one(self):
        sizes = np.array([10.0, 14.0, 20.0, 28.0])
        told = drift_of(sizes, sizes**-0.2, 0.5)
        assert told.low > 0 and told.direction == "steady"

    def test_the_constants_are_told_by_octave(self):
        told = drift_of(SIZES, SIZES**-0.25, 0.5)
        assert [size for size, _ in told.constants] == pytest.approx(SIZES[:-1].tolist())
        assert told.per_octave == pytest.approx(0.25)
        assert told.largest == pytest.approx(SIZES[-1] ** 0.25)

    def test_the_order_of_samples_does_not_matter(self):
        random = np.random.default_rng(6)
        sizes, errors = noisy(random, 0.5)
        order = random.permutation(len(sizes))
        shuffled = fit_rate(sizes[order], errors[order])
        assert shuffled.exponent == pytest.approx(fit_rate(sizes, errors).exponent)

    @pytest.mark.parametrize(
        ("sizes", "errors", "word"),
        [
            ([1, 2], [1, 1], "different sizes"),
            ([1, 2, 3], [1, 0, 1], "positive"),
            ([1, 2, 3], [1, math.nan, 1], "positive"),
            ([1, 2, 3], [1, 1], "2 errors"),
        ],
    )
    def test_misuse_is_refused(self, sizes, errors, word):
        with pytest.raises(ValueError, match=word):
            fit_rate(sizes, errors)

    def test_one_octave_has_no_drift(self):
        with pytest.raises(ValueError, match="octave"):
            fit_drift([10, 12, 14], [1, 1, 1])


def test_the_budget_is_a_millionth():
    assert sequential_tests.FALSE_ALARM_BUDGET == 1e-6
