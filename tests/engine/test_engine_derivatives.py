"""Derivatives of functions of a check: exact in every arithmetic, and an identity where it is one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import torch

from lemmata import (
    Margin,
    Paper,
    amended,
    at_least,
    dims,
    dyadics,
    equal,
    hunt,
    mutants,
    printed,
    reals,
    symmetric,
    theorem,
)
from lemmata.claims.prompt import Prompt
from lemmata.numbers import (
    Array,
    InstanceArray,
    concat,
    cos,
    derivative,
    erf,
    exact,
    exp,
    eye,
    gradient,
    linalg,
    log,
    logistic,
    norm,
    pi,
    pow,
    relu,
    sin,
    softmax,
    sqrt,
    stack,
    sum,
    tanh,
    trace,
    unit,
    where,
)
from lemmata.numbers.advice import NotInVocabulary
from lemmata.numbers.arithmetic import using
from lemmata.numbers.arrays import values
from lemmata.numbers.instance_arrays import of_one_instance
from lemmata.search.lifting import lift

RULES: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "a power": lambda x: (derivative(lambda t: t**3, x), 3 * x**2),
    "a quotient": lambda x: (derivative(lambda t: t / (1 + t * t), x), (1 - x * x) / (1 + x * x) ** 2),
    "one over": lambda x: (derivative(lambda t: 1 / t, x), -1 / x**2),
    "a root": lambda x: (derivative(sqrt, x), 1 / (2 * sqrt(x))),
    "a fractional power": lambda x: (derivative(lambda t: pow(t, Fraction(3, 2)), x), 3 * sqrt(x) / 2),
    "exp and log": lambda x: (derivative(lambda t: exp(t) * log(t), x), exp(x) * log(x) + exp(x) / x),
    "sin and cos": lambda x: (derivative(lambda t: sin(t) * cos(t), x), cos(x) ** 2 - sin(x) ** 2),
    "tanh": lambda x: (derivative(tanh, x), 1 - tanh(x) ** 2),
    "logistic": lambda x: (derivative(logistic, x), logistic(x) * (1 - logistic(x))),
    "erf": lambda x: (derivative(erf, x), 2 * exp(-x * x) / sqrt(pi())),
    "a base": lambda x: (derivative(lambda t: 2**t, x), 2**x * log(2)),
    "the second": lambda x: (derivative(lambda t: derivative(lambda u: u**4, t), x), 12 * x**2),
    "a product of levels": lambda x: (derivative(lambda t: t * derivative(lambda u: t * u**2, t), x), 6 * x**2),
    "a constant": lambda x: (derivative(lambda t: x * 0 + 5, x), 0 * x),
    "a branch": lambda x: (derivative(lambda t: t**2 if t > 0 else -t, x), 2 * x),
    "parts": lambda x: (derivative(lambda t: sum(concat([stack([t, t * t]), 1])), x), 1 + 2 * x),
    "where": lambda x: (derivative(lambda t: where(t > 0, t**2, t), x), 2 * x),
}
"""Of a number above 0."""
VECTORS: dict[str, Callable[[Any, Any], tuple[Any, Any]]] = {
    "a quadratic form": lambda A, x: (gradient(lambda t: t @ A @ t, x), (A + A.T) @ x),
    "a norm": lambda A, x: (gradient(norm, x), unit(x)),
    "least squares": lambda A, x: (gradient(lambda t: sum((A @ t - x) ** 2), x), 2 * A.T @ (A @ x - x)),
    "a softmax": lambda A, x: (
        derivative(lambda t: softmax(t), x, along=A[0]),
        softmax(x) * (A[0] - softmax(x) @ A[0]),
    ),
    "a trace": lambda A, x: (gradient(lambda M: trace(M @ M), A), 2 * A.T),
    "a determinant": lambda A, x: (gradient(linalg.det, A), linalg.det(A) * linalg.inv(A).T),
    "one of two equal rows": lambda A, x: (sum(gradient(linalg.det, stack([x, x, A[2]]))[0] * x) + x[0], x[0]),
    "an inverse": lambda A, x: (
        derivative(lambda t: linalg.inv(A + t * eye(3)) @ x, 0 * x[0]),
        -linalg.inv(A) @ linalg.inv(A) @ x,
    ),
    "a solution": lambda A, x: (
        derivative(lambda t: linalg.solve(A + t * eye(3), x), 0 * x[0]),
        -linalg.solve(A, linalg.solve(A, x)),
    ),
}
ALGEBRAIC = (
    *("a power", "a quotient", "one over", "the second", "a product of levels", "a quadratic form"),
    *("a determinant", "one of two equal rows"),
)


def _sides(rule: Any, data: dict[str, Any], kind: Any) -> list[Any]:
    with using(kind), exact.ball_precision():
        lifted = dict((Prompt(**data) if kind is None else lift(Prompt(**data), kind)).items())
        like = next(iter(lifted.values())).reshape(-1)[0]
        with of_one_instance(lambda: like):
            sides = rule(*(InstanceArray(v) for v in lifted.values()))
        return [values(side.raw) for side in sides]


@pytest.mark.parametrize("kind", [None, "tracked", "ball", "rational"])
@pytest.mark.parametrize("name", [*RULES, *VECTORS])
def test_a_derivative_is_what_it_is_in_textbooks(name: str, kind: Any) -> None:
    if kind == "rational" and name not in ALGEBRAIC:
        return
    g = torch.Generator().manual_seed(1)
    number = {"x": torch.tensor([0.5, 2.0, 1.25], dtype=torch.float64)}
    A = torch.randint(-8, 9, (4, 3, 3), generator=g).double() / 8 + 2 * torch.eye(3, dtype=torch.float64)
    vectors = {"A": A, "x": torch.randint(1, 17, (4, 3), generator=g).double() / 8}
    got, wanted = _sides(RULES.get(name) or VECTORS[name], number if name in RULES else vectors, kind)
    torch.testing.assert_close(*torch.broadcast_tensors(got, wanted), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("f", [relu, abs, lambda t: linalg.svdvals(stack([stack([t, 1]), stack([1, t])]))])
def test_what_has_no_derivative_is_refused(f: Any) -> None:
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)), pytest.raises(NotInVocabulary):
        derivative(f, InstanceArray(torch.ones(2, dtype=torch.float64)))


def test_a_gradient_is_of_one_number() -> None:
    x = InstanceArray(torch.ones(2, 3, dtype=torch.float64))
    with (
        of_one_instance(lambda: torch.zeros((), dtype=torch.float64)),
        pytest.raises(NotInVocabulary, match=r"gives one number, and this one gives shape \(3,\)"),
    ):
        gradient(exp, x)


def test_errata_of_gradients_are_found_and_their_corrections_proved() -> None:
    PAPER = Paper(topic="gradients", title="T", authors="A", year=2026, key="A26", source="x.txt")

    @theorem(PAPER, "Problem 1", n=dims(1, 3), A=reals("n", "n"), x=reals("n"))
    @printed(
        "$\\nabla x^\\top Ax=2Ax$.",
        defect="statement",
        because="A need not be symmetric.",
        fails_where=lambda n: n > 1,
    )
    @amended("The same for symmetric A.", adds="symmetry", A=symmetric("n"))
    @mutants(half=dict(c=1))
    def form(A: Array, x: Array, c: float = 2) -> Margin:
        """The gradient of a quadratic form."""
        return equal(gradient(lambda t: t @ A @ t, x), c * A @ x)

    verdict = form.hunt()
    assert verdict.surprises == []
    assert verdict.outcomes["printed"] == "refuted"

    @theorem(PAPER, "Problem 2", c=dyadics(0, 4, open_low=True))
    @printed(
        "The derivative of the root is negative.",
        defect="typo",
        because="The sign.",
        slope=lambda c: -1 / (2 * sqrt(c)),
    )
    @amended("It is positive.", adds="the sign", slope=lambda c: 1 / (2 * sqrt(c)))
    @mutants(double=dict(slope=lambda c: 1 / sqrt(c)))
    def root(c: Any, slope: Any) -> Margin:
        """The derivative of a root."""
        return equal(derivative(sqrt, c), slope)

    assert root.hunt().surprises == []

    @theorem(PAPER, "Problem 3", x=dyadics(-2, 2))
    @printed("The logistic function has the slope of at most a quarter.")
    @mutants(less=dict(most=Fraction(6, 25)))
    def slope(x: Any, most: Any = Fraction(1, 4)) -> Margin:
        """The slope of the logistic function."""
        return at_least(most, derivative(logistic, x))

    assert hunt(slope).surprises == []
