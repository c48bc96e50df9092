"""What README and gallery say was found is what the claims, the accepted verdicts and the witnesses say."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest

from docs.claims import GALLERY, accepted, headline_table, library, number, said, told, witness
from lemmata.run.replay import replay

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```\{claim\} (\S+)$", PAGE, re.M)
KEPT = sorted(path.relative_to(GALLERY).as_posix().removesuffix(".json") for path in GALLERY.rglob("*.json"))
FINDINGS = README.partition("<!-- findings -->\n- ")[2].partition("\n\n")[0].split("\n- ")
TOPICS = ("pca", "preconditioned_gradient_descent", "sparse_recovery", "universal_approximation")


def test_each_paper_has_its_place() -> None:
    assert {identifier.partition("/")[0] for identifier in SHOWN} == set(TOPICS)
    assert sorted(re.findall(r"^```\{headlines\} (\S+)$", PAGE, re.M)) == sorted(TOPICS)
    assert len(FINDINGS) == 3


@pytest.mark.parametrize("identifier", SHOWN)
def test_what_the_gallery_shows_was_accepted(identifier: str) -> None:
    claim, verdict = library().claim(identifier), accepted()[identifier]
    if claim.origin == "ours":
        assert verdict["ours"][0] == "holds"
    else:
        assert (verdict["printed"][0], verdict["amended"][0]) == ("refuted", "holds")
        assert identifier in KEPT
    text = told(claim)
    assert claim.readings["printed"].latex in text
    assert f"lemmata show {identifier}" in text


@pytest.mark.parametrize("identifier", KEPT)
def test_the_gallery_s_witnesses_are_confirmed(identifier: str) -> None:
    assert identifier in SHOWN
    assert replay(library().claim(identifier), witness(identifier)).confirmed


@pytest.mark.parametrize("topic", TOPICS)
def test_headlines_are_those_of_the_paper(topic: str) -> None:
    table = headline_table(topic)
    assert table.count("\n") > 4
    assert "as printed" in table


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.split(".")[0].strip("*"))
def test_the_readme_s_findings_are_the_report_s(finding: str) -> None:
    (identifier,) = re.findall(r"`([a-z_]+/[^`]+)`", finding)
    shown = " ".join(finding.partition("*Witness:")[2].split())
    verdict = accepted()[identifier]
    assert (verdict["printed"][0], verdict["printed"][2]) == ("refuted", "genuine")
    assert verdict["amended"][0] == "holds"
    found = witness(identifier)
    if found.relation == "=":  # of an identity of arrays, the entries that differ
        differing = {(number(x), number(y)) for x, y in zip(found.left, found.right, strict=True) if x != y}
        ((left, right),) = differing
        assert f"is {left}, not {right}" in shown
    else:
        assert f"{number(found.left)} ≤ {number(found.right)}" in shown
    named = re.findall(r"(\w+) = ([\d/]+)", shown)
    assert named
    for name, value in named:
        assert number(found.setting[name]) == value


def test_sentences_that_give_a_verdict_are_found() -> None:
    told = "Theorems 1, 4 and 5.1 survive as printed, Theorem 3 as\nwe read it. Lemmas 2, 3 fail as printed"
    assert said(told) == [
        *((f"theorem-{n}", "holds", "printed") for n in ("1", "4", "5.1")),
        ("theorem-3", "holds", "read"),
        *((f"lemma-{n}", "refuted", "printed") for n in (2, 3)),
    ]
    assert said("Theorem 5.1 promises one network. Lemma 8 lacks a bar.") == []


def texts() -> dict[str, tuple[str, str]]:
    """Which text speaks of which paper: stories, and what the README and the gallery say of a topic."""
    told = {f"story of {topic}": (topic, library().papers[topic].story) for topic in TOPICS}
    told |= {f"gallery, {part.split()[0]}": (part.split()[0], before) for before, part in _of_the_gallery()}
    return told | {"README": ("preconditioned_gradient_descent", README)}


def _of_the_gallery() -> list[tuple[str, str]]:
    parts = re.split(r"```\{headlines\} ", PAGE)
    return [(before.rpartition("\n## ")[2], after) for before, after in pairwise(parts)]


@pytest.mark.parametrize("where", texts())
def test_what_a_text_says_of_a_theorem_is_its_accepted_verdict(where: str) -> None:
    topic, text = texts()[where]
    for slug, outcome, origin in said(text):
        claim = f"{topic}/{slug}"
        assert accepted()[claim]["printed"][0] == outcome, claim
        assert library().claim(claim).origin == origin, claim
    assert said(text) or topic != "preconditioned_gradient_descent", "its theorems are said to survive"


@pytest.mark.parametrize("topic", TOPICS)
def test_so_many_lemmas_fail_as_a_story_says(topic: str) -> None:
    story = " ".join(library().papers[topic].story.split())
    for count, kind, how in re.findall(r"(One|Two|Three|Four) (lemma|theorem)s? fails? as (we|printed)", story):
        fell = [
            claim
            for claim in library().papers[topic].claims.values()
            if re.fullmatch(rf"{kind}-[\d.]+", claim.slug)
            and claim.rank == "headline"
            and claim.origin == ("read" if how == "we" else "printed")
            and accepted()[claim.id]["printed"][0] == "refuted"
        ]
        assert len(fell) == ["One", "Two", "Three", "Four"].index(count) + 1


def test_the_picture_is_dated() -> None:
    taken = json.loads((ROOT / "docs" / "images" / "taken.json").read_text("utf-8"))
    caption = README.partition("</picture>")[2].partition("##")[0]
    assert f"on {taken['taken']}: {taken['claims']} claims in the profile `{taken['profile']}`" in caption


def test_pictures_are_small() -> None:
    pictures = list((ROOT / "docs" / "images").glob("*.webp"))
    assert len(pictures) == 4
    assert all(0 < picture.stat().st_size < 200_000 for picture in pictures)
