"""Thousands of broken files: each gets a message, none a traceback, none an endless run.

Real evidence, verdicts, witnesses, benchmark figures and accepted verdicts are cut, flipped and
refilled with what does not belong there; then `report`, `replay`, `diff` and `show` read them. An
exception that leaves ``main`` fails the test by itself.
"""

from __future__ import annotations

import copy
import functools
import json
import os
import pickle
import random
import re
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata import FigureRecord, HeatMapRecord, Panel, Series
from lemmata.claims.heads import Head
from lemmata.commands import cli
from lemmata.records import accepted, files, json_lines, judging, verdicts, witness
from lemmata.records.evidence import (
    Basis,
    ClaimRecord,
    End,
    Evidence,
    Histogram,
    HuntRecord,
    Kept,
    ReadingRecord,
    Record,
    Run,
)
from lemmata.records.finding import Scope, SequentialTest
from lemmata.records.papers import CoverageRecord, PaperRecord
from lemmata.records.verdicts import Verdicts
from lemmata.records.witness import Witness, to_document
from tests.composed import made

HUGE = "@huge@"
"""Stands for a number of 5000 digits, which Python would not print."""
DEEP: list[Any] = []
for _ in range(200):
    DEEP = [DEEP]
ODD: list[Any] = [
    None, True, 0, -1, 3, 2**53, 10**30, 10**99, 0.5, -0.0, 1e308, -1e308, 5e-324, float("nan"),
    float("inf"), "", "x", "1/0", "1/8", "9" * 500, "../../x", "\x1b[31mred", "[bold]x[/]",
    "</script><b>", "\ud800", "{" * 300 + "$x^" * 300, "\u202egnp.exe", [], {}, [[]], [1, "x"],
    {"x": 1}, ["holds"], DEEP, HUGE, "printed", "refuted", "holds", "mine/a", "e" * 20_000,
]  # fmt: skip
WITNESS = Witness(
    claim="pca/lemma-8",
    variant="printed",
    kind="instance",
    setting={"d": 1, "k": 1, "C": "1/8", "share": "1/2"},
    left=[1],
    right=["1/2"],
    relative=-0.5,
    confirmed="rational",
)
SEALED = to_document(WITNESS)
TEST = SequentialTest(
    setting={"d": 2}, n=4000, failures=3, allowed=0.01, level=1e-9, e_value=0.2, upper=0.003, detectable=0.02
)


def hunted(claim: str, variant: str, outcome: Any, evidence: Any, **more: Any) -> HuntRecord:
    return made(
        HuntRecord,
        claim=claim,
        variant=variant,
        role="mutant" if variant == "half" else "reading",
        outcome=outcome,
        evidence=evidence,
        profile="quick",
        seconds=0.5,
        **{"seed": 0, **more},
    )


RECORDS: list[Record] = [
    Run("0.1.0", "quick", 0, "cpu", "machine", "2026-01-01T00:00:00", "abc", 1e-6, ("mine",)),
    PaperRecord(
        "mine", "key2026", "Sums", "A. U.", 2026, "sums.txt", "https://example.org/sums", "It adds up.",
        CoverageRecord(5, 2, 1, {"definition": 2}),
    ),
    ClaimRecord(
        head=Head(
            id="mine/a", paper="key2026", label="Lemma 1", kind="forall", summary="A sum.", file="mine/a.py"
        ),
        topic="mine", description="A sum.\n\nOf $x$.", citation="A. U.", source="p. 3", uses=("mine/b",),
        readings=(
            ReadingRecord("printed", "$x\\le 1$", "refuted", "No.", "typo"),
            ReadingRecord("amended", "$x\\le 2$ for $\\|x\\|_2=1$", "holds", "Yes.", None),
        ),
        mutants=("half", "twice"), waived={"twice": "the same"}, reported={"loss": "small"},
    ),
    ClaimRecord(
        head=Head(
            id="mine/b", paper="key2026", label="Lemma 2", kind="probability", summary="A tail.",
            file="mine/b.py",
        ),
        topic="mine", description="A tail.", citation="A. U.", source="p. 4", uses=(),
        readings=(ReadingRecord("printed", "$P\\le p$", "holds", "", None),), mutants=(),
    ),
    hunted(
        "mine/a",
        "printed",
        "refuted",
        "genuine",
        scope=Scope(instances=7, stage="adversarial search"),
        margin=-0.5,
        witness=replace(WITNESS, claim="mine/a"),
    ),
    hunted(
        "mine/a",
        "amended",
        "holds",
        "exact",
        scope=Scope(instances=99, settings=9, exactly=99, informative=98, drawn={"d": [1, 3]}),
        margin=0.1,
        tightness=0.9,
        measured={"c": (0.1, 0.2)},
        histogram=Histogram([0.0, 0.5, 1.0], [3.0, 4.0]),
    ),
    hunted("mine/a", "half", "refuted", "genuine", scope=Scope(instances=3)),
    hunted("mine/b", "printed", "holds", "probed", scope=Scope(instances=4000, tests=(TEST,))),
    hunted(
        "mine/b", "printed", "holds", "probed", seed=1, scope=Scope(instances=4000, tests=(TEST,))
    ),
    FigureRecord(
        "error", "n", "error", "It falls.",
        (
            Series("seen", [1.0, 2.0], [0.5, 0.2], low=[0.4, 0.1], high=[0.6, 0.3]),
            Series("$1/n$", [1.0, 2.0], [1.0, 0.5], "theory"),
        ),
        claim="mine/a",
    ),
    HeatMapRecord("map", "Weights.", (Panel("A", [[1.0, 0.0], [0.0, 1.0]]),), "mine/a"),
    Kept(
        claim="mine/b",
        source_digest="0123456789ab",
        run=Run("0.1.0", "deep", 0, "cpu", "machine", "2025-01-01T00:00:00", "abc", 1e-6, ("mine/b",)),
        hunts=(hunted("mine/b", "printed", "holds", "observed"),),
    ),
    Basis(claim="mine/a", digest="0" * 32, hunted="2026-01-01T00:00:00+00:00", files={"<root>/a": "0" * 64}),
    End(3.0, 8000),
]  # fmt: skip
BENCH = {
    "schema": "lemmata/bench/1",
    "run": {
        "version": "0.1.0", "device": "cpu", "machine": "machine", "started": "2026", "commit": None,
        "python": "3.11", "libraries": {"torch": "2"}, "threads": 1, "seconds": 3.0,
        "measured": {"copy": 1e9}, "lower_is_better": ["memory"],
    },
    "results": [
        {"name": name, "value": 2.0, "unit": "x", "against": "y", "instances": 1, "floor_share": None}
        for name in ("speed", "memory")
    ],
}  # fmt: skip


