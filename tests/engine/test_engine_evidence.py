"""Evidence files: what is written is read back; what is broken is named or cut off."""

from __future__ import annotations

import dataclasses
import errno
import json
import math
import os
import warnings
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata import FigureRecord, HeatMapRecord, Panel, Series
from lemmata.claims.heads import Head
from lemmata.claims.ids import ID, Lines
from lemmata.claims.vocabulary import Defect, HuntOutcome, ProfileName
from lemmata.records import files, json_lines
from lemmata.records.evidence import (
    ClaimRecord,
    End,
    EvidenceError,
    Histogram,
    HuntRecord,
    ReadingRecord,
    Record,
    Run,
)
from lemmata.records.files import append, gather, read, repair
from lemmata.records.finding import ConstantDrift, Finding, Hunts, MeanSlack, Scope, SequentialTest
from lemmata.records.json_lines import from_json, to_json
from lemmata.records.witness import Witness
from tests.composed import made

text = st.text(max_size=12)
ids = st.from_regex(ID, fullmatch=True).map(lambda i: i[:40]).filter(lambda i: ID.fullmatch(i))
whole = st.integers(0, 2**70)  # a seed is any count
real = st.floats(allow_nan=False, allow_infinity=False)
reals = st.lists(real, max_size=4)
lasting = st.floats(0, 1e9)
said = st.sampled_from(["holds", "refuted", "vacuous", "undecided", "untestable", "not-run"])
defects = st.none() | st.sampled_from(get_args(Defect))
printed = st.builds(ReadingRecord, name=st.just("printed"), expected=said, defect=defects)
amended = st.builds(ReadingRecord, name=st.just("amended"), expected=said, defect=defects)
payload = st.recursive(
    st.none() | st.booleans() | whole | real | text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)
objects = st.dictionaries(text, payload, max_size=3)
tests = st.builds(
    lambda n, more, **rest: SequentialTest(n=n + more, failures=n, **rest),
    n=st.integers(0, 9),
    more=st.integers(0, 9),
    setting=objects,
    allowed=st.just(0.0) | st.floats(1e-9, 1),
    level=st.floats(1e-9, 1),
    e_value=lasting,
    upper=st.floats(0, 1),
)


def line(rows: list[tuple[float, float, float]]) -> Series:
    x, y, low = ([row[k] for row in rows] for k in range(3))
    return Series("", x, y, low=low)


series = st.lists(st.tuples(real, real, real), min_size=1, max_size=4).map(line)
histograms = st.lists(real, min_size=2, max_size=5).map(
    lambda edges: Histogram(sorted(edges), [1.0] * (len(edges) - 1))
)
counts = dict.fromkeys(("instances", "exactly", "inactive", "discarded", "undecided"), whole)
scopes = st.builds(
    Scope,
    **counts,
    settings=st.none() | whole,
    informative=st.none() | whole,
    drawn=st.dictionaries(text, st.lists(st.booleans() | real | text, max_size=3), max_size=2),
    tests=st.lists(tests, max_size=2).map(tuple),
    slack=st.none() | st.builds(MeanSlack, real, real, whole, real),
    drift=st.none() | st.builds(ConstantDrift, real, real, real, real, real),
    hunts=st.none() | st.builds(Hunts, whole, whole, st.just((0, 1)), st.just(("quick",)), whole),
)
kinds = st.sampled_from(["forall", "probability", "expectation", "rate", "experiment", "of-mine"])
exact = st.recursive(
    st.none() | st.booleans() | st.integers() | text, lambda inner: st.lists(inner, max_size=3), max_leaves=6
)
quantities = st.dictionaries(text, exact, max_size=3)
heads = st.builds(
    Head,
    **dict.fromkeys(("paper", "label", "summary", "file"), text),
    id=ids,
    kind=kinds,
    at=st.none() | st.builds(Lines, whole, whole, text),
)
witnesses = st.builds(
    Witness,
    claim=text.filter(bool),
    variant=text.filter(bool),
    setting=quantities,
    prompt=st.none() | quantities,
    left=exact,
    right=exact,
    statistics=st.none() | st.dictionaries(text, st.none() | st.booleans() | whole | real | text, max_size=3),
)
findings = st.builds(
    Finding,
    outcome=st.sampled_from(get_args(HuntOutcome)),
    scope=scopes,
    margin=st.none() | real,
    tightness=st.none() | real,
    measured=st.dictionaries(text, st.tuples(real, real).map(sorted).map(tuple), max_size=2),
    witness=st.none() | witnesses,
)
RECORDS: dict[type, st.SearchStrategy[Any]] = {
    Run: st.builds(
        Run,
        profile=st.sampled_from(get_args(ProfileName)),
        seed=whole,
        workers=whole,
        false_alarm_budget=st.floats(1e-9, 1),
        libraries=st.dictionaries(text, text, max_size=2),
    ),
    ClaimRecord: st.builds(
        ClaimRecord,
        head=heads,
        source_digest=st.just("") | st.just("0123456789ab"),
        readings=st.tuples(printed) | st.tuples(printed, amended),
        uses=st.lists(text, max_size=2).map(tuple),
        mutants=st.lists(text, max_size=2, unique=True).map(tuple),
    ),
    HuntRecord: st.builds(
        HuntRecord,
        **dict.fromkeys(("seed", "shard", "shards"), whole),
        claim=ids,
        finding=findings,
        seconds=lasting,
        histogram=st.none() | histograms,
    ),
    FigureRecord: st.builds(FigureRecord, series=st.lists(series, max_size=2).map(tuple)),
    End: st.builds(End, seconds=lasting, instances=whole),
}
RUN = Run("0", "quick", 0, "cpu", "machine", "now", None, 1e-6)
CLAIM = ClaimRecord(
    head=Head(id="t/lemma-1", paper="key", label="Lemma 1", kind="forall", summary="", file=""),
    topic="t",
    description="",
    citation="",
    source="",
    uses=(),
    readings=(ReadingRecord("printed", "x", "holds", "", None),),
    mutants=(),
)


