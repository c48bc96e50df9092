"""The ramp and the feature vectors against numbers worked out by hand."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from baselines.barron import feature_vectors, phi
from lemmata.numbers import values
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift


@given(st.floats(-3, 3))
def test_the_ramp_is_clipped(z: float) -> None:
    found = float(phi(torch.tensor([z], dtype=torch.float64))[0])
    assert found == min(max(z + 0.5, 0.0), 1.0)


def test_features_of_a_known_input() -> None:
    X = torch.tensor([[[0.6, 0.8], [-0.6, -0.8]]], dtype=torch.float64)
    omega = torch.tensor([[3.0, 4.0], [0.0, -2.0]], dtype=torch.float64)
    t = torch.tensor([1.0, -1.0], dtype=torch.float64)
    found = feature_vectors(X, omega, t, 2.0)
    # <omega_1 / 5, x> - t = 0 and -2; <-e_2, x> - t = 0.2 and 1.8
    expected = torch.tensor([[[0.5, 0.9, 1.0], [0.0, 1.0, 1.0]]], dtype=torch.float64)
    torch.testing.assert_close(found, expected)


def test_the_length_of_a_direction_does_not_matter() -> None:
    generator = torch.Generator().manual_seed(0)
    X, omega = (torch.randn(2, 3, 2, generator=generator, dtype=torch.float64) for _ in range(2))
    t = torch.zeros(3, dtype=torch.float64)
    short = feature_vectors(X, omega[0], t, 1.0)
    torch.testing.assert_close(feature_vectors(X, omega[0] * 8, t, 1.0), short)
    assert not torch.equal(feature_vectors(X, -omega[0], t, 1.0), short)


def test_error_bounds_hold_the_exact_features() -> None:
    X = torch.full((1, 2, 1), 0.3, dtype=torch.float64)
    omega, t = torch.full((2, 1), 3.0).double(), torch.tensor([0.1, 0.2]).double()
    rational, tracked = (
        feature_vectors(lift(X, kind), lift(omega, kind), lift(t, kind), 3) for kind in ("rational", "tracked")
    )
    assert isinstance(tracked, Tracked)
    exact = values(rational)
    assert bool(((tracked.value - exact).abs() <= tracked.error + 1e-16).all())


def test_bad_input_is_refused() -> None:
    X, omega = torch.zeros(1, 2, 3).double(), torch.ones(2, 3).double()
    with pytest.raises(ValueError, match="omega"):
        feature_vectors(X, omega[:, :2], torch.zeros(2).double(), 1.0)
    with pytest.raises(TypeError, match="float64"):
        feature_vectors(X.float(), omega, torch.zeros(2).double(), 1.0)
