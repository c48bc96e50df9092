"""The hypotheses of a reading, rendered from its spaces."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from lemmata import (
    Declaration,
    Domain,
    Margin,
    Paper,
    Probability,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    every,
    gaussian,
    in_ball,
    reals,
    scales,
    signs,
    some,
    sparse,
    symmetric,
    uniform_ball,
)
from lemmata.claims.pinned import pinned
from lemmata.claims.space import Space, space
from lemmata.formulas.hypotheses import hypotheses, region
from lemmata.formulas.numerals import numeral

TENTH = Fraction(1, 10)


@dataclass(frozen=True)
class Sizes:
    """What statements of these tests speak of."""

    d: int = 1
    n: int = 1
    S: int = 1
    b_x: float = 1.0
    c: float = 1.0

    @property
    def q(self) -> Any:
        """A rate."""
        return 1 - self.b_x / 2


def claim(
    prompts: Any = None, settings: Space | None = None, random: bool = False, **options: Any
) -> Declaration:
    """A claim that says nothing, on these spaces."""
    declared = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=Probability(failure=lambda s: 1) if random else None,
        settings=settings or space(Sizes, d=dims(1, 3), n=dims(1, 4)),
        prompts=prompts,
        **options,
    )

    @declared.printed("For all $x$.")
    def nothing(d: Any) -> Margin:
        return at_most(d, d)

    return declared


def said(declared: Declaration) -> dict[str, str]:
    """What is said of each quantity; the last joint hypothesis under no name."""
    return {row.quantity: row.text for row in hypotheses(declared.variant("printed"))}


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (dims(1, 3), r"whole numbers $x\ge 1$"),
        (dims(1, 3, most=8), r"whole numbers $1\le x\le 8$"),
        (dims(2, 2, most=2), "$x=2$"),
        (choices(1, Fraction(1, 2)), r"$x\in\{1,\frac{1}{2}\}$"),
        (dyadics(0, TENTH, open_low=True), r"$x\in(0,\frac{1}{10}]$"),
        (reals(2, 3), r"$x\in\mathbb R^{2\times 3}$"),
        (box(3, low=-1, high=TENTH), r"$x\in[-1,\frac{1}{10}]^{3}$"),
        (box(2, low=0, high=0), "all entries of $x$ are $0$"),
        (in_ball(4, 2, radius=3), r"$x\in\mathbb R^{4\times 2}$ with rows of norm at most $3$"),
        (in_ball(1, radius=1), r"$|x|\le 1$"),
        (symmetric(2, 3), r"$x\in\mathbb R^{2\times 3\times 3}$, $2$ symmetric matrices"),
        (sparse(5, 2, 1), r"$x\in\mathbb R^{5}$, at most $2$ non-zero entries, $\|x\|_1\le 1$"),
    ],
)
def test_each_domain_has_words(domain: Domain, words: str) -> None:
    assert said(claim(space(x=domain)))["x"] == words


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        (signs(3), r"$x\in\{-1,1\}^{3}$, entries independent, each sign as likely"),
        (gaussian(2, 2), r"$x\in\mathbb R^{2\times 2}$, entries independent and standard normal"),
        (uniform_ball(3), r"$x\in\mathbb R^{3}$ of norm at most $1$, uniform in the ball"),
        (choices(0, 1), r"$x\in\{0,1\}$, each as likely"),
        (every(box(2, low=0, high=1)), r"for every $x\in[0,1]^{2}$"),
    ],
)
def test_a_law_is_said_where_the_quantity_is_random(domain: Domain, words: str) -> None:
    assert said(claim(space(x=domain), random=True))["x"] == words
    alone = said(claim(space(x=domain)))["x"]
    assert alone == words.removeprefix("for every ").split("$, ")[0].rstrip("$") + "$" or "norm" in words


def test_what_is_drawn_stands_beside_what_is_allowed() -> None:
    (row, *_) = hypotheses(claim(settings=space(Sizes, d=dims(1, 3))).variant("printed"))
    assert (row.quantity, row.text, row.drawn) == ("d", r"whole numbers $d\ge 1$", "$1$ to $3$")
    (row, *_) = hypotheses(claim(settings=space(Sizes, d=dims(1, 3, most=3))).variant("printed"))
    assert not row.drawn


def rows_in_ball(s: Sizes, factor: int = 2) -> Space:
    """Some statements before the space."""
    radius = s.b_x * factor
    if factor > 2:
        return space(X=reals(s.n, s.d))
    return space(X=in_ball(s.n, s.d, radius=radius), beta_star=sparse(s.d, s.S, bound=s.b_x))


def test_arguments_that_depend_on_other_quantities_are_formulas() -> None:
    settings = space(
        Sizes, d=dims(1, 3), S=lambda s: dims(1, min(s.d, 2), most=s.d), b_x=lambda s: dyadics(0, s.d - 1 + 1)
    )
    texts = said(claim(rows_in_ball, settings))
    assert texts["S"] == r"whole numbers $1\le S\le d$"
    assert texts["X"] == r"$X\in\mathbb R^{n\times d}$ with rows of norm at most $2\,b_{x}$"
    assert r"\|\beta^{\ast}\|_1\le b_{x}" in texts["beta_star"]
    assert said(claim(lambda s: rows_in_ball(s, 3)))["X"] == r"$X\in\mathbb R^{n\times d}$"


def test_two_lambdas_on_one_line_are_told_apart() -> None:
    settings = space(Sizes, d=lambda s: dims(1, 2, most=5), n=lambda s: dims(s.d, 4), S=lambda s: dims(2, s.n))
    texts = said(claim(settings=settings))
    assert texts["n"] == r"whole numbers $n\ge d$"
    assert texts["S"] == r"whole numbers $S\ge 2$"


def by_hand(s: Sizes) -> Space:
    """What no expression gives."""
    fields: dict[str, Any] = {}
    for name in ("A", "B"):
        fields[name] = box(s.d + 4, 2 * s.n, low=-s.b_x / 2, high=1)
    fields["C"] = reals(2 if s.d > 1 else 1)
    return space(**fields)


def test_a_space_that_code_makes_is_read_by_what_its_domains_are_given() -> None:
    settings = space(Sizes, d=dims(1, 3), n=dims(1, 4), b_x=dyadics(1, 2))
    texts = said(claim(by_hand, settings))
    assert texts["A"] == texts["B"].replace("B", "A") == r"$A\in[-\frac{b_{x}}{2},1]^{(d+4)\times 2\,n}$"


def test_what_cannot_be_read_is_said_for_one_setting() -> None:
    assert "(at $d=" in said(claim(by_hand))["C"]


def test_joint_hypotheses_are_formulas() -> None:
    settings = space(Sizes, d=dims(1, 3), b_x=dyadics(0, 2), where=lambda s: s.q < s.d)
    (joint,) = [text for name, text in said(claim(settings=settings)).items() if not name]
    assert joint.startswith("$q< d$")
    assert "b_{x}" in joint  # what q is


def test_a_constant_that_exists_is_said_so() -> None:
    settings = space(Sizes, d=dims(1, 3), c=some(scales(-2, 3), for_each=("d",)))
    assert said(claim(settings=settings))["c"] == "there is $c>0$ for each $d$"
    settings = space(Sizes, c=some(choices(1, 2)))
    assert said(claim(settings=settings))["c"] == r"there is $c\in\{1,2\}$, the same for all of the others"


def test_a_constant_stands_before_what_it_has_to_serve() -> None:
    settings = space(
        Sizes, d=dims(1, 3), n=dims(1, 3), c=some(scales(-2, 3), for_each=("d",)), b_x=some(scales(0, 1))
    )
    assert list(said(claim(settings=settings))) == ["b_x", "d", "c", "n"]


def test_a_region_is_a_formula() -> None:
    assert region(lambda s: s.b_x > 6 / s.d) == r"b_{x}> \frac{6}{d}"


def test_one_value_is_pinned_unless_it_is_determined() -> None:
    settings = space(
        Sizes,
        d=dims(1, 3),
        n=lambda s: dims(s.d, s.d, most=s.d),  # n = d in the statement
        S=lambda s: dims(s.d, s.d),  # S >= d in the statement
        b_x=choices(2),
    )
    reading = claim(space(y=box(1, low=1, high=1), x=reals(2)), settings).variant("printed")
    assert pinned(reading) == {"S": "", "b_x": "", "y": ""}


def test_the_reason_of_the_author_stands_beside_it() -> None:
    settings = space(Sizes, d=dims(1, 1), n=dims(1, 2))
    assert pinned(claim(settings=settings, pinned={"d": "d does not enter"}).variant("printed")) == {
        "d": "d does not enter"
    }


@pytest.mark.parametrize(
    ("number", "latex"),
    [
        (3, "3"),
        (-0.5, r"-\frac{1}{2}"),
        (2.0**-20, "2^{-20}"),
        (1 - 2.0**-14, r"\frac{16383}{16384}"),
        (3 * 2.0**-30, r"3\cdot 2^{-30}"),
        (1234567.891, r"1.23\cdot 10^{6}"),
        (0.30000000000000004, r"\frac{3}{10}"),
        (float("inf"), r"\infty"),
    ],
)
def test_numbers_as_their_authors_mean_them(number: Any, latex: str) -> None:
    assert numeral(number) == latex