def hunted(variant: str = "printed", **options: Any) -> HuntRecord:
    told = {"claim": "t/lemma-1", "variant": variant, "role": "reading", "seed": 0, **options}
    scope = Scope(instances=told.pop("instances", 3), stage="é\u2028≤")
    return made(HuntRecord, outcome="holds", evidence="probed", scope=scope, profile="quick", **told)


WHOLE: list[Record] = [RUN, CLAIM, hunted(), hunted("amended", margin=-0.5), End(1.5, 6)]


def write(path: Path, records: list[Record]) -> Path:
    append(path, records)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
@settings(max_examples=40)
@given(data=st.data())
def test_a_record_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    record = data.draw(RECORDS[kind])
    line = to_json(record)
    assert "\n" not in line
    assert from_json(line) == record
    assert to_json(from_json(line)) == line


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_is_no_number_is_not_written(value: float) -> None:
    with pytest.raises(ValueError, match="Out of range"):
        to_json(hunted(margin=value))


def broken(record: Record, /, **changes: Any) -> str:
    return json.dumps({**json.loads(to_json(record)), **changes})


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"x": value}
    return value


COUNTED = {"n": 3, "failures": 0, "allowed": 0.5, "level": 0.1, "e_value": 1.0, "upper": 1.0}
WITNESS = {"claim": "t/lemma-1", "variant": "printed", "kind": "instance", "setting": {}}
FIGURE = FigureRecord("f", "", "", "", (Series("s", [1.0], [2.0]),), claim="t/lemma-1")
HEAT = HeatMapRecord("h", "", (Panel("A", [[1.0, 2.0]]),), "t/lemma-1")
BROKEN = [
    ("not JSON", "{", "not JSON"),
    ("another language", "<html>", "not JSON"),
    ("a list", "[1]", "a record is an object, not list"),
    ("a number", "3", "a record is an object, not int"),
    ("no schema", "{}", "schema None is not 'lemmata/evidence/1'; run the campaign again"),
    ("an older schema", broken(RUN, schema="lemmata/evidence/0"), "an older Lemmata wrote it; run"),
    ("a newer schema", broken(RUN, schema="lemmata/evidence/2"), "a newer Lemmata wrote it; read it"),
    ("another document", broken(RUN, schema="lemmata/verdicts/1"), "is not 'lemmata/evidence/1'; run"),
    ("a schema that is a list", broken(RUN, schema=[1]), "run the campaign again"),
    ("another profile", broken(RUN, profile="slow"), "profile: 'slow' is not one of brief, quick, standard"),
    ("no budget", broken(RUN, false_alarm_budget=0.0), "false_alarm_budget: 0.0 does not lie within"),
    ("another kind", broken(RUN, record="party"), "unknown kind of record"),
    ("a kind that is a list", broken(RUN, record=[]), "unknown kind of record"),
    ("a field too many", broken(End(1.0, 1), more=1), r"fields of a End .*unknown fields \['more'\]"),
    ("a field too few", '{"schema":"lemmata/evidence/1","record":"end"}', "fields of a End do not"),
    ("a text for a number", broken(End(1.0, 1), seconds="1"), "seconds: '1' is not of type float"),
    ("a float for a count", broken(End(1.0, 1), instances=1.5), "instances: 1.5 is not of type int"),
    ("a truth for a count", broken(End(1.0, 1), instances=True), "instances: True is not"),
    ("NaN", broken(End(1.0, 1), seconds=math.nan), "NaN is not a finite number"),
    ("infinity", broken(End(1.0, 1)).replace("1.0", "1e999"), "1e999 is not a finite number"),
    ("too large", broken(End(1.0, 1), seconds=10**400), "more than 100 digits"),
    ("a count below zero", broken(End(1.0, 1), instances=-1), "instances: -1 is not a count"),
    (
        "a count of any length",
        broken(End(1.0, 1), instances=10**200),
        "a whole number has more than 100 digits",
    ),
    ("a time below zero", broken(hunted(), seconds=-1.0), "seconds: -1.0 does not lie within"),
    ("no text", broken(hunted(), variant=3), "variant: 3 is not of type str"),
    ("null", broken(hunted(), claim=None), "claim: None is not of type str"),
    ("another role", broken(hunted(), role="extra"), "role: 'extra' is not one of reading, mutant"),
    ("another outcome", broken(hunted(), outcome="fine"), "outcome: 'fine' is not one of holds, "),
    ("an outcome of another type", broken(hunted(), outcome=["holds"]), "outcome: "),
    ("half a range", broken(hunted(), measured={"x": [1.0]}), "measured: x: "),
    ("a range upside down", broken(hunted(), measured={"x": [2.0, 1.0]}), "measured: x: 2.0 is above"),
    ("a depth", broken(hunted(), witness={**WITNESS, "left": deep(60)}), "nested more than 40 levels deep"),
    ("any depth", "[" * 100_000, "not JSON"),
    ("half a character", broken(hunted(), snippet="\ud800"), "ud800' holds half a character"),
    ("edges alone", broken(hunted(), histogram={"edges": [0.0, 1.0]}), "histogram: "),
    (
        "edges that fall",
        broken(hunted(), histogram={"edges": [1.0, 0.0], "counts": [3.0]}),
        "histogram: edges that rise",
    ),
    (
        "a test that counts in halves",
        broken(hunted(), scope={"tests": [{**COUNTED, "n": 3.5}]}),
        "n: 3.5 is not of type int",
    ),
    ("a witness that is none", broken(hunted(), witness="x"), "witness: 'x' is not of type"),
    ("a test without counts", broken(hunted(), scope={"tests": [{"n": 3}]}), "tests: "),
    ("a test that is none", broken(hunted(), scope={"tests": [1]}), "tests: 0: 1 is not of type"),
    ("a way out of the folder", broken(hunted(), claim="../../x"), "'../../x' is not the id of a claim"),
    ("an id of a claim", broken(CLAIM, id="T/é"), "'T/é' is not the id of a claim"),
    ("a claim without statement", broken(CLAIM, readings=[]), "t/lemma-1 has no printed reading"),
    (
        "a figure whose lines do not match",
        broken(FIGURE, series=[{"label": "s", "x": [1.0], "y": []}]),
        "series 's': x, y and the band differ in length",
    ),
    (
        "a matrix with a ragged edge",
        broken(HEAT, panels=[{"label": "A", "values": [[1.0], []]}]),
        "panel 'A': no matrix",
    ),
    ("another kind of claim", broken(CLAIM, kind="../x"), "kind: '../x' is not the name of a kind"),
    ("a mutant of two names", broken(CLAIM, mutants=["m", "m"]), "mutants: a name is taken twice"),
    ("a reading of one field", broken(CLAIM, readings=[{"name": "printed"}]), "readings: "),
]