def judged() -> Verdicts:
    told: Evidence = files.gather(RECORDS)
    return judging.judge(told)


# -- breaking --------------------------------------------------------------------------------------


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def misfit(value: Any, draw: random.Random) -> Any:
    """The value with one to three of its parts exchanged, dropped or added."""
    value = copy.deepcopy(value)
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        where = list(places(value))
        if not where:
            return draw.choice(ODD)
        *path, last = draw.choice(where)
        holder = at(value, tuple(path))
        act = draw.random()
        if act < 0.7:
            holder[last] = copy.deepcopy(draw.choice(ODD))
        elif act < 0.8:
            holder[last] = copy.deepcopy(at(value, draw.choice(where)))
        elif act < 0.9:
            del holder[last]
        elif isinstance(holder, dict):
            holder[draw.choice(("more", "", "\x1b[2J", "edges"))] = copy.deepcopy(draw.choice(ODD))
        else:
            holder.append(copy.deepcopy(draw.choice(ODD)))
    return value


def written(value: Any) -> bytes:
    text = json.dumps(value, ensure_ascii=True)
    return text.replace(f'"{HUGE}"', "9" * 5000).encode()


def damaged(data: bytes, draw: random.Random) -> bytes:
    """Bytes cut, flipped, doubled or mixed with some that are no UTF-8."""
    place, act = draw.randrange(len(data)), draw.random()
    if act < 0.3:
        return data[:place]
    if act < 0.6:
        return data[:place] + bytes([draw.randrange(256)]) + data[place + 1 :]
    if act < 0.8:
        return data[:place] + draw.choice((b"\xff\xfe", b"\x00", b"\xed\xa0\x80", b"]", b'"')) + data[place:]
    return data[:place] + data[draw.randrange(len(data)) :]


# -- reading ---------------------------------------------------------------------------------------


@contextmanager
def within(seconds: int, what: str) -> Iterator[None]:
    """Ends what has worked for so long that it hangs (where the system has alarms).

    What counts is the time of the processor: on a loaded machine nothing hangs for that.
    """
    if not hasattr(signal, "SIGPROF"):
        yield
        return

    def rings(*_: object) -> None:
        raise AssertionError(f"{what} does not end within {seconds} s of work")

    before = signal.signal(signal.SIGPROF, rings)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
Told = Callable[..., int]


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Runs a command on what is broken, and looks at what it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "build", functools.cache(cli.build))  # half of the time

    def run(*arguments: str) -> int:
        with within(60, " ".join(arguments)):
            status = cli.main(arguments)
        out, err = capsys.readouterr()
        assert status in (0, 1, 2), arguments
        assert not CONTROL.search(out + err), (out + err)[:2000]
        if status == 2:
            *_, message = err.strip().splitlines()
            assert message.startswith("lemmata: "), err[:2000]
            assert len(message) < 700, message[:2000]
        return status

    return run


