"""Plans: what is done in which tasks, and what an earlier run has spared."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata import (
    Claim,
    Expectation,
    Experiment,
    FigureRecord,
    ForAll,
    Kind,
    LemmataError,
    Margin,
    Paper,
    Probability,
    Rate,
    at_most,
    dims,
    reals,
)
from lemmata.claims.space import Space, space
from lemmata.records import evidence, files, json_lines
from lemmata.records.evidence import HuntRecord, Record
from lemmata.records.finding import Scope, SequentialTest
from lemmata.records.judging import judge
from lemmata.run import campaign, description, registry
from lemmata.run.campaign import run
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.plan import Executor, Plan, Task, results
from lemmata.search.profiles import Profile
from tests.composed import changed, made

ALPHA = 1e-8
SMALL = Profile("small", examples=8, settings=2, batch=16, draws=64, exact=4, climbs=1, steps=2)


@dataclass(frozen=True)
class Setting:
    d: int


HELD = made(
    HuntRecord,
    claim="mine/lemma-1",
    variant="printed",
    role="reading",
    outcome="holds",
    evidence="probed",
    scope=Scope(instances=9),
    seed=0,
    profile="quick",
)
KINDS: dict[str, Kind] = {
    "forall": ForAll(),
    "probability": Probability(failure=lambda s: 0.5),
    "expectation": Expectation(),
    "rate": Rate(ladder=[Setting(1)], size=lambda s: s.d),
    "experiment": Experiment(lambda: {"x": torch.zeros(1)}, quick={}),
}


def claim_of(kind: str = "forall", figure: Any = None) -> Claim:
    paper = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
    claim = paper.claim(
        "Lemma 1",
        kind=KINDS[kind],
        settings=space(Setting, d=dims(1, 3)),
        prompts=lambda s: space(x=reals(s.d)),
    )
    claim.printed("x", shift=0)(lambda x, shift: at_most(x[0] + shift, 2.0))
    claim.mutant("shifted", shift=99)
    if figure is not None:
        claim.figure(figure)
    return claim.complete()


def plan(claim: Claim, shards: int = 1) -> Plan:
    return Plan((claim,), "quick", 0, "cpu", 1, ALPHA, shards=shards)


def test_each_variant_is_hunted_in_every_shard_and_drawn_once() -> None:
    claim = claim_of(figure=lambda: None)
    assert plan(claim).tasks() == [Task(claim.id, "printed"), Task(claim.id, "shifted"), Task(claim.id, None)]
    assert plan(claim, 2).tasks() == [
        Task(claim.id, "printed", 0),
        Task(claim.id, "printed", 1),
        Task(claim.id, "shifted", 0),
        Task(claim.id, "shifted", 1),
        Task(claim.id, None),
    ]
    assert str(plan(claim, 2).tasks()[1]) == f"{claim.id} (printed, shard 1)"


def test_what_is_estimated_is_done_once() -> None:
    assert {task.shard for task in plan(claim_of("rate"), 3).tasks()} == {0}
    assert {task.shard for task in plan(claim_of("probability"), 3).tasks()} == {0, 1, 2}


def timeless(record: HuntRecord) -> HuntRecord:
    return replace(record, seconds=0.0)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["forall", "probability"])
def test_the_first_shard_is_the_hunt_of_the_seed_and_others_draw_for_themselves(kind: str) -> None:
    variant = claim_of(kind).variant("printed")
    whole = hunt(variant, SMALL, 3, "cpu", ALPHA)
    first, second, again = (hunt(variant, SMALL, 3, "cpu", ALPHA, shard=i) for i in (0, 1, 1))
    assert timeless(first) == timeless(whole)
    assert timeless(second) == timeless(again)
    assert second.key != first.key
    assert (second.seed, second.shard) == (3, 1)
    assert (second.finding.instances, second.finding.margin) != (first.finding.instances, first.finding.margin)


def earlier_results(path: Path, wanted: Plan) -> list[Record]:
    """What a run that goes on keeps of a file."""
    stored = files.read(path)
    return [*campaign._earlier_results(stored, campaign._resumable(path, stored, wanted), wanted)]


def test_shards_of_a_run_that_was_cut_off_are_kept(tmp_path: Path) -> None:
    claim = claim_of()
    wanted = plan(claim, 3)
    path = tmp_path / "evidence.jsonl"
    seen = [replace(HELD, claim=claim.id, shard=i, shards=3) for i in (0, 2, 7)]
    other_seed = replace(seen[0], shard=1, seed=5)
    files.append(path, [wanted.header(), *seen, other_seed])
    assert [(h.seed, h.shard) for h in earlier_results(path, wanted)] == [(0, 0), (0, 2)]  # type: ignore[union-attr]


def test_a_hunt_that_spent_more_than_its_share_is_not_kept(tmp_path: Path) -> None:
    """With more shards than before each has a smaller share of the error budget."""
    claim = claim_of("probability")
    counts: dict[str, Any] = {"n": 9, "failures": 0, "e_value": 0.1, "upper": 0.5}
    spent = {"allowed": 0.5, "level": ALPHA / 2, **counts}
    tests = tuple(SequentialTest(setting={"d": d}, **spent) for d in (1, 2))
    path = tmp_path / "evidence.jsonl"
    record = changed(HELD, claim=claim.id, scope=Scope(instances=9, tests=tests))
    files.append(path, [plan(claim).header(), record])
    assert earlier_results(path, plan(claim, 1)) == [record]
    assert earlier_results(path, plan(claim, 2)) == []


def test_figures_are_kept(tmp_path: Path) -> None:
    claim = claim_of(figure=lambda: None)
    figure = FigureRecord("t", "x", "y", "c", (), claim=claim.id)
    path = tmp_path / "evidence.jsonl"
    files.append(path, [plan(claim).header(), figure])
    assert earlier_results(path, plan(claim, 4)) == [figure]


def test_profiles_say_how_many_shards() -> None:
    assert {name: p.shards for name, p in PROFILES.items()} == {
        "brief": 1,
        "quick": 1,
        "standard": 1,
        "deep": 4,
    }


EXPERIMENT = '''
"""An experiment."""
import os, pathlib
import torch
from lemmata import Paper, Experiment, mutants, printed, theorem
from lemmata.records.figures import FigureRecord, HeatMapRecord, Panel, Series
from lemmata.claims.margin import at_most

PAPER = Paper("made_up", "Title", "Author", 2026, "key", "p. 1")

def run():
    with pathlib.Path(os.environ["COUNT"]).open("a") as file:
        file.write("run\\n")
    return dict(loss=torch.tensor([0.5, 0.6, 0.55], dtype=torch.float64))

@theorem(PAPER, "Figure 1", kind=Experiment(run, standard=dict(n=3), paper={"loss": "about 1/2"}))
@printed("The loss is at most 1.")
@mutants(half=dict(limit=0.25), none=dict(limit=0.0))
def small(loss, limit=1.0):
    """The loss is small."""
    return at_most(loss, limit).report(loss=loss)

@small.figure
def figure(loss):
    series = (Series("loss", [0.0, 1.0, 2.0], loss.tolist()),)
    return [
        FigureRecord("Loss", "replicate", "loss", "", series),
        HeatMapRecord("Matrix", "", (Panel("A", [[1.0]]),)),
    ]
'''


@pytest.mark.slow
def test_an_experiment_is_run_once_whatever_judges_it_and_is_resumed_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, count = tmp_path / "experiment.py", tmp_path / "count"
    file.write_text(EXPERIMENT)
    monkeypatch.setenv("COUNT", str(count))
    library = registry.load((str(file),))
    claims = tuple(library.select((str(file),)))
    plan = Plan(claims, "standard", 0, "cpu", 2, library.alpha, files=(str(file),))
    path = tmp_path / "evidence.jsonl"
    seen = run(plan, path)
    assert count.read_text() == "run\n"
    assert {h.variant: h.outcome for h in seen.hunts.values()} == {
        "printed": "holds",
        "half": "refuted",
        "none": "refuted",
    }
    assert [figure.title for figure in seen.figures] == ["Loss", "Matrix"]
    assert seen.claims["made_up/figure-1"].reported == {"loss": "about 1/2"}
    whole = path.read_text().splitlines()
    run(plan, path, resume=True)
    assert count.read_text() == "run\n"
    # Killed between two lines of one task: the experiment is run again.
    path.write_text("\n".join(line for line in whole if '"none"' not in line) + "\n")
    again = run(plan, path, resume=True)
    assert count.read_text() == "run\nrun\n"
    assert len(again.hunts) == 3


class Stop(BaseException):
    """As pytest and Hypothesis have some."""


@pytest.mark.parametrize("error", [SystemExit(0), GeneratorExit(), Stop("now"), RecursionError()])
@pytest.mark.parametrize("place", ["check", "prompts", "construction"])
def test_whatever_ends_a_hunt_is_its_claims_defect(error: BaseException, place: str) -> None:
    def ends(where: str) -> None:
        if where == place:
            raise error

    paper = Paper("mine", "Title", "Author", 2026, "key", "source.txt")

    def prompts(s: Setting) -> Space:
        ends("prompts")
        return space(x=reals(s.d))

    claim = paper.claim("Lemma 1", kind=ForAll(), settings=space(Setting, d=dims(1, 3)), prompts=prompts)

    @claim.construction
    def tf(s: Setting) -> int:
        ends("construction")
        return 1

    @claim.printed("x")
    def check(x: Any, tf: int) -> Margin:
        ends("check")
        return at_most(x[0], 99)

    told = hunt(claim.variant("printed"), SMALL)
    assert told.outcome == "error"
    message = f": {error}" if str(error) else ""
    assert told.finding.because.startswith(f"{type(error).__name__}{message} (test_engine_campaign.py:")
    assert told.finding.because.endswith(", ends)")
    assert not told.lost


def test_an_interrupt_is_no_defect() -> None:
    def interrupted(shift: int) -> Margin:
        raise KeyboardInterrupt

    variant = replace(claim_of().variant("printed"), check=interrupted)
    with pytest.raises(KeyboardInterrupt):
        hunt(variant, SMALL)


class TestWhatIsSaidOfATask:
    """What a worker says, or what is said of it, becomes records."""

    def test_a_lost_hunt_is_an_error_that_is_tried_again(self, tmp_path: Path) -> None:
        claim = claim_of()
        wanted = plan(claim, 2)
        task = Task(claim.id, "printed", 1)
        (lost,) = results(wanted, task, {"lost": "it died", "seconds": 2.5})
        (failed,) = results(wanted, replace(task, shard=0), {"failed": "it raised"})
        assert isinstance(lost, HuntRecord) and isinstance(failed, HuntRecord)
        assert (lost.outcome, lost.finding.because, lost.shard, lost.seconds) == ("error", "it died", 1, 2.5)
        assert (lost.lost, failed.lost) == (True, False)
        path = tmp_path / "evidence.jsonl"
        known = [replace(record, shards=2) for record in (lost, failed)]
        files.append(path, [wanted.header(), description.describe(claim), *known])
        assert earlier_results(path, wanted) == [known[1]]
        judged = judge(files.read(path))
        (verdict,) = judged.claims
        assert verdict.readings["printed"].outcome == "undecided"
        assert judged.surprises == [f"{claim.id}: printed: it {what}" for what in ("raised", "died")]
        again = changed(known[0], outcome="holds", lost=False, because="", scope=Scope(instances=9))
        files.append(path, [again])
        assert earlier_results(path, wanted) == [again, known[1]]

    def test_a_figure_is_not_drawn_and_costs_no_verdict(self) -> None:
        claim = claim_of(figure=lambda: None)
        (figure,) = results(plan(claim), Task(claim.id, None), {"lost": "it died"})
        assert isinstance(figure, FigureRecord)
        assert figure.caption == "not drawn: it died"

    def test_an_experiment_is_one_task_for_all_that_it_judges(self, tmp_path: Path) -> None:
        claim = claim_of("experiment", figure=lambda: None)
        wanted = plan(claim)
        told = results(wanted, Task(claim.id, None), {"lost": "it died"})
        assert [getattr(record, "variant", None) for record in told] == ["printed", "shifted"]
        path = tmp_path / "evidence.jsonl"
        files.append(path, [wanted.header(), *told])
        assert earlier_results(path, wanted) == []

    def test_a_refusal_ends_the_run(self) -> None:
        claim = claim_of()
        with pytest.raises(LemmataError, match=r"lemma-1 \(printed\): no such claim; .*--resume"):
            results(plan(claim), Task(claim.id, "printed"), {"refused": "no such claim"})

    @pytest.mark.parametrize(
        ("record", "because"),
        [
            ({"because": "\ud800"}, "fields of a HuntRecord do not fit"),
            ({"margin": float("nan")}, "ValueError: "),
            ({"measured": {"x": object()}}, "TypeError: "),
        ],
    )
    def test_what_cannot_be_read_back_fails_where_it_was_made(
        self, monkeypatch: pytest.MonkeyPatch, record: dict[str, object], because: str
    ) -> None:
        whole = changed(HELD, claim="a/b", outcome="error")
        monkeypatch.setattr(campaign, "_do", lambda task, **_: [changed(whole, **record)])
        told = campaign.answer(Task("a/b", "printed"))
        assert told["failed"].startswith(because)
        monkeypatch.setattr(campaign, "_do", lambda task, **_: [whole])
        assert campaign.answer(Task("a/b", "printed"))["records"] == [json_lines.to_json(whole)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_copy_that_a_check_makes_of_its_process_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    copies = []

    def forks(task: Task, **_: object) -> list[HuntRecord]:
        copies.append(os.fork())
        return []

    monkeypatch.setattr(campaign, "_do", forks)
    assert campaign.answer(Task("a/b", "printed"))["records"] == []
    _, status = os.waitpid(copies[0], 0)
    assert os.waitstatus_to_exitcode(status) == 1


def test_limits_are_generous_and_most_so_for_experiments() -> None:
    task = Task("mine/lemma-1", "printed")
    limits = [replace(plan(claim_of()), profile=p).time(task) for p in ("quick", "standard", "deep")]
    assert limits == [600, 3_600, 6 * 3_600]
    assert plan(claim_of("experiment")).time(task) == 24 * 3_600
    for kind in ("forall", "experiment"):
        assert replace(plan(claim_of(kind)), limit=5).time(task) == 5


def test_a_full_disk_names_the_file_and_the_run_is_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = claim_of()
    path = tmp_path / "evidence.jsonl"
    record = replace(HELD, claim=claim.id)

    def work(tasks: list[Task]) -> Iterator[list[HuntRecord]]:
        for task in tasks:
            yield [replace(record, variant=task.variant or "")]

    executor = nullcontext(Executor(1, "here", work))  # type: ignore[arg-type]
    monkeypatch.setattr(campaign, "_executor", lambda plan: executor)
    sync, synced = os.fsync, []

    def full(file: int) -> None:
        synced.append(file)
        if len(synced) == 3:  # the header, then a hunt
            raise OSError(errno.ENOSPC, "No space left on device")
        sync(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(evidence.EvidenceError, match=r"evidence\.jsonl: cannot .*go on with --resume"):
        run(plan(claim), path)
    assert [hunt.variant for hunt in files.read(path).hunts.values()] == ["printed"]
    seen = run(plan(claim), path, resume=True)
    assert [hunt.variant for hunt in seen.hunts.values()] == ["printed", "shifted"]
