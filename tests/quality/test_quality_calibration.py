"""The error budget is kept and the power is what is claimed, on a hundred thousand campaigns.

Simulated rates are compared with what they must not exceed by exact binomial tests at a level of
1e-9 each: the file has under 100 of them, so that it fails by chance less than once in ten million
runs. Budgets too small to simulate are covered by exact recursion.
"""

import functools
import math
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from benchmarks import planted
from lemmata import Paper, Probability, at_most, dyadics, signs
from lemmata.claims.space import space
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Scope, SequentialTest
from lemmata.records.merging import merge
from lemmata.records.sequential_tests import SERIES, Wealth, detectable, log_e_values, needed, share
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search.stages import Search
from tests.composed import made

CAMPAIGNS = 100_000
BUDGETS = (1e-1, 1e-2, 1e-3)
DOUBT = 1e-9
TRUE = (1e-6, 1e-3, 0.05, 0.5, 0.9)


def exceeds(count, rate, trials=CAMPAIGNS):
    """Whether a count is beyond doubt too large for events of at most this rate."""
    return stats.binom.sf(count - 1, trials, rate) < DOUBT


def falls_short(count, rate, trials=CAMPAIGNS):
    return stats.binom.cdf(count, trials, rate) < DOUBT


@functools.cache
def longest(allowed, alpha, failures):
    """For each number of failures, the largest number of draws at which it still refutes."""
    k = np.arange(1, failures + 1)
    low, high = np.zeros(failures), k / allowed + 10.0
    while (high - low > 0.5).any():
        middle = np.floor((low + high) / 2)
        refutes = (middle >= k) & (log_e_values(np.maximum(middle, k), k, allowed) >= -math.log(alpha))
        short = middle < k
        low, high = np.where(refutes | short, middle, low), np.where(refutes | short, high, middle)
        if (np.floor((low + high) / 2) == low).all():
            break
    return np.where(low >= k, low, 0)


def smallest(allowed, alpha, looks):
    """For each number of draws at which one looks, the smallest number of failures that refutes."""
    counts = (needed(n, allowed, alpha) for n in looks)
    return np.array([math.inf if count is None else count for count in counts])


