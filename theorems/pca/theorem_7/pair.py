"""Pairs of inputs that no transformer of bounded size tells apart, and the printed bounds on them.

:class:`Pair` is a spectrum k, k - 1, ..., 1 (so that Delta = 1), then (1 - g)^2, with the constants that the
theorem leaves open.
"""

import math
from dataclasses import dataclass

from lemmata import Prompt, dims, scales, space
from lemmata.numbers import Array, sqrt


@dataclass(frozen=True)
class Pair:
    k: int
    C: float
    lipschitz: float  # K, of the outputs in X
    inverse_gap: float  # 1 / g
    tau: int
    eps: float
    eps0: float


pairs = space(
    Pair,
    k=dims(1, 4),
    C=scales(-4, 12),
    lipschitz=scales(0, 30),
    inverse_gap=scales(1, 40),
    tau=dims(1, 1000),
    eps=scales(-60, -10),
    eps0=scales(-100, -10),
)


def any_network(s: Pair) -> None:
    """No construction: the certificate speaks of every transformer."""


def forced(s: Pair, prompt: Prompt, tf: None = None) -> Array:
    """What two inputs as near as the gap force on every transformer with Lipschitz constant K."""
    # The inputs are sqrt(2) g apart, so that the outputs are at most K sqrt(2) g apart; the
    # eigenvectors are sqrt(2) apart. One of the two outputs bears half of the difference.
    return sqrt(2) * (1 - s.lipschitz / s.inverse_gap) / 2


def one_vector(s: Pair) -> Array:
    """The first bound of Theorem 7 with lambda_i = k + 1 - i, lambda_{k+1} < 1, and Delta = 1."""
    product = 5**s.k * math.factorial(s.k - 1)
    return s.C * s.tau * s.eps * s.k**2 + s.C * s.k * product * sqrt(s.eps0)


def all_vectors(s: Pair) -> Array:
    """The second bound."""
    total, product = 0, 1
    for eta in range(1, s.k):
        product *= 25 * (s.k - eta) ** 2
        total += product
    return s.C * s.tau * s.eps * s.k**3 + s.C * s.k * sqrt(s.eps0 * total)
