"""What products of facts prove is true: ramps and their arguments compared, at the edge and just beyond it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import at_most, box, reals
from lemmata.claims.space import space
from lemmata.numbers import abs, maximum, norm, sign, stack
from lemmata.prove.check import wrong
from lemmata.records.certificate import Certificate, Squares
from tests.quality.test_quality_squares import by_squares, planted

WORK = 2**17


def triangle(x: Any, y: Any, t: Any, by: Any) -> Any:
    """The absolute value of a mean is at most the mean of the absolute values."""
    return at_most(abs(t * x + (1 - t) * y), t * abs(x) + (1 - t) * abs(y) - by)


def soft(x: Any, y: Any, t: Any, by: Any) -> Any:
    """Soft thresholding does not lengthen, and moves by no more than the threshold."""
    return at_most(abs(maximum(x - t, 0) - maximum(-x - t, 0)), abs(x) - by)


def of_one(x: Any, y: Any, t: Any, by: Any) -> Any:
    """The norm of one number is its absolute value."""
    return at_most(norm((x + y)[None]), abs(x) + abs(y) - by)


def of_zeros(x: Any, y: Any, t: Any, by: Any) -> Any:
    """So is that of a vector whose other entries are 0."""
    return at_most(norm(stack([0 * t, x + y, 0 * x])), abs(x) + abs(y) - by)


def monotone(x: Any, y: Any, t: Any, by: Any) -> Any:
    """The ramp of the larger number is the larger one, by no more than the numbers differ by."""
    return at_most(maximum(x + t, 0) - maximum(x, 0), t - by)


EDGES = {check.__name__: check for check in (triangle, soft, of_one, of_zeros, monotone)}


def certificate(name: str, by: Any) -> tuple[Any, Certificate | None]:
    check = EDGES[name]
    claim = planted(
        lambda x, y, t: check(x, y, t, by), lambda s: space(x=reals(), y=reals(), t=box(low=0, high=1))
    )
    return claim.variant("printed"), by_squares(claim, WORK)


@pytest.mark.parametrize("name", sorted(EDGES))
def test_what_is_true_is_proved_and_what_is_false_is_not(name: str) -> None:
    variant, proof = certificate(name, 0)
    assert proof is not None
    assert not wrong(variant, proof)
    beyond, false = certificate(name, Fraction(1, 2**20))
    assert false is None
    assert wrong(beyond, replace(proof, claim=beyond.claim.id))


@pytest.mark.parametrize(
    "other", [lambda y, t: y * t, lambda y, t: 1 - sign(t), lambda y, t: y * (1 - sign(t))]
)
def test_a_norm_of_more_than_one_entry_is_not_that_entry(other: Callable[[Any, Any], Any]) -> None:
    """Nor where others are 0 but at a border."""
    claim = planted(
        lambda x, y, t: at_most(norm(stack([x, other(y, t)])), abs(x)),
        lambda s: space(x=reals(), y=reals(), t=box(low=0, high=1)),
    )
    assert by_squares(claim, WORK) is None


@pytest.mark.parametrize("name", sorted(EDGES))
def test_forged_identities_are_refused(name: str) -> None:
    variant, proof = certificate(name, 0)
    assert proof is not None
    (identities,) = proof.identities
    for k, identity in enumerate(identities):
        for forged in _forged(identity.squares):
            changed = (*identities[:k], replace(identity, squares=forged), *identities[k + 1 :])
            assert wrong(variant, replace(proof, identities=(changed,)))


def _forged(squares: tuple[Squares, ...]) -> list[tuple[Squares, ...]]:
    first, *rest = squares
    twice = replace(first, gram=tuple(str(2 * Fraction(c)) for c in first.gram))
    negative = replace(first, gram=tuple(f"-{c}" for c in first.gram))
    unknown = replace(first, known=(*first.known, "-a"))
    return [tuple(rest), *((changed, *rest) for changed in (twice, negative, unknown))]
