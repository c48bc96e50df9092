"""Of a few signs each combination is decided by itself: what holds for -1 and 1 need not hold between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from lemmata import Margin, Paper, at_most, box, equal, printed, reals, signs, theorem
from lemmata.claims.claim import Claim
from lemmata.numbers import Number, Vector, abs, relu, sum
from lemmata.prove.check import wrong
from lemmata.prove.proofs import prove, proves_too_much
from lemmata.records.certificate import Certificate

WORK = 2**17
PAPER = Paper("few_signs", "Few signs", "Nobody", 2026, "few_signs", "tests")


def claimed(check: Callable[..., Margin], **quantities: Any) -> Claim:
    label = f"Claim {len(PAPER.declared)}"
    check.__doc__ = f"What {label} says."
    theorem(PAPER, label, **quantities)(printed("no matter how")(check))
    return next(reversed(PAPER.declared.values())).complete()


def proof_of(claim: Claim) -> Certificate | None:
    return prove(claim.variant("printed"), WORK).certificate


def length(by: Fraction | int, of: int) -> Callable[..., Margin]:
    """That the squares of signs add up to their number, from below, met with equality."""

    def check(x: Vector, y: Number) -> Margin:
        return at_most(of * y * y * by, y * y * sum(x * x))

    return check


def one_combination(by: Fraction) -> Callable[..., Margin]:
    """That is false where all signs are 1, if anywhere."""

    def check(x: Vector, y: Number) -> Margin:
        return at_most(abs(y) * sum(x), abs(y) * (3 - by))

    return check


def ramps(by: int) -> Callable[..., Margin]:
    """A network of ramps that multiplies by a sign."""

    def check(x: Vector, y: Number) -> Margin:
        return equal(relu(x * y) - relu(-x * y), x * y * (x * x) ** 2 + by * (x + 1) * y)

    return check


@pytest.mark.parametrize("check", [length(1, 3), one_combination(Fraction(0)), ramps(0)])
def test_what_holds_for_each_combination_is_proved_and_confirmed(check: Callable[..., Margin]) -> None:
    claim = claimed(check, x=signs(3), y=reals())
    proof = proof_of(claim)
    assert proof is not None
    assert wrong(claim.variant("printed"), proof) == ""


@pytest.mark.parametrize(
    "check", [length(Fraction(1001, 1000), 3), one_combination(Fraction(1, 1000)), ramps(1)]
)
def test_what_is_false_for_one_of_them_is_not_proved(check: Callable[..., Margin]) -> None:
    variant = claimed(check, x=signs(3), y=reals()).variant("printed")
    assert prove(variant, WORK).certificate is None
    assert not proves_too_much(variant, variant.settings.holder(), WORK)


def test_what_is_true_of_signs_alone_is_not_proved_of_intervals() -> None:
    assert proof_of(claimed(length(1, 3), x=box(3, low=-1, high=1), y=reals())) is None

    class Others(signs):
        """A domain of somebody's own, of which nobody knows what it holds."""

        def contains(self, value: Any) -> bool:
            return True

    assert proof_of(claimed(length(1, 3), x=Others(3), y=reals())) is None


def test_of_many_signs_no_more_is_used_than_where_they_lie() -> None:
    assert proof_of(claimed(length(1, 4), x=signs(4), y=reals())) is not None
    assert proof_of(claimed(length(1, 5), x=signs(5), y=reals())) is None


def test_no_combination_is_left_out() -> None:
    claim = claimed(length(1, 2), x=signs(2), y=reals())
    variant, proof = claim.variant("printed"), proof_of(claim)
    assert proof is not None
    (words,) = (tree.split() for tree in proof.trees)
    assert len(words) >= 4
    for broken in (words[:-1], words[1:], [*words, words[-1]], [*words[:-1], "-"]):
        assert wrong(variant, replace(proof, trees=(" ".join(broken),)))
    # A certificate of signs says nothing of an interval, and one of an interval nothing of signs.
    wider = claimed(length(1, 2), x=box(2, low=-1, high=1), y=reals()).variant("printed")
    assert wrong(wider, replace(proof, claim=wider.claim.id))
