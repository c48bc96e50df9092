"""``lemmata verify`` twice: what has not changed is not hunted again, and what has is."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lemmata.records import files
from lemmata.run import store
from tests.cli.helpers import CLAIM, Told, environment, hunts, load, process, timeless, witnesses
from tests.cli.test_cli_interrupt import until

PAPER = '''"""A source."""

from lemmata import Paper

PAPER = Paper(topic="soft", title="Title", authors="Author", year=2026, key="key", source="p. 1")
'''
DEEP = '''"""Two modules away."""

SHIFT = 2


def moved(x):
    return x + SHIFT


def unused(x):
    return x
'''
NEAR = '''"""One module away."""

from soft.deep import moved


def bound(x):
    return moved(x)
'''
ONE = '''"""A first claim."""

from lemmata import amended, at_most, box, dims, mutants, printed, theorem
from soft import PAPER
from soft.near import bound

WORSE = 3


@theorem(PAPER, "Lemma 1", n=dims(1, 6), x=box("n", low=-1, high=1))
@printed("The sum is at most 1.", defect="constant", because="It is not.")
@amended("The sum is at most $n + 2$.", adds="$n + 1$", most=lambda n: bound(n))
@mutants(less=dict(most=lambda n: bound(n) - WORSE))
def first(x, most=1):
    """A sum is at most its length and two."""
    return at_most(sum(x), most)
'''
TWO = '''"""A second claim, which reads a file."""

from pathlib import Path

from lemmata import at_most, dims, mutants, printed, theorem
from soft import PAPER

TABLE = Path(__file__).with_name("table.txt")


def most():
    return int(TABLE.read_text(encoding="utf-8"))


@theorem(PAPER, "Lemma 2", n=dims(1, 6, most=6))
@printed("A size is at most 6.")
@mutants(less=dict(less=1))
def second(n, less=0):
    """A size is at most six."""
    return at_most(n, most() - less)
'''

ALL = ["soft/lemma-1", "soft/lemma-2"]


@pytest.fixture
def topic(tmp_path: Path) -> Path:
    """A topic of two claims, each in a file, with what they import."""
    folder = tmp_path / "soft"
    folder.mkdir()
    for name, text in {"__init__": PAPER, "deep": DEEP, "near": NEAR, "one": ONE, "two": TWO}.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "table.txt").write_text("6", encoding="utf-8")
    return folder


def verify(topic: Path, *options: object, out: str = "out", cache: str = "cache") -> Told:
    environment = {"LEMMATA_CACHE": str(topic.parent / cache), "LEMMATA_FRESH": ""}
    options = ("--workers", 1, "--out", out, *options)
    return process("verify", topic, *options, cwd=topic.parent, **environment)


def hunted(topic: Path, *options: object, out: str = "out", cache: str = "cache") -> list[str]:
    """What a further run hunts."""
    told = verify(topic, *options, out=out, cache=cache)
    assert told.status == 0, told
    claims = load(topic.parent / out / "verdicts.json")["claims"]
    assert len(claims) == 2
    return [claim["id"] for claim in claims if not claim["reused"]]


def path(topic: Path, name: str) -> Path:
    return topic.parent / "cache" / "hunts" / name


def kept(topic: Path) -> dict[str, bytes]:
    """What is kept, by the names of the files."""
    return {file.name: file.read_bytes() for file in sorted((topic.parent / "cache" / "hunts").glob("*.gz"))}


def text(topic: Path, name: str) -> str:
    return gzip.decompress(path(topic, name).read_bytes()).decode()


def signed(lines: str) -> bytes:
    """A file of kept evidence with any lines."""
    digest = hashlib.sha256(lines.encode()).hexdigest()
    return gzip.compress(f'{{"schema": "lemmata/kept/1", "sha256": "{digest}"}}\n{lines}'.encode())


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_nothing_is_hunted_twice_and_what_is_edited_is(topic: Path) -> None:
    assert hunted(topic) == ALL
    first = topic.parent / "out"
    before, shown = timeless(load(first / "verdicts.json")), witnesses(first)
    told = verify(topic, out="again")
    again = topic.parent / "again"
    claims = load(again / "verdicts.json")["claims"]
    assert [{**claim, "reused": False} for claim in timeless(load(again / "verdicts.json"))] == before
    assert witnesses(again) == shown != {}
    day = claims[0]["hunted"][:10]
    assert f"2 claims reused: hunted {day}, and nothing has changed since; 0 hunted now" in told.out
    assert "reused" not in (first / "claims" / "soft" / "lemma-1.html").read_text(encoding="utf-8")
    page = (again / "claims" / "soft" / "lemma-1.html").read_text(encoding="utf-8")
    assert f"<dd><time>{day}</time>, reused: nothing that its hunts read has changed since" in page
    assert "It was not re-checked here" in page
    seen = files.read(again / "evidence.jsonl")
    assert [end.instances for end in seen.ends] == [0]
    assert list(seen.bases["soft/lemma-2"].files) == ["<root>/soft/table.txt"]
    assert not seen.bases["soft/lemma-1"].files
    assert process("diff", "out", "again", cwd=topic.parent).status == 0
    assert {claim["hunted"] for claim in claims} == {
        c["hunted"] for c in load(first / "verdicts.json")["claims"]
    }
    edit(topic / "one.py", "WORSE = 3", "WORSE = 4")
    assert hunted(topic) == ["soft/lemma-1"]
    assert hunted(topic) == []


@pytest.mark.slow
def test_a_file_that_a_hunt_has_opened_is_part_of_what_it_rests_on(topic: Path) -> None:
    assert hunted(topic) == ALL
    (topic / "table.txt").write_text("7", encoding="utf-8")
    assert verify(topic).status == 1  # the mutant survives: 7 - 1 is no less than 6
    (topic / "table.txt").write_text("6", encoding="utf-8")
    assert hunted(topic) == []  # it is as it was
    (topic / "table.txt").write_text("6\n", encoding="utf-8")
    assert hunted(topic) == ["soft/lemma-2"]


@pytest.mark.slow
def test_what_is_asked_for_is_hunted_anew(topic: Path) -> None:
    assert hunted(topic) == ALL
    before = kept(topic)
    assert hunted(topic, "--seed", 1) == ALL
    assert hunted(topic) == []
    assert hunted(topic, "--fresh") == ALL
    renewed = kept(topic)
    assert set(before) < set(renewed) and len(renewed) == 4  # two claims, two seeds
    assert all(renewed[name] != before[name] for name in before)  # another time stands in them


@pytest.mark.slow
def test_a_surprise_is_hunted_each_time(topic: Path) -> None:
    edit(topic / "one.py", "bound(n) - WORSE", "bound(n) + WORSE")  # no worse: it survives
    for _ in range(2):
        told = verify(topic)
        assert told.status == 1
        assert "the mutant 'less' survived" in told.out
    claims = load(topic.parent / "out" / "verdicts.json")["claims"]
    assert [claim["reused"] for claim in claims] == [False, True]


@pytest.mark.slow
def test_what_is_damaged_or_shows_nothing_is_hunted_again(topic: Path) -> None:
    assert hunted(topic) == ALL
    (one,) = [name for name in kept(topic) if "soft/lemma-1" in text(topic, name)]

    def refused(data: bytes, *words: str) -> None:
        path(topic, one).write_bytes(data)
        (topic.parent / "out" / "evidence.jsonl").unlink()
        told = verify(topic)
        assert told.status == 0
        assert [c["reused"] for c in load(topic.parent / "out" / "verdicts.json")["claims"]] == [False, True]
        for word in ("what was kept of it cannot be used", "it is hunted again", *words):
            assert word in told.err, told.err

    whole = path(topic, one).read_bytes()
    refused(whole[:-9], "is compressed, and broken")
    refused(b"", "not JSON")
    refused(gzip.compress(text(topic, one).replace('"holds"', '"vacuous"').encode()), "it was changed")
    lines = text(topic, one).split("\n", 1)[1]
    assert '"x":[1,1]' in lines
    refused(signed(lines.replace('"x":[1,1]', '"x":[1,0]')), "its witness is not confirmed")
    refused(signed(lines.replace('"outcome":"refuted"', '"outcome":"error"')), "a hunt failed")
    refused(signed(lines.replace('"variant":"less"', '"variant":"other"')), "its hunts have changed")
    (two,) = [name for name in kept(topic) if "soft/lemma-2" in text(topic, name)]
    refused(path(topic, two).read_bytes(), "it is of something else")
    assert hunted(topic) == []


@pytest.mark.slow
def test_programs_are_taken_only_from_what_this_user_has_kept(
    topic: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hunted(topic) == ALL
    (one,) = [name for name in kept(topic) if "soft/lemma-1" in text(topic, name)]
    head, lines = text(topic, one).split("\n", 1)
    program = hunts(topic.parent / "out")["soft/lemma-1: printed"]["snippet"]
    (topic.parent / "out" / "evidence.jsonl").unlink()
    assert json.dumps(program, ensure_ascii=False) in lines
    path(topic, one).write_bytes(signed(lines))  # anybody may write that: the program is written anew
    assert hunted(topic, out="again") == []
    page = topic.parent / "again" / "claims" / "soft" / "lemma-1.html"
    assert files.NO_PROGRAM.partition(" (")[0] not in page.read_text(encoding="utf-8")
    start = '"snippet":"'
    path(topic, one).write_bytes(signed(lines.replace(start, f"{start}import os; ")))
    assert hunted(topic, out="other") == []
    for each in (topic.parent / "other").rglob("*.*"):
        assert "import os; " not in each.read_text(encoding="utf-8", errors="replace")
    path(topic, one).write_bytes(gzip.compress(f"{head}\n{lines}".encode()))
    assert store.get(one.removesuffix(".jsonl.gz")) is None  # in another folder
    monkeypatch.setenv("LEMMATA_CACHE", str(topic.parent / "cache"))
    found = store.get(one.removesuffix(".jsonl.gz"))
    assert found is not None
    assert program in [hunt.snippet for hunt in found.hunts.values()]


@pytest.mark.slow
def test_the_folder_of_the_report_serves_where_no_cache_does(topic: Path) -> None:
    assert hunted(topic) == ALL
    assert hunted(topic, cache="another") == []
    edit(topic / "two.py", "A size is at most six.", "No size is above six.")
    assert hunted(topic, cache="a third") == ["soft/lemma-2"]
    (topic.parent / "out" / "evidence.jsonl").write_text("no evidence\n", encoding="utf-8")
    assert hunted(topic, cache="a fourth") == ALL


@pytest.mark.slow
def test_two_runs_at_once_keep_what_both_have_hunted(topic: Path) -> None:
    with ThreadPoolExecutor() as threads:
        told = list(threads.map(lambda out: verify(topic, out=out), ("one", "two")))
    assert [each.status for each in told] == [0, 0]
    assert hunted(topic, out="three") == []
    assert len(kept(topic)) == len(list((topic.parent / "cache" / "hunts").iterdir())) == 2


@pytest.mark.slow
def test_an_interrupted_run_has_kept_the_claims_that_it_has_finished(topic: Path) -> None:
    waits = """    while True:
        try:
            return int(TABLE.read_text(encoding="utf-8"))
        except FileNotFoundError:
            time.sleep(0.05)
