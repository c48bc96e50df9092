"""The papers' folders have the papers' shape: ids are paths, ranks mean something."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

import theorems
from lemmata.claims.declarations import Declaration
from lemmata.records import kept_proof
from lemmata.run import digests, kept_proofs, registry
from lemmata.run.reach import Sources

FOLDER = Path(theorems.__file__).parent
LIBRARY = registry.load()
PACKAGES = sorted(
    ".".join(("theorems", *file.parent.relative_to(FOLDER).parts)) for file in FOLDER.rglob("__init__.py")
)


def test_each_claim_is_declared_in_the_module_that_its_id_leads_to() -> None:
    declared = {
        value.id: name
        for name, module in sys.modules.items()
        for value in vars(module).values()
        if name.startswith("theorems.") and isinstance(value, Declaration)
        if value.complete().module == name
    }
    elsewhere = {claim.id for claim in LIBRARY.claims.values()} - set(declared)
    # declared in a loop, whose variable holds the last of them
    assert {claim.rpartition("/")[0] for claim in elsewhere} <= {"sparse_recovery/block-sizes"}


@pytest.mark.parametrize("topic", LIBRARY.papers)
def test_a_paper_is_read_for_a_few_statements(topic: str) -> None:
    ranks = Counter(c.rank for c in LIBRARY.claims.values() if c.paper.topic == topic)
    assert 5 <= ranks["headline"] <= 12
    assert ranks["headline"] < ranks["result"] < ranks["step"] + ranks["slip"]


def test_claims_are_selected_by_rank_and_origin() -> None:
    chosen = LIBRARY.select(["rank:headline", "rank:result", "origin:ours"])
    assert {c.origin for c in chosen} == {"ours"}
    assert {c.rank for c in chosen} <= {"headline", "result"}
    assert 0 < len(chosen) < len(LIBRARY.claims) / 4


def test_what_a_source_says_is_said_where() -> None:
    nowhere = {c.id for c in LIBRARY.claims.values() if c.at is None and c.origin != "ours"}
    assert not nowhere


def test_claims_see_no_module_that_they_do_not_load() -> None:
    """So that evidence of all papers serves a run of one, and a paper can change without the others."""
    seen = Sources()
    reaches = {claim.id: seen.of(claim) for claim in LIBRARY.claims.values()}
    strangers = {i: {m for m, _ in reach.places} - reach.modules for i, reach in reaches.items()}
    assert not {i: modules for i, modules in strangers.items() if modules}


@pytest.mark.parametrize("package", PACKAGES)
def test_no_module_takes_the_name_of_something_else(package: str) -> None:
    """Importing a module sets its package's attribute of that name, whatever stood there before."""
    module = sys.modules[package]
    for name in vars(module):
        if f"{package}.{name}" in sys.modules:
            assert isinstance(getattr(module, name), ModuleType), f"{package}: {name}"


def test_the_accepted_verdicts_are_on_these_statements_checks_and_mutants() -> None:
    """What ``verify`` and ``diff`` say after minutes, within seconds."""
    reader = digests.Reader()
    accepted = json.loads((FOLDER / "accepted.json").read_bytes())["claims"]
    here = {c.id: (reader.digest(c), reader.mutants(c)) for c in LIBRARY.claims.values()}
    assert {name: (c["source_digest"], c["mutants_digest"]) for name, c in accepted.items()} == here


def test_kept_proofs_are_of_these_claims_and_made_by_these_methods() -> None:
    """Others cost time: ``lemmata verify ID --keep-proofs`` makes them anew."""
    reader = digests.Reader()
    kept = {file: kept_proof.parse(file.read_bytes()) for file in FOLDER.glob("*/proofs/**/*.json")}
    assert kept
    for file, proof in kept.items():
        claim = LIBRARY.claims[proof.claim]
        assert file == claim.readings[proof.variant].variant.stored_proof
        assert proof.basis == kept_proofs.basis(reader.digest(claim), reader.mutants(claim)), proof.claim
