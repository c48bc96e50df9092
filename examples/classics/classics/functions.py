"""Functions whose worst cases are the worst there are: quadratics and Huber's."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Prompt, Space, box, dims, reals, scales, space
from lemmata.numbers import Array, abs, sum, where


@dataclass(frozen=True)
class Run:
    """A method on an L-smooth function: k steps, and the width of Huber's bowl."""

    k: int
    L: float
    width: float


def huber(s: Run, x: Array) -> Array:
    """L x^2 / 2 in the bowl, and a line of the same slope outside of it."""
    return where(abs(x) <= s.width, s.L * x * x / 2, s.L * s.width * (abs(x) - s.width / 2))


def huber_gradient(s: Run, x: Array) -> Array:
    """L x in the bowl, and L times its width outside of it."""
    return s.L * where(x > s.width, s.width, where(x < -s.width, -s.width, x))


def start(s: Run) -> Space:
    """A start on the real line."""
    return space(x=reals(1))


RUNS = space(Run, k=dims(1, 9), L=scales(-2, 2, of="(0, inf)"), width=scales(-5, 2, of="(0, inf)"))


@dataclass(frozen=True)
class Bowl:
    """A quadratic in d dimensions with curvatures from m^2 to M^2 = (m + more)^2, and k steps."""

    d: int
    k: int
    m: float
    more: float

    @property
    def M(self) -> Array:
        """The root of the largest curvature."""
        return self.m + self.more


BOWLS = space(
    Bowl, d=dims(1, 3), k=dims(0, 5), m=scales(-2, 2, of="(0, inf)"), more=scales(-3, 3, of="(0, inf)")
)


def bowl(s: Bowl) -> Space:
    """A start, and where each curvature lies between the smallest (0) and the largest (1)."""
    return space(x=reals(s.d), place=box(s.d, low=0, high=1))


def curvatures(s: Bowl, prompt: Prompt) -> Array:
    """``(batch, d)`` the numbers h_i between mu = m^2 and L = M^2."""
    mu = s.m * s.m
    return prompt.place * (s.M * s.M - mu) + mu


def square(x: Array) -> Array:
    """``(batch,)`` the squared Euclidean norm."""
    return sum(x * x, -1)
