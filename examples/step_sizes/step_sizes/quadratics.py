"""Quadratics with curvatures between mu and L: what the claims of the note speak of."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lemmata import Prompt, Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, sum


@dataclass(frozen=True)
class Setting:
    """Sizes, curvatures and step size; ``share`` and ``step`` are shares of their upper limits."""

    d: int
    L: float
    share: float
    step: float

    @property
    def mu(self) -> Array:
        """The smallest curvature allowed, up to L."""
        return self.share * self.L


@dataclass(frozen=True)
class Descent(Setting):
    """And k steps."""

    k: int


SETTINGS = space(
    Setting,
    d=dims(1, 4),
    L=scales(-2, 2, of="(0, inf)"),
    share=dyadics(0, 1, open_low=True),
    step=dyadics(0, 1, open_low=True),
)
DESCENTS = replace(SETTINGS, holder=Descent, fields={**SETTINGS.fields, "k": dims(0, 4)})


def prompts(s: Setting) -> Space:
    """A start, and where each curvature lies between mu (0) and L (1)."""
    return space(x=reals(s.d), place=box(s.d, low=0, high=1))


def curvatures(s: Setting, prompt: Prompt) -> Array:
    """``(batch, d)`` the numbers h_i."""
    return prompt.place * (s.L - s.mu) + s.mu


def square(x: Array) -> Array:
    """``(batch,)`` the squared Euclidean norm."""
    return sum(x * x, -1)


def value(h: Array, x: Array) -> Array:
    """``(...)`` f(x) for curvatures h, both ``(..., d)``."""
    return sum(h * x * x, -1) / 2


def descended(s: Descent, prompt: Prompt, eta: Array) -> Array:
    """``(batch, d)`` x_k: k steps of gradient descent of length eta."""
    x = prompt.x
    for _ in range(s.k):
        x = x - eta * (curvatures(s, prompt) * x)
    return x
