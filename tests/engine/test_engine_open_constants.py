"""Open constants are solved for: what survives is kept, and only an empty set refutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from lemmata import (
    ForAll,
    Paper,
    Probability,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    every,
    hunt,
    scales,
    signs,
    some,
)
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.numbers import abs, norm
from lemmata.numbers import sum as total
from lemmata.records.evidence import HuntRecord
from lemmata.records.finding import Scope, Solved, Value
from lemmata.records.merging import merge
from tests.composed import made


@dataclass(frozen=True)
class Sized:
    d: int
    C: float


def claim(constant, check, prompts=lambda s: space(x=box(s.d, low=-1, high=1)), kind=None, d=None, fails=False):
    paper = Paper("planted", "Open constants", "nobody", 2026, "O", "none")
    declaration = paper.claim(
        "Theorem 1",
        kind=kind or ForAll(),
        settings=space(Sized, d=d or dims(1, 4, most=4), C=constant),
        prompts=prompts,
    )
    words: dict[str, Any] = {"defect": "constant", "because": "No constant serves every d."} if fails else {}
    declaration.printed("There is a constant.", **words)(check)
    return declaration


def sums(C, x):
    """|x|_1 <= C |x| with a C that grows like the root of d."""
    return at_most(total(abs(x), -1), C * norm(x))


def small(C, x):
    """|x|^2 <= C for entries of at most 1."""
    return at_most(total(x * x, -1), C)


def test_the_values_that_survive_are_kept():
    finding = hunt(claim(some(scales(-4, 4), weaker="larger"), sums)).hunts["printed"]
    assert finding.outcome == "holds"
    (solved,) = finding.scope.solved
    assert solved.tried == {"C": [2.0**-4, 16.0]}
    assert solved.surviving == {"C": [2.0, 16.0]}  # the root of 4
    assert "C from 2 to 16 survives, of the values from 1/16 to 16" in finding.finding.words


@pytest.mark.slow
def test_a_constant_may_depend_on_a_size():
    finding = hunt(claim(some(choices(1, 2, 3, 4), for_each=("d",), weaker="larger"), small)).hunts["printed"]
    assert finding.outcome == "holds"
    assert {part.at["d"]: part.surviving["C"][0] for part in finding.scope.solved} == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_list_without_a_survivor_refutes():
    finding = hunt(claim(some(choices(1, 2, 3), weaker="larger"), small, fails=True)).hunts["printed"]
    assert finding.outcome == "refuted"
    assert finding.scope.solved[0].certified
    assert (
        finding.witness is not None and finding.witness.setting["C"] == 3
    )  # the weakest statement fails, and so do all


def test_a_window_without_a_survivor_is_undecided():
    finding = hunt(claim(some(scales(-4, 1), weaker="larger"), small, fails=True)).hunts["printed"]
    assert finding.outcome == "undecided"
    assert "not excluded" in finding.finding.words


@pytest.mark.slow
def test_a_family_excludes_what_lies_beyond_a_window():
    constant = some(scales(-1, 2), weaker="larger", fails_at=lambda C: Sized(int(2 * C), C))
    finding = hunt(claim(constant, small, d=dims(1, 16), fails=True)).hunts["printed"]
    assert finding.outcome == "refuted"
    assert (
        "no C from 1/2 to 4 survives, nor does any larger one, up to 2^12, as a family of settings shows"
        in finding.finding.words
    )
    constant = some(scales(-1, 2), weaker="larger", fails_at=lambda C: Sized(16, C))  # fails up to 16 only
    assert hunt(claim(constant, small, d=dims(1, 16), fails=True)).hunts["printed"].outcome == "undecided"


@pytest.mark.slow
def test_a_family_gives_the_value_that_it_is_asked_for():
    constant = some(scales(-1, 2), weaker="larger", fails_at=lambda C: Sized(16, 1.0))
    finding = hunt(claim(constant, small, d=dims(16, 16), fails=True)).hunts["printed"]
    assert finding.outcome == "error"
    assert "one with that value" in finding.finding.because


@pytest.mark.slow
def test_values_without_an_order_are_tried_one_by_one():
    def between(C, x):
        return at_most((C - 3) ** 2 + 0 * x[0], 1)

    finding = hunt(claim(some(dims(1, 8)), between)).hunts["printed"]
    assert finding.outcome == "holds"
    assert finding.scope.solved[0].surviving == {"C": [2, 4]}
    assert finding.scope.solved[0].hunts == 8


def test_a_list_too_long_to_try_refutes_nothing() -> None:
    def only_eight(C, x):
        return at_most((C - 8) ** 2 + 0 * x[0], 0)

    finding = hunt(claim(some(dims(1, 100, most=100)), only_eight, fails=True)).hunts["printed"]
    assert finding.outcome == "undecided"  # 32 of 100 values are tried, and 8 is none of them


def test_what_survives_is_quoted_before_what_does_not() -> None:
    def never_at_two(C, x):
        return at_most(x[0] ** 2, -1).given(C - 2)

    finding = hunt(claim(some(choices(2, 1)), never_at_two)).hunts["printed"]
    assert finding.outcome == "vacuous"  # with 1 the hypotheses are never met


@pytest.mark.slow
def test_an_order_the_wrong_way_round_is_an_error() -> None:
    finding = hunt(claim(some(choices(1, 2, 4), weaker="smaller"), small)).hunts["printed"]
    assert finding.outcome == "error"
    assert "C = 4 survives and C = 1 does not" in finding.finding.because


def test_a_probability_has_open_constants_too():
    def within(C, d, x):
        return at_most(total(x, -1) ** 2, C * d)

    random_signs = {"prompts": lambda s: space(x=signs(s.d)), "kind": Probability(failure=lambda s: 0.25)}
    finding = hunt(claim(some(scales(-3, 5), weaker="larger"), within, **random_signs)).hunts["printed"]
    assert finding.outcome == "holds"
    low, high = finding.scope.solved[0].surviving["C"]
    assert (low, high) == (2.0, 32.0)  # at d = 1 and 2 the sum is +-1, or 2 with probability 1/2


@pytest.mark.slow
def test_where_only_idle_values_survive_nothing_was_tested():
    def never(C, x):
        return at_most(x[0], -2).given(1 - C)

    assert hunt(claim(some(choices(1, 2, 4), weaker="larger"), never)).hunts["printed"].outcome == "vacuous"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: some(box(2, low=0, high=1)), "one by one"),
        (lambda: some(every(dims(1, 2))), "no domain of values"),
        (lambda: some(cast("Any", 3)), "no domain of values"),
        (lambda: some(dims(1, 2), weaker=cast("Any", "bigger")), "'larger'"),
        (lambda: some(dims(1, 2), for_each=cast("Any", "d")), "no tuple"),
    ],
)
def test_misuse_is_an_error(make, message):
    with pytest.raises(ClaimError, match=message):
        make()


def test_a_constant_depends_on_what_has_single_values():
    open_in_reals = claim(some(choices(1, 2), for_each=("d",)), small, d=dyadics(1, 2))
    finding = hunt(open_in_reals).hunts["printed"]
    assert finding.outcome == "error"
    assert "dims(...) or choices(...)" in finding.finding.because


def test_no_function_hides_an_open_constant():
    finding = hunt(claim(lambda s: some(choices(1, 2)), small)).hunts["printed"]
    assert finding.outcome == "error"
    assert "itself" in finding.finding.because


def record(seed: int, *ranges: tuple[int, list[Value]]) -> HuntRecord:
    solved = tuple(Solved({"d": d}, {"C": [1.0, 64.0]}, {"C": alive}, not alive, 5) for d, alive in ranges)
    scope = Scope(instances=10, solved=solved)
    return made(
        HuntRecord,
        outcome="holds",
        claim="t/c",
        variant="printed",
        role="reading",
        seed=seed,
        profile="quick",
        scope=scope,
    )


def test_runs_together_leave_what_each_leaves():
    merged = merge([record(0, (1, [2.0, 64.0]), (2, [4.0, 64.0])), record(1, (1, [8.0, 64.0]))])
    assert merged.finding.outcome == "holds"
    assert [part.surviving["C"] for part in merged.finding.scope.solved] == [[8.0, 64.0], [4.0, 64.0]]
    assert "at d = 1 C from 8 to 64 survives" in merged.finding.words


def test_runs_that_leave_nothing_in_common_decide_nothing():
    assert merge([record(0, (1, [2.0, 4.0])), record(1, (1, [8.0, 64.0]))]).finding.outcome == "undecided"


def matrices(check, fails):
    """A claim about matrices with a row for each unit of C squared."""
    constant = some(scales(-4, 1), weaker="larger", fails_at=lambda C: Sized(int(C * C) + 1, C))
    return claim(constant, check, lambda s: space(A=box(s.d, s.d, low=-1, high=1)), d=dims(1, 8), fails=fails)


def diagonals(d, C, A):
    return at_most(d + 0 * total(A * A, (-2, -1)), C * C)


def test_a_family_ends_where_its_instances_are_too_large():
    finding = hunt(matrices(diagonals, fails=True)).hunts["printed"]  # at 2^11 a matrix has 2^44 entries
    assert finding.outcome == "refuted"
    (solved,) = finding.scope.solved
    assert (solved.followed, solved.too_large) == (8.0, 64.0)
    assert (
        "up to 8, as a family of settings shows (at 64 an instance of the family takes too much work)"
        in finding.finding.words
    )


def test_a_family_that_begins_too_large_excludes_nothing():
    constant = some(scales(-4, 1), weaker="larger", fails_at=lambda C: Sized(2**20, C))
    squares = claim(
        constant, diagonals, lambda s: space(A=box(s.d, s.d, low=-1, high=1)), d=dims(8, 8), fails=True
    )
    finding = hunt(squares).hunts["printed"]
    assert finding.outcome == "undecided"
    assert "not excluded (at 4 an instance of the family takes too much work)" in finding.finding.words
