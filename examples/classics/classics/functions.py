"""Functions whose worst cases are the worst there are: quadratics and Huber's."""

from __future__ import annotations

from typing import Any

from lemmata import box, dims, reals, scales
from lemmata.numbers import Array, abs, where

RUN: dict[str, Any] = dict(
    k=dims(1, 9),  # steps
    L=scales(-2, 2, of="(0, inf)"),  # the largest curvature
    width=scales(-5, 2, of="(0, inf)"),  # of Huber's bowl
    x=reals(),  # the start
)
"""A method on Huber's function."""


def huber(L: Array, width: Array, x: Array) -> Array:
    """$L x^2/2$ in the bowl, and a line of the same slope outside of it."""
    return where(abs(x) <= width, L * x * x / 2, L * width * (abs(x) - width / 2))


def huber_gradient(L: Array, width: Array, x: Array) -> Array:
    """L x in the bowl, and L times its width outside of it."""
    return L * where(x > width, width, where(x < -width, -width, x))


BOWL: dict[str, Any] = dict(
    d=dims(1, 3),
    k=dims(0, 5),  # steps
    m=scales(-2, 2, of="(0, inf)"),  # the root of the smallest curvature
    more=scales(-3, 3, of="(0, inf)"),  # what the root of the largest one has above it
    x=reals("d"),  # the start
    place=box("d", low=0, high=1),  # where each curvature lies between the smallest (0) and the largest (1)
)
"""A method on a quadratic in d dimensions, whose minimum is 0."""


def spectrum(m: Array, more: Array, place: Array) -> tuple[Array, Array, Array]:
    r"""The curvatures $h_i$, and $\mu$ and $L$ between which they lie."""
    mu, L = m**2, (m + more) ** 2
    return mu + place * (L - mu), mu, L
