"""Evidence of several runs: what adds, what counts once, what refutes, in any order."""

import json
from dataclasses import replace
from importlib import resources
from itertools import permutations
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmata.claims.heads import Head
from lemmata.records import evidence, files, json_lines, judging
from lemmata.records.evidence import ClaimRecord, End, EvidenceError, HuntRecord, ReadingRecord, Run
from lemmata.records.files import append, combine, gather, read
from lemmata.records.finding import Scope, SequentialTest
from lemmata.records.hunts import Hunts
from lemmata.records.json_lines import to_json
from lemmata.records.merging import merge
from lemmata.records.sequential_tests import Wealth, share
from lemmata.records.supported import support
from lemmata.records.witness import Witness, parse, to_document
from tests.composed import changed, made

LEVEL = 1e-8


def counted(setting, n, failures, allowed=0.1, level=LEVEL):
    wealth = Wealth(allowed, n, failures)
    return SequentialTest(
        setting={"d": setting},
        allowed=allowed,
        n=n,
        failures=failures,
        e_value=wealth.e_value,
        level=level,
        upper=wealth.upper(),
    )


def hunted(seed=0, outcome="holds", evidence="probed", **fields):
    counts: dict[str, Any] = {"instances": 100}
    counts |= {name: fields.pop(name) for name in ("instances", "exactly", "tests") if name in fields}
    told = {"claim": "t/c", "variant": "printed", "role": "reading", "profile": "quick", **fields}
    scope = Scope(**{**counts, "tests": tuple(counts.get("tests", ()))})
    return made(HuntRecord, outcome=outcome, evidence=evidence, seed=seed, scope=scope, **told)


def witnessed(kind, **fields):
    return Witness(claim="t/c", variant="printed", kind=kind, **fields)


def shown(seed=0, evidence="genuine", entries=1, **fields):
    witness = witnessed("instance", setting={"d": 1}, prompt={"x": [1] * entries})
    return hunted(seed, "refuted", evidence, witness=witness, **fields)


def placed(test):
    return test.setting["d"]


def sampled(seed, test, **fields):
    witness = test.witness("t/c", "printed", seed)
    return hunted(seed, "refuted", "genuine", tests=[test], witness=witness, **fields)


def run(started, seed=0):
    return Run("1", "quick", seed, "cpu", "a machine", started, None, 1e-6)


claim = ClaimRecord(
    head=Head(id="t/c", paper="p", label="c", kind="forall", summary="s", file="f"),
    topic="t",
    description="d",
    citation="c",
    source="s",
    uses=(),
    readings=(ReadingRecord("printed", "x", "holds", "", None),),
    mutants=(),
)

numbers = st.integers(-8, 8).map(lambda n: n / 8)
continued = st.builds(
    lambda setting, n, part: counted(setting, n, n * part // 8),
    st.integers(1, 3),
    st.integers(1, 400),
    st.integers(0, 8),
)


def scoped(record, instances, tests, **fields):
    scope = replace(record.scope, instances=instances, tests=tuple(tests))
    return changed(record, scope=scope, **fields)


hunts = st.builds(
    scoped,
    st.one_of(
        st.builds(hunted, st.integers(0, 3), st.sampled_from(["holds", "vacuous", "undecided"])),
        st.builds(hunted, st.integers(0, 3), st.just("error"), because=st.sampled_from("ab")),
        st.builds(shown, st.integers(0, 3), st.sampled_from(["genuine", "tolerance-only"])),
        st.builds(sampled, st.integers(0, 3), continued),
    ),
    shard=st.integers(0, 1),
    profile=st.sampled_from(["quick", "deep"]),
    instances=st.integers(0, 1000),
    margin=st.none() | numbers,
    tightness=st.none() | numbers,
    measured=st.dictionaries(st.sampled_from("xyz"), st.tuples(numbers, numbers).map(sorted)).map(
        lambda d: {k: tuple(v) for k, v in d.items()}
    ),
    tests=st.lists(continued, max_size=3),
)


@pytest.mark.slow
@given(st.lists(hunts, min_size=1, max_size=5), st.data())
def test_neither_order_nor_repetition_matters(records, data):
    again = data.draw(st.permutations(records + data.draw(st.lists(st.sampled_from(records)))))
    assert merge(again) == merge(records)


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 2), hunts), max_size=9), st.data())
def test_evidence_combines_associatively(placed, data):
    parts: list[list[evidence.Record]] = [[], [], []]
    for number, part in enumerate(parts):
        part.append(run(f"2026-01-0{number + 1}T00:00:00+00:00"))
        if data.draw(st.booleans()):  # a copy of another part's run, with other records
            part[0] = run("2026-01-02T00:00:00+00:00")
        part.append(claim)
    for place, hunt in placed:
        parts[place].append(hunt)
    a, b, c = parts
    whole = combine(a, b, c)
    assert combine(combine(a, b), c) == combine(a, combine(b, c)) == whole
    assert all(combine(*order) == whole for order in permutations(parts))
    assert combine(whole, a, whole) == whole
    judged = judging.judge(gather(whole)).to_json()
    assert json.loads(json.dumps(judged, allow_nan=False)) == judged
    schema = json.loads(resources.files("lemmata").joinpath("schemas/verdicts-1.json").read_text())
    jsonschema.Draft202012Validator(schema).validate(judged)


