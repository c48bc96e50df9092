"""Which hypotheses a statement needs: planted ones of each kind, and those without which it has no value."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata import (
    Declaration,
    Margin,
    Paper,
    Probability,
    at_least,
    at_most,
    box,
    dims,
    dyadics,
    equal,
    every,
    greater_than,
    in_ball,
    printed,
    reals,
    scales,
    signs,
    simplex,
    symmetric,
    theorem,
    uniform,
)
from lemmata.claims.domains.arrays import sparse
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.beyond import beyond, dependent, lies_beyond
from lemmata.claims.domains.structured import integers, permutations, positive_definite, triangular
from lemmata.claims.dropped_hypotheses import find
from lemmata.errors import ClaimError
from lemmata.numbers import minimum, norm, sqrt, sum
from lemmata.records import certificate, json_lines
from lemmata.records.evidence import EvidenceError
from lemmata.records.needs import NeedRecord
from lemmata.records.witness import Witness
from lemmata.run.needed_hypotheses import can_be_asked, needs
from lemmata.run.replay import recheck, replay
from lemmata.search.encoding import decode_witness
from lemmata.search.profiles import PROFILES


def paper() -> Paper:
    return Paper("needs", "Planted", "Nobody", 2026, "needs", "tests")


def asked(declaration: Declaration) -> dict[str, NeedRecord]:
    """What became of each hypothesis, by its name."""
    found = needs(declaration.complete(), PROFILES["quick"])
    return {record.variant.removeprefix("without: "): record for record in found}


def words(declaration: Declaration) -> dict[str, str]:
    return {name: record.need for name, record in asked(declaration).items()}


def of_instance(witness: Witness | None) -> dict[str, Any]:
    assert witness is not None
    return {**(witness.setting or {}), **(witness.prompt or {})}


def the_ball() -> Declaration:
    """Needs the radius, and says the same of a vector without entries."""

    @theorem(paper(), "Lemma 1", n=dims(1, 4), x=in_ball("n", radius=1))
    @printed(r"$\|x\|^4\le\|x\|^2$ in the unit ball.")
    def the_fourth_power(x: Any) -> Margin:
        """The fourth power of the norm is at most its square."""
        return at_most(sum(x * x) ** 2, sum(x * x))

    return the_fourth_power


def test_a_needed_hypothesis_is_shown_by_a_small_counterexample_that_meets_all_others() -> None:
    claim = the_ball().complete()
    found = asked(the_ball())
    assert {name: record.need for name, record in found.items()} == {"n low": "not-seen", "x radius": "needed"}
    witness = found["x radius"].finding.witness
    assert witness is not None
    assert of_instance(witness) == {"n": 1, "x": [2]}
    assert "norm at most $1$" in found["x radius"].hypothesis
    assert replay(claim, witness).confirmed
    setting, prompt = decode_witness(find(claim, witness.variant), witness)
    assert claim.variant("printed").outside(setting, prompt)


def test_what_is_not_needed_is_proved_without_it() -> None:
    @theorem(paper(), "Lemma 2", n=dims(1, 3), x=reals("n"))
    @printed(r"$(\sum_ix_i)^2\le n\|x\|^2$ if $\|x\|\ge1$.")
    def the_square(n: int, x: Any) -> Margin:
        """The square of the sum is at most n times the sum of squares."""
        return at_most(sum(x) ** 2, n * sum(x * x)).given(sum(x * x) - 1)

    record = asked(the_square)["given 1"]
    assert (record.need, record.finding.evidence) == ("not-seen", "proved")
    proof = record.finding.certificate
    assert proof is not None
    assert recheck(the_square.complete(), proof).confirmed
    assert not recheck(the_ball().complete(), certificate.parse(_of_the_ball(proof))).confirmed


def _of_the_ball(proof: Any) -> bytes:
    """The same certificate, said to be of the ball's lemma without its radius."""
    moved = replace(proof, claim="needs/lemma-1", variant="without: x radius")
    return json.dumps(certificate.to_document(moved)).encode()


def test_what_has_no_value_without_a_hypothesis_is_not_called_needed() -> None:
    @theorem(paper(), "Lemma 3", a=dyadics(0, 4, of="[0, inf)"), b=scales(-2, 2, of="(0, inf)"))
    @printed(r"$\sqrt a\le1+a$ and $0\le1/b$.")
    def the_root(a: Any, b: Any) -> Margin:
        """A root is at most one more than its square."""
        return at_most(sqrt(a), 1 + a + 1 / b)

    found = asked(the_root)
    assert found["a low"].need == "undefined"
    assert found["a low"].undefined
    assert found["a low"].finding.scope.instances == 0
    # Negative b have a value, and b = 0 has none.
    assert found["b low"].need == "needed"
    assert of_instance(found["b low"].finding.witness)["b"] != 0


