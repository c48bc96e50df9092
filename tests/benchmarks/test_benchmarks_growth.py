"""The benchmarks of growth and of the footprint, at tiny sizes; timings are never judged here."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import jsonschema
import pytest

from benchmarks import footprint, growing, growth, hunts
from benchmarks import runner as bench
from benchmarks.runner import Bench
from benchmarks.transformer import SIZE
from lemmata.run import registry
from tests.benchmarks.test_benchmarks import schema

TINY = Bench(scale=0.01)
FEW = ("pca/lemma-8", "pca/power-iterations/pow-1")


@pytest.mark.slow
def test_sizes() -> None:
    results = list(bench.run({"it": growth.sizes}, TINY))
    assert {r.name for r in results} == {"growth-d", "growth-n", "growth-k"}
    assert all(r.value > 0 and r.at_most == 1 for r in results)
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


def test_the_operations_of_an_instance_are_counted_by_hand() -> None:
    network = {(21, 20, 21): 12, (21, 21, 20): 12, (21, 20, 20): 12}
    recursion = {(10, 20, 10): 12, (10, 10, 20): 12, (10, 20, 20): 12}
    assert hunts.products(hunts.theorem(), SIZE) == network | recursion
    # With N = d the three products of the recursion have one shape, and all count.
    square = hunts.products(hunts.theorem(), growth._of_size(20, 20, 12))
    assert square[20, 20, 20] == 36 and len(square) == 4


@pytest.mark.slow
def test_instances() -> None:
    results = list(growth.instances(TINY))
    assert {r.name for r in results} == {"growth", "growth-memory"}
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


@pytest.mark.slow
def test_workers() -> None:
    pytest.importorskip("distributed")
    results = [*growth.two_workers(TINY, FEW), *growth.four_on_a_cluster(TINY, FEW)]
    assert {r.name for r in results} == {"two-workers", "four-on-a-cluster"}
    assert len({r.instances for r in results}) == 1  # the same hunts
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


@pytest.mark.slow
def test_claims() -> None:
    results = list(growth.claims(TINY))
    stages = {f"growth-claims-{stage}" for stage in growing.STAGES}
    assert {r.name for r in results} == stages | {"growth-claims", "growth-claims-memory"}
    assert {r.instances for r in results} == {200}
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


@pytest.mark.slow
def test_hunts() -> None:
    pytest.importorskip("distributed")
    results = list(growth.hunts(TINY))
    names = {"growth-hunts", "growth-hunts-cluster"}
    assert {r.name for r in results} == names | {f"{name}-memory" for name in names}
    assert {r.instances for r in results} == {2000}
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())


def test_what_is_written_is_a_package_of_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = growing.write(tmp_path, "orchard_of_claims", 57)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    library = registry.load(only=[entry])
    assert list(library.papers) == ["orchard_of_claims"]
    assert len(library.claims) == 57
    expected = Counter(claim.readings["printed"].expect for claim in library.claims.values())
    assert expected == {"holds": 52, "refuted": 5}
    for claim in library.claims.values():
        assert set(claim.uses) <= set(library.claims)
    for name in [name for name in sys.modules if name.startswith("orchard_of_claims")]:
        del sys.modules[name]


@pytest.mark.slow
def test_a_run_of_it_is_judged_as_its_claims_expect(tmp_path: Path) -> None:
    seconds, memory = growth.alone(partial(growing.around, tmp_path, 30))
    assert set(seconds) == set(growing.STAGES) and memory > 0
    report = tmp_path / "report_claims_30"
    verdicts = json.loads((report / "verdicts.json").read_text(encoding="utf-8"))["claims"]
    assert len(verdicts) == 30
    outcomes = Counter(claim["readings"]["printed"]["outcome"] for claim in verdicts)
    assert outcomes == {"holds": 27, "refuted": 3}
    assert not any(claim["surprises"] for claim in verdicts)
    assert len(list((report / "claims").rglob("*.html"))) == 30


@pytest.mark.slow
def test_footprint() -> None:
    results = list(footprint.footprint(TINY, FEW))
    kinds = {"import", "help", "list", "show", "completion", "memory", "report", "wheel", "installed"}
    assert {r.name for r in results} == {f"footprint-{kind}" for kind in kinds}
    units = {r.name: r.unit for r in results}
    assert units["footprint-list"] == "s" and units["footprint-memory"] == "MiB"
    assert all(r.better == "lower" and r.value >= 0 for r in results)
    jsonschema.validate(bench.document(results, TINY, 1.0), schema())
