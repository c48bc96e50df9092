"""Hypotheses of which floats say the wrong thing: they are decided exactly, strict ones too.

Planted: true statements that are false, or have no value, where a hypothesis fails and rounding hides it, and
false ones that a hypothesis does not save.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from hypothesis import strategies as st
from torch import Generator, Tensor

from lemmata import Margin, Paper, at_least, at_most, box, dims, dyadics, equal, gaussian, hunt, reals, scales
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import space
from lemmata.formulas.conclusions import conclusion
from lemmata.formulas.hypotheses import hypotheses
from lemmata.numbers import abs, exp, eye, linalg, log, max, norm, sign, sqrt, sum, unit
from lemmata.run.interactive import Verdict

PAPER = Paper("exactly", "Exactly", "A. Author", 2026, "author2026", "paper.txt")


def _taken_for_regular() -> Tensor:
    """A singular matrix of whole numbers that floats take for regular: which, depends on the processor."""
    draws = Generator().manual_seed(0)
    for _ in range(1000):
        rows = torch.randint(-9, 10, (2, 3), generator=draws).double()
        matrix = torch.stack([*rows, rows.sum(0)])
        if all(float(det(matrix)) != 0 for det in (torch.linalg.det, linalg.det)):
            return matrix
    raise AssertionError("of a thousand singular matrices floats take none for regular")


SINGULAR = _taken_for_regular()
"""Floats take its determinant, 0, for 6.7e-16."""


@dataclass(frozen=True)
class Size:
    n: int


@dataclass(frozen=True)
class Real:
    t: float


@dataclass(frozen=True, init=False)
class matrices(reals):
    """Matrices, of which most are the singular one."""

    def __init__(self) -> None:
        super().__init__(3, 3)

    def strategy(self) -> st.SearchStrategy[Tensor]:
        return st.one_of(st.just(SINGULAR), super().strategy())

    def sample(self, generator: Generator, batch: int) -> Tensor:
        drawn = super().sample(generator, batch)
        drawn[::2] = SINGULAR
        return drawn


def claim(name: str, check: Callable[..., Margin], prompts: Any = None, settings: Any = None) -> Any:
    declared = PAPER.claim(
        "Lemma", id=name, settings=settings or space(Size, n=dims(1, 3, most=3)), prompts=prompts
    )
    declared.printed("As the test's name says.")(check)
    return declared


def verdict(name: str, check: Callable[..., Margin], prompts: Any = None, settings: Any = None) -> Verdict:
    return hunt(claim(name, check, prompts, settings))


def inverse(A: Any) -> Margin:
    """True of the matrices that have one."""
    return equal(linalg.inv(A) @ A, eye(3, A))


def above_zero(A: Any) -> Margin:
    """True of the same, and false of all others."""
    return equal(sign(abs(linalg.det(A))), 1)


def test_floats_take_it_for_regular() -> None:
    assert float(torch.linalg.det(SINGULAR)) != 0
    assert float(linalg.det(SINGULAR)) != 0


WHERE = {
    "a-method": lambda p: p.A.det() != 0,
    "the-vocabulary": lambda p: linalg.det(p.A) != 0,
    "strictly-above": lambda p: linalg.det(p.A) ** 2 > 0,
    "in-a-root": lambda p: sqrt(abs(linalg.det(p.A))) > 0,  # which only balls decide
}


@pytest.mark.parametrize("check", [inverse, above_zero], ids=["no-value", "false"])
@pytest.mark.parametrize("where", WHERE)
def test_a_hypothesis_of_a_space_is_decided_exactly(where: str, check: Any) -> None:
    domain = space(A=matrices(), where=WHERE[where])
    assert domain.explain(Prompt(A=SINGULAR)) is not None
    found = verdict(f"where-{where}-{check.__name__}".replace("_", "-"), check, lambda s: domain)
    assert found.outcomes == {"printed": "holds"}, found.surprises


@pytest.mark.parametrize("check", [inverse, above_zero])
def test_a_strict_hypothesis_of_a_margin_is_decided_exactly(check: Any) -> None:
    def stated(A: Any) -> Margin:
        return check(A).given(abs(linalg.det(A)), strict=True)

    name = f"given-{check.__name__}".replace("_", "-")
    found = verdict(name, stated, lambda s: space(A=matrices()))
    assert found.outcomes == {"printed": "holds"}, found.surprises
    assert found.hunts["printed"].scope.inactive > 0


def test_a_hypothesis_knows_the_setting_as_it_is() -> None:
    """A setting around a predicate is in floats, which are the numbers that they store."""

    def prompts(s: Real) -> Any:
        return space(A=matrices(), where=lambda p: linalg.det(p.A * s.t) != 0)

    def check(t: Any, A: Any) -> Margin:
        return equal(linalg.inv(A * t) @ A * t, eye(3, A))

    found = verdict("setting", check, prompts, space(Real, t=dyadics(0.3, 2)))
    assert found.outcomes == {"printed": "holds"}, found.surprises


def test_what_exact_numbers_cannot_follow_is_decided_in_floats() -> None:
    domain = space(x=reals(3), where=lambda p: bool((p.x != 0).any()) and float(p.x[0]) >= 0)
    assert domain.explain(Prompt(x=torch.zeros(3, dtype=torch.float64))) is not None
    assert domain.explain(Prompt(x=torch.tensor([0.1, 0.0, 0.0], dtype=torch.float64))) is None


def test_what_balls_leave_open_is_not_met() -> None:
    """The root of 2 times itself is 2: no enclosure tells that it is at least 2."""
    domain = space(Real, t=dyadics(2, 3), where=lambda s: sqrt(s.t) * sqrt(s.t) >= s.t)
    assert domain.explain(Real(2.0)) is not None  # floats happen to say that it is
    assert domain.explain(Real(2.25)) is None


POSITIVE = {
    "a-logarithm": lambda x: equal(exp(log(x)), x),
    "a-quotient": lambda x: at_least(1 / x, 0),
    "a-sign": lambda x: equal(sign(x), 1),
}


@pytest.mark.parametrize("name", POSITIVE)
def test_a_number_is_stated_to_be_above_zero(name: str) -> None:
    def check(x: Any) -> Margin:
        return POSITIVE[name](x).given(x, strict=True)

    found = verdict(name, check, lambda s: space(x=box(1, low=-1, high=1)))
    assert found.outcomes == {"printed": "holds"}, found.surprises


def test_a_vector_is_stated_not_to_be_zero() -> None:
    def check(x: Any) -> Margin:
        return equal(norm(unit(x)), 1)

    def stated(x: Any) -> Margin:
        return check(x).given(max(abs(x), -1), strict=True)

    in_margin = verdict("unit-given", stated, lambda s: space(x=reals(s.n)))
    in_space = verdict("unit-where", check, lambda s: space(x=reals(s.n), where=lambda p: norm(p.x) > 0))
    for found in (in_margin, in_space):
        assert found.outcomes == {"printed": "holds"}, found.surprises


def test_a_real_setting_is_stated_to_be_above_zero() -> None:
    def check(t: Any) -> Margin:
        return at_least(1 / t, 0).given(t, strict=True)

    found = verdict("real", check, settings=space(Real, t=dyadics(0, 4, of="[0, inf)")))
    assert found.outcomes == {"printed": "holds"}, found.surprises


FALSE: dict[str, Callable[..., Margin]] = {
    "regular-has-a-positive-determinant": lambda A: at_least(linalg.det(A), 0).given(
        abs(linalg.det(A)), strict=True
    ),
    "above-zero-is-above-a-half": lambda x: at_least(x, 0.5).given(x, strict=True),
    "zero-has-a-sign": lambda x: equal(sign(x), 1).given(x),  # which is not strict
    "near-zero-is-small": lambda x: at_most(x * x, x**4).given(abs(x), strict=True),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_strict_hypothesis_saves_no_false_statement(name: str) -> None:
    def prompts(s: Size) -> Any:
        return space(A=reals(2, 2), x=box(1, low=-1, high=1))

    found = verdict(name, FALSE[name], prompts)
    assert found.outcomes == {"printed": "refuted"}
    assert found.hunts["printed"].evidence == "genuine"


@pytest.mark.parametrize(
    ("strict", "outcome", "evidence"), [(True, "holds", "proved"), (False, "refuted", "genuine")]
)
def test_a_proof_drops_only_where_a_hypothesis_fails(strict: bool, outcome: str, evidence: str) -> None:
    """Of x in [-1, 1] with x > 0 (or at least 0), x + max(1 - 64 x, 0) is above 0 (not where it is -1 at 0)."""

    def check(x: Any) -> Margin:
        return at_least(x * (1 if strict else 2) + (1 - sign(x)) * -1, 0).given(x, strict=strict)

    found = verdict(f"proof-{strict}".lower(), check, lambda s: space(x=box(1, low=-1, high=1)))
    assert found.outcomes == {"printed": outcome}, found.surprises


NOT_DEFINED = {
    "inverse": lambda A: equal(linalg.inv(A) @ A, eye(2, A)),
    "quotient": lambda x: at_most(sum(x * x, -1) / sum(x * x, -1), 1),
    "logarithm": lambda x: equal(exp(log(x)), x),
    "factors": lambda A: equal(linalg.qr(A)[0] @ linalg.qr(A)[1], A),
}


@pytest.mark.parametrize("name", NOT_DEFINED)
def test_without_a_hypothesis_the_message_says_what_to_state(name: str) -> None:
    def prompts(s: Size) -> Any:
        return space(A=gaussian(2, 2), x=reals(2))

    found = verdict(f"undefined-{name}", NOT_DEFINED[name], prompts)
    assert found.hunts["printed"].outcome == "error"
    (line,) = found.surprises
    assert "where=lambda A: linalg.det(A) != 0" in line and "strict=True" in line


def test_powers_of_a_real_setting_end_as_those_of_tensors_do() -> None:
    holds = verdict(
        "large", lambda t: at_least(t**4, 0), settings=space(Real, t=scales(-400, 400, of="(0, inf)"))
    )
    assert holds.outcomes == {"printed": "holds"}, holds.surprises
    falls = verdict(
        "larger", lambda t: at_most(t**4, t), settings=space(Real, t=scales(300, 400, of="(0, inf)"))
    )
    assert falls.outcomes == {"printed": "refuted"}, falls.surprises


def test_hypotheses_are_written_as_they_are_decided() -> None:
    stated = claim(
        "written",
        lambda n, x: at_least(x, 0).given(x - n, strict=True).given(-x),
        lambda s: space(A=reals(s.n, s.n), x=reals(1), where=lambda p: linalg.det(p.A) != 0),
    )
    variant = stated.complete().readings["printed"].variant
    assert conclusion(variant).latex.endswith(r"\quad\text{where }x> n\quad\text{where }x\le 0")
    assert hypotheses(variant)[-1].text == r"$\det\left(A\right)\ne 0$"
