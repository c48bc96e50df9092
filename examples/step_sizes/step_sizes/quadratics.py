r"""Quadratics with curvatures between $\mu$ and L: what the claims of the note speak of."""

from __future__ import annotations

from typing import Any

from lemmata import box, dims, dyadics, reals, scales
from lemmata.numbers import Array, sum

STEP: dict[str, Any] = dict(
    d=dims(1, 4),
    L=scales(-2, 2, of="(0, inf)"),  # the largest curvature allowed
    share=dyadics(0, 1, open_low=True),  # of L, that the smallest one is
    step=dyadics(
        0, 1, of="[0, inf)"
    ),  # eta = 4 step / L: up to twice as far as a descent is promised, and zero
    x=reals("d"),  # the start
    place=box("d", low=0, high=1),  # where each curvature lies between the smallest (0) and L (1)
)
"""A step of gradient descent of any length."""
DESCENT: dict[str, Any] = STEP | dict(
    step=dyadics(0, 1, open_low=True),  # a share of its upper limit
    k=dims(0, 4),
)
"""And k steps."""


def curvatures(L: Array, share: Array, place: Array) -> Array:
    """The numbers $h_i$."""
    mu = share * L
    return mu + place * (L - mu)


def value(h: Array, x: Array) -> Array:
    r"""$f(x)=\frac12\sum_ih_ix_i^2$."""
    return sum(h * x * x) / 2


def descended(h: Array, x: Array, eta: Array, k: int) -> Array:
    r"""$x_k$: k steps of gradient descent of length $\eta$."""
    for _ in range(k):
        x = x - eta * (h * x)
    return x
