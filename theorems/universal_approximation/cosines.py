"""Cosines in the array vocabulary, and how well ramps represent them: (75), (76) and (82) in closed form."""

from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata import Prompt, Space, box, dims, dyadics, space
from lemmata.numbers import Array, absolute, maximum, minimum, relu, sign
from lemmata.numbers.exact import NotExact
from lemmata.numbers.running_error import UNIT_ROUNDOFF, Tracked


def cosine(x: Array) -> Array:
    """Entrywise: floats, floats with an error bound, balls, or enclosures; not rationals."""
    return _entrywise(x, "cos")


def sine(x: Array) -> Array:
    """As :func:`cosine`."""
    return _entrywise(x, "sin")


def _entrywise(x: Array, name: str) -> Array:
    """Both functions have slopes of at most 1, so that they pass an error on as it is."""
    if isinstance(x, Tensor):
        return getattr(torch, name)(x)
    if isinstance(x, Tracked):
        return Tracked(getattr(torch, name)(x.value), x.error + 8 * UNIT_ROUNDOFF)
    if x.ring not in ("ball", "enclosure"):
        raise NotExact(f"the {name} of a rational is not rational")
    return x.map(lambda v: getattr(v, name)())


@dataclass(frozen=True)
class Count:
    K: int
    """How many cosines."""


@dataclass(frozen=True)
class Setting(Count):
    tau: float


def settings(most: int, open_low: bool = False) -> Space:
    """Up to ``most`` cosines; the steepness is at least 2, or above 2."""
    allowed = "(2, inf)" if open_low else "[2, inf)"
    return space(Setting, tau=dyadics(2, 32, open_low=open_low, of=allowed), K=dims(1, most))


def prompts(s: Count) -> Space:
    """Norms of frequencies, phases, amplitudes and one input's projections: any directions and dimension."""
    return space(
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        b=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        z=box(s.K, low=-1.0, high=1.0),
    )


def g(prompt: Prompt, z: Array) -> Array:
    """The function g_{omega, theta}: ``(cos(omega z + theta) - cos(theta)) / omega``."""
    at = cosine(prompt.omega * z + prompt.theta)
    zero = cosine(prompt.theta)
    return (at - zero) / prompt.omega


def primitive(prompt: Prompt, z: Array) -> Array:
    """An antiderivative of g on [-1, 1]."""
    at = sine(prompt.omega * z + prompt.theta)
    zero = cosine(prompt.theta)
    return at / prompt.omega / prompt.omega - zero * z / prompt.omega


def mixture(prompt: Prompt, tau: Array, z: Array) -> Array:
    """``int gamma(t) phi(tau (z - t)) dt`` for the gamma of (82), term by term.

    The ramp is the average of unit steps over a window of width 1/tau, and the integral of gamma up
    to s is g inside [-1, 1], g(1) above, and falls to 0 with slope 1 below.
    """
    half = 1 / tau / 2
    return (_area(prompt, z + half) - _area(prompt, z - half)) * tau


def _area(prompt: Prompt, s: Array) -> Array:
    """The integral up to s of that integral of gamma, up to a constant."""
    inside = maximum(minimum(s, 1), -1)
    end, start = g(prompt, 1), g(prompt, -1)
    size, beyond = absolute(start), relu(-s - 1)
    below = sign(start) * (size * size - relu(size - beyond) ** 2) / 2
    return primitive(prompt, inside) + end * relu(s - 1) - below


def gamma(prompt: Prompt, t: Array) -> Array:
    """(82) for every term: the slope of g inside [-1, 1], a sign below."""
    wave = sine(prompt.omega * t + prompt.theta)
    start = g(prompt, -1)
    inside = (sign(t + 1) + 1) / 2
    below = sign(start) * (sign(t + 1 + absolute(start)) + 1) / 2
    return -wave * inside + below * (1 - inside)
