"""What was found of proofs is kept with the claims: certificates are checked anew, nothing is sought twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lemmata import Claim, Paper, at_most, dims, mutants, printed, reals, theorem
from lemmata.claims.claim import Variant
from lemmata.prove import proofs
from lemmata.records import codec, files, kept_proof
from lemmata.records.evidence import HuntRecord
from lemmata.run import kept_proofs
from lemmata.run.description import describe
from lemmata.run.hunting import hunt
from lemmata.search.profiles import PROFILES

QUICK = PROFILES["quick"]
SOURCE, TRIED = "0123456789ab", "ba9876543210"


def squares(power: int = 2) -> Claim:
    paper = Paper("topic", "Title", "Author", 2026, "key", "source.txt")

    @theorem(paper, "Lemma 1", n=dims(1, 2), x=reals("n"))
    @printed(r"$0\le\sum_ix_i^2$.")
    @mutants(cubes=dict(power=3))
    def positive(x, power=power):
        """Squares are not negative."""
        return at_most(0, sum(x[i] ** power for i in range(len(x))))

    return positive.complete()


def branches() -> Claim:
    """It holds, and no method proves it: it compares what is a real number."""
    paper = Paper("topic", "Title", "Author", 2026, "key", "source.txt")

    @theorem(paper, "Lemma 1", x=reals(2))
    @printed(r"$\max(x_1,x_2)\le|x_1|+|x_2|$.")
    @mutants(half=dict(share=1 / 2))
    def larger(x, share=1):
        """The larger entry is at most the sum of absolute values."""
        return at_most(x[0] if x[0] > x[1] else x[1], share * sum(abs(y) for y in x))

    return larger.complete()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "proofs" / "lemma-1.printed.json"
    monkeypatch.setattr(Variant, "stored_proof", property(lambda variant: path))
    return path


@pytest.fixture
def sought(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The readings for which a certificate was sought."""
    names: list[str] = []

    def prove(variant: Variant, *arguments: object) -> proofs.Proof:
        names.append(variant.name)
        return proofs.prove(variant, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(kept_proofs, "prove", prove)
    return names


def hunted(claim: Claim, source: str = SOURCE, tried: str = TRIED) -> HuntRecord:
    return hunt(claim.variant("printed"), QUICK, source=source, tried=tried)


def keep(claim: Claim, record: HuntRecord) -> None:
    described = replace(describe(claim), source_digest=SOURCE, mutants_digest=TRIED)
    kept_proofs.keep([claim], files.gather([described, record]))


@pytest.mark.parametrize("claim", [squares(), branches()])
def test_what_was_found_is_not_sought_again(claim: Claim, path: Path, sought: list[str]) -> None:
    first = hunted(claim)
    keep(claim, first)
    assert sought == ["printed"]
    again = hunted(claim)
    assert sought == ["printed"]
    assert again.finding.certificate == first.finding.certificate
    assert again.finding.unproved == first.finding.unproved
    assert (first.finding.certificate is None) == bool(first.finding.unproved)


@pytest.mark.parametrize("make", [squares, branches])
def test_where_anything_differs_that_it_rests_on_it_is_sought(
    make: Callable[[], Claim], path: Path, sought: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = make()
    keep(claim, hunted(claim))
    hunted(claim, source="another")
    hunted(claim, tried="others")
    assert len(sought) == 3
    variant, kept = claim.variant("printed"), kept_proofs.read(claim.variant("printed"), SOURCE, TRIED)
    kept_proofs.proof_of(variant, replace(QUICK, proof=2 * QUICK.proof), SOURCE, kept)
    assert len(sought) == 4
    monkeypatch.setattr(kept_proofs, "_methods", lambda: "others")
    hunted(claim)
    assert len(sought) == 5


def test_a_certificate_that_proves_nothing_is_sought_anew(path: Path, sought: list[str]) -> None:
    keep(squares(), hunted(squares()))
    assert hunted(squares(power=3)).outcome == "refuted"
    # The same words of a statement that is false: only its certificate could say otherwise.
    kept = kept_proofs.read(squares().variant("printed"), SOURCE, TRIED)
    assert kept is not None and kept.certificate is not None
    proof = kept_proofs.proof_of(squares(power=3).variant("printed"), QUICK, SOURCE, kept)
    assert proof.certificate is None and len(sought) >= 2


@pytest.mark.parametrize("content", ["{}", "no json", '{"schema": "lemmata/witness/1"}', ""])
def test_a_broken_file_is_an_error_that_names_it(path: Path, content: str) -> None:
    path.parent.mkdir()
    path.write_text(content)
    record = hunted(squares())
    assert record.outcome == "error"
    assert str(path) in record.finding.because and "delete it" in record.finding.because


def test_files_that_were_changed_or_are_of_another_reading_are_refused(path: Path) -> None:
    claim = squares()
    keep(claim, hunted(claim))
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document | {"work": 2**40}))
    assert "was changed" in hunted(claim).finding.because
    kept = codec.decode(
        kept_proof.KeptProof, {k: v for k, v in document.items() if k not in ("schema", "digest")}
    )
    path.write_text(json.dumps(kept_proof.to_document(replace(kept, claim="topic/lemma-2"))))
    assert "it is of another claim" in hunted(claim).finding.because
    assert kept.certificate is not None
    other = replace(kept, certificate=replace(kept.certificate, variant="amended"))
    path.write_text(json.dumps(kept_proof.to_document(other)))
    assert "its certificate is of another" in hunted(claim).finding.because


def test_it_is_written_where_it_changes(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim = squares()
    record = hunted(claim)
    for changed in (1, 0):
        keep(claim, record)
        assert f"({changed} files have changed)" in capsys.readouterr().out
    assert kept_proof.certificate_in(path.read_bytes()) == record.finding.certificate