@pytest.mark.parametrize(("line", "message"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN])
def test_what_does_not_fit_is_named(line: str, message: str) -> None:
    with pytest.raises(EvidenceError, match=message):
        from_json(line)


def test_merged_runs_name_their_versions() -> None:
    later = dataclasses.replace(RUN, version="1", started="later")
    assert gather([RUN, later, RUN]).versions == ("0", "1")


def test_a_figure_that_could_not_be_read_back_is_refused_where_it_is_made() -> None:
    assert json_lines.checked(FIGURE) is FIGURE
    uneven = dataclasses.replace(FIGURE, series=(Series("s", [1.0, 2.0], [1.0]),))
    with pytest.raises(EvidenceError, match="x, y and the band differ in length"):
        json_lines.checked(uneven)
    endless = dataclasses.replace(FIGURE, series=(Series("s", [1.0], [math.inf]),))
    with pytest.raises(ValueError, match="Out of range"):
        json_lines.checked(endless)


@pytest.mark.slow
@given(data=st.data())
def test_nothing_else_than_an_evidence_error_comes_of_a_changed_field(data: st.DataObject) -> None:
    record = json.loads(to_json(data.draw(st.sampled_from(WHOLE))))
    record[data.draw(st.sampled_from(sorted(record)))] = data.draw(payload)
    try:
        told = from_json(json.dumps(record))
    except EvidenceError:
        return
    assert from_json(to_json(told)) == told