def test_a_quantity_that_cannot_be_made_leaves_it_undefined() -> None:
    @theorem(paper(), "Lemma 4", n=dims(1, 4), k=dims(1, "n"), x=reals("n - 1"))
    @printed(r"$k\le n$.")
    def the_index(n: int, k: int, x: Any) -> Margin:
        """An index is at most the size."""
        return at_most(k, n + sum(x * x))

    found = asked(the_index)
    assert found["n low"].need == "undefined"
    assert "no" in found["n low"].because
    assert found["k low"].need == "not-seen"
    assert found["k high"].need == "needed"


def test_each_part_of_a_joint_hypothesis_is_dropped_by_itself() -> None:
    @theorem(paper(), "Lemma 5", a=dyadics(-2, 2), b=dyadics(-2, 2), where=lambda a, b: a <= b and b >= -1)
    @printed(r"$a\le b$ and so on.")
    def the_order(a: Any, b: Any) -> Margin:
        """The order is kept."""
        return at_most(a, b)

    found = asked(the_order)
    assert found["where 1"].need == "needed"
    assert found["where 1"].hypothesis == "``a <= b``"
    instance = of_instance(found["where 1"].finding.witness)
    assert Fraction(instance["a"]) > Fraction(instance["b"]) >= -1
    assert found["where 2"].need == "not-seen"


def test_a_hypothesis_on_data_and_one_of_the_check_are_told_apart() -> None:
    @theorem(paper(), "Lemma 6", n=dims(1, 3), x=reals("n"), y=reals("n"), where=lambda x: norm(x) > 0)
    @printed(r"$0<\|x\|^2+\|y\|^2$ if $\|x\|>0$ and $\|y\|\ge1$.")
    def positive(x: Any, y: Any) -> Margin:
        """Two squares that do not vanish are positive together."""
        return greater_than(sum(x * x) + sum(y * y), 0).given(sum(y * y) - 1).given(sum(x * x) + 1)

    found = asked(positive)
    assert found["where 1"].need == "not-seen"
    assert found["given 1"].need == "not-seen"
    assert found["given 2"].need == "open"  # a square plus one is never below 0
    assert "imply" in found["given 2"].because


def test_an_end_that_is_no_float_has_no_counterexample_within_its_rounding() -> None:
    @theorem(paper(), "Lemma 7", a=dyadics(Fraction(1, 10), 1), x=box(2, low=Fraction(1, 10), high=1))
    @printed(r"$a\ge1/10$ and $x\ge1/10$.")
    def the_tenth(a: Any, x: Any) -> Margin:
        """What is at least a tenth is so."""
        return at_least(minimum(a, x), Fraction(1, 10))

    found = asked(the_tenth)
    assert found["a low"].need == found["x low"].need == "needed"
    assert Fraction(of_instance(found["a low"].finding.witness)["a"]) < Fraction(1, 10)
    entries = [Fraction(v) for v in of_instance(found["x low"].finding.witness)["x"]]
    assert sorted(entries)[0] < Fraction(1, 10)
    assert found["a high"].need == "not-seen"


def test_a_probability_needs_independence_where_its_sum_concentrates() -> None:
    def tail(share: Fraction) -> Declaration:
        @theorem(
            paper(), "Lemma 8", kind=Probability(failure=lambda n: Fraction(1, 4)), n=dims(16, 64), x=signs("n")
        )
        @printed(r"$(\sum_ix_i)^2\le4n$ with probability at least 3/4.")
        def chebyshev(n: int, x: Any) -> Margin:
            """A sum of signs is of the order of a root."""
            return at_most(sum(x) ** 2 * share, 4 * n)

        return chebyshev

    record = asked(tail(Fraction(1)))["x independence"]
    assert record.need == "needed"
    assert record.finding.witness is not None
    assert record.finding.witness.kind == "setting"
    assert words(tail(Fraction(1, 100)))["x independence"] == "not-seen"


def test_a_hypothesis_for_a_given_choice_is_moved_under_a_probability_too() -> None:
    @theorem(
        paper(),
        "Lemma 9",
        kind=Probability(failure=lambda n: Fraction(1, 4)),
        n=dims(1, 8),
        x=signs("n"),
        v=every(in_ball("n", radius=1)),
    )
    @printed(r"$|\langle v,x\rangle|\le2$ with probability at least 3/4.")
    def khinchin(x: Any, v: Any) -> Margin:
        """A sum of signs with weights in the ball is at most two."""
        return at_most(sum(v * x) ** 2, 4)

    assert words(khinchin)["v radius"] == "needed"


