"""What a hunt keeps of its settings for the plots: with the worst of their prompts, within a budget."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest
import torch
from torch import Tensor

from lemmata import (
    Declaration,
    ForAll,
    Margin,
    Paper,
    Probability,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    gaussian,
    reals,
)
from lemmata.claims.space import space
from lemmata.numbers import sum
from lemmata.records import json_lines
from lemmata.records.evidence import HuntRecord
from lemmata.records.figures import Landscape
from lemmata.run import hunting as module
from lemmata.run.hunting import PROFILES, hunt

PAPER = Paper("topic", "Title", "Author", 2026, "key", "source.txt")


@dataclass(frozen=True)
class Setting:
    n: int
    gamma: float


@dataclass(frozen=True)
class Spectrum:
    n: int
    lam: Tensor


settings = space(Setting, n=dims(1, 9), gamma=dyadics(0, 2, open_low=True))


def claim(name: str, check: Any, **options: Any) -> Declaration:
    made = PAPER.claim(name, **{"kind": ForAll(), "settings": settings, **options})
    more: Any = {"defect": "statement", "because": "It fails."} if name[0] == "F" else {}
    made.printed("A statement.", **more)(check)
    return made


def steps_are_short(gamma: Any) -> Margin:
    """Gamma is at most 1."""
    return at_most(gamma, 1)


def sizes_are_positive(gamma: Any, x: Any) -> Margin:
    """A square is not negative."""
    return at_most(-(x * x).sum(-1), gamma)


def seen(made: Declaration, variant: str = "printed", seed: int = 0) -> HuntRecord:
    return hunt(made.variant(variant), PROFILES["quick"], seed)


def test_a_refuted_statement_is_seen_over_its_whole_space() -> None:
    record = seen(claim("False 1", steps_are_short))
    land = record.landscape
    assert record.outcome == "refuted"
    assert land is not None
    assert 40 <= land.surveyed <= 60
    assert land.letters == {"n": "n", "gamma": r"\gamma"}
    for gamma, margin, ratio in zip(land.quantities["gamma"], land.margins, land.ratios, strict=True):
        assert (margin < 0) == (gamma > 1)
        assert ratio == pytest.approx(gamma, rel=1e-4)
    assert len(set(land.quantities["n"])) > 4


def test_the_verdict_and_its_counts_take_no_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    made = claim("False 2", steps_are_short)
    with_it = seen(made)
    monkeypatch.setattr(module, "landscape", lambda *_, **__: None)
    without = seen(made)
    assert replace(with_it, landscape=None, seconds=0.0) == replace(without, seconds=0.0)


def test_a_seed_decides_it() -> None:
    made = claim("False 3", steps_are_short)
    one, same, other = (seen(made, seed=seed).landscape for seed in (3, 3, 4))
    assert one == same != other


def test_of_a_statement_that_holds_it_has_what_the_hunt_met() -> None:
    record = seen(claim("True 1", sizes_are_positive, prompts=lambda s: space(x=reals(s.n))))
    land = record.landscape
    assert land is not None
    assert land.surveyed == land.prompts == 0
    assert 20 <= len(land.margins) <= 64
    assert min(land.margins) >= 0


def test_an_equality_has_no_ratio_and_several_numbers_are_their_condition() -> None:
    made = claim(
        "True 2",
        lambda lam: equal(sum(lam, -1), sum(lam * 1, -1)),
        settings=space(Spectrum, n=dims(1, 3), lam=lambda s: box(s.n, low=1.0, high=8.0)),
    )
    land = seen(made).landscape
    assert land is not None
    assert land.ratios == []
    assert land.letters["lam"] == r"\max \lambda/\min \lambda"
    assert min(land.quantities["lam"]) >= 1
    for n, condition in zip(land.quantities["n"], land.quantities["lam"], strict=True):
        assert n > 1 or condition == 1


def test_of_a_probability_failures_are_counted() -> None:
    made = claim(
        "False 4",
        lambda gamma, x: at_most(x.sum(-1), gamma * 4),
        kind=Probability(failure=lambda s: 0.01),
        prompts=lambda s: space(x=gaussian(s.n)),
    )
    record = seen(made)
    land = record.landscape
    assert record.outcome == "refuted"
    assert land is not None
    assert set(land.allowed) == {0.01}
    assert all(0 <= failing <= n for failing, n in zip(land.failing, land.drawn, strict=True))
    assert any(failing > 0.2 * n for failing, n in zip(land.failing, land.drawn, strict=True))
    assert any(failing < 0.01 * n for failing, n in zip(land.failing, land.drawn, strict=True))


def test_mutants_and_slips_of_the_pen_have_none() -> None:
    made = claim("True 3", sizes_are_positive, prompts=lambda s: space(x=reals(s.n)))
    made.mutant("negative", settings=space(Setting, n=dims(1, 9), gamma=dyadics(-2, -1)))
    assert seen(made, "negative").landscape is None
    assert seen(claim("False 5", steps_are_short, rank="slip")).landscape is None


def test_a_check_that_breaks_elsewhere_costs_no_verdict() -> None:
    def breaks(n: Any, gamma: Any) -> Margin:
        """Gamma is at most 1."""
        if n > 2:
            raise RuntimeError("too large")
        return at_most(gamma, 1)

    record = seen(claim("False 6", breaks))
    assert record.outcome == "refuted"
    assert record.landscape is not None
    assert max(record.landscape.quantities.get("n", [1])) <= 2


def test_work_ends_it() -> None:
    evaluations = 0

    def costly(gamma: Any) -> Margin:
        """Gamma is at most 1."""
        nonlocal evaluations
        evaluations += 1
        matrix = torch.ones(60, 60).double()
        for _ in range(4 if gamma else 0):
            matrix = matrix @ matrix / 60
        return at_most(gamma, 1)

    land = seen(claim("False 7", costly)).landscape
    assert land is not None
    assert land.surveyed < 20


def test_it_is_read_back_and_small() -> None:
    record = seen(claim("False 8", steps_are_short))
    line = json_lines.to_json(record)
    assert json_lines.from_json(line) == record
    without = json_lines.to_json(replace(record, landscape=None))
    assert len(line) - len(without) < 3_000
    assert json_lines.from_json(without.replace('"landscape":null,', "")).landscape is None  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "land",
    [
        Landscape(quantities={"n": [1.0]}, margins=[0.0, 1.0]),
        Landscape(quantities={}, margins=[0.0], ratios=[None, 1.0]),
        Landscape(quantities={}, margins=[0.0] * 1_001),
        Landscape(quantities={}, margins=[0.0], surveyed=2),
    ],
)
def test_lists_that_do_not_belong_together_are_refused(land: Landscape) -> None:
    with pytest.raises(ValueError, match="a landscape has lists of one length"):
        land.validate()
