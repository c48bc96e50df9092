"""The seed decides: a hunt sees the same whatever was hunted before it, and in whichever process."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest
import torch

from lemmata import Claim, Paper, at_most, dims, reals
from lemmata.claims.declarations import completed
from lemmata.claims.space import space
from lemmata.numbers import sum as total
from lemmata.prove.watching import Ran
from lemmata.records import json_lines
from lemmata.records.evidence import HuntRecord
from lemmata.run import campaign, description, registry
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.plan import Plan
from lemmata.search import caches
from lemmata.search.caches import apart
from lemmata.search.work import counted, uncounted

SAMPLE = (
    "preconditioned_gradient_descent/theorem-3/proof/signs",
    "preconditioned_gradient_descent/theorem-3/proof/jensen",
    "preconditioned_gradient_descent/theorem-1/gram",
    "preconditioned_gradient_descent/section-5.2/law-of-w",
    "pca/removal/rpe-2/split",
    "sparse_recovery/theorem-e.1/last-layer",
    "sparse_recovery/theorem-e.1/probability",
    "universal_approximation/eq-25",
)
"""Small claims of all papers: with constructions, climbs, caches, certificates and witnesses."""


def told(record: HuntRecord) -> str:
    """All that a record says but for the time that it took."""
    return json_lines.to_json(replace(record, seconds=0.0, shards=1))


# -- planted ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Size:
    n: int


@lru_cache(maxsize=256)
def ones(n: int) -> torch.Tensor:
    """A table of ``n^2`` entries, written one by one: work that a cache saves."""
    table = torch.zeros(n)
    for _ in range(n):
        for i in range(n):
            table[i] = 1.0
    return table


@cache
def through(n: int) -> torch.Tensor:
    """The same by way of another cached function."""
    return ones(n).clone()


def directly(n: int) -> torch.Tensor:
    return ones(n)


def planted(id: str, table: Callable[[int], torch.Tensor], **options: Any) -> Claim:
    paper = Paper("mine", "Title", "Author", 2026, "key", "source.txt")
    claim = paper.claim(
        id, settings=space(Size, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n)), **options
    )

    @claim.printed("x")
    def norm(n: Any, x: Any) -> Any:
        table(int(n))
        return at_most(0, total(x * x, -1))

    return completed(claim)


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """No cache of this file holds anything, as in a fresh process."""
    for name, function in (("ones", ones), ("through", through)):
        monkeypatch.setitem(globals(), name, lru_cache(256)(function.__wrapped__))


LARGE = [Size(n) for n in (6, 12, 24, 48)]
WARMING = {"directly": directly, "through another": lambda n: through(n), "not at all": lambda n: ones(1)}


@pytest.mark.slow
@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("first", WARMING)
@pytest.mark.parametrize("table", [directly, lambda n: (through(n), ones(n))], ids=["one cache", "two caches"])
def test_what_others_have_cached_does_not_lead_farther(first: str, table: Callable[[int], Any]) -> None:
    claim = planted("grows", table)
    before = told(hunt(claim.variant("printed"), PROFILES["quick"]))
    hunt(planted("larger", WARMING[first], examples=LARGE).variant("printed"), PROFILES["quick"])
    assert told(hunt(claim.variant("printed"), PROFILES["quick"])) == before


@pytest.mark.usefixtures("cold")
def test_what_a_hunt_has_cached_by_itself_saves_it_work() -> None:
    with apart():
        ones(30)  # uncounted
        with counted(2**30) as again:
            ones(30)
        with counted(2**30) as first:
            ones(31)
        with counted(2**30) as second:
            ones(31)
    assert again.done == second.done < 2**10 < first.done


@pytest.mark.usefixtures("cold")
def test_the_cache_of_another_hunt_saves_time_and_no_work() -> None:
    work = []
    with apart():
        table = ones(30)
    with apart():
        assert ones(30) is table
    for _ in range(2):
        with apart(), counted(2**30) as spent:
            assert ones(30) is not table
        work.append(spent.done)
    assert work[0] == work[1] > 2**16


@pytest.mark.usefixtures("cold")
def test_what_is_called_within_a_cached_function_counts_as_asked_for() -> None:
    with apart():
        through(30)
    with apart():
        through(30)  # kept: it does not call ``ones``
        with counted(2**30) as spent:
            ones(30)
    assert spent.done < 2**10


@pytest.mark.usefixtures("cold")
def test_after_a_hunt_all_names_are_as_before() -> None:
    before = ones
    with apart():
        assert ones is not before
        assert ones.cache_parameters() == before.cache_parameters()
        assert ones(3).tolist() == [1.0] * 3
    assert ones is before


@pytest.mark.usefixtures("cold")
def test_caches_are_found_again_after_a_module_was_loaded_within_a_hunt() -> None:
    before = ones
    with apart():
        caches._places.cache_clear()  # as where a check imports something
        with caches.afresh(Ran()):
            ones(3)
    with apart():
        assert ones is not before


def test_nothing_is_counted_where_it_is_said() -> None:
    with counted(2**30) as spent:
        before = sys.gettrace()
        done = spent.done
        with uncounted():
            torch.ones(2**12) + 1
        assert sys.gettrace() == before
        assert spent.done - done < 2**12


# -- our claims ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sample() -> list[Claim]:
    library = registry.load()
    return [library.claim(id) for id in SAMPLE]


def in_this_process(claims: list[Claim]) -> dict[tuple[str, str], str]:
    """What is told of each variant, hunted in this order."""
    records = []
    for claim in claims:
        known = description.describe(claim)
        for v in claim.variants():
            source, tried = (known.source_digest, known.mutants_digest) if v.role == "reading" else ("", "")
            records.append(hunt(v, PROFILES["quick"], source=source, tried=tried))
    return {(r.claim, r.variant): told(r) for r in records}


def by_workers(claims: list[Claim], workers: int, path: Path) -> dict[tuple[str, str], str]:
    """What processes tell of each, as many at a time as there are workers."""
    plan = Plan(tuple(claims), "quick", 0, "cpu", workers, 1e-8)
    hunts = campaign.run(plan, path).hunts
    return {(r.claim, r.variant): told(r) for r in hunts.values()}


@pytest.mark.slow
def test_neither_order_nor_workers_decide(sample: list[Claim], tmp_path: Path) -> None:
    first = in_this_process(sample)
    assert by_workers(sample[::-1], 1, tmp_path / "one.jsonl") == first
    assert by_workers(sample, 2, tmp_path / "two.jsonl") == first