def broken(value: Any, number: int, draw: random.Random) -> Iterator[bytes]:
    """Broken variants of a document: misfits and damaged bytes, half and half."""
    whole = written(value)
    for k in range(number):
        yield written(misfit(value, draw)) if k % 2 else damaged(whole, draw)


def broken_lines(records: Sequence[Record], number: int, draw: random.Random) -> Iterator[bytes]:
    """The same for evidence, where one line of several is broken."""
    whole = [json.loads(json_lines.to_json(record)) for record in records]
    for k in range(number):
        told = list(whole)
        if k % 2:
            place = draw.randrange(len(told))
            told[place] = misfit(told[place], draw)
        data = b"".join(written(line) + b"\n" for line in told)
        yield data if k % 2 else damaged(data, draw)


# -- what is broken --------------------------------------------------------------------------------


@pytest.mark.slow
def test_evidence_that_is_broken(told: Told, tmp_path: Path) -> None:
    """Read, merged, judged and compared with itself."""
    found: Counter[int] = Counter()
    for data in broken_lines(RECORDS, 1500, random.Random(0)):
        (tmp_path / "e.jsonl").write_bytes(data)
        found[told("diff", "e.jsonl", "e.jsonl")] += 1
    assert found[1] == 0  # nothing is worse than itself
    assert found[2] > 800
    assert found[0] > 100  # some misfits fit: a title is any text


@pytest.mark.slow
def test_pages_of_evidence_that_is_broken(told: Told, tmp_path: Path) -> None:
    """What is read is also drawn, whatever it says; what is not leaves no page."""
    drawn = [r for r in RECORDS if not isinstance(r, FigureRecord | HeatMapRecord)]
    found: Counter[int] = Counter()
    for data in broken_lines(drawn, 100, random.Random(1)):
        (tmp_path / "e.jsonl").write_bytes(data)
        found[told("report", "e.jsonl", "--out", "pages")] += 1
    assert found[2] > 50
    assert found[0] > 10
    page = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "</script><b>" not in page


@pytest.mark.parametrize("kind", ["verdicts", "accepted", "bench"])
def test_documents_that_are_broken(told: Told, tmp_path: Path, kind: str) -> None:
    whole = {
        "verdicts": lambda: judged().to_json(),
        "accepted": lambda: json.loads(accepted.text(accepted.of(judged()))),
        "bench": lambda: BENCH,
    }[kind]()
    (tmp_path / "whole.json").write_bytes(written(whole))
    assert told("diff", "whole.json", "whole.json") == 0
    found: Counter[int] = Counter()
    for k, data in enumerate(broken(whole, 400, random.Random(2))):
        (tmp_path / "b.json").write_bytes(data)
        sides = ("whole.json", "b.json") if k % 4 < 2 else ("b.json", "whole.json")
        found[told("diff", *sides)] += 1
    assert found[2] > 250


@pytest.mark.slow
def test_witnesses_that_are_broken(told: Told, tmp_path: Path) -> None:
    """Every other one is sealed anew, so that not all fall at the digest."""
    draw = random.Random(3)
    found: Counter[int] = Counter()
    body = {name: value for name, value in SEALED.items() if name not in ("schema", "digest")}
    for k, data in enumerate(broken(SEALED, 500, draw)):
        if k % 2:
            with suppress(ValueError, RecursionError):  # what cannot be sealed stays unsealed
                data = written(witness.with_digest(misfit(body, draw)))
        (tmp_path / "w.json").write_bytes(data)
        found[told("replay", "w.json")] += 1
    assert found[2] > 350
    assert found[0] + found[1] > 5  # some are read; another setting may be as good a witness


@pytest.mark.parametrize(
    ("command", "name", "limit"),
    [
        (("replay",), "w.json", witness.MAX_BYTES),
        (("report",), "e.jsonl", files.MAX_BYTES),
        (("diff", "e.jsonl"), "e.jsonl", files.MAX_BYTES),
        (("diff", "v.json"), "v.json", verdicts.MAX_BYTES),
    ],
)
def test_files_that_are_too_large(
    told: Told, tmp_path: Path, command: tuple[str, ...], name: str, limit: int
) -> None:
    with (tmp_path / name).open("wb") as file:
        file.truncate(limit + 1)  # a hole: it takes no room on the disk
    assert told(*command, name) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
@pytest.mark.parametrize("command", [("replay",), ("report",), ("diff", "pipe")])
def test_pipes_are_not_waited_for(told: Told, tmp_path: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert told(*command, "pipe") == 2


def test_a_pickle_is_not_opened(told: Told, tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> Any:
            return (Path.touch, (tmp_path / "ran",))

    (tmp_path / "b").write_bytes(pickle.dumps(Bomb()))
    for command in (("replay",), ("report",), ("diff", "b")):
        assert told(*command, "b") == 2
    assert not (tmp_path / "ran").exists()