def test_files_are_read_in_any_order_and_as_often_as_one_likes(tmp_path):
    paths = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    for seed, path in enumerate(paths):
        start = run(f"2026-01-0{3 - seed}T00:00:00+00:00", seed)
        append(path, [start, claim, hunted(seed), End(1.0 + seed, 100)])
    told = {
        json.dumps(judging.judge(read(*order)).to_json()) for order in (*permutations(paths), [*paths, *paths])
    }
    assert len(told) == 1
    document = json.loads(told.pop())
    assert document["run"]["seed"] == 0  # the run that started last
    assert document["run"]["instances"] == 300
    assert document["run"]["seconds"] == 6
    assert document["claims"][0]["readings"]["printed"]["scope"].startswith("3 runs (seeds 0, 1, 2")


def test_one_file_keeps_its_order(tmp_path):
    names = ["t/z", "t/a", "t/m"]
    records = [run("2026"), *(replace(claim, head=replace(claim.head, id=name)) for name in names)]
    append(tmp_path / "e.jsonl", records)
    assert list(read(tmp_path / "e.jsonl").claims) == names
    assert combine(records) == records


def test_a_single_hunt_is_told_as_it_is():
    record = shown(seed=5, margin=-0.5, measured={"x": (1.0, 2.0)})
    merged = merge([record, record])
    assert (merged.finding.words, merged.finding.witness, merged.runs) == (
        record.finding.words,
        record.witness,
        1,
    )
    assert (merged.finding.outcome, merged.finding.evidence, merged.finding.margin) == (
        "refuted",
        "genuine",
        -0.5,
    )


def test_what_adds_and_what_is_kept():
    told = merge(
        [
            hunted(0, margin=0.5, tightness=0.7, measured={"x": (1.0, 2.0)}),
            hunted(1, margin=0.25, tightness=None, measured={"x": (0.0, 1.5), "y": (3.0, 3.0)}),
            hunted(1, shard=1, margin=None, tightness=0.8),
        ]
    )
    assert (told.finding.instances, told.runs) == (300, 2)
    assert (told.finding.margin, told.finding.tightness) == (0.25, 0.8)
    assert told.finding.measured == {"x": (0.0, 2.0), "y": (3.0, 3.0)}
    assert told.finding.words.startswith("2 runs (seeds 0, 1; quick) merged: holds on 300 instances")


def test_shards_of_one_run_are_one_run():
    told = merge([hunted(0, shard=s) for s in range(4)])
    assert told.runs == 1
    assert told.finding.words.startswith("4 shards of one run merged")


def test_one_violating_instance_refutes_whatever_the_others_saw():
    told = merge([hunted(0), shown(1, entries=9), shown(2, entries=2), hunted(3, "vacuous")])
    assert (told.finding.outcome, told.finding.evidence) == ("refuted", "genuine")
    assert told.finding.witness == shown(2, entries=2).witness  # the smallest
    told = merge([shown(0, "tolerance-only"), shown(1, entries=50), hunted(2)])
    assert (told.finding.evidence, told.finding.witness) == ("genuine", shown(1, entries=50).witness)
    assert merge([shown(0, "tolerance-only"), hunted(1)]).finding.evidence == "tolerance-only"


@pytest.mark.parametrize(
    ("strengths", "told"),
    [
        (("exact", "exact"), "exact"),
        (("exact", "probed"), "probed"),
        (("exact", "observed"), "probed"),
        (("observed", "observed"), "observed"),
        (("observed", "proved"), "proved"),
    ],
)
def test_the_word_for_the_strength_is_true_of_all_instances(strengths, told):
    records = [hunted(i, evidence=s, exactly=100 if s == "exact" else 0) for i, s in enumerate(strengths)]
    assert merge(records).finding.evidence == told


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (("holds", "vacuous"), "holds"),
        (("undecided", "holds"), "holds"),
        (("vacuous", "undecided"), "undecided"),
        (("vacuous", "vacuous"), "vacuous"),
        (("holds", "error"), "error"),
    ],
)
def test_outcomes_without_a_violation(outcomes, told):
    assert merge(hunted(i, o) for i, o in enumerate(outcomes)).finding.outcome == told


