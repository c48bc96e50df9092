"""What README and gallery say was found is what the claims, the accepted verdicts and the witnesses say."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from docs.claims import GALLERY, accepted, headline_table, library, number, told, witness
from lemmata.run.replay import replay
from theorems.sparse_recovery.theorem_5_1.setting import Lengths

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
    assert len(FINDINGS) == len(TOPICS)


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
    if "survive as printed" in finding:
        assert verdict["ours"][0] == "holds"
        return
    assert (verdict["printed"][0], verdict["printed"][2]) == ("refuted", "genuine")
    assert verdict["amended"][0] == "holds"
    found = witness(identifier)
    assert f"{number(found.left)} ≤ {number(found.right)}" in shown
    for name, value in re.findall(r"(\w+) = (\S+?),? ", shown.replace("γ", "gamma").replace("λ", "lam")):
        assert number(found.setting[name]) == value.rstrip(":")


def test_where_the_readme_says_that_theorem_5_1_fails() -> None:
    printed = library().claim("sparse_recovery/theorem-5.1").readings["printed"]
    assert "γ > 15/11" in README
    assert printed.fails_where is not None
    assert 1.363 < Fraction(15, 11) < 1.364
    assert not printed.fails_where(Lengths(gamma=1.363, r=2.0**-6))
    assert printed.fails_where(Lengths(gamma=1.364, r=2.0**-6))


def test_which_theorems_the_readme_says_survive() -> None:
    (finding,) = (text for text in FINDINGS if "survive as printed" in text)
    named = re.findall(r"\d+", finding.partition("**Theorems")[2].partition(" of ")[0])
    assert named == ["1", "4", "5"]
    assert "Theorem 3 as we read it" in finding
    for n, origin in (*((n, "printed") for n in named), ("3", "read")):
        claim = f"preconditioned_gradient_descent/theorem-{n}"
        assert accepted()[claim]["printed"][0] == "holds"
        assert library().claim(claim).origin == origin


def test_the_picture_is_dated() -> None:
    taken = json.loads((ROOT / "docs" / "images" / "taken.json").read_text("utf-8"))
    caption = README.partition("</picture>")[2].partition("##")[0]
    assert f"on {taken['taken']}: {taken['claims']} claims in the profile `{taken['profile']}`" in caption


def test_pictures_are_small() -> None:
    pictures = list((ROOT / "docs" / "images").glob("*.webp"))
    assert len(pictures) == 4
    assert all(0 < picture.stat().st_size < 200_000 for picture in pictures)