class TestFiles:
    def test_records_are_appended_and_grouped(self, tmp_path: Path) -> None:
        path = tmp_path / "e.jsonl"
        for record in WHOLE:
            append(path, [record])
        told = read(path)
        assert told.runs == (RUN,)
        assert told.claims == {"t/lemma-1": CLAIM}
        assert [h.variant for h in told.of("t/lemma-1")] == ["printed", "amended"]
        assert told.of("t/lemma-2") == []
        assert told.ends == (End(1.5, 6),)

    def test_the_last_record_of_a_key_counts(self) -> None:
        again = hunted(instances=9)
        other = hunted(seed=1)
        told = gather([RUN, CLAIM, hunted(), other, again])
        assert list(told.hunts.values()) == [again, other]
        figure = FigureRecord("f", "", "", "old", (), claim="t/lemma-1")
        drawn = [figure, dataclasses.replace(figure, caption="new")]
        assert [f.caption for f in gather(drawn).figures] == ["new"]

    @given(cut=st.integers(0, 2000))
    def test_a_cut_costs_the_record_that_it_hits(
        self, tmp_path_factory: pytest.TempPathFactory, cut: int
    ) -> None:
        path = write(tmp_path_factory.mktemp("cut") / "e.jsonl", WHOLE)
        data = path.read_bytes()
        cut = min(cut, len(data))
        path.write_bytes(data[:cut])
        ends = [0]
        for line in data.splitlines(keepends=True):
            ends.append(ends[-1] + len(line))
        kept = sum(end - 1 <= cut for end in ends[1:])  # the line break may be missing
        if kept == 0:
            with pytest.raises(EvidenceError):
                read(path)
            return
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            told = files.records(path)
        assert told == WHOLE[:kept]
        inside = ends[kept] < cut
        assert [f"{kept} whole records are kept" in str(w.message) for w in caught] == [True] * inside
        repair(path)
        append(path, WHOLE[kept:])
        assert files.records(path) == WHOLE

    def test_a_whole_file_is_left_as_it_is(self, tmp_path: Path) -> None:
        path = write(tmp_path / "e.jsonl", WHOLE)
        before = path.read_bytes()
        repair(path)
        assert path.read_bytes() == before

    @pytest.mark.parametrize("data", [b"", b"\n\n", b"{", b'{"schema":"lem', b"\xff\xfe\x00"])
    def test_a_file_without_a_whole_record_is_misuse(self, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "e.jsonl"
        path.write_bytes(data)
        with pytest.raises(EvidenceError, match=r"e\.jsonl"):
            read(path)

    def test_a_file_broken_before_its_last_line_is_misuse(self, tmp_path: Path) -> None:
        lines = [to_json(record) for record in WHOLE]
        lines[2] = lines[2][:40]
        path = tmp_path / "e.jsonl"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with pytest.raises(EvidenceError, match=r"e\.jsonl, line 3: not JSON"):
            read(path)

    def test_a_broken_last_line_that_was_ended_is_misuse(self, tmp_path: Path) -> None:
        path = write(tmp_path / "e.jsonl", WHOLE)
        with path.open("a", encoding="utf-8") as file:
            file.write('{"schema":\n')
        with pytest.raises(EvidenceError, match=r"line 6: not JSON"):
            read(path)

    def test_a_missing_file_and_a_folder_are_misuse(self, tmp_path: Path) -> None:
        for path in (tmp_path / "none", tmp_path):
            with pytest.raises(EvidenceError, match="cannot be read"):
                read(path)

    @pytest.mark.parametrize("earlier", [0, 3])
    def test_a_full_disk_is_said_and_what_was_written_is_whole(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, earlier: int
    ) -> None:
        path = tmp_path / "e.jsonl"
        if earlier:
            write(path, WHOLE[:earlier])

        def full(file: int) -> None:
            os.ftruncate(file, path.stat().st_size - 9)  # the last line did not get there
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(EvidenceError, match=r"e\.jsonl: cannot .*No space left.*--resume"):
                append(path, WHOLE[earlier:])
        assert path.exists() == bool(earlier)  # a run that wrote nothing is begun anew
        append(path, WHOLE[earlier:])
        assert files.records(path) == WHOLE

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
    def test_a_device_that_is_full(self) -> None:
        with pytest.raises(EvidenceError, match=r"/dev/full: cannot be written \(No space left"):
            append(Path("/dev/full"), WHOLE)
        assert Path("/dev/full").exists()