"""
    edit(topic / "two.py", '    return int(TABLE.read_text(encoding="utf-8"))\n', waits)
    edit(topic / "two.py", "from pathlib", "import time\nfrom pathlib")
    (topic / "table.txt").unlink()
    with subprocess.Popen(
        [sys.executable, "-m", "lemmata", "verify", "soft", "--out", "out", "--workers", "2"],
        cwd=topic.parent,
        env=environment(LEMMATA_CACHE=str(topic.parent / "cache"), LEMMATA_FRESH=""),
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as child:
        try:
            until(lambda: (topic.parent / "out" / "evidence.jsonl").exists())
            until(lambda: len(hunts(topic.parent / "out")) == 3)
            time.sleep(1)  # what is written is yet to be noted
            child.send_signal(signal.SIGINT)
            _, err = child.communicate(timeout=120)
        finally:
            child.kill()
    assert child.returncode == 130
    assert "interrupted; finished evidence is kept" in err
    (topic / "table.txt").write_text("6", encoding="utf-8")
    assert hunted(topic) == ["soft/lemma-2"]


READS = """
import sys
from pathlib import Path

import pytest

from lemmata import testing
from lemmata.run import registry

claim, out = registry.load().claim(sys.argv[1]), Path("out")
testing.hunt = lambda *_, **__: pytest.fail("it is hunted")
verdict = testing.check_claim(claim, earlier=out)
assert verdict.outcomes["printed"] == "refuted"
assert verdict.witness() is not None
with pytest.raises(pytest.fail.Exception, match="it is hunted"):
    testing.check_claim(claim, seed=1, earlier=out)
with pytest.raises(pytest.fail.Exception, match="it is hunted"):
    testing.check_claim(claim)
"""


@pytest.mark.slow
def test_pytest_reads_what_verify_has_hunted(tmp_path: Path) -> None:
    """In a process of its own: what other tests have changed in this one may be what hunts read."""
    told = process("verify", CLAIM, "--workers", 1, "--out", "out", cwd=tmp_path)
    assert told.status == 0
    command = [sys.executable, "-c", READS, CLAIM]
    read = subprocess.run(command, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr


def test_old_evidence_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path))
    store.folder().mkdir()
    for k in range(5):
        file = store.folder() / f"{k}.jsonl.gz"
        file.write_bytes(b"x" * 100)
        os.utime(file, (k, k))
    store.prune(250)
    assert sorted(file.name[0] for file in store.folder().iterdir()) == ["3", "4"]
