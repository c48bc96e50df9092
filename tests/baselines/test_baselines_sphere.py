"""The slab probability against the dimensions in which it is elementary, and against sampling."""

import math

import pytest
import torch

from baselines.sphere import slab_probability
from lemmata.numbers import exact
from lemmata.numbers.exact import NotExact
from lemmata.search.lifting import lift


@pytest.mark.parametrize("t", [0.0, 0.125, 0.5, 0.875])
def test_elementary_dimensions(t: float) -> None:
    assert slab_probability(1, t) == 0
    assert slab_probability(2, t) == pytest.approx(2 / math.pi * math.asin(t), rel=1e-13)
    assert slab_probability(3, t) == pytest.approx(t, rel=1e-13)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_a_slab_that_holds_the_sphere(d: int) -> None:
    assert slab_probability(d, 1.0) == slab_probability(d, 1.5) == 1


def test_sampling_agrees() -> None:
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(200_000, 6, generator=generator, dtype=torch.float64)
    inside = (x[:, 0].abs() <= 0.3 * x.norm(dim=-1)).double()
    assert abs(float(inside.mean()) - slab_probability(6, 0.3)) < 5 * 0.5 / math.sqrt(200_000)


@pytest.mark.parametrize("d", [2, 3, 10])
def test_the_tracked_value_encloses_the_ball(d: int) -> None:
    tracked = slab_probability(d, lift(0.3, "tracked"))
    with exact.ball_precision():
        ball = slab_probability(d, lift(0.3, "ball"))
        off = abs(ball - exact.lift(float(tracked.value), "ball"))
        assert off < exact.lift(float(tracked.error), "ball")
    assert float(tracked.error) < 1e-11


def test_what_has_no_answer_is_refused() -> None:
    with pytest.raises(NotExact, match="not rational"):
        slab_probability(3, lift(0.5, "rational"))
    with pytest.raises(ValueError, match=r"t must be at least 0, got -0\.5"):
        slab_probability(3, -0.5)
    with pytest.raises(ValueError, match="d must be at least 1, got 0"):
        slab_probability(0, 0.5)