def test_a_machine_that_lacks_a_package_does_not_undo_what_others_saw():
    assert merge([hunted(0, "vacuous"), hunted(1, "undecided", instances=0)]).finding.outcome == "vacuous"


def test_an_error_in_one_run_is_a_surprise_even_if_another_refutes():
    expected = replace(claim.readings[0], expected="refuted", because="b", defect="statement")
    records = [run("2026"), replace(claim, readings=(expected,)), shown(0), hunted(1, "error", because="boom")]
    judged = judging.judge(gather(records))
    assert judged.claims[0].readings["printed"].outcome == "refuted"
    assert judged.surprises == ["t/c: printed: boom"]
    assert judged.witnesses == {"witnesses/t/c.printed.json": shown(0).witness}


class TestSampledProbabilities:
    def test_counts_of_one_setting_add_and_others_stay_apart(self):
        told = merge(
            [
                hunted(0, tests=[counted(1, 100, 9), counted(2, 50, 0)]),
                hunted(1, tests=[counted(1, 300, 30), counted(3, 50, 0)]),
            ]
        )
        counts = {placed(t): (t.n, t.failures) for t in told.finding.scope.tests}
        assert counts == {1: (400, 39), 2: (50, 0), 3: (50, 0)}
        assert told.finding.outcome == "holds"
        assert "would have been noticed with power 99 %" in told.finding.words

    def test_an_allowed_probability_that_changed_makes_another_test(self):
        told = merge([hunted(0, tests=[counted(1, 9, 0, 0.1)]), hunted(1, tests=[counted(1, 9, 0, 0.2)])])
        assert sorted((t.allowed, t.n) for t in told.finding.scope.tests) == [(0.1, 9), (0.2, 9)]

    def test_runs_that_do_not_suffice_alone_refute_together(self):
        weak = [hunted(seed, tests=[counted(1, 200, 44)]) for seed in range(4)]
        assert not any(Wealth(0.1, 200, 44).rejects(LEVEL) for _ in weak)
        told = merge(weak)
        assert (told.finding.outcome, told.finding.evidence) == ("refuted", "genuine")
        assert told.finding.witness is not None and told.finding.witness.statistics is not None
        assert told.finding.witness.statistics["n"] == 800
        assert "176 of 800" in told.finding.words

    def test_the_witness_can_be_parsed(self):
        told = merge([hunted(seed, tests=[counted(1, 200, 80)]) for seed in range(2)])
        assert told.finding.witness is not None
        assert parse(json.dumps(to_document(told.finding.witness)).encode()) == told.finding.witness

    def test_the_level_falls_with_the_number_of_runs(self):
        barely = counted(1, 300, next(k for k in range(300) if Wealth(0.1, 300, k).rejects(LEVEL)))
        assert merge([sampled(0, barely)]).finding.outcome == "refuted"
        others = [hunted(seed, tests=[counted(2, 300, 30)]) for seed in range(1, 20)]
        assert not Wealth(0.1, 300, barely.failures).rejects(LEVEL * share(20))
        told = merge([sampled(0, barely), *others])
        assert told.finding.outcome == "undecided"
        assert "more seeds" in told.finding.words
        clearly = counted(1, 300, 120)
        assert merge([sampled(0, clearly), *others]).finding.outcome == "refuted"

    def test_other_runs_on_the_same_setting_may_clear_it(self):
        chance = counted(1, 300, next(k for k in range(300) if Wealth(0.1, 300, k).rejects(LEVEL)))
        others = [hunted(seed, tests=[counted(1, 3000, 300)]) for seed in range(1, 5)]
        assert merge([sampled(0, chance), *others]).finding.outcome == "undecided"

    def test_runs_of_one_seed_are_not_added(self):
        # They may have drawn the same instances: the longer one stands for both.
        told = merge(
            [
                hunted(0, profile="quick", tests=[counted(1, 100, 30)]),
                hunted(0, profile="deep", tests=[counted(1, 400, 60)]),
            ]
        )
        assert [(t.n, t.failures) for t in told.finding.scope.tests] == [(400, 60)]

    def test_shards_have_divided_the_level_and_put_it_together_again(self):
        whole = hunted(0, tests=[counted(1, 400, 60), counted(2, 90, 3)])
        parts = [
            hunted(0, shard=i, tests=[counted(1, 100, 15, level=LEVEL / 4), *more])
            for i, more in enumerate([[counted(2, 90, 3, level=LEVEL / 4)], [], [], []])
        ]
        told = {placed(t): t for t in merge(parts).finding.scope.tests}
        assert told[1].n == 400
        assert told[1].level == pytest.approx(LEVEL, rel=1e-12)
        assert told[2].level == LEVEL / 4  # one shard alone has bet on it
        assert merge(parts).finding.outcome == merge([whole]).finding.outcome == "holds"
        nights = [replace(part, seed=seed) for seed in range(2) for part in parts]
        assert merge(nights).runs == 2
        assert merge(nights).finding.scope.tests[0].level == pytest.approx(LEVEL, rel=1e-12)

    @pytest.mark.slow
    @given(
        st.integers(1, 5).flatmap(
            lambda n: st.lists(st.sets(st.integers(1, 4), min_size=1).map(sorted), min_size=n, max_size=n)
        ),
        st.sampled_from([0, 3, 9]),
        st.data(),
    )
    def test_shards_spend_no_more_than_the_whole_in_any_grouping(self, chosen, failures, data):
        """Each shard picks settings of its own and divides its share of the level over them."""
        share = LEVEL / len(chosen)
        shards = [
            hunted(0, shard=shard, tests=[counted(s, 30, failures, level=share / len(mine)) for s in mine])
            for shard, mine in enumerate(chosen)
        ]
        told = merge(shards)
        if len(shards) > 1:
            assert sum(t.level for t in told.finding.scope.tests) <= LEVEL * (1 + 1e-9)
        assert {placed(t): t.n for t in told.finding.scope.tests} == {
            s: 30 * sum(s in mine for mine in chosen) for mine in chosen for s in mine
        }
        assert told.finding.instances == 100 * len(shards)
        assert told.runs == 1
        # They come in any order, in several files, one of them perhaps twice.
        files: list[list[HuntRecord]] = [[], [], []]
        for shard in data.draw(st.permutations(shards)):
            for place in data.draw(st.sets(st.integers(0, 2), min_size=1)):
                files[place].append(shard)
        a, b, c = ([run("2026"), claim, *part] for part in files)
        for whole in (combine(combine(a, b), c), combine(c, combine(b, a))):
            assert merge(gather(whole).of("t/c")) == told

    @pytest.mark.parametrize("change", [{"failures": 101}, {"n": "100"}, {"allowed": 2.0}])
    def test_impossible_counts_are_refused_where_they_are_read(self, tmp_path, change):
        line = json.loads(to_json(hunted(0, tests=[counted(1, 100, 9)])))
        line["scope"]["tests"][0] |= change
        path = tmp_path / "e.jsonl"
        path.write_text(to_json(run("2026")) + "\n" + json.dumps(line) + "\n", "utf-8")
        with pytest.raises(EvidenceError, match="tests: "):
            files.read(path)


