"""Stages of the search: a stored witness comes first, and only as long as it works."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from lemmata import (
    Declaration,
    ForAll,
    Margin,
    Paper,
    amended,
    at_most,
    box,
    dims,
    equal,
    printed,
    reals,
    theorem,
)
from lemmata.claims.claim import Variant
from lemmata.claims.space import space
from lemmata.claims.vocabulary import Rank
from lemmata.numbers import cumsum
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Finding
from lemmata.records.witness import to_document
from lemmata.records.words import worded
from lemmata.run import hunting as hunting
from lemmata.run.hunting import PROFILES, hunt
from lemmata.search.stages import Search


@dataclass(frozen=True)
class Size:
    d: int


def squares(limit: int, rank: Rank = "result") -> Declaration:
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=ForAll(),
        rank=rank,
        settings=space(Size, d=dims(1, 4)),
        prompts=lambda s: space(x=reals(s.d)),
    )

    @claim.printed("...", expect="refuted", defect="statement", because="planted")
    def small(x: Any) -> Margin:
        """Squares are small."""
        return at_most((x * x)[0], limit)

    return claim


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "witnesses" / "lemma-1.printed.json"
    path.parent.mkdir()
    monkeypatch.setattr(Variant, "stored_witness", path)
    return path


def kept_form(record: HuntRecord) -> str:
    assert record.witness is not None
    return json.dumps(to_document(record.witness))


def test_a_stored_witness_decides_before_anything_is_drawn(kept: Path) -> None:
    first = hunt(squares(1).variant("printed"), PROFILES["quick"])
    assert first.scope.stage == "adversarial search"
    kept.write_text(kept_form(first))
    again = hunt(squares(1).variant("printed"), PROFILES["quick"], seed=7)
    assert (again.outcome, again.scope.stage, again.finding.instances) == ("refuted", "stored witness", 1)
    assert worded(again.finding).startswith("refuted by a stored witness, ")
    assert again.witness == first.witness


def test_a_stored_witness_that_no_longer_works_is_passed_over(kept: Path) -> None:
    kept.write_text(kept_form(hunt(squares(1).variant("printed"), PROFILES["quick"])))
    other = hunt(squares(10**200).variant("printed"), PROFILES["quick"])  # out of reach
    assert other.outcome == "holds"
    assert other.scope.stage != "stored witness"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("profile", "rank", "share"),
    [
        *(("quick", "headline", 1), ("quick", "result", 1), ("quick", "step", 2), ("quick", "slip", 2)),
        *(("brief", "headline", 3), ("brief", "slip", 6)),
    ],
)
def test_some_readings_get_a_part_of_the_budget(profile: str, rank: Rank, share: int) -> None:
    whole = replace(PROFILES[profile], work=0)
    record = hunt(squares(10**200, rank).variant("printed"), whole)
    spent = hunt(squares(10**200).variant("printed"), replace(whole.cut(share), readings=1))
    assert (record.profile, record.share) == (profile, share)
    assert record.finding.instances == spent.finding.instances
    assert PROFILES["standard"].share(squares(1, rank).variant("printed")) == 1


def test_the_smallest_part_of_a_budget_still_hunts() -> None:
    least = replace(PROFILES["quick"].cut(100), work=0)
    assert hunt(squares(1).variant("printed"), least).outcome == "refuted"
    assert hunt(squares(10**200).variant("printed"), least.glance).outcome == "holds"


@pytest.mark.parametrize("content", ["", "{}", '{"schema": "lemmata/witness/1"}'])
def test_a_broken_stored_witness_is_an_error_that_names_it(kept: Path, content: str) -> None:
    kept.write_text(content)
    seen = hunt(squares(1).variant("printed"), PROFILES["quick"])
    assert seen.outcome == "error"
    assert "lemma-1.printed.json" in seen.finding.words


@pytest.mark.slow
def test_witnesses_are_kept_on_request(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from lemmata.commands.cli import main

    monkeypatch.chdir(tmp_path)
    arguments = ["verify", "universal_approximation/lemma-3/eq-97/b", "--out", "out"]
    assert main([*arguments, "--workers", "1"]) == 0
    assert not kept.exists()
    assert main([*arguments, "--workers", "1", "--keep-witnesses"]) == 0
    assert f"kept: {kept}" in capsys.readouterr().out
    stored = json.loads(kept.read_text())
    assert stored["claim"] == "universal_approximation/lemma-3/eq-97/b"


def test_a_stored_witness_of_another_claim_is_refused(kept: Path) -> None:
    found = hunt(squares(1).variant("printed"), PROFILES["quick"]).witness
    assert found is not None
    kept.write_text(json.dumps(to_document(replace(found, claim="topic/lemma-2"))))
    assert "another claim" in hunt(squares(1).variant("printed"), PROFILES["quick"]).finding.words
    kept.write_text(json.dumps(to_document(replace(found, kind="setting"))))
    assert "no violating instance" in hunt(squares(1).variant("printed"), PROFILES["quick"]).finding.words


def test_a_mutant_is_searched_again_by_other_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[Search] = []

    def blind_twice(search: Search) -> Finding:
        searches.append(search)
        return search.finding("holds") if len(searches) < 3 else found(search)

    found = hunting.finding_of
    monkeypatch.setattr(hunting, "finding_of", blind_twice)
    claim = squares(1)
    claim.mutant("small", settings=space(Size, d=dims(1, 2)))
    assert hunt(claim.variant("small"), PROFILES["quick"], alpha=1e-6).outcome == "refuted"
    assert len({search.seed for search in searches}) == 3
    assert sum(search.alpha for search in searches) < 1e-6

    searches.clear()
    hunt(claim.variant("printed"), PROFILES["quick"])
    claim.waive("small", because="planted")
    hunt(claim.variant("small"), PROFILES["quick"])
    assert len(searches) == 2


def test_what_one_hunt_derives_from_an_example_is_new_to_the_next() -> None:
    paper = Paper("topic", "Title", "Author", 2026, "key", "source.txt")
    gaps = box(2, low=1, high=9)

    @theorem(paper, "Lemma 2", gaps=gaps, places=lambda gaps: cumsum(gaps, 0), examples=[dict(gaps=[1.0, 9.0])])
    @printed(
        "Twice it.", defect="constant", because="planted", share=2, fails_where=lambda places: places[0] > 0
    )
    @amended("It.", adds="the constant", share=1)
    def first_gap_is_first(gaps: Any, places: Any, share: Any) -> Margin:
        """The first place is the first gap."""
        return equal(places[0], share * gaps[0])

    claim = first_gap_is_first.complete()
    alone = hunt(claim.variant("amended"), PROFILES["quick"])
    hunt(claim.variant("printed"), PROFILES["quick"])
    assert hunt(claim.variant("amended"), PROFILES["quick"]).finding == alone.finding
