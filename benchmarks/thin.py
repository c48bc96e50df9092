"""Falsehoods on thin sets, under rare hypotheses and at single sizes, each with a true twin of the same form.

All are declared to hold. Which of them a search finds, and at how many seeds, stands in docs/power.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from lemmata import Margin, Paper, at_least, at_most, box, choices, dims, equal, printed, reals, scales, theorem
from lemmata.claims.declarations import Declaration
from lemmata.numbers import (
    Matrix,
    Number,
    Vector,
    abs,
    max,
    maximum,
    min,
    minimum,
    norm,
    relu,
    sign,
    stack,
    sum,
)

ORDERS, HYPOTHESES, SIZES = "orders and ties", "rare hypotheses", "single sizes"


@dataclass(frozen=True)
class Twins:
    """A false statement, and a true one of the same form."""

    kind: str
    false: Declaration
    true: Declaration


twins: dict[str, Twins] = {}


Make = Callable[[Paper, str, bool], Declaration]


def _plant(kind: str, name: str) -> Callable[[Make], Make]:
    """Decorator: plants what a function makes, once false and once true."""

    def plant(make: Make) -> Make:
        made = []
        for false in (True, False):
            label = name if false else f"{name} (true twin)"
            paper = Paper(f"thin_{len(twins)}_{int(false)}", "Thin sets", "Nobody", 2026, "key", "benchmarks")
            made.append(make(paper, label, false))
        twins[name] = Twins(kind, *made)
        return make

    return plant


# -- orders and ties ----------------------------------------------------------------------------------


@_plant(ORDERS, "no seven numbers are in one of 5,040 orders")
def _(paper: Paper, label: str, false: bool) -> Declaration:
    order = (3, 1, 6, 0, 2, 5, 4) if false else (3, 1, 6, 0, 2, 5, 3)

    @theorem(paper, label, id="planted", n=dims(7, 7), x=reals("n"))
    @printed(label)
    def check(x: Vector) -> Margin:
        steps = [relu(x[j] - x[i]) for i, j in pairwise(order)]
        return equal(sign(min(stack(steps))), 0)

    return check


@_plant(ORDERS, "of seven numbers no five are equal, and larger than two others that are equal")
def _(paper: Paper, label: str, false: bool) -> Declaration:
    large, small = (0, 2, 3, 5, 6), (1, 4)

    @theorem(paper, label, id="planted", n=dims(2, 9), x=reals("n"))
    @printed(label)
    def check(n: int, x: Vector) -> Margin:
        if n != 7:
            return equal(sum(x), sum(x))
        apart = [abs(x[i] - x[large[0]]) for i in large] + [abs(x[small[0]] - x[small[1]])]
        above = relu(x[0] - x[1]) if false else relu(x[0] - x[2])
        return equal(relu(sign(above) - sign(max(stack(apart)))), 0)

    return check


@_plant(ORDERS, "the largest of five numbers is not the last where the others fall")
def _(paper: Paper, label: str, false: bool) -> Declaration:
    last = 4 if false else 3

    @theorem(paper, label, id="planted", n=dims(5, 5), x=box("n", low=0, high=1), y=reals("n"))
    @printed(label)
    def check(x: Vector, y: Vector) -> Margin:
        falls = [sign(relu(x[i] - x[i + 1])) for i in range(3)]
        both = min(stack([*falls, sign(relu(x[last] - x[0]))]))
        return equal(both * y, 0 * y)

    return check


# -- rare hypotheses ----------------------------------------------------------------------------------


@_plant(HYPOTHESES, "numbers whose sum and weighted sum are 0 begin with none above 1")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(4, 6),
        x=reals("n"),
        where=lambda n, x: sum(x) == 0 and sum(stack([(i + 1) * x[i] for i in range(n)])) == 0,
    )
    @printed(label)
    def check(x: Vector) -> Margin:
        return at_most(x[0], 1) if false else at_most(sum(x) ** 2 + sum(x[1:]), sum(abs(x[1:])))

    return check


@_plant(HYPOTHESES, "orthogonal vectors begin with products of at most 1")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(paper, label, id="planted", n=dims(3, 5), x=reals("n"), y=reals("n"))
    @printed(label)
    def check(x: Vector, y: Vector) -> Margin:
        stated = at_most(x[0] * y[0], 1) if false else at_most(sum(x * y), abs(x[0] * y[0]))
        return stated.given(-abs(x @ y)).given(sum(x * x) - 1).given(sum(y * y) - 1)

    return check


@_plant(
    HYPOTHESES, "the first of two vectors at an angle of at most eight degrees begins with no number above 0"
)
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(paper, label, id="planted", n=dims(8, 8), x=reals("n"), y=reals("n"))
    @printed(label)
    def check(x: Vector, y: Vector) -> Margin:
        near = x @ y * 100 - 99 * norm(x) * norm(y)
        stated = at_most(x[0], 0) if false else at_most(-(x @ y), 0)
        return stated.given(near).given(norm(x) - 1).given(norm(y) - 1)

    return check


@_plant(HYPOTHESES, "six numbers near one to six have a sum of at most 20")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(6, 6),
        x=reals("n"),
        where=lambda n, x: all(abs(x[i] - (i + 1)) <= 0.25 for i in range(n)),
    )
    @printed(label)
    def check(x: Vector) -> Margin:
        return at_most(sum(x), 20 if false else 23)

    return check


@_plant(HYPOTHESES, "numbers and their inverses have sums of squares of at most 2 n")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(paper, label, id="planted", n=dims(2, 4), x=reals("n"), y=reals("n"))
    @printed(label)
    def check(n: int, x: Vector, y: Vector) -> Margin:
        squares = sum(x * x + y * y)
        stated = at_most(squares, 2 * n) if false else at_most(2 * n, squares)
        return stated.given(-max(abs(x * y - 1)))

    return check


@_plant(HYPOTHESES, "weights that add up to 1, of which three are equal, begin with at most a quarter")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(4, 5),
        p=box("n", low=0, high=1),
        x=reals(1),
        where=lambda p: sum(p) == 1 and p[0] == p[1] and p[1] == p[2],
    )
    @printed(label)
    def check(p: Vector, x: Vector) -> Margin:
        return at_most(x * x * p[0] * 4, x * x) if false else at_most(x * x * p[0] * 3, x * x)

    return check


# -- single sizes -------------------------------------------------------------------------------------


def _apart(n: int, m: int) -> Number:
    return (n - 7) ** 2 + (m - 3) ** 2


@_plant(SIZES, "n = 7 and m = 3 never come together, of 900 pairs")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(paper, label, id="planted", n=dims(1, 30), m=dims(1, 30))
    @printed(label)
    def check(n: int, m: int) -> Margin:
        return at_least(minimum(_apart(n, m), 1), 1 if false else 0)

    return check


@_plant(SIZES, "a matrix of any size but 7 by 3 has a sum of squares")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(paper, label, id="planted", n=dims(1, 12), m=dims(1, 12), A=reals("n", "m"))
    @printed(label)
    def check(n: int, m: int, A: Matrix) -> Margin:
        squares = sum(A * A)
        return at_least(squares * minimum(_apart(n, m), 1), squares if false else 0)

    return check


@_plant(SIZES, "n = 7, m = 3 and the third of three kinds never come together, whatever the scale")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(1, 9),
        m=dims(1, "n"),
        sort=choices(1, 2, 3),
        t=scales(-8, 8),
        x=reals("n"),
    )
    @printed(label)
    def check(n: int, m: int, sort: int, t: Number, x: Vector) -> Margin:
        squares = t * sum(x * x)
        return at_least(squares * minimum(_apart(n, m) + (sort - 3) ** 2, 1), squares if false else 0)

    return check


@_plant(SIZES, "a bound that fails at one corner, where some quantities are large and others small")
def _(paper: Paper, label: str, false: bool) -> Declaration:

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(1, 16, most=16),
        k=dims(1, "n"),
        r=scales(-8, 0),
        rho=scales(2, 8),
        M=dims(5, 32, most=32),
        where=lambda rho, M: rho**2 <= 2 ** (M - 1),
    )
    @printed(label)
    def check(n: int, k: int, r: Number, rho: Number, M: int) -> Margin:
        largest = 4 * n * r / rho - M + 5 - (k - 1)
        return at_most(largest, 15 if false else 16)

    return check


@_plant(SIZES, "a bound from both sides, sharp below at most settings, that fails above at one corner")
def _(paper: Paper, label: str, false: bool) -> Declaration:
    factor = 3 if false else 4

    @theorem(
        paper,
        label,
        id="planted",
        n=dims(1, 16, most=16),
        d=dims(1, 3, most=3),
        k=dims(1, "d"),
        r=scales(-8, 0, of="(0, 1]"),
        rho=scales(2, 8),
        x=box(2, low=0, high=1),
    )
    @printed(label)
    def check(n: int, k: int, r: Number, rho: Number, x: Vector) -> Margin:
        share = n / r
        size = 1.3125 * share if k == 1 else share + 3.0625 * n
        return at_most([1.25 * share, size], [maximum(size, 1.25 * share), factor * share + 8 + x[0] / rho])

    return check
