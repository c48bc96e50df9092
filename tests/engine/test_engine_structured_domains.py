"""Arrays with a structure: drawn, projected and recognised exactly."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from lemmata import Margin, Paper, at_least, equal, hunt, mutants, printed, theorem
from lemmata.claims.domains.structured import integers, permutations, positive_definite, simplex, triangular
from lemmata.claims.space import Space, space
from lemmata.errors import ClaimError
from lemmata.numbers import Array, linalg, norm, sum
from lemmata.testing import check_domain

DOMAINS = [
    integers(3, low=-2, high=5),
    integers(2, 2, low=0, high=1),
    simplex(1),
    simplex(4),
    simplex(3, 5),
    permutations(1),
    permutations(4),
    triangular(3),
    positive_definite(1),
    positive_definite(4),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=repr)
def test_a_domain_keeps_what_the_engine_relies_on(domain: Any) -> None:
    check_domain(domain)


@pytest.mark.parametrize(
    ("domain", "outside"),
    [
        (integers(2, low=0, high=3), [0.5, 1.0]),
        (integers(2, low=0, high=3), [4.0, 1.0]),
        (simplex(2), [0.5, 0.5 + 2**-40]),
        (simplex(2), [1.5, -0.5]),
        (permutations(2), [[1.0, 1.0], [0.0, 0.0]]),
        (triangular(2), [[1.0, 1.0], [0.0, 1.0]]),
        (positive_definite(2), [[1.0, 1.0], [1.0, 1.0]]),
        (positive_definite(2), [[1.0, 0.5], [0.25, 1.0]]),
        (positive_definite(2), [[1.0, 1.0], [1.0, 1.0 - 2**-50]]),
    ],
)
def test_what_lies_outside_is_seen_exactly(domain: Any, outside: Any) -> None:
    assert not domain.contains(torch.tensor(outside, dtype=torch.float64))


def test_a_matrix_that_is_barely_definite_is_one() -> None:
    assert positive_definite(2).contains(torch.tensor([[1.0, 1.0], [1.0, 1.0 + 2**-50]], dtype=torch.float64))


def test_misuse_is_named() -> None:
    with pytest.raises(ClaimError, match="whole numbers"):
        integers(2, low=0.5, high=3)
    with pytest.raises(ClaimError, match="at least one entry"):
        simplex(0)


def test_claims_speak_of_them() -> None:
    PAPER = Paper(topic="structured", title="T", authors="A", year=2026, key="A26", source="x.txt")

    @theorem(
        PAPER,
        "Theorem 1",
        A=positive_definite(2),
        P=permutations(3),
        x=integers(3, low=-4, high=4),
        p=simplex(3),
    )
    @printed("A permutation keeps norms, a distribution's mean lies below the largest entry.")
    @mutants(more=dict(c=2))
    def kept(A: Array, P: Array, x: Array, p: Array, c: float = 1) -> Margin:
        """Norms, means and determinants."""
        return at_least(linalg.det(A) + norm(P @ x) ** 2 + sum(p), c * (sum(x * x) + 1))

    assert kept.hunt().surprises == []
    made: Space = space(p=simplex(3))
    assert made.explain(made.sample(torch.Generator().manual_seed(1), 1).map(lambda v: v[0])) is None
    assert (
        hunt(theorem(PAPER, "T2", A=triangular(2))(printed("A")(_is_lower)), variant="printed").surprises == []
    )


def _is_lower(A: Array) -> Margin:
    """Above the diagonal stand zeros."""
    return equal(A[0, 1], 0)
