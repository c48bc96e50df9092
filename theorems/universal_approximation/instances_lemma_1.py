"""Settings, draws and weights of Lemma 1 for two cosines on a line (Li et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Prompt, Space, choices, dyadics, signs, space, uniform
from lemmata.numbers import Array, absolute, concatenate, sign
from theorems.universal_approximation.instances_cosines import g, sine


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    omega: float
    theta: float
    b: float
    x: float
    delta: float


settings = space(
    Setting,
    n=choices(4, 64, 1024),
    tau=dyadics(5, 64),
    omega=dyadics(0.25, 4),
    theta=dyadics(0, 6),
    b=dyadics(-1, 1),
    x=dyadics(-1, 1),
    delta=choices(0.25, 0.0625),
)


def prompts(s: Setting) -> Space:
    """The draws of (79): offsets, and a coin for each frequency."""
    return space(t=uniform(s.n, low=-2.0, high=1.0), coin=signs(s.n))


def frequencies(s: Setting, like: Array) -> Prompt:
    """Both terms of f; B = (1, 1/2) and b the same share of both."""
    ones = concatenate([like[:1] * 0 + 1, like[:1] * 0 + 2], 0)[None]
    return Prompt(omega=ones * s.omega, theta=ones * 0 + s.theta, b=ones * 0 + s.b)


def gamma(prompt: Prompt, t: Array) -> Array:
    """(82) for every term: the slope of g inside [-1, 1], a sign below."""
    wave = sine(prompt.omega * t + prompt.theta)
    start = g(prompt, t * 0 - 1)
    inside = (sign(t + 1) + 1) / 2
    below = sign(start) * (sign(t + 1 + absolute(start)) + 1) / 2
    return -wave * inside + below * (1 - inside)
