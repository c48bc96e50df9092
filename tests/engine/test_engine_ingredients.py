"""Ingredients are refused where they are certainly not what the check annotates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol

import pytest

from lemmata.claims.ingredients import fits, mismatch
from lemmata.claims.syntax import hints
from lemmata.numbers import Array


class Sized(Protocol):
    n: int


Unary = Callable[[int], Any]
FIT = [
    (3, int),
    (3, float),
    (0.5, float),
    (Fraction(1, 3), float),
    (True, bool),
    ("A", Literal["A", "B"]),
    (None, int | None),
    (abs, Unary),
    (lambda s: s, Unary),
    (lambda s, t=1: s, Unary),
    (dict, Unary),
    (max, Callable[..., Any]),
    (print, Callable),
    ((1, 2), tuple[int, int]),
    ([1], Sequence[int]),
    (object(), Any),
    ("x", Array),
    (3, Sized),
    (int, type[int]),
]
MISFIT = [
    (0.5, int),
    (True, int),
    (True, float),
    ("3", float),
    (1, bool),
    ("C", Literal["A", "B"]),
    (True, Literal[1]),
    ("x", int | None),
    (3, Unary),
    (lambda: 0, Unary),
    (lambda s, t: s, Unary),
    (3, Callable),
    ([1, 2], tuple[int, int]),
    (3, Sequence[int]),
    (None, str),
]


@pytest.mark.parametrize(("value", "annotation"), FIT)
def test_what_may_be_of_the_type_passes(value: Any, annotation: Any) -> None:
    assert fits(value, annotation)


@pytest.mark.parametrize(("value", "annotation"), MISFIT)
def test_what_is_certainly_not_of_the_type_is_seen(value: Any, annotation: Any) -> None:
    assert not fits(value, annotation)


@pytest.mark.parametrize("value", [1, 0.5, Fraction(1, 3), "five", True, None, abs])
def test_without_an_annotation_the_default_says_what_is_expected(value: Any) -> None:
    def check(x, factor=2, name="x", switch=False, at=None):
        pass

    for name, sort in {"factor": (int, float, Fraction), "name": (str,), "switch": (bool,)}.items():
        certain = value is not None and value is not abs
        assert bool(mismatch(check, name, value)) == (certain and type(value) not in sort), name
    assert not mismatch(check, "at", value)
    assert mismatch(check, "factor", "six") == "has 2 for it, a number"


def test_annotations_that_cannot_be_evaluated_say_nothing() -> None:
    def check(s: Missing, factor: int) -> None:  # type: ignore[name-defined]  # noqa: F821
        pass

    assert hints(check) == {}
    assert hints(test_what_may_be_of_the_type_passes)["annotation"] is Any
