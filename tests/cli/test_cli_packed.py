"""Evidence that is compressed when its run has ended: every command reads it, and a resumed run goes on."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import pytest

from lemmata.commands import previous_run
from lemmata.records import files, packing, strict_json
from lemmata.records.evidence import EvidenceError
from tests.cli.helpers import CLAIM, Run, Told, assert_misuse, load


@pytest.fixture
def out(verified: tuple[Path, Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A finished run whose evidence is compressed."""
    monkeypatch.setattr(packing, "SMALL", 0)
    folder = Path(shutil.copytree(verified[0], tmp_path / "out"))
    packing.pack(folder / "evidence.jsonl")
    assert not (folder / "evidence.jsonl").exists()
    assert gzip.decompress((folder / "evidence.jsonl.gz").read_bytes()) == plain(verified)
    return folder


def plain(verified: tuple[Path, Told]) -> bytes:
    return (verified[0] / "evidence.jsonl").read_bytes()


def test_commands_read_it(cli: Run, out: Path, verified: tuple[Path, Told]) -> None:
    for given in (
        (out / "evidence.jsonl",),
        (out / "evidence.jsonl.gz",),
        (out / "evidence.jsonl", verified[0] / "evidence.jsonl"),
    ):
        assert cli("report", *given, "--out", "pages").status == 0
        pages, first = load(out.parent / "pages" / "verdicts.json"), load(verified[0] / "verdicts.json")
        assert (pages["run"].pop("made_here"), first["run"].pop("made_here")) == (False, True)
        assert pages == first
    assert cli("report", "--out", out).status == 0
    assert cli("diff", out / "evidence.jsonl.gz", verified[0]).status == 0
    assert cli("diff", out / "evidence.jsonl", verified[0]).status == 0
    assert previous_run.description(out, CLAIM, "theorems.pca.lemma_8") is not None
    (out / "verdicts.json").unlink()
    assert cli("diff", out, verified[0]).status == 0
    assert previous_run.read(out).outcome(CLAIM) == "refuted"


def test_a_resumed_run_appends_to_it(cli: Run, out: Path, verified: tuple[Path, Told]) -> None:
    hunts = files.read(out / "evidence.jsonl").hunts
    told = cli("verify", CLAIM, "--resume", "--out", out)
    assert (told.status, "was finished" in told.out) == (0, True)
    assert [p.name for p in out.glob("*evidence*")] == ["evidence.jsonl.gz"]
    text = gzip.decompress((out / "evidence.jsonl.gz").read_bytes())
    assert text.startswith(plain(verified))
    assert len(text) > len(plain(verified))
    assert files.read(out / "evidence.jsonl").hunts == hunts


def test_a_resumed_run_that_is_refused_leaves_it(cli: Run, out: Path) -> None:
    before = (out / "evidence.jsonl.gz").read_bytes()
    assert_misuse(cli("verify", CLAIM, "--resume", "--seed", 1, "--out", out), "another profile or seed")
    assert (out / "evidence.jsonl.gz").read_bytes() == before


@pytest.mark.slow
def test_a_new_run_moves_it_aside(cli: Run, out: Path, verified: tuple[Path, Told]) -> None:
    (out / "evidence.previous.jsonl").write_text("of the run before", encoding="utf-8")
    assert cli("verify", CLAIM, "--out", out).status == 0
    assert sorted(p.name for p in out.glob("*evidence*")) == ["evidence.jsonl.gz", "evidence.previous.jsonl.gz"]
    assert gzip.decompress((out / "evidence.previous.jsonl.gz").read_bytes()) == plain(verified)


def test_where_both_are_the_plain_one_counts(out: Path, verified: tuple[Path, Told]) -> None:
    """As after a kill between the two steps of compressing."""
    (out / "evidence.jsonl").write_bytes(plain(verified))
    assert packing.stored(out / "evidence.jsonl") == out / "evidence.jsonl"
    packing.set_aside(out / "evidence.jsonl")
    assert [p.name for p in out.glob("*evidence*")] == ["evidence.previous.jsonl"]


def test_what_does_not_fit_on_the_disk_stays_plain(
    out: Path, verified: tuple[Path, Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    (out / "evidence.jsonl").write_bytes(plain(verified))
    (out / "evidence.jsonl.gz").unlink()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    packing.pack(out / "evidence.jsonl")
    assert [p.name for p in out.glob("*evidence*")] == ["evidence.jsonl"]
    assert (out / "evidence.jsonl").read_bytes() == plain(verified)


def test_small_evidence_stays_plain(verified: tuple[Path, Told]) -> None:
    packing.pack(verified[0] / "evidence.jsonl")
    assert (verified[0] / "evidence.jsonl").is_file()


def test_what_is_broken_or_too_large_is_refused(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = out / "evidence.jsonl.gz"
    data = path.read_bytes()
    for broken in (data[:-9], data[:40] + b"~~~~" + data[44:], b"\x1f\x8b"):
        path.write_bytes(broken)
        with pytest.raises(EvidenceError, match="is compressed, and broken"):
            files.read(path)
    path.write_bytes(data)
    monkeypatch.setattr(files, "MAX_BYTES", len(data))
    with pytest.raises(EvidenceError, match="the most that is read"):
        files.read(path)
    with pytest.raises(strict_json.StrictError):
        packing.plain(data, len(data))