def test_equalities_with_a_structure() -> None:
    @theorem(paper(), "Lemma 10", d=dims(2, 3), A=symmetric("d"))
    @printed(r"$A=A^T$.")
    def its_transpose(A: Any) -> Margin:
        """A symmetric matrix is its transpose."""
        return equal(A, A.T)

    @theorem(paper(), "Lemma 11", d=dims(2, 3), A=symmetric("d"))
    @printed(r"$\operatorname{tr}(A^TA)\ge0$.")
    def its_trace(A: Any) -> Margin:
        """The trace of a square is not negative."""
        return at_least(sum(A * A), 0)

    assert words(its_transpose)["A symmetry"] == "needed"
    assert words(its_trace)["A symmetry"] == "not-seen"


def test_only_what_is_to_hold_of_every_instance_is_asked() -> None:
    @theorem(paper(), "Lemma 12", x=reals(2))
    @printed(r"$x\le0$.", defect="statement", because="Numbers may be positive.")
    def never(x: Any) -> Margin:
        """Every number is negative."""
        return at_most(x, 0)

    assert not can_be_asked(never.complete())
    assert can_be_asked(the_ball().complete())


def test_a_check_that_breaks_everywhere_says_nothing_of_its_hypotheses() -> None:
    @theorem(paper(), "Lemma 13", x=in_ball(2, radius=1))
    @printed(r"$x\le1$.")
    def broken(x: Any) -> Margin:
        """An entry is at most one."""
        return at_most(x[5], 1)

    assert words(broken) == {"x radius": "open"}


def test_names_that_are_no_hypotheses_are_refused() -> None:
    claim = the_ball().complete()
    with pytest.raises(ClaimError, match="no hypothesis called 'x colour'"):
        find(claim, "without: x colour")
    assert find(claim, "printed") is claim.variant("printed")


# -- what domains leave out --------------------------------------------------------------------------------

DOMAINS: tuple[Domain, ...] = (
    dims(2, 5, 7),
    dims(0, 3),
    dyadics(0, 1, open_low=True),
    dyadics(Fraction(1, 10), Fraction(3, 10)),
    dyadics(0, 4, open_low=True, of="(0, inf)"),
    dyadics(1, 1),
    scales(-2, 2),
    scales(-2, 0, of="(0, 1)", open_high=True),
    box(3, low=0, high=1),
    box(3, low=Fraction(1, 10), high=2),
    box(2, low=1, high=1),
    box(2, low=0.25, high=4, of="(0, inf)", scale="log"),
    integers(3, low=0, high=4),
    in_ball(3, radius=Fraction(1, 10)),
    sparse(4, 2, 1),
    signs(3),
    simplex(3),
    permutations(3),
    triangular(3),
    positive_definite(3),
    symmetric(3),
    every(in_ball(2, radius=1)),
)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_values_beyond_a_domain_lie_outside_and_those_within_do_not(domain: Domain) -> None:
    generator = torch.Generator().manual_seed(1)
    found = list(beyond(domain))
    assert found
    for each in found:
        values = [each.domain.pick(generator) for _ in range(64)]
        outside = [value for value in values if lies_beyond(domain, value)]
        assert outside, each.demand
        inner = getattr(domain, "domain", domain)
        assert not any(inner.contains(value) for value in outside)
    assert not any(lies_beyond(domain, domain.pick(generator)) for _ in range(64))


def test_a_law_without_independence_keeps_the_law_of_each_entry() -> None:
    for law in (signs(8), uniform(8, low=-1, high=1)):
        each = dependent(law)
        assert each is not None
        batch = each.domain.sample(torch.Generator().manual_seed(0), 4_000)
        assert bool((batch == batch[:, :1]).all())
        assert abs(float(batch.mean())) < 0.05
        assert all(law.contains(row) and each.domain.contains(row) for row in batch[:8])
    assert dependent(signs(1)) is None
    assert dependent(reals(4)) is None


def test_a_record_says_needed_only_with_a_witness() -> None:
    record = asked(the_ball())["x radius"]
    line = json_lines.to_json(record)
    assert json_lines.from_json(line) == record
    with pytest.raises(EvidenceError, match="witness"):
        json_lines.from_json(
            line.replace('"need":"not-seen"', '"need":"needed"').replace(
                json.dumps(json.loads(line)["witness"], separators=(",", ":")), "null"
            )
        )
