"""Classes with known Barron parameters: parameters by quadrature, features that represent functions."""

import math
from collections.abc import Callable

import pytest
import torch
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Cosines, Draws, FunctionClass, Gaussians, gamma, logistic_frequencies

TAU, N = 256.0, 200_000


def f64(*numbers: float) -> Tensor:
    return torch.tensor(numbers, dtype=torch.float64)


COSINES = Cosines(torch.tensor([[2.0, 0.0], [1.0, -3.0]]).double(), f64(1.0, 0.5))
GAUSSIANS = Gaussians(2, 2.0, 0.5)
CASES: list[tuple[FunctionClass, Callable[..., Tensor], Callable[..., Tensor], tuple[Tensor, ...]]] = [
    (COSINES, COSINES.value, COSINES.weights, (f64(0.75, -0.5), f64(0.3, 4.0))),
    (GAUSSIANS, GAUSSIANS.value, GAUSSIANS.weights, (f64(-1.5), f64(0.5, 0.25))),
]


@pytest.mark.parametrize(("family", "value", "weights", "f"), CASES)
def test_random_ramps_with_the_weights_80_represent_a_function(
    family: FunctionClass, value: Callable[..., Tensor], weights: Callable[..., Tensor], f: tuple[Tensor, ...]
) -> None:
    draws = family.draw(N, Generator().manual_seed(0))
    x = torch.tensor([[0.0, 0.0], [0.6, -0.8], [-0.25, 0.5], [-1.0, 0.0]]).double()
    direction = draws.omega / draws.omega.norm(dim=-1, keepdim=True)
    ramps = phi((x @ direction.mT - draws.t) * TAU)
    rho = weights(draws, *f)
    found = ramps @ rho / N
    wanted = value(x, *f) - value(x * 0, *f)
    allowed = 3 * family.parameter / TAU + family.total * math.sqrt(2 * math.log(1e8) / N)
    assert float((found - wanted).abs().max()) <= allowed
    assert float(wanted.abs().max()) > allowed  # otherwise 0 would do as well
    assert float(rho.abs().max()) <= family.total * (1 + 1e-12)  # (72)


def test_the_weights_are_linear_in_the_function_and_see_each_term() -> None:
    draws = COSINES.draw(64, Generator().manual_seed(1))
    theta = f64(0.3, 4.0)
    first, second = (COSINES.weights(draws, f64(1, 0), theta), COSINES.weights(draws, f64(0, 0.5), theta))
    both = COSINES.weights(draws, f64(1, 0.5), theta)
    torch.testing.assert_close(both, first + second)
    assert bool((first[draws.term == 1] == 0).all())
    assert bool((second[draws.term == 0] == 0).all())


def test_moments_by_quadrature() -> None:
    r = torch.linspace(1e-9, 40, 400_001).double()
    step = float(r[1] - r[0])
    # two dimensions: F sup = B s^2 / (2 pi) exp(-s^2 r^2 / 2), area 2 pi r dr, times the norm r
    B, s = GAUSSIANS.B, GAUSSIANS.s
    found = float((r * r * torch.exp(-s * s * r * r / 2)).sum()) * step * B * s * s
    assert found == pytest.approx(GAUSSIANS.moment, rel=1e-6)
    assert COSINES.parameter == pytest.approx(1 + 0.5 + 2 + 0.5 * math.sqrt(10))


def test_frequencies_follow_their_laws() -> None:
    generator = Generator().manual_seed(2)
    u = logistic_frequencies(200_000, generator)
    # the mean of 4 u / sinh(pi u) is 4 times the integral of u^2 / sinh(pi u) = 7 zeta(3) / (2 pi^3)
    zeta3 = 1.2020569031595942
    assert float(u.mean()) == pytest.approx(4 * 7 * zeta3 / (2 * math.pi**3), rel=0.01)
    draws = GAUSSIANS.draw(200_000, generator)
    assert float(draws.omega.square().sum(-1).mean()) == pytest.approx(3 / 0.25, rel=0.02)
    assert float(draws.omega.mean(0).abs().max()) < 0.05
    assert -2 <= float(draws.t.min()) < -1.99
    assert 0.99 < float(draws.t.max()) <= 1
    terms = COSINES.draw(200_000, generator).term.double().mean()
    assert float(terms) == pytest.approx(0.5 * math.sqrt(10) / COSINES.moment, rel=0.02)


def test_gamma_is_the_slope_and_a_sign_below() -> None:
    # g(z) = sin(z) for size 1 and theta -pi/2: g(-1) = -sin(1)
    t = f64(-1.9, -1.8, -0.5, 1.0, 1.5)
    found = gamma(t, torch.ones(5).double(), torch.full((5,), -math.pi / 2).double())
    torch.testing.assert_close(found, f64(0.0, -1.0, math.cos(0.5), math.cos(1.0), 0.0))


def test_bad_input_is_refused() -> None:
    with pytest.raises(ValueError, match="row 0"):
        Cosines(torch.zeros(1, 2).double(), f64(1.0))
    with pytest.raises(ValueError, match="B holds"):
        Cosines(torch.ones(1, 2).double(), f64(0.0))
    with pytest.raises(TypeError, match="float64"):
        Cosines(torch.ones(1, 2), f64(1.0))
    with pytest.raises(ValueError, match="shapes"):
        Cosines(torch.ones(1, 2).double(), f64(1.0, 2.0))
    with pytest.raises(ValueError, match="s is 0"):
        Gaussians(1, 1.0, 0)
    with pytest.raises(ValueError, match="d is 0"):
        Gaussians(0, 1.0, 1.0)
    with pytest.raises(ValueError, match="n is 0"):
        COSINES.draw(0, Generator())
    with pytest.raises(ValueError, match="larger than B"):
        COSINES.value(torch.zeros(1, 2).double(), f64(2.0, 0.0), f64(0.0, 0.0))
    with pytest.raises(ValueError, match="larger than B"):
        GAUSSIANS.value(torch.zeros(1, 2).double(), f64(3.0), f64(0.0, 0.0))
    with pytest.raises(ValueError, match="norms above 0"):
        gamma(f64(0.0), f64(0.0), f64(0.0))
    assert Draws(f64(0.0), torch.ones(1, 1).double(), torch.zeros(1).long()).n == 1
