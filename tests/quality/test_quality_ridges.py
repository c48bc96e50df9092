"""Worst cases on ridges of maxima: found at one setting with 99 % of the true constant, the true one stands."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import pytest
import torch

from lemmata import Margin, Paper, at_most, box, dims, mutants, printed, reals, theorem
from lemmata.claims.declarations import Declaration
from lemmata.numbers import Matrix, Number, Vector, abs, eye, max, maximum, norm, relu, stack, sum, tril, triu
from lemmata.search.climbing.smoothing import Kinks, Smoothed, stopped_by

_NUMBERS = itertools.count()


def paper() -> Paper:
    return Paper(f"ridges_{next(_NUMBERS)}", "Title", "Author", 2026, "key", "source.txt")


def wilkinson(n: int, share: Fraction) -> Declaration:
    """The growth of elimination with pivots (Wilkinson, Rounding errors, 1963), attained by his matrix."""
    defect = {} if share == 1 else {"defect": "constant", "because": "The constant is $2^{n-1}$."}

    @theorem(paper(), "Growth", n=dims(n, n), L=box("n", "n", low=-1, high=1), U=reals("n", "n"))
    @printed(r"$\max|u_{ij}|\le c\max|(LU)_{ij}|$ for L with entries of at most 1", **defect)
    @mutants(a_tenth=dict(c=Fraction(2 ** (n - 1), 10)))
    def growth(n: int, L: Matrix, U: Matrix, c: Number = share * 2 ** (n - 1)) -> Margin:
        """Elimination with pivots enlarges the largest entry by no more than a factor."""
        lower, upper = tril(L, -1) + eye(n), triu(U)
        return at_most(max(abs(upper)), c * max(abs(lower @ upper)))

    return growth


def markov(n: int, share: Fraction, largest: Callable[[list[Number]], Number] | None = None) -> Declaration:
    """A. Markov, 1889, at 1: attained by Chebyshev's polynomial, whose extremal points are those here."""
    of_all = largest or (lambda values: max(abs(stack(values))))
    defect = {} if share == 1 else {"defect": "constant", "because": "The constant is $n^2$."}
    # Rounded inwards by at most 2^-30: the maximum over these points is smaller by that at most.
    points = [Fraction(round(2**30 * math.cos(math.pi * k / n)), 2**30) for k in range(n + 1)]

    @theorem(paper(), "Markov", n=dims(n, n), a=reals(n + 1))
    @printed(r"$|p'(1)|\le c\max_k|p(x_k)|$ for $p(x)=\sum_ja_jx^j$", **defect)
    @mutants(a_tenth=dict(c=Fraction(n * n, 10)))
    def derivative(n: int, a: Vector, c: Number = share * n * n) -> Margin:
        """The derivative at 1 of a polynomial is at most a multiple of its largest value."""
        values = [sum(stack([a[j] * x**j for j in range(n + 1)])) for x in points]
        return at_most(abs(sum(stack([j * a[j] for j in range(1, n + 1)]))), c * of_all(values))

    return derivative


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.power) for seed in (1, 2, 3))])
def test_growth_of_elimination_is_climbed_to(seed: int) -> None:
    for n in (3, 4, 5):
        found = wilkinson(n, Fraction(99, 100)).hunt(seed=seed)
        assert found.outcomes["printed"] == "refuted", n
        assert found.hunts["printed"].finding.evidence == "genuine"


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.power) for seed in (1, 2, 3))])
def test_steep_polynomials_are_climbed_to(seed: int) -> None:
    for n, share in ((3, Fraction(99, 100)), (5, Fraction(9, 10))):
        assert markov(n, share).hunt(seed=seed).outcomes["printed"] == "refuted", n


def one_by_one(values: list[Number]) -> Number:
    return functools.reduce(maximum, [abs(value) for value in values])


def test_a_maximum_of_single_numbers_is_climbed_as_that_of_an_array_is() -> None:
    claim = markov(4, Fraction(9, 10), one_by_one)
    assert any(claim.hunt(seed=seed).outcomes["printed"] == "refuted" for seed in (0, 1))


