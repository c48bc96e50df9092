"""Finite spaces of data are run through: what fails at one of thousands is found, what holds is proved."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata import (
    Margin,
    Paper,
    at_least,
    at_most,
    dims,
    equal,
    integers,
    mutants,
    permutations,
    printed,
    reals,
    signs,
    theorem,
)
from lemmata.claims.claim import Variant
from lemmata.claims.declarations import Declaration
from lemmata.claims.domains.base import Domain
from lemmata.claims.space import space
from lemmata.numbers import Matrix, Number, Vector, abs, eye, norm, stack, sum
from lemmata.prove.check import wrong
from lemmata.prove.check_space import count_of, members_of
from lemmata.prove.proofs import prove

_NUMBERS = itertools.count()
WORK = 2**17


def paper() -> Paper:
    return Paper(f"finite_{next(_NUMBERS)}", "Title", "Author", 2026, "key", "source.txt")


# -- what is listed --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("domain", "count"),
    [
        (signs(3), 8),
        (signs(2, 2), 16),
        (integers(3, low=-1, high=2), 64),
        (integers(1, low=4, high=4), 1),
        (permutations(4), 24),
        (signs(0), 1),
    ],
)
def test_all_members_are_listed_once(domain: Any, count: int) -> None:
    found = domain.members(count)
    assert found is not None
    assert len({tuple(value.flatten().tolist()) for value in found}) == len(found) == count
    assert all(domain.contains(value) for value in found)
    assert domain.members(count - 1) is None
    # The checker lists them by code of its own.
    own = {tuple(float(v) for v in value.flat) for value in members_of(domain)}
    assert own == {tuple(value.flatten().tolist()) for value in found}
    assert count_of(domain) == count


def test_other_domains_list_nothing() -> None:
    assert reals(1).members(10**6) is None
    assert math.isinf(count_of(reals(2)))

    class Mine(signs):
        """Signs that an author restricts."""

        def contains(self, value: Any) -> bool:
            return super().contains(value) and bool(value.sum() > 0)

    assert space(x=Mine(2)).members(100) is None


def test_products_are_listed_and_hypotheses_kept() -> None:
    of_two: Any = space(x=signs(2), k=integers(1, low=0, high=2), where=lambda p: p.k[0] > 0).members(12)
    assert len(of_two) == 8
    assert len({(*x.tolist(), *k.tolist()) for x, k in zip(of_two.x, of_two.k, strict=True)}) == 8
    assert space(x=signs(2), k=integers(1, low=0, high=2)).members(11) is None
    depends = space(x=signs(2), y=lambda s: signs(int(s.x[0])))
    assert depends.members(100) is None


# -- what fails at one member ------------------------------------------------------------------------------


def at_one_vector(n: int, place: int) -> Declaration:
    pattern = [1 if place >> i & 1 else -1 for i in range(n)]

    @theorem(paper(), "Lemma 1", n=dims(n, n), x=signs("n"))
    @printed("$p^\\top x\\le n-1$", defect="statement", because="It fails at $x=p$.")
    @mutants(much_less=dict(bound=-n))
    def near(n: int, x: Vector, bound: Number = n - 1) -> Margin:
        """A sign vector is at most n - 1 along another."""
        return at_most(sum(stack([p * x[i] for i, p in enumerate(pattern)])), bound)

    return near


@pytest.mark.parametrize("seed", range(5))
def test_one_of_a_thousand_sign_vectors_is_found(seed: int) -> None:
    found = at_one_vector(10, 0b1011001110).hunt(seed=seed)
    assert found.outcomes["printed"] == "refuted"
    assert found.hunts["printed"].finding.evidence == "genuine"


def test_one_of_five_thousand_permutations_is_found() -> None:
    order = (3, 1, 6, 0, 2, 5, 4)

    @theorem(paper(), "Lemma 1", n=dims(7, 7), P=permutations("n"))
    @printed("$\\sum_iP_{i\\pi(i)}\\le n-1$", defect="statement", because="It fails at $\\pi$ itself.")
    @mutants(much_less=dict(bound=-1))
    def apart(n: int, P: Matrix, bound: Number = 6) -> Margin:
        """A permutation agrees with another in at most n - 1 places."""
        return at_most(sum(stack([P[i, order[i]] for i in range(n)])), bound)

    assert apart.hunt().outcomes["printed"] == "refuted"


def test_one_of_ten_thousand_whole_vectors_is_found() -> None:
    target = (3, 7, 1, 6)

    @theorem(paper(), "Lemma 1", n=dims(4, 4), k=integers("n", low=0, high=9))
    @printed("$\\|k-t\\|_1\\ge1$", defect="statement", because="It fails at $k=t$.")
    @mutants(much_more=dict(bound=40))
    def elsewhere(n: int, k: Vector, bound: Number = 1) -> Margin:
        """A vector of digits differs from another."""
        return at_least(sum(stack([abs(k[i] - t) for i, t in enumerate(target)])), bound)

    assert elsewhere.hunt().outcomes["printed"] == "refuted"


# -- what holds at each --------------------------------------------------------------------------------------


def true_statements() -> dict[str, Declaration]:
    @theorem(paper(), "Lemma 1", n=dims(1, 9), x=signs("n"))
    @printed("$(\\sum_ix_i)^2\\le n^2$")
    @mutants(half=dict(c=Fraction(1, 2)))
    def squares(n: int, x: Vector, c: Number = 1) -> Margin:
        """The square of a sum of signs is at most n squared."""
        return at_most(sum(x) ** 2, c * n * n)

    @theorem(paper(), "Lemma 2", n=dims(1, 6), P=permutations("n"))
    @printed("$PP^\\top=I$")
    @mutants(twice=dict(c=2))
    def orthogonal(n: int, P: Matrix, c: Number = 1) -> Margin:
        """A permutation matrix is orthogonal."""
        return equal(P @ P.T, c * eye(n))

    @theorem(paper(), "Lemma 3", n=dims(1, 3), k=integers("n", low=0, high=3), e=signs("n"))
    @printed("$\\|k\\circ e\\|_2\\le\\|k\\|_1$ where $k\\ne0$")
    @mutants(half=dict(c=Fraction(1, 2)))
    def norms(k: Vector, e: Vector, c: Number = 1) -> Margin:
        """The Euclidean norm is at most the l1 norm."""
        return at_most(norm(k * e), c * sum(abs(k))).given(sum(k) - 1)

    return {"squares": squares, "orthogonal": orthogonal, "norms": norms}


def survivor(declared: Declaration) -> Variant:
    return declared.complete().survivor.variant


@pytest.mark.parametrize("name", ["squares", "orthogonal", "norms"])
def test_what_holds_at_each_member_is_proved(name: str) -> None:
    variant = survivor(true_statements()[name])
    proof = prove(variant, WORK)
    assert proof.certificate is not None, proof.why_none
    assert proof.certificate.method == "exhaustive"
    assert {"n": 2} in proof.certificate.settings or name == "norms"
    assert wrong(variant, proof.certificate) == ""


def test_the_checker_looks_at_each_member() -> None:
    """A certificate that somebody made up for a false statement is refused."""
    good = prove(survivor(true_statements()["squares"]), WORK).certificate
    assert good is not None
    false = at_one_vector(10, 5)
    made_up: Any = good.__class__(claim=false.id, variant="printed", method="exhaustive", settings=({"n": 10},))
    assert "not seen to hold" in wrong(false.variant("printed"), made_up)


def test_nothing_is_proved_where_no_member_meets_the_hypotheses() -> None:
    @theorem(paper(), "Lemma 1", n=dims(1, 3), x=signs("n"))
    @printed("$\\sum_ix_i\\ge0$ where $x_1>1$")
    @mutants(less=dict(c=1))
    def nowhere(x: Vector, c: Number = 0) -> Margin:
        """A sum of signs is at least 0."""
        return at_least(sum(x), c).given(x[0] - 2)

    assert prove(survivor(nowhere), WORK).certificate is None


def test_a_space_of_numbers_is_not_finite() -> None:
    @theorem(paper(), "Lemma 1", n=dims(1, 3), x=signs("n"), y=reals("n"))
    @printed("$\\sum_ix_iy_i\\le\\|y\\|_1$")
    @mutants(half=dict(c=Fraction(1, 2)))
    def mixed(x: Vector, y: Vector, c: Number = 1) -> Margin:
        """A signed sum is at most the l1 norm."""
        return at_most(x @ y, c * sum(abs(y)))

    proof = prove(survivor(mixed), WORK)
    assert proof.certificate is None or proof.certificate.method != "exhaustive"
    listed: Domain = signs(2)
    assert isinstance(listed.members(4), torch.Tensor)


# -- settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("place", [487, 902])
def test_one_of_a_thousand_whole_numbers_is_found(place: int, seed: int) -> None:
    @theorem(paper(), "whole", id="whole", n=dims(2, 960))
    @printed("$n$ is another number.")
    def check(n: int) -> Margin:
        return at_least((n - place) ** 2, 1)

    found = check.hunt(seed=seed)
    witness = found.hunts["printed"].witness
    assert found.outcomes["printed"] == "refuted"
    assert witness is not None
    assert witness.setting["n"] == place
