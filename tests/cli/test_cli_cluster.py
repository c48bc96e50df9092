"""``lemmata verify --cluster`` on a scheduler and workers of this machine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import lemmata
from lemmata import LemmataError
from tests.cli.helpers import (
    CLAIM,
    DIES,
    GATED,
    Run,
    Told,
    assert_misuse,
    environment,
    hunts,
    load,
    process,
    timeless,
    witnesses,
)

WAITING = GATED.replace(
    "    while wait and",
    '    if wait:\n        (GATE.parent / f"{{os.getpid()}}.waits").touch()\n    while wait and',
)
"""As ``GATED``; a process that waits says so in a file with its number."""


@dataclass
class Cluster:
    """A scheduler and workers, each a process with one thread."""

    folder: Path
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    address: str = ""

    def start(self, command: str, *arguments: str, **extra: str) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{command}", *arguments, "--no-dashboard"],
            cwd=self.folder,
            env=environment(**extra),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.processes.append(started)
        return started

    def worker(self, **extra: str) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self.start("worker", self.address, *options, **extra)


@contextmanager
def cluster(folder: Path, workers: int = 1, **extra: str) -> Iterator[Cluster]:
    folder.mkdir()
    made = Cluster(folder)
    told = folder / "scheduler.json"
    try:
        made.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
        until(lambda: told.exists() and told.read_text().endswith("}"))
        made.address = json.loads(told.read_text())["address"]
        for _ in range(workers):
            made.worker(**extra)
        yield made
    finally:
        for one in made.processes:
            one.kill()
        for one in made.processes:
            one.wait()


def until(condition: Callable[[], Any], seconds: float = 300) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)


@contextmanager
def verifying(folder: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "lemmata", "verify", *map(str, arguments)],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # so that an interrupt of the tests is not theirs
    ) as child:
        try:
            yield child
        finally:
            if child.poll() is None:
                child.kill()


def gated(folder: Path) -> None:
    (folder / "gated.py").write_text(WAITING.format(gate=str(folder / "gate")), encoding="utf-8")


def waiting(folder: Path) -> set[int]:
    """The processes that wait, or have waited, at the gate."""
    return {int(file.stem) for file in folder.glob("*.waits")}


def parent(pid: int) -> int:
    path = Path(f"/proc/{pid}/stat")
    if not path.exists():
        pytest.skip("no /proc: a process's parent cannot be found")
    return int(path.read_text().rsplit(")", 1)[1].split()[1])


def alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def sharded(out: Path) -> set[tuple[str, str, int]]:
    lines = (out / "evidence.jsonl").read_text(encoding="utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return {(r["claim"], r["variant"], r.get("shard", 0)) for r in records if r["record"] == "hunt"}


@pytest.mark.slow
class TestAScheduler:
    def test_a_lost_worker_costs_its_shard_and_the_verdicts_are_those_of_one_machine(
        self, tmp_path: Path
    ) -> None:
        gated(tmp_path)
        selection = ("gated.py", CLAIM, "--shards", 2, "--json")
        with cluster(tmp_path / "dask", workers=3) as made:
            there = (*selection, "there.json", "--out", "there", "--cluster", made.address)
            with verifying(tmp_path, *there) as child:
                until(lambda: len(waiting(tmp_path)) == 3)  # no worker is free any more
                hunter = min(waiting(tmp_path))
                seen = sharded(tmp_path / "there")
                os.kill(parent(hunter), signal.SIGKILL)
                until(lambda: not alive(hunter))  # it ends with its dask worker
                (tmp_path / "gate").touch()
                out, err = child.communicate(timeout=300)
        assert child.returncode == 0, err
        assert "Traceback" not in err
        here = process("verify", *selection, "here.json", "--out", "here", cwd=tmp_path)
        assert here.status == 0, here.err
        documents = [load(tmp_path / f"{name}.json") for name in ("there", "here")]
        assert timeless(documents[0]) == timeless(documents[1])
        assert documents[0]["run"]["instances"] == documents[1]["run"]["instances"]
        assert witnesses(tmp_path / "there") == witnesses(tmp_path / "here")
        assert seen < sharded(tmp_path / "there") == sharded(tmp_path / "here")
        assert {shard for _, _, shard in sharded(tmp_path / "there")} == {0, 1}
        assert "2 shards of one run" in json.dumps(documents[0])
        assert [line for line in out.splitlines() if not line.startswith("report:")][:-1] == [
            line for line in here.out.splitlines() if not line.startswith("report:")
        ][:-1]

    @pytest.mark.slow
    def test_an_interrupt_ends_what_runs_elsewhere_and_the_run_is_resumed(self, tmp_path: Path) -> None:
        gated(tmp_path)
        with cluster(tmp_path / "dask") as made:
            there = ("gated.py", "--out", "out", "--cluster", made.address)
            with verifying(tmp_path, *there) as child:
                until(lambda: waiting(tmp_path))
                until(lambda: len(hunts(tmp_path / "out")) >= 3)  # they come a little later
                finished = hunts(tmp_path / "out")
                (hunter,) = waiting(tmp_path)
                os.killpg(child.pid, signal.SIGINT)
                _, err = child.communicate(timeout=300)  # the hunt at the gate would never end
            assert child.returncode == 130
            assert "Traceback" not in err
            assert err.strip().splitlines()[-1] == (
                "lemmata: interrupted; finished evidence is kept, go on with --resume"
            )
            until(lambda: not alive(hunter))
            assert {k: hunts(tmp_path / "out").get(k) for k in finished} == finished
            (tmp_path / "gate").touch()
            told = process("verify", *there, "--resume", cwd=tmp_path)
            assert told.status == 0, told.err
            after = hunts(tmp_path / "out")
            assert {k: after[k] for k in finished} == finished  # with their seconds: not run again
            assert len(after) == 8

    @pytest.mark.slow
    def test_where_no_worker_is_left_it_says_so_and_waits(self, tmp_path: Path) -> None:
        gated(tmp_path)
        with cluster(tmp_path / "dask") as made:
            there = ("gated.py", "--out", "out", "--cluster", made.address)
            with verifying(tmp_path, *there) as child:
                until(lambda: waiting(tmp_path))
                made.processes[1].kill()
                assert child.stderr is not None
                end = threading.Timer(300, child.kill)  # else a message that never comes costs the test runner
                end.start()
                line, told = "", []
                while "no worker is left" not in line:
                    line = child.stderr.readline()
                    told.append(line)
                    assert line, f"it ended and did not say so: {told}"
                end.cancel()
                assert "dask worker ADDRESS" in line and "--resume" in line
                assert child.poll() is None
                os.killpg(child.pid, signal.SIGINT)
                child.communicate(timeout=60)
        assert child.returncode == 130

    @pytest.mark.slow
    def test_a_lost_scheduler_is_said_and_the_evidence_is_kept(self, tmp_path: Path) -> None:
        gated(tmp_path)
        with cluster(tmp_path / "dask") as made:
            there = ("gated.py", "--out", "out", "--cluster", made.address)
            with verifying(tmp_path, *there) as child:
                until(lambda: waiting(tmp_path))
                until(lambda: len(hunts(tmp_path / "out")) >= 3)  # they come a little later
                made.processes[0].kill()
                out, err = child.communicate(timeout=300)
        assert_misuse(Told(child.returncode, out, err), "the scheduler is gone", "--resume")
        assert len(hunts(tmp_path / "out")) >= 3

    @pytest.mark.slow
    def test_a_claim_that_ends_its_process_costs_no_other(self, tmp_path: Path) -> None:
        (tmp_path / "dies.py").write_text(DIES, encoding="utf-8")
        with cluster(tmp_path / "dask") as made:
            there = ("dies.py", CLAIM, "--out", "out", "--cluster", made.address)
            told = process("verify", *there, cwd=tmp_path)
            assert told.status == 1, told.err
            assert "Traceback" not in told.err
            assert made.processes[1].poll() is None  # the dask worker is well
        reason = "the worker process ended (status 3), in each of 3 tries"
        assert f"the mutant 'kills its process' is invalid: {reason}" in told.out
        claims = {c["id"]: c for c in load(tmp_path / "out" / "verdicts.json")["claims"]}
        fates = {m["name"]: m["fate"] for m in claims["mine/dies"]["mutants"]}
        assert fates == {"half": "killed", "kills its process": "invalid"}
        assert claims["mine/dies"]["readings"]["printed"]["outcome"] == "holds"
        assert claims[CLAIM]["surprises"] == []

    @pytest.mark.slow
    @pytest.mark.parametrize("what", ["version", "source"])
    def test_a_worker_with_another_lemmata_is_refused(self, tmp_path: Path, what: str) -> None:
        package = Path(lemmata.__file__).parent
        other = tmp_path / "other" / "lemmata"
        shutil.copytree(package, other, ignore=shutil.ignore_patterns("__pycache__"))
        changed = other / ("__init__.py" if what == "version" else "claims/margin.py")
        text = changed.read_text(encoding="utf-8")
        text = text.replace(lemmata.__version__, "0.0.9") if what == "version" else text + "\n"
        changed.write_text(text, encoding="utf-8")
        path = os.pathsep.join([str(tmp_path / "other"), str(package.parent)])
        with cluster(tmp_path / "dask", PYTHONPATH=path) as made:
            there = (CLAIM, "--out", "out", "--cluster", made.address)
            told = process("verify", *there, cwd=tmp_path)
        if what == "version":
            assert_misuse(told, f"has lemmata 0.0.9, this machine {lemmata.__version__}", "install")
        else:
            assert_misuse(told, "another source of lemmata.claims.margin than this machine", "commit")


@pytest.mark.slow
def test_local_workers_give_the_verdicts_of_spawned_ones(
    small: tuple[Path, Path, Told], tmp_path: Path
) -> None:
    file, out, here = small
    with socket.socket() as other:  # of another cluster, say
        with suppress(OSError):
            other.bind(("127.0.0.1", 8787))
            other.listen()
        there = process(*("verify", file, "--cluster", "local", "--workers", 2, "--out", "out"), cwd=tmp_path)
    assert there.status == here.status == 0, there.err
    assert "Traceback" not in there.err and "8787" not in there.err
    assert timeless(load(tmp_path / "out" / "verdicts.json")) == timeless(load(out / "verdicts.json"))
    assert witnesses(tmp_path / "out") == witnesses(out)
    (header, *_) = (tmp_path / "out" / "evidence.jsonl").read_text("utf-8").splitlines()
    told = json.loads(header)
    assert told["workers"] == 2
    assert told["machine"] == "dask cluster (workers: 2, hosts: 1)"


@pytest.mark.slow
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_local_workers_end_with_the_run(tmp_path: Path, how: str) -> None:
    gated(tmp_path)
    there = ("gated.py", "--out", "out", "--cluster", "local", "--workers", 2)
    with verifying(tmp_path, *there) as child:
        until(lambda: len(waiting(tmp_path)) == 2)
        until(lambda: len(hunts(tmp_path / "out")) >= 5)  # they are on their way
        theirs = [*waiting(tmp_path), *map(parent, waiting(tmp_path))]
        if how == "killed":
            child.kill()
            child.wait(30)
        else:
            os.killpg(child.pid, signal.SIGINT)  # as Ctrl-C in a terminal does, to all of them
            _, err = child.communicate(timeout=120)
            assert child.returncode == 130
            assert "Traceback" not in err
        until(lambda: not any(map(alive, theirs)))
    assert len(hunts(tmp_path / "out")) >= 5


@pytest.mark.slow
def test_where_no_scheduler_answers_nothing_is_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "evidence.jsonl").write_text("an earlier run", encoding="utf-8")
    there = ("--out", "out", "--cluster", "127.0.0.1:1")
    told = process("verify", CLAIM, *there, cwd=tmp_path)
    assert_misuse(told, "--cluster 127.0.0.1:1: no scheduler answers", "dask scheduler")
    assert (tmp_path / "out" / "evidence.jsonl").read_text("utf-8") == "an earlier run"
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["evidence.jsonl"]


@pytest.mark.slow
def test_an_address_that_is_none(tmp_path: Path) -> None:
    told = process("verify", CLAIM, "--cluster", "smoke://here", cwd=tmp_path)
    assert_misuse(told, "--cluster smoke://here: no scheduler answers")


def test_workers_are_the_scheduler_s_own(cli: Run) -> None:
    told = cli("verify", CLAIM, "--workers", 2, "--cluster", "tcp://127.0.0.1:1")
    assert_misuse(told, "--workers 2", "leave --workers out", "--cluster local")


def test_a_missing_package_is_named(cli: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = cli("verify", CLAIM, "--cluster", "local")
    assert_misuse(told, "needs the package distributed", "pip install 'lemmata[cluster]'")


@pytest.mark.parametrize("shards", ["0", "-1", "two"])
def test_shards_are_counted(cli: Run, shards: str) -> None:
    assert "a whole number >= 1" in cli("verify", f"--shards={shards}").err


class TestBesideAWorker:
    """The processes that hunt, without any cluster."""

    @pytest.mark.parametrize(("device", "most"), [("cpu", 3), ("cuda", 1)])
    def test_one_process_alone_owns_a_gpu(
        self, monkeypatch: pytest.MonkeyPatch, device: str, most: int
    ) -> None:
        from lemmata.run import cluster

        busy: list[int] = []
        together = threading.Barrier(3)

        class Hunter:
            started = 0

            def __init__(self, *_: object) -> None:
                Hunter.started += 1
                self.hello = {"device": device}

            def alive(self) -> bool:
                return True

            def end(self) -> None:
                raise AssertionError

            def ask(self, *_: object) -> dict[str, Any]:
                busy.append(len(busy))
                if most > 1:
                    together.wait(10)  # all three are here at once
                return {"records": []}

        monkeypatch.setattr(cluster, "_Hunter", Hunter)
        hunters = cluster._Hunters({})
        threads = [threading.Thread(target=hunters.do, args=({}, lambda: False)) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert len(busy) == 3
        assert Hunter.started == len(hunters.idle) == most

    def test_a_misuse_there_is_told_in_its_words(self, tmp_path: Path) -> None:
        from lemmata.run import cluster

        setup = {"files": [str(tmp_path / "missing.py")], "papers": [], "device": "cpu"}
        told = cluster._Hunters(setup).do({}, lambda: False)
        assert told["refused"] == f"{tmp_path / 'missing.py'}: there is no such file"

    def test_a_process_that_dies_while_it_loads_is_refused(self, tmp_path: Path) -> None:
        from lemmata.run import cluster

        (tmp_path / "dies.py").write_text("import os\nos._exit(3)\n", encoding="utf-8")
        setup = {"files": [str(tmp_path / "dies.py")], "papers": [], "device": "cpu"}
        told = cluster._Hunters(setup).do({}, lambda: False)
        assert told["refused"].startswith("the worker process ended (status 3) while it loaded")

    def test_what_takes_too_long_is_ended(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from lemmata.run import cluster

        sleeps = [sys.executable, "-c", "import time; print('{\"hello\": 1}', flush=True); time.sleep(99)"]
        start = subprocess.Popen
        monkeypatch.setattr(subprocess, "Popen", lambda _, **options: start(sleeps, **options))
        hunter = cluster._Hunter({}, lambda: False)
        told = hunter.ask({}, lambda: False, 0.1)
        assert told == {"lost": "the time limit of 0.1 s was reached (--limit)", "seconds": 0.1}
        assert not hunter.alive()

    def test_other_libraries_are_warned_of(self) -> None:
        from lemmata.run import cluster, worker

        hello = worker.hello("cpu")
        cluster._compare("tcp://w", hello)
        hello["libraries"]["hypothesis"] = "0.1"
        with pytest.warns(UserWarning, match=r"tcp://w has hypothesis 0.1 \(here .*other inst"):
            cluster._compare("tcp://w", hello)
        with pytest.raises(LemmataError, match=r"w has lemmata 9, this machine"):
            cluster._compare("tcp://w", hello | {"version": "9"})


def _at_once(task: dict[str, Any], limit: float, run_id: str, setup: dict[str, Any]) -> dict[str, Any]:
    """What a dask worker says of a task, without a hunt."""
    return {"worker": "w", "records": [], "number": task["shard"]}


@pytest.mark.slow  # what a cluster in this process leaves behind are threads, and no quick test expects any
def test_the_scheduler_holds_a_window_of_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    from lemmata.run import cluster
    from lemmata.run.plan import Plan, Task

    monkeypatch.setattr(cluster, "_do", _at_once)
    monkeypatch.setattr(cluster, "results", lambda plan, task, answer: [(task.shard, answer["number"])])
    monkeypatch.setattr(Plan, "time", lambda plan, task: 1.0)
    plan = Plan((), "quick", 0, "cpu", 1, 1e-8, cluster="local")
    tasks = [Task("t/c", "printed", shard) for shard in range(5 * cluster._LEAST)]
    options = {"processes": False, "scheduler_kwargs": {"dashboard": False, "dashboard_address": "127.0.0.1:0"}}
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, **options) as made,
        distributed.Client(made, set_as_default=False) as client,
    ):
        told: list[Any] = []
        held: list[int] = []
        for result in cluster._work(client, plan, tasks):
            told += result
            held.append(len(made.scheduler.tasks))
        assert sorted(told) == [(task.shard, task.shard) for task in tasks]
        assert max(held) <= 2 * cluster._LEAST  # those that are let go of take a moment
        work = cluster._work(client, plan, tasks)
        next(work)
        work.close()  # as on an interrupt
        until(lambda: not made.scheduler.tasks, 30)