class TestFalseAlarms:
    @pytest.mark.parametrize("allowed", TRUE)
    def test_looking_after_every_draw_keeps_the_budget(self, allowed):
        # The e-value rises with failures only, so the failures' times say when it is crossed.
        random = np.random.default_rng([1, int(1e6 * allowed)])
        failures = 60
        times = np.cumsum(random.geometric(allowed, (CAMPAIGNS, failures)), axis=1)
        for budget in BUDGETS:
            alarms = int((times <= longest(allowed, budget, failures)).any(1).sum())
            assert not exceeds(alarms, budget), (alarms, budget)
            assert alarms > 0 or budget < 1e-1  # it is a test, not a refusal to judge

    def test_a_test_that_may_not_be_looked_at_early_is_caught(self):
        # The same simulation convicts the textbook test of a fixed sample, taken after every draw.
        random = np.random.default_rng(2)
        failures = np.cumsum(random.random((CAMPAIGNS // 10, 400)) < 0.05, axis=1)
        for budget in BUDGETS:
            refutes = stats.binom.isf(budget, np.arange(1, 401), 0.05) + 1
            alarms = int((failures >= refutes).any(1).sum())
            assert exceeds(alarms, budget, CAMPAIGNS // 10)

    @pytest.mark.parametrize("part", [1.0, 0.9, 0.5])
    def test_a_campaign_of_several_settings_looked_at_in_chunks(self, part):
        random = np.random.default_rng([3, int(10 * part)])
        chunk, chunks = 256, 8
        looks = range(chunk, chunk * chunks + 1, chunk)
        alarms = dict.fromkeys(BUDGETS, np.zeros(CAMPAIGNS, bool))
        for allowed in TRUE:
            drawn = random.binomial(chunk, part * allowed, (CAMPAIGNS, chunks))
            failures = np.cumsum(drawn, axis=1)
            for budget in BUDGETS:
                refutes = smallest(allowed, budget / len(TRUE), looks)
                alarms[budget] = alarms[budget] | (failures >= refutes).any(1)
        for budget in BUDGETS:
            assert not exceeds(int(alarms[budget].sum()), budget)

    @pytest.mark.slow
    @pytest.mark.parametrize("allowed", [1e-3, 0.05, 0.5, 0.9])
    @pytest.mark.parametrize("budget", [*BUDGETS, 1e-6, 1e-8])
    def test_the_chance_of_a_false_alarm_computed_exactly(self, allowed, budget):
        draws = 1000
        alive, alarm = np.zeros(draws + 2), 0.0
        alive[0] = 1.0
        for count in np.minimum(smallest(allowed, budget, range(1, draws + 1)), draws + 1):
            alive[1:] = alive[1:] * (1 - allowed) + alive[:-1] * allowed
            alive[0] *= 1 - allowed
            alarm += alive[int(count) :].sum()
            alive[int(count) :] = 0.0
        assert 0 < alarm <= budget


@functools.cache
def four_heads(fails):
    """A claim on sixty-five settings, all of which fail with the same probability."""
    paper = Paper("calibration", "t", "a", 2026, "k", "s")
    claim = paper.claim(
        "four heads",
        kind=Probability(failure=lambda s: fails),
        settings=space(planted.Level, t=dyadics(-4, 4)),
        prompts=lambda s: space(e=signs(4)),
    )
    claim.printed("x")(lambda e: at_most(e.sum(-1), 3))
    return claim.variant("printed")


class TestWholeHunts:
    """Exploration, the choice of suspicious settings and the test together, as a campaign runs them."""

    PROFILE = replace(PROFILES["quick"], name="calibration", draws=512, examples=12)

    @pytest.mark.power
    def test_hunts_on_a_claim_that_is_true_with_equality_keep_the_budget(self):
        hunts = 40
        records = [hunt(four_heads(1 / 16), self.PROFILE, s, alpha=0.1) for s in range(hunts)]
        assert all(len(record.scope.tests) > 1 for record in records)
        alarms = sum(record.outcome == "refuted" for record in records)
        assert not exceeds(alarms, 0.1, hunts)

    @pytest.mark.power
    def test_hunts_on_a_claim_that_is_off_by_what_is_detectable_refute_it(self):
        found = 0
        for seed in range(20):
            record = hunt(four_heads(1 / 1024), self.PROFILE, seed, alpha=0.1)
            noticed = max(test.detectable or 1 for test in record.scope.tests)
            assert noticed < 1 / 16
            found += record.outcome == "refuted"
        assert not falls_short(found, 0.99, 20)

    def test_no_draw_is_tested_that_was_looked_at_before(self, monkeypatch):
        seen: list[tuple[str, ...]] = []
        batch = Search.batch

        def noted(self, s, size, *parts):
            seen.append(tuple(map(str, parts)))
            return batch(self, s, size, *parts)

        monkeypatch.setattr(Search, "batch", noted)
        hunt(four_heads(1 / 16), self.PROFILE, 0, alpha=0.1)
        tested = [parts for parts in seen if parts[0] == "test"]
        assert tested and len(set(tested)) == len(tested)
        assert {parts[0] for parts in seen} == {"explore", "test", "work of a draw"}


NIGHTS, SETTINGS, DRAWS = 8, 3, 300


def series(random, allowed, true):
    """Draws and failures of campaigns rerun night after night, one with each seed.

    The first setting is tested every night, the others are new each time.
    """
    return random.binomial(DRAWS, true, (CAMPAIGNS, NIGHTS, SETTINGS))


def merged_alarms(failures, allowed, level, copies=1):
    """Whether the merged verdict of any night is a refutation, campaign by campaign."""
    alarm = np.zeros(len(failures), bool)
    for night in range(1, NIGHTS + 1):
        spent = level * share(night)
        kept = failures[:, :night, 0].sum(1) * copies
        alarm |= kept >= (needed(night * DRAWS * copies, allowed, spent) or math.inf)
        once = failures[:, :night, 1:].max((1, 2))
        alarm |= once >= (needed(DRAWS, allowed, spent) or math.inf)
    return alarm


class TestMerging:
    @pytest.mark.parametrize("allowed", [1e-3, 0.05, 0.5])
    def test_nightly_reruns_keep_the_budget_of_the_series(self, allowed):
        random = np.random.default_rng([4, int(1e3 * allowed)])
        failures = series(random, allowed, allowed)
        for budget in BUDGETS:
            level = budget / SERIES / SETTINGS
            alarms = int(merged_alarms(failures, allowed, level).sum())
            assert not exceeds(alarms, budget), (alarms, budget)

    def test_counting_copies_of_a_file_twice_is_caught(self):
        failures = series(np.random.default_rng(5), 0.05, 0.05)
        for budget in BUDGETS:
            level = budget / SERIES / SETTINGS
            assert exceeds(int(merged_alarms(failures, 0.05, level, copies=16).sum()), budget)

    @pytest.mark.power
    @pytest.mark.parametrize("true", [0.05, 0.12])
    def test_the_verdict_on_files_with_duplicates_is_the_one_simulated(self, true):
        random = np.random.default_rng([6, int(100 * true)])
        level = 1e-2 / SERIES / SETTINGS
        failures = series(random, 0.05, true)[:40]
        expected = np.zeros(len(failures), bool)
        for night in range(1, NIGHTS + 1):
            expected |= [self.refuted(random, counts[:night], level) for counts in failures]
        assert (merged_alarms(failures, 0.05, level) == expected).all()
        assert expected.any() == (true > 0.05)

    def refuted(self, random, counts, level):
        """The nights' records, the first setting split into shards, some of them twice."""
        records = []
        for night, (first, *others) in enumerate(counts.tolist()):
            half = int(random.hypergeometric(first, DRAWS - first, DRAWS // 2))
            told = [(0, DRAWS // 2, half, "kept"), (1, DRAWS - DRAWS // 2, first - half, "kept")]
            told += [(0, DRAWS, k, f"night {night}, {j}") for j, k in enumerate(others)]
            for shard in (0, 1):
                tests = [
                    SequentialTest(
                        setting={"d": where},
                        allowed=0.05,
                        n=n,
                        failures=k,
                        level=level,
                        e_value=Wealth(0.05, n, k).e_value,
                        upper=1.0,
                    )
                    for place, n, k, where in told
                    if place == shard
                ]
                records.append(
                    made(
                        HuntRecord,
                        claim="t/c",
                        variant="printed",
                        role="reading",
                        outcome="holds",
                        evidence="probed",
                        scope=Scope(instances=DRAWS, tests=tuple(tests)),
                        seed=night,
                        shard=shard,
                    )
                )
        again = random.integers(0, len(records), 3)
        records += [records[i] for i in again]
        return merge(records[i] for i in random.permutation(len(records))).finding.outcome == "refuted"


class TestPower:
    @pytest.mark.parametrize("allowed", [0.0, 1e-4, 0.05, 0.5])
    @pytest.mark.parametrize("power", [0.5, 0.99])
    def test_what_is_said_to_be_detectable_is_detected(self, allowed, power):
        draws, chunk, alpha = 2_048, 256, 1e-8
        true = detectable(draws, allowed, alpha, power)
        assert true is not None
        random = np.random.default_rng([7, int(1e4 * allowed), int(100 * power)])
        failures = np.cumsum(random.binomial(chunk, true, (CAMPAIGNS, draws // chunk)), axis=1)
        refutes = smallest(allowed, alpha, range(chunk, draws + 1, chunk))
        at_the_end = int((failures[:, -1] >= refutes[-1]).sum())
        assert not exceeds(at_the_end, power) and not falls_short(at_the_end, power)
        assert (failures >= refutes).any(1).sum() >= at_the_end  # looking early costs nothing

    def test_several_seeds_together_detect_what_their_sum_would(self):
        draws, runs, alpha = 500, 6, 1e-8
        true = detectable(draws * runs, 0.05, alpha * share(runs), 0.9)
        single = detectable(draws, 0.05, alpha, 0.9)
        assert true is not None and single is not None and true - 0.05 < 0.5 * (single - 0.05)
        random = np.random.default_rng(8)
        failures = random.binomial(draws, true, (CAMPAIGNS, runs)).sum(1)
        refutes = needed(draws * runs, 0.05, alpha * share(runs))
        detected = int((failures >= refutes).sum())
        assert not exceeds(detected, 0.9) and not falls_short(detected, 0.9)
