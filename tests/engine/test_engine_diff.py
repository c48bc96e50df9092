"""What changed between two runs: what is told, and what counts as worse."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from benchmarks import runner as bench
from lemmata import LemmataError
from lemmata.records import accepted, diff, verdicts
from lemmata.records.diff import Change, Side, compare
from lemmata.records.verdicts import Verdicts

RUN = {
    "version": "0.1.0", "profile": "quick", "seed": 0, "device": "cpu", "machine": "m",
    "seconds": 4.0, "instances": 9, "false_alarm_budget": 1e-6, "commit": None, "selection": [],
    "versions": ["0.1.0"],
}  # fmt: skip


def reading(outcome: str, expected: str = "", evidence: str = "", **more: Any) -> dict[str, Any]:
    return {
        "outcome": outcome, "expected": expected or outcome, "instances": 9, "margin": 0.1,
        "evidence": evidence or ("genuine" if outcome == "refuted" else "probed"),
        "exactly": 0, "informative": None, "drawn": {}, "pinned": {}, "certificate": None,
        "tightness": 0.8, "constants": {}, "scope": "s", "witness": None, **more,
    }  # fmt: skip


def claim(name: str = "t/a", kind: str = "forall", **more: Any) -> dict[str, Any]:
    readings = {"printed": reading("refuted"), "amended": reading("holds")}
    mutants = [{"name": "half", "fate": "killed", "instances": 1, "because": "x"}]
    return {
        "id": name, "paper": "p", "label": "L", "kind": kind, "uses": [], "defect": "typo",
        "rank": "result", "origin": "printed", "at": None, "possible_extraction": False, "loose": None,
        "source_digest": "", "because": "b", "readings": readings, "mutants": mutants, "discriminating": True,
        "seconds": 1.0, "surprises": [], **more,
    }  # fmt: skip


@cache
def validator(schema: str) -> Any:
    """Made once: to check a schema takes longer than to validate by it."""
    file = resources.files("lemmata") / "schemas" / schema
    return jsonschema.Draft202012Validator(json.loads(file.read_text("utf-8")))


def verdicts_of(*claims: dict[str, Any], **run: Any) -> Verdicts:
    document = {"schema": "lemmata/verdicts/1", "run": {**RUN, **run}, "papers": [], "claims": list(claims)}
    read = verdicts.from_json(document)
    validator("verdicts-1.json").validate(read.to_json())
    return read


def side(*claims: dict[str, Any], **run: Any) -> Side:
    return Side(Path("v.json"), verdicts_of(*claims, **run))


def changed(edit: Callable[[dict[str, Any]], Any], old: dict[str, Any], **run: Any) -> list[Change]:
    """The changes from a claim to its edited copy; what is written of them meets the schema."""
    new = copy.deepcopy(old)
    edit(new)
    told = compare(side(old), side(new, **run))
    validator("diff-1.json").validate(told.to_json())
    assert told.to_json()["regressions"] == len(told.regressions)
    return list(told.changes)


def sets(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def edit(document: dict[str, Any]) -> None:
        *holders, last = path.split("/")
        inner: Any = document
        for name in holders:
            inner = inner[int(name) if isinstance(inner, list) else name]
        inner[last] = value

    return edit


def drops(path: str) -> Callable[[dict[str, Any]], None]:
    def edit(document: dict[str, Any]) -> None:
        holder, _, last = path.partition("/")
        inner: Any = document[holder]
        inner.pop(int(last) if last.isdigit() else last)

    return edit


def test_nothing_changed() -> None:
    told = compare(side(claim()), side(claim()))
    assert (told.changes, told.compared, told.skipped) == ((), 1, 0)


VERDICTS: list[tuple[str, Callable[[dict[str, Any]], None], str, bool]] = [
    ("a reading breaks", sets("readings/amended/outcome", "refuted"), "outcome", True),
    ("one is undecided now", sets("readings/amended/outcome", "undecided"), "outcome", True),
    ("one is not run now", sets("readings/amended/outcome", "not-run"), "outcome", True),
    ("the printed one holds now", sets("readings/printed", reading("holds")), "outcome", False),
    ("a reading is gone", drops("readings/amended"), "outcome", True),
    ("a word is weaker", sets("readings/amended/evidence", "observed"), "evidence", True),
    ("a word is stronger", sets("readings/amended/evidence", "exact"), "evidence", False),
    ("a refutation is weaker", sets("readings/printed/evidence", "tolerance-only"), "evidence", True),
    ("a mutant survives", sets("mutants/0/fate", "survived"), "fate", True),
    ("a mutant is invalid", sets("mutants/0/fate", "invalid"), "fate", True),
    ("a mutant is waived", sets("mutants/0/fate", "waived"), "fate", False),
    ("a mutant is gone", drops("mutants/0"), "mutant", False),
    ("no teeth", sets("discriminating", False), "teeth", True),
    ("something is surprising", sets("surprises", ["printed: it raised"]), "surprise", True),
]


@pytest.mark.parametrize(("edit", "what", "worse"), [v[1:] for v in VERDICTS], ids=[v[0] for v in VERDICTS])
def test_a_verdict_that_changed(edit: Callable[[dict[str, Any]], None], what: str, worse: bool) -> None:
    (change,) = changed(edit, claim())
    assert (change.subject, change.what, change.regression) == ("t/a", what, worse)
    assert bool(change.because) == worse


def test_a_new_mutant_that_survives_is_worse_and_one_that_falls_is_not() -> None:
    for fate, worse in (("survived", True), ("killed", False)):
        new = claim()
        new["mutants"] = [*new["mutants"], {**new["mutants"][0], "name": "twice", "fate": fate}]
        (change,) = compare(side(claim()), side(new)).changes
        assert (change.where, change.what, change.regression) == ("mutant 'twice'", "mutant", worse)


def test_a_mended_surprise_is_told_and_not_worse() -> None:
    old = claim(surprises=["amended refuted, expected holds"])
    old["readings"]["amended"] = reading("refuted", "holds")
    (change,) = changed(sets("readings/amended", reading("holds")), old)
    assert (change.old, change.new) == ("refuted, expected holds", "holds")
    assert not change.regression


def test_words_and_unrun_experiments_are_compared_within_one_profile_only() -> None:
    weaker = sets("readings/amended/evidence", "observed")
    for run in ({"profile": "standard"}, {"seed": 1}):
        (change,) = changed(weaker, claim(), **run)
        assert not change.regression
    idle = claim(discriminating=False)
    idle["readings"] = {n: reading("not-run", r["outcome"]) for n, r in idle["readings"].items()}
    idle["mutants"] = [{**mutant, "fate": "not-run"} for mutant in idle["mutants"]]
    for sides in ((claim(), idle), (idle, claim())):
        told = compare(side(sides[0], profile="standard"), side(sides[1]))
        assert told.changes == ()
    assert compare(side(claim()), side(idle)).regressions


class TestClaims:
    def test_one_that_is_lost(self) -> None:
        told = compare(side(claim(), claim("t/b")), side(claim()))
        assert [(c.subject, c.new) for c in told.regressions] == [("t/b", "lost")]

    def test_one_that_was_not_asked_for(self) -> None:
        old = side(claim(), claim("t/b"), claim("u/c"))
        for selection in (["t/a"], ["t/a*", "x/*"], ["claims/a.py"]):
            told = compare(old, side(claim(), selection=selection))
            assert (told.changes, told.compared, told.skipped) == ((), 1, 2)

    def test_one_that_was_asked_for(self) -> None:
        old = side(claim(), claim("t/b"), claim("u/c"))
        for selection in (["t"], ["t/*"], ["t/a", "t/b"]):
            told = compare(old, side(claim(), selection=selection))
            assert [c.subject for c in told.regressions] == ["t/b"]
            assert told.skipped == 1

    def test_one_that_is_new(self) -> None:
        (change,) = compare(side(claim()), side(claim(), claim("t/b"))).changes
        assert (change.new, change.regression) == ("printed refuted, amended holds", False)
        odd = claim("t/b", surprises=["printed holds, expected refuted"])
        (change,) = compare(side(claim()), side(claim(), odd)).regressions
        assert change.because == "printed holds, expected refuted"


CONSTANTS = [
    # kind, old, new, told, worse
    ("rate", [1.0, 2.0], [2.5, 3.0], True, True),
    ("rate", [1.0, 2.0], [0.2, 0.5], True, False),
    ("rate", [1.0, 2.0], [1.9, 3.0], False, False),
    ("rate", [1.0, 1.0], [2.5, 3.0], True, False),  # a number without an interval
    ("rate", [1.0, 1.0], [1.0 + 1e-9, 1.0 + 1e-9], False, False),
    ("forall", [1.0, 2.0], [2.5, 3.0], True, False),  # a range of whatever a check reports
]


@pytest.mark.parametrize(("kind", "old", "new", "told", "worse"), CONSTANTS)
def test_a_constant_is_worse_above_its_interval(
    kind: str, old: list[float], new: list[float], told: bool, worse: bool
) -> None:
    before = claim(kind=kind)
    before["readings"]["amended"]["constants"] = {"constant": old, "gone": [0.0, 1.0]}
    changes = changed(sets("readings/amended/constants", {"constant": new}), before)
    assert [(c.where, c.what, c.regression) for c in changes] == [
        ("amended: constant", "constant", worse)
    ] * told


@pytest.mark.parametrize(
    ("tightness", "run", "told", "worse"),
    [
        (0.5, {}, True, True),
        (0.75, {}, False, False),
        (0.95, {}, True, False),
        (0.5, {"seed": 1}, True, False),
        (None, {}, False, False),
    ],
)
def test_a_hunt_that_comes_less_near_is_worse_on_the_same_draws(
    tightness: float | None, run: dict[str, Any], told: bool, worse: bool
) -> None:
    changes = changed(sets("readings/amended/tightness", tightness), claim(), **run)
    assert [(c.what, c.regression) for c in changes] == [("tightness", worse)] * told
    fewer = claim()
    fewer["readings"]["amended"]["instances"] = 99
    assert not any(c.regression for c in changed(sets("readings/amended/instances", 9), fewer))


def test_times_are_told_against_those_of_all_claims() -> None:
    old = side(*(claim(f"t/{k}", seconds=2.0) for k in range(9)))
    slower = side(*(claim(f"t/{k}", seconds=20.0) for k in range(9)))
    assert compare(old, slower).changes == ()
    one = side(*(claim(f"t/{k}", seconds=9.0 if k == 3 else 2.0) for k in range(9)))
    assert compare(old, one).changes == (Change("t/3", "", "speed", "2.0 s", "9.0 s"),)


class TestAccepted:
    """Any change of a verdict is worse than what was accepted, until it is accepted."""

    def accepted(self, *claims: dict[str, Any], **run: Any) -> Side:
        document = json.loads(accepted.text(accepted.of(verdicts_of(*claims, **run))))
        validator("accepted-1.json").validate(document)
        return Side(Path("a.json"), accepted.from_json(document))

    def test_what_is_accepted_is_what_it_was(self) -> None:
        told = compare(self.accepted(claim(), claim("t/b")), side(claim(), claim("t/b")))
        assert told.changes == ()

    @pytest.mark.parametrize("edit", [v[1] for v in VERDICTS[:12]], ids=[v[0] for v in VERDICTS[:12]])
    def test_any_change_counts(self, edit: Callable[[dict[str, Any]], None]) -> None:
        new = claim()
        edit(new)
        (change,) = compare(self.accepted(claim()), side(new)).regressions
        assert change.because

    def test_a_claim_too_many_and_one_too_few(self) -> None:
        told = compare(self.accepted(claim()), side(claim("t/b")))
        assert [(c.subject, c.because) for c in told.regressions] == [
            ("t/b", "it is not accepted yet"),
            ("t/a", "it is gone"),
        ]

    def test_numbers_are_none_of_its_business(self) -> None:
        new = claim(seconds=99.0)
        new["readings"]["amended"].update(tightness=0.1, instances=1, constants={"c": [1.0, 2.0]})
        assert compare(self.accepted(claim()), side(new)).changes == ()

    def test_a_changed_statement_or_check_counts(self) -> None:
        old, new = claim(source_digest="0" * 12), claim(source_digest="2" * 12)
        assert compare(self.accepted(old), side(old)).changes == ()
        (change,) = compare(self.accepted(old), side(new)).changes
        assert (change.what, change.new, change.regression) == ("source", "2" * 12, True)
        assert change.because == "it differs from what was accepted"
        (told,) = compare(side(old), side(new)).changes
        assert (told.what, told.regression, told.because) == ("source", False, "")
        # accepted before there were any
        assert compare(self.accepted(claim()), side(old)).changes == ()
        assert "source_digest" not in accepted.text(accepted.of(verdicts_of(claim())))

    def test_a_statement_that_is_ours_now_is_compared_with_itself(self) -> None:
        new = claim(origin="ours")
        new["readings"] = {"ours": new["readings"]["printed"]}
        old = claim()
        del old["readings"]["amended"]
        assert compare(self.accepted(old), side(new)).changes == ()

    def test_it_is_the_old_side(self) -> None:
        with pytest.raises(LemmataError, match="name what was accepted first"):
            compare(side(claim()), self.accepted(claim()))
        for old in (self.accepted(claim()), side(claim())):
            assert compare(old, old).changes == ()

    def test_words_of_another_seed_are_not_compared(self) -> None:
        new = claim()
        new["readings"]["amended"]["evidence"] = "exact"
        assert compare(self.accepted(claim()), side(new, seed=1)).changes == ()

    def test_a_part_of_the_claims_keeps_the_others(self) -> None:
        earlier = accepted.of(verdicts_of(claim(), claim("t/b")))
        new = claim("t/b")
        new["readings"]["printed"]["evidence"] = "tolerance-only"
        told = accepted.of(verdicts_of(new, selection=["t/b"]), earlier)
        assert list(told.claims) == ["t/a", "t/b"]
        assert told.claims["t/b"]["printed"] == ["refuted", "refuted", "tolerance-only"]
        for gone in (verdicts_of(new), verdicts_of(new, selection=["t"])):  # asked for, and not there
            assert list(accepted.of(gone, earlier).claims) == ["t/b"]

    def test_a_claim_is_a_line(self) -> None:
        text = accepted.text(accepted.of(verdicts_of(claim(), claim("t/b"))))
        assert sum("t/a" in line for line in text.splitlines()) == 1
        assert len(text.splitlines()) == 9


def figures(value: float, unit: str = "x", lower: list[str] | None = None, **run: Any) -> Side:
    told = {"machine": "m", "device": "cpu", "version": "0", **run}
    if lower is not None:
        told["lower_is_better"] = lower
    return Side(Path("b.json"), {"run": told, "results": [
        {"name": "f", "value": value, "unit": unit, "against": "y", "instances": 1, "floor_share": None}
    ]})  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "target", "better"),
    [
        ("x", {}, "higher"),
        ("x", {"at_least": 2.0}, "higher"),
        ("x", {"at_most": 2.0}, "lower"),
        ("ms", {}, "lower"),
        ("instances", {"at_least": 9.0}, "higher"),
    ],
)
def test_a_figure_says_which_way_is_better(unit: str, target: dict[str, Any], better: str) -> None:
    result = bench.Result("f", 1.0, unit, "y", 1, **target)
    assert result.better == better
    assert "better" not in result.document()


class TestBenchmarks:
    @pytest.mark.parametrize(
        ("old", "new", "worse"),
        [
            (figures(3.0), figures(1.9), True),
            (figures(3.0), figures(2.1), False),
            (figures(3.0), figures(9.0), False),
            (figures(1.0, lower=["f"]), figures(1.6, lower=["f"]), True),
            (figures(1.0, lower=["f"]), figures(0.5, lower=["f"]), False),
            (figures(1.0, "ms"), figures(1.6, "ms"), True),
            (figures(1.0, "ms"), figures(1.6, "ms", machine="another"), False),
            (figures(9.0, "instances/s"), figures(1.0, "instances/s"), True),
            (figures(9.0, "instances/s"), figures(1.0, "instances/s", device="cuda"), False),
        ],
    )
    def test_a_figure_that_is_worse_by_half(self, old: Side, new: Side, worse: bool) -> None:
        (change,) = compare(old, new).changes
        assert (change.what, change.regression) == ("speed", worse)

    def test_one_that_is_lost(self) -> None:
        none = Side(Path("b.json"), {"run": figures(1.0).run, "results": []})
        (change,) = compare(figures(1.0), none).regressions
        assert change.new == "lost"
        assert not compare(none, figures(1.0)).regressions

    def test_verdicts_are_another_thing(self) -> None:
        with pytest.raises(LemmataError, match="compare like with like"):
            compare(figures(1.0), side(claim()))


class TestFiles:
    def test_a_folder_without_a_run(self, tmp_path: Path) -> None:
        with pytest.raises(LemmataError, match=r"holds neither verdicts\.json nor evidence\.jsonl"):
            diff.load(tmp_path)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "not JSON"),
            ("[]", r"is not 'lemmata/verdicts/1'"),
            ('{"schema": "lemmata/claims/1"}', r"is not 'lemmata/verdicts/1'"),
            ('{"schema": "lemmata/verdicts/2"}', "a newer Lemmata wrote it"),
            ('{"schema": "lemmata/verdicts/0"}', "an older Lemmata wrote it"),
            ('{"schema": "lemmata/verdicts/1"}', r"does not meet lemmata/verdicts/1: lacks the fields \['run"),
            ('{"schema": "lemmata/accepted/1"}', "does not meet lemmata/accepted/1: lacks the fields"),
            ('{"schema": "lemmata/bench/1"}', "does not meet lemmata/bench/1: lacks the fields"),
        ],
    )
    def test_what_is_none_of_the_kinds(self, tmp_path: Path, text: str, message: str) -> None:
        (tmp_path / "v.json").write_text(text, encoding="utf-8")
        with pytest.raises(LemmataError, match=rf"v\.json: .*{message}"):
            diff.load(tmp_path / "v.json")
