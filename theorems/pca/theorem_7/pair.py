"""Pairs of inputs that no transformer of bounded size tells apart, and the printed bounds on them.

:class:`Pair` is a spectrum k, k - 1, ..., 1 (so that Delta = 1), then (1 - g)^2. The gap g is chosen after the
transformer: its outputs have some Lipschitz constant K in X, and g is ``share / K``.
"""

import math
from dataclasses import dataclass

from lemmata import dims, scales, some, space
from lemmata.numbers import Array, log, sqrt


@dataclass(frozen=True)
class Pair:
    """The spectrum (k, 1; then a gap of ``share / K``), the constant C and the accuracies."""

    k: int
    C: float
    share: float  # K g
    eps: float
    eps0: float

    @property
    def tau(self) -> Array:
        """The most iterations that the theorem allows, with delta = 1/4."""
        return log(4 / self.eps0) / self.eps0


pairs = space(
    Pair,
    k=dims(2, 4),  # for k = 1 Delta is a minimum over nothing, and there are no several vectors
    C=some(scales(-4, 12), weaker="larger", fails_at=lambda C: pair_of(2, C)),
    share=scales(-40, 0),
    eps=scales(-200, -10),
    eps0=scales(-100, -10),
)


def pair_of(k: int, C: float = 2.0**12) -> Pair:
    """A pair that refutes the constant C, up to 2^30."""
    return Pair(k, C, share=2.0**-10, eps=2.0**-160, eps0=2.0**-100)


def any_network(s: Pair) -> None:
    """No construction: the certificate speaks of every transformer."""


def forced(s: Pair) -> Array:
    """What two inputs force on every transformer whose outputs have the Lipschitz constant K in X."""
    # The inputs are sqrt(2) g apart, so that the outputs are at most K sqrt(2) g apart; the
    # eigenvectors are sqrt(2) apart. One of the two outputs bears half of the difference. Some starts
    # serve both inputs, with p^T v_i >= 1/4.
    return sqrt(2) * (1 - s.share) / 2


def one_vector(s: Pair) -> Array:
    """The first bound of Theorem 7 with lambda_i = k + 1 - i, lambda_{k+1} < 1, and Delta = 1."""
    product = 5**s.k * math.factorial(s.k - 1)
    return s.C * s.tau * s.eps * s.k**2 + s.C * s.k * product * sqrt(s.eps0)


def all_vectors(s: Pair) -> Array:
    """The second bound of Theorem 7, with the same spectrum."""
    total, product = 0, 1
    for eta in range(1, s.k):
        product *= 25 * (s.k - eta) ** 2
        total += product
    return s.C * s.tau * s.eps * s.k**3 + s.C * s.k * sqrt(s.eps0 * total)
