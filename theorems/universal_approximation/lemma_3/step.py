"""One exact proximal step from anywhere, for any data, and the surrogate psi that it minimises."""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import proximal_gradient
from lemmata import Space, box, dims, dyadics, reals, space
from lemmata.numbers import Array, sum
from theorems.universal_approximation.lasso import l1, products, squared


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int


@dataclass(frozen=True)
class Setting(Sizes):
    lam: float


OBJECTIVE = r"$\ell(\rho)=g(\rho)+\lambda\|\rho\|_1$ (32), $g(\rho)=\frac1N\sum_i(y_i-\phi_i^\top\rho)^2$"
sizes = space(Sizes, n=dims(1, 4), N=dims(1, 4))
settings = space(Setting, n=dims(1, 4), N=dims(1, 4), lam=dyadics(0, 2, of="[0, inf)"))


def data(s: Sizes, low: float = -1.0, high: float = 1.0) -> Space:
    """Features within the limits, any labels, any current iterate."""
    return space(features=box(s.N, s.n, low=low, high=high), y=reals(s.N), rho_t=reals(s.n + 1))


def beside_star(s: Sizes, low: float = -1.0, high: float = 1.0) -> Space:
    """The same, and any vector rho*."""
    return space(
        features=box(s.N, s.n, low=low, high=high), y=reals(s.N), rho_t=reals(s.n + 1), rho_star=reals(s.n + 1)
    )


def beside_hat(s: Sizes) -> Space:
    """Features within [-1, 1], labels, a current iterate, and any vector rho-hat."""
    return space(
        features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), rho_t=reals(s.n + 1), rho_hat=reals(s.n + 1)
    )


def beside_rho(s: Sizes) -> Space:
    """Features within [-1, 1], labels, a current iterate, and any vector rho."""
    return space(
        features=box(s.N, s.n, low=-1.0, high=1.0), y=reals(s.N), rho_t=reals(s.n + 1), rho=reals(s.n + 1)
    )


Step = Callable[[Setting, Array, Array, Array], Array]


def step(count: Callable[[Setting], int], threshold: int = 1) -> Step:
    """The exact proximal step with eta = 1 / (2 count); ``threshold`` times the right threshold."""

    def take(s: Setting, phi: Array, y: Array, rho: Array) -> Array:
        lam = s.lam * threshold
        return proximal_gradient(phi, y, lam, rho, inverse_step=2 * count(s), steps=1)[-1]

    return take


def g(phi: Array, y: Array, rho: Array) -> Array:
    """The mean squared residual, ``(batch,)``."""
    return squared(y - products(phi, rho)) / phi.shape[1]


def linear(phi: Array, y: Array, at: Array, to: Array, residual_at: Array) -> Array:
    """``-(2/N) sum_i (to - at)^T (y_i - phi_i^T residual_at) phi_i``."""
    residual = y - products(phi, residual_at)
    return -sum(residual * products(phi, to - at), -1) * 2 / phi.shape[1]


def psi(s: Setting, phi: Array, y: Array, at: Array, to: Array, weight: int) -> Array:
    """The surrogate of the objective at ``at``, evaluated at ``to``; it has n in the place of ``weight``."""
    smooth = g(phi, y, at) + linear(phi, y, at, to, at) + squared(to - at) * weight
    return smooth + l1(to) * s.lam