def test_hunts_of_different_variants_are_not_merged():
    with pytest.raises(ValueError, match="one variant"):
        merge([hunted(0), replace(hunted(0), variant="amended")])
    with pytest.raises(ValueError, match="none"):
        merge([])


@given(st.lists(hunts, min_size=1, max_size=6))
def test_what_is_kept_small_is_read_as_it_was(records):
    records = [json_lines.from_json(to_json(record)) for record in records]  # as a worker's
    told = gather([run("2026-01-01T00:00:00+00:00"), claim, *records])
    expected: dict[Any, HuntRecord] = {}
    for record in records:
        other = expected.get(record.key)
        if other is None or support(record, claim) >= support(other, claim):
            expected[record.key] = record
    assert list(told.hunts.items()) == list(expected.items())
    assert told.of("t/c") == told.of("t/c", "printed") == list(expected.values())
    assert told.of("t/c", "another") == told.of("another") == []
    plainly = replace(told, hunts=expected)
    assert judging.judge(told).to_json() == judging.judge(plainly).to_json()


def test_a_further_hunt_of_a_variant_takes_less_than_its_line():
    first, *others = (hunted(seed, because="a long sentence " * 20) for seed in range(4))
    kept = Hunts([first, *others])
    assert kept[first.key] is first
    assert [kept[key] for key in kept] == [first, *others] and len(kept) == 4
    for record in others:
        packed = kept._kept[record.key]
        assert isinstance(packed, bytes)
        assert len(packed) < len(to_json(record)) / 5
    changed_first = replace(first, seconds=9.0)
    kept.put(changed_first)  # the others are packed with what was first before
    assert list(kept.values()) == [changed_first, *others]
    assert ("t/c", "printed", 9, 0, "quick") not in kept
