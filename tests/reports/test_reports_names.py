"""What claims are called: one function, and no name twice."""

from __future__ import annotations

from lemmata.claims.heads import Head
from lemmata.records.names import names


def named(claim: str, label: str, part: str = "") -> Head:
    return Head(id=claim, label=label, part=part)


def test_a_label_that_one_claim_has_is_its_name() -> None:
    assert names([named("t/theorem-1", "Theorem 1")]) == {"t/theorem-1": "Theorem 1"}


def test_a_part_tells_claims_of_one_label_apart() -> None:
    claims = [
        named("t/theorem-1", "Theorem 1"),
        named("t/theorem-1/weights", "Theorem 1", "the printed weights"),
    ]
    assert list(names(claims).values()) == ["Theorem 1", "Theorem 1: the printed weights"]


def test_without_a_part_the_id_tells_them_apart() -> None:
    claims = [named("t/lemma-3", "Lemma 3"), named("t/lemma-3/off-diagonal/tail", "Lemma 3")]
    assert list(names(claims).values()) == ["Lemma 3", "Lemma 3: off diagonal, tail"]


def test_no_name_comes_twice_in_a_topic() -> None:
    claims = [named("t/a", "(3)", "end"), named("t/b", "(3)", "end"), named("u/a", "(3)", "end")]
    assert len(set(names(claims[:2]).values())) == 2
    assert names(claims)["u/a"] == "Equation (3): end"


def test_a_number_alone_is_called_an_equation_and_a_tag_stays() -> None:
    claims = [named("t/a", "(C.2), (C.3)"), named("t/b", "pow,1"), named("t/c", "after (7)")]
    claims += [named("t/d", "(4.2)"), named("t/e", "b of (3)")]
    assert list(names(claims).values()) == [
        "Equations (C.2), (C.3)",
        "pow,1",
        "After (7)",
        "Equation (4.2)",
        "b of (3)",
    ]
