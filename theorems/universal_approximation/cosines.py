"""How well ramps represent cosines: (75), (76) and (82) in closed form, entry by entry."""

from typing import Any

from lemmata import box
from lemmata.numbers import Array, Vector, abs, cos, maximum, minimum, relu, sign, sin

WAVES: dict[str, Any] = dict(  # $\|\omega_k\|_2$, phases and amplitudes: any directions, any dimension
    omega=box("K", low=0.125, high=8, of="(0, inf)"),
    theta=box("K", low=0, high=6.25, of="(-inf, inf)"),
    b=box("K", low=-1, high=1, of="(-inf, inf)"),
)


def g(omega: Vector, theta: Vector, z: Array) -> Vector:
    r"""The function $g_{\omega,\theta}$ of (75)."""
    return (cos(omega * z + theta) - cos(theta)) / omega


def primitive(omega: Vector, theta: Vector, z: Array) -> Vector:
    """An antiderivative of g on [-1, 1]."""
    return sin(omega * z + theta) / omega**2 - cos(theta) * z / omega


def mixture(omega: Vector, theta: Vector, tau: Array, z: Array) -> Vector:
    r"""$\int\gamma(t)\phi(\tau(z-t))\,\mathrm dt$ for the $\gamma$ of (82), term by term.

    The ramp is the average of unit steps over a window of width $1/\tau$, and the integral of gamma up
    to s is g inside [-1, 1], g(1) above, and falls to 0 with slope 1 below.
    """
    half = 1 / tau / 2
    return (_area(omega, theta, z + half) - _area(omega, theta, z - half)) * tau


def _area(omega: Vector, theta: Vector, s: Array) -> Vector:
    r"""The integral up to s of that integral of $\gamma$, up to a constant."""
    inside = maximum(minimum(s, 1), -1)
    end, start = g(omega, theta, 1), g(omega, theta, -1)
    beyond = relu(-s - 1)
    below = sign(start) * (start**2 - relu(abs(start) - beyond) ** 2) / 2
    return primitive(omega, theta, inside) + end * relu(s - 1) - below


def gamma(omega: Vector, theta: Vector, t: Array) -> Vector:
    """(82) for every term: the slope of g inside [-1, 1], a sign below."""
    start = g(omega, theta, -1)
    inside = (sign(t + 1) + 1) / 2
    below = sign(start) * (sign(t + 1 + abs(start)) + 1) / 2
    return -sin(omega * t + theta) * inside + below * (1 - inside)