@pytest.mark.parametrize("make", [wilkinson, markov])
def test_the_true_constants_stand(make: object) -> None:
    for n in (3, 4):
        found = (wilkinson if make is wilkinson else markov)(n, Fraction(1 + (make is markov) * 2**-20)).hunt()
        assert found.outcomes["printed"] == "holds", n


# -- what is made smooth ------------------------------------------------------------------------------------


def places(sides: Callable[[], Margin]) -> frozenset[int]:
    kinks = stopped_by(sides)
    return frozenset() if kinks is None else kinks.places


def test_only_the_outermost_kinks_of_a_climb_that_stopped_there_are_taken() -> None:
    x = torch.tensor([[1.0, 1.0, 0.25], [0.5, -0.5, 0.25]], dtype=torch.float64, requires_grad=True)

    def layered() -> Margin:
        inner = relu(x)  # the first call: within, behind two others
        return at_most(max(abs(relu(inner + x)), -1), norm(x))

    assert places(layered) == {2, 3}
    apart = (x.detach() * torch.tensor([1.0, 2.0, 3.0])).requires_grad_()
    assert places(lambda: at_most(max(apart, -1), 4)) == frozenset()
    assert places(lambda: at_most(sum(x * x, -1), 4)) == frozenset()


def test_a_maximum_of_maxima_is_one_of_many_numbers() -> None:
    """Of single numbers, too: only how near one of them is to 0 cannot be told."""
    x = torch.tensor([[1.0, 1.0, 0.25]], dtype=torch.float64, requires_grad=True)

    def chained() -> Margin:
        a, b, c = (abs(x[:, i]) for i in range(3))  # calls 0 to 2
        return at_most(maximum(c, maximum(c / 2, maximum(a, b))), norm(x))

    assert places(chained) == {0, 1, 2, 3, 4, 5}
    apart = torch.tensor([[1.0, 2.0]], dtype=torch.float64, requires_grad=True)
    assert places(lambda: at_most(maximum(apart[:, 0], apart[:, 1]), 4)) == frozenset()
    assert places(lambda: at_most(abs(apart[:, 0]), 4)) == frozenset()


def test_the_width_of_single_numbers_is_that_of_the_largest() -> None:
    x = torch.tensor([[1.0, 1.0, -0.25], [0.5, 4.0, 0.0]], dtype=torch.float64, requires_grad=True)

    def chained() -> Margin:
        a, b, c = (abs(x[:, i]) for i in range(3))
        return at_most(maximum(c, maximum(a, b)), norm(x))

    kinks = stopped_by(chained)
    assert kinks is not None and kinks.sizes is not None
    assert kinks.sizes.tolist() == [1, 4]
    with Smoothed(kinks, 0.5):
        assert abs(x[:, 2]).tolist() == [math.hypot(0.25, 0.5), 2]


def test_smooth_functions_tend_to_those_with_kinks() -> None:
    x = torch.tensor([[1.0, -2.0, 0.5], [0.0, 3.0, 3.0]], dtype=torch.float64)
    y = x.flip(1)
    cases = [
        lambda: abs(x),
        lambda: relu(x),
        lambda: max(x, -1),
        lambda: x.amin(-1, keepdim=True),
        lambda: torch.stack([x, y]).amax(0),
        lambda: torch.stack([x, y]).amax((0, 2)),
        lambda: torch.maximum(x, y),
        lambda: torch.minimum(x, y),
    ]
    for function in cases:
        before = math.inf
        for width in (1.0, 0.25, 2.0**-6, 2.0**-12):
            with Smoothed(Kinks(frozenset({0})), width):
                smooth = function()
            error = float((smooth - function()).abs().max())
            assert error < before or error == 0
            before = error
            assert smooth.shape == function().shape
        assert before < 2.0**-9
        with Smoothed(Kinks(frozenset({1})), 1.0):  # another place
            untouched = function()
        assert torch.equal(untouched, function())
