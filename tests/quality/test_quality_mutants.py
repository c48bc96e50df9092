"""A mutant changes one thing, or says why it is more; what it changes is computed, not taken from its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from lemmata import ForAll, Paper, at_most, dims, equal, reals
from lemmata.claims.declarations import Declaration
from lemmata.claims.heads import Change
from lemmata.claims.mutants import changed
from lemmata.claims.space import space
from lemmata.errors import ClaimError
from lemmata.run.description import describe


@dataclass(frozen=True)
class Size:
    d: int


def constant(d: int) -> int:
    """The paper's constant."""
    return 4 * d


def scaled(factor: int) -> Any:
    return lambda d: factor * d


def claimed() -> Declaration:
    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=ForAll(), settings=space(Size, d=dims(1, 3)), prompts=lambda s: space(x=reals(s.d))
    )

    @claim.printed("x", factor=1, bound=constant)
    def check(d: Any, tf: Any, x: Any, factor: int, bound: Any) -> Any:
        return at_most(d * factor, bound)

    claim.construction(lambda s: s.d)
    return claim


def changes(claim: Declaration, mutant: str) -> tuple[Change, ...]:
    return describe(claim.complete()).changes[mutant].changes


def test_what_a_mutant_changes_is_shown_old_and_new() -> None:
    claim = claimed()
    claim.mutant("9", factor=9)
    claim.mutant("2 d for 4 d", bound=lambda d: 2 * d)
    claim.mutant("d", bound=scaled(1))
    claim.mutant("larger", settings=space(Size, d=dims(5, 9)))
    claim.mutant("without", construction=lambda s: None)
    assert changes(claim, "9") == (Change("factor", "1", "9"),)
    assert changes(claim, "2 d for 4 d") == (Change("bound", "4 * d", "2 * d"),)
    assert changes(claim, "d") == (Change("bound", "4 * d", "factor * d; factor = 1"),)
    old, new = (f"whole numbers $d\\ge {n}$ (drawn: ${n}$ to ${m}$)" for n, m in ((1, 3), (5, 9)))
    assert changes(claim, "larger") == (Change("hypotheses", old, new),)
    assert changes(claim, "without") == (Change("construction", "s.d", "None"),)


def test_a_wrong_answer_is_a_change() -> None:
    claim = Paper("small", "t", "a", 2026, "k", "s").claim(
        "small", kind=ForAll(), settings=space(Size, d=dims(1, 3)), prompts=lambda s: space(x=reals(s.d))
    )
    claim.printed("x")(lambda x, answer: equal(answer(x), x))
    (change,) = changes(claim, "the answer 0")
    assert change == Change("answer", "what is computed", "the answer 0")


def test_two_changes_without_a_reason_are_refused() -> None:
    claim = claimed()
    claim.mutant("m", factor=9, settings=space(Size, d=dims(2, 2)))
    with pytest.raises(ClaimError, match=r"the mutant 'm' changes settings and factor, .*why="):
        claim.complete()


@pytest.mark.parametrize(
    ("ingredients", "names"),
    [
        ({"factor": 9, "bound": lambda s: 1}, ["factor", "bound"]),
        ({"factor": 9, "settings": space(Size, d=dims(2, 2))}, ["settings", "factor"]),
        ({"factor": 9, "bound": constant}, ["factor"]),
        ({"factor": 9, "settings": space(Size, d=dims(1, 3))}, ["factor"]),
    ],
)
def test_two_things_are_counted_as_two(ingredients: dict[str, Any], names: list[str]) -> None:
    claim = claimed()
    claim.mutant("m", why="So that it is seen.", **ingredients)
    variant = claim.complete().mutants["m"]
    assert changed(variant, claim.complete().survivor.variant) == names
    assert describe(claim.complete()).changes["m"].why == "So that it is seen."
