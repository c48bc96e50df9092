"""What a statement allows where less is drawn."""

import pytest
import torch

from lemmata import box, dyadics, scales
from lemmata.claims.domains.base import Domain
from lemmata.claims.intervals import Interval
from lemmata.errors import ClaimError
from lemmata.testing import check_domain


def exactly(*values: float) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.float64)


@pytest.mark.parametrize(
    ("domain", "allowed", "denied"),
    [
        (scales(-2, 2, of="(0, inf)"), 2.0**20, 0.0),
        (scales(-4, -2, of="(0, 1)"), 1 - 2.0**-30, 1.0),
        (scales(-4, 0, open_high=True, of="(0, 1)"), 2.0**-30, 1.0),
        (scales(-20, -3, of="(0, 1/8]"), 0.125, 0.126),
        (dyadics(0, 2, of="[0, inf)"), 0.0, -1.0),
        (dyadics(0, 4, open_low=True, of="(0, inf)"), 2.0**20, 0.0),
        (dyadics(-2, 2, of="(-inf, inf)"), -(2.0**20), float("inf")),
        (box(2, low=0.0, high=1.0, of="[0, inf)"), exactly(0.0, 9.0), exactly(0.0, -1.0)),
        (box(2, low=1.0, high=4.0, of="(0, inf)"), exactly(0.5, 9.0), exactly(0.0, 2.0)),
        (box(2, low=1.0, high=4.0, of="(0, inf)"), exactly(0.5, 9.0), exactly(1.0, float("inf"))),
    ],
)
def test_a_domain_allows_more_than_it_draws(domain: Domain, allowed: object, denied: object) -> None:
    check_domain(domain)
    assert domain.contains(allowed)
    assert not domain.contains(denied)


@pytest.mark.parametrize(
    "domain", [scales(-2, 2, of="(0, inf)"), dyadics(0, 2, of="[0, inf)"), dyadics(0, 2), scales(-2, 2)]
)
def test_a_number_is_picked_and_drawn_as_a_float(domain: Domain) -> None:
    generator = torch.Generator().manual_seed(0)
    assert {type(domain.pick(generator)) for _ in range(8)} == {float}
    assert all(type(end) is float for end in domain.ends())
    assert not domain.contains(exactly(1.0)[0]), "an array of no axes"


@pytest.mark.parametrize(
    "text", ["", "0, 1", "(1, 0)", "(0, 0)", "[0, inf]", "[-inf, 0)", "(0, x)", "(1/0, 2)", "(nan, 1)"]
)
def test_what_is_no_interval_is_refused(text: str) -> None:
    with pytest.raises(ClaimError, match="is no interval"):
        Interval.parse(text)


@pytest.mark.parametrize(
    "make",
    [
        lambda: scales(-2, 2, of="(0, 1)"),
        lambda: dyadics(0, 1, of="(0, 1]"),
        lambda: box(3, low=-1, high=1, of="[0, inf)"),
    ],
)
def test_nothing_is_drawn_that_is_not_allowed(make: object) -> None:
    with pytest.raises(ClaimError, match="goes beyond of="):
        make()  # type: ignore[operator]


@pytest.mark.parametrize(
    ("text", "latex", "of_x"),
    [
        ("(0, inf)", r"(0,\infty)", "x>0"),
        ("[1/2, inf)", r"[\frac{1}{2},\infty)", r"x\ge \frac{1}{2}"),
        ("(-inf, inf)", r"\mathbb R", r"x\in\mathbb R"),
        ("(-inf, 0]", r"(-\infty,0]", r"x\in(-\infty,0]"),
        ("(0, 0.3]", r"(0,\frac{3}{10}]", r"x\in(0,\frac{3}{10}]"),
    ],
)
def test_an_interval_says_itself(text: str, latex: str, of_x: str) -> None:
    assert Interval.parse(text).latex == latex
    assert Interval.parse(text).of_number("x") == of_x


def test_a_box_of_one_entry_is_worded_as_a_number() -> None:
    assert box.words("x", ("1",), "1", "4", of="(0, inf)") == "$x>0$"
    assert box.words("x", ("d",), "1", "4", of="(0, inf)") == r"$x\in(0,\infty)^{d}$"


def test_an_end_is_the_number_that_is_written() -> None:
    third = Interval.parse("(0, 0.3]")
    assert not third.contains(0.1 + 0.2), "above three tenths"
    assert third.contains(0.3), "the float is below three tenths"
