"""Rates: a claimed exponent that the engine's own interval excludes is not said to hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from typing import Any

import pytest

from lemmata import Declaration, ForAll, Paper, Rate, at_most, dims, gaussian, uniform
from lemmata.claims.margin import Margin
from lemmata.claims.space import space
from lemmata.numbers import mean, min
from lemmata.run.hunting import PROFILES, hunt
from lemmata.run.interactive import hunt as by_hand

SEEDS = range(5)


@dataclass(frozen=True)
class Size:
    n: int


Error = Callable[..., Any]


def mean_of_normals(x: Any, z: Any, u: Any) -> Any:
    """Of the order of n^(-1/2)."""
    return abs(mean(x))


def mean_of_cauchy_numbers(x: Any, z: Any, u: Any) -> Any:
    """A quotient of two normal numbers is a Cauchy number, and so is any mean of such: of order 1."""
    return abs(mean(x / z))


def least_of_uniforms(x: Any, z: Any, u: Any) -> Any:
    """Of the order of 1 / n."""
    return min(u)


def rate(error: Error, bound: Callable[[Size], float], largest: int = 9, **options: Any) -> Declaration:
    """The error is of the order of the bound, for n from 4 to 2^largest."""
    claim = Paper("topic", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=Rate(ladder=[Size(2**k) for k in range(2, largest + 1)], size=lambda s: s.n),
        settings=space(Size, n=dims(1, 2**largest)),
        prompts=lambda s: space(x=gaussian(s.n), z=gaussian(s.n), u=uniform(s.n)),
    )

    @claim.printed("The error is of the order of its bound.", **options)
    def compared(n: Any, x: Any, z: Any, u: Any) -> Margin:
        """The error against its bound."""
        return at_most(error(x, z, u), x[0] * 0 + bound(Size(n)))

    return claim


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("error", "exponent"),
    [
        (mean_of_normals, 0.6),
        (mean_of_normals, 0.75),
        (mean_of_cauchy_numbers, 0.5),
        (mean_of_cauchy_numbers, 1.0),
        (least_of_uniforms, 1.2),
    ],
)
def test_a_rate_does_not_hold_whose_interval_excludes_it(error: Error, exponent: float, seed: int) -> None:
    seen = hunt(rate(error, lambda s: s.n**-exponent).variant("printed"), PROFILES["quick"], seed=seed)
    assert seen.finding.measured["exponent of the error"][1] < exponent
    assert seen.outcome == "undecided", seen.finding.words


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("error", "bound"),
    [
        (mean_of_normals, lambda s: s.n**-0.5),
        (least_of_uniforms, lambda s: 1 / s.n),
        # An error that falls faster than an upper bound is fine.
        (mean_of_normals, lambda s: s.n**-0.25),
        (mean_of_normals, lambda s: 1.0),
        (least_of_uniforms, lambda s: s.n**-0.5),
        (least_of_uniforms, lambda s: log(s.n) / s.n),
    ],
)
def test_a_true_rate_holds_at_every_seed(error: Error, bound: Callable[[Size], float], seed: int) -> None:
    seen = hunt(rate(error, bound).variant("printed"), PROFILES["quick"], seed=seed)
    assert seen.outcome == "holds", seen.finding.words


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (lambda n: 1 / (n + 1), "holds"),  # n / (n + 1) grows, and tends to 1
        (lambda n: (1 - n**-0.5) / n, "holds"),
        (lambda n: log(n) / n, "undecided"),
        (lambda n: n**-0.97, "undecided"),
    ],
)
def test_growth_that_is_seen_to_end_is_told_from_growth_that_lasts(
    error: Callable[[int], float], outcome: str
) -> None:
    sharp = rate(lambda x, z, u: x[0] * 0 + error(x.shape[0]), lambda s: 1 / s.n, 12)
    seen = hunt(sharp.variant("printed"), PROFILES["quick"])
    assert seen.outcome == outcome, seen.finding.words


def test_a_rate_that_its_interval_excludes_is_refuted_where_a_family_proves_it() -> None:
    claim = rate(
        mean_of_normals,
        lambda s: s.n**-0.6,
        expect="refuted",
        defect="statement",
        because="It is of the order of the root of 1 / n.",
        family="topic/lemma-2",
    )
    family = claim.draft.paper.claim(
        "Lemma 2", kind=ForAll(), settings=space(Size, n=dims(1, 9, most=9)), proves_growth_of=claim
    )
    family.printed("...")(lambda n: at_most(n, 9))
    assert by_hand(claim).outcomes == {"printed": "refuted"}
