"""The JSON Schemas of the package: complete, told in the reference, and met by what the commands write."""

from __future__ import annotations

import json
import re
import runpy
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.conftest import once, told_in
from tests.cli.helpers import Run, Told, load, process

SCHEMAS = {
    file.name: json.loads(file.read_text("utf-8"))
    for file in (resources.files("lemmata") / "schemas").iterdir()
    if file.name.endswith(".json")
}
ROOT = Path(__file__).parents[2]
CLAIMS = ("pca/covariate-matrix/mean", "sparse_recovery/theorem-5.1/construction")

RATE = '''
"""Notes on means."""
from lemmata import Margin, Paper, Rate, at_most, dims, equal, gaussian, lines, mutants, printed, theorem
from lemmata.numbers import Vector, abs

PAPER = Paper("means", "Means", "A. Author", 2026, "author2026", "note.md")


@theorem(PAPER, "Theorem 1", at=lines(1), n=dims(1, 512), proves_growth_of="means/theorem-2")
@printed(r"$\\mathbb E\\bar x_n^2=1/n$.")
@mutants(two=dict(times=2))
def second_moment(n: int, times: int = 1) -> Margin:
    """The mean of n normal numbers has the variance 1 / n."""
    return equal(n * (times / n**2) * n, 1)


@theorem(
    PAPER, "Theorem 2", at=lines(2), kind=Rate([dict(n=2**e) for e in range(10)], lambda n: n), n=dims(1, 512),
    x=gaussian("n"),
)
@printed(r"$|\\bar x_n|\\lesssim n^{-1}$.", defect="statement", because="It is the root.", family=second_moment)
def too_fast(n: int, x: Vector) -> Margin:
    """The mean of n normal numbers is of the order of 1 / n."""
    return at_most(abs(x.mean()), 1 / n)
'''
"""A rate that is refuted, beside the family that proves it."""


def meets(document: Any, name: str) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMAS[name]).is_valid(document))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_has_the_name_of_its_documents(name: str) -> None:
    schema = SCHEMAS[name]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert name == schema["$id"].removeprefix("lemmata/").replace("/", "-") + ".json"
    assert schema["properties"]["schema"] == {"const": schema["$id"]}


def test_they_are_made_from_the_types() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "schemas.py"))["written"]()
    assert made.keys() == SCHEMAS.keys()
    for name, text in made.items():
        file = resources.files("lemmata") / "schemas" / name
        assert file.read_text("utf-8") == text, "write them again: python docs/schemas.py"


def test_the_reference_lists_each_of_them() -> None:
    page = (ROOT / "docs" / "reference" / "records.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(lemmata/\w+/\d)` \| `([\w.-]+)` \| .+ \|$", page, re.MULTILINE)
    assert dict(rows) == {schema["$id"]: name for name, schema in SCHEMAS.items()}


def test_the_list_of_claims_meets_its_schema(cli: Run) -> None:
    document = json.loads(cli("list", "--json").out)
    assert document["claims"] and meets(document, "claims-1.json")
    del document["claims"][0]["kind"]
    assert not meets(document, "claims-1.json")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output of claims with a certificate and with witnesses of every kind."""

    def make(folder: Path) -> Told:
        (folder / "means.py").write_text(RATE, encoding="utf-8")
        return process("verify", *CLAIMS, "means.py", "--workers", 1, "--out", "out", cwd=folder)

    folder = once(tmp_path_factory, "written", make)
    told = told_in(folder)
    assert told.status == 0, told.err
    return folder / "out"


@pytest.mark.slow
def test_witnesses_meet_their_schema(written: Path) -> None:
    paths = list((written / "witnesses").rglob("*.json"))
    documents = [load(path) for path in paths]
    assert {document["kind"] for document in documents} == {"instance", "setting", "rate"}
    for path, document in zip(paths, documents, strict=True):
        assert meets(document, "witness-1.json"), path
        wrong: dict[str, Any]
        for wrong in ({"setting": {"t": 0.5}}, {"digest": ""}, {"kind": "story"}, {"more": 1}):
            assert not meets(document | wrong, "witness-1.json"), wrong


@pytest.mark.slow
def test_errata_meet_their_schema(written: Path) -> None:
    document = load(written / "errata.json")
    assert meets(document, "errata-1.json")
    (paper,) = (p for p in document["papers"] if p["paper"] == "liu2025")
    (erratum,) = paper["read"]
    assert erratum["id"] == "sparse_recovery/theorem-5.1/construction" and erratum["witness"]
    for wrong in ({"place": None}, {"lines": "3"}, {"rank": "theorem"}):
        paper["read"] = [erratum | wrong]
        assert not meets(document, "errata-1.json"), wrong


@pytest.mark.slow
def test_certificates_meet_their_schema(written: Path) -> None:
    paths = list((written / "certificates").rglob("*.json"))
    assert paths
    for path in paths:
        document = load(path)
        assert meets(document, "certificate-1.json"), path
        wrong: dict[str, Any]
        for wrong in ({"settings": []}, {"error": 1}, {"method": "belief"}, {"more": [{}]}):
            assert not meets(document | wrong, "certificate-1.json"), wrong
