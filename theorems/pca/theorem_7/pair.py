"""Pairs of inputs that no transformer of bounded size tells apart, and the printed bounds on them.

:class:`Pair` is a spectrum k, k - 1, ..., 1 (so that Delta = 1), then (1 - g)^2. The gap g is chosen after the
transformer: its outputs have some Lipschitz constant K in X, and ``Kg``, the product, is at most 1/2.
"""

import math
from dataclasses import dataclass
from typing import Any

import torch

from lemmata import dims, scales, some, space
from lemmata.numbers import Array, log, sqrt


@dataclass(frozen=True)
class Pair:
    """The spectrum k, ..., 1, then a gap g; the constant C and the accuracies."""

    k: int
    C: float
    Kg: float  # the gap below lambda_k, chosen after the transformer, times its Lipschitz constant
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
    Kg=scales(-40, -1, of="(0, 1)"),
    eps=scales(-200, -10, of="(0, inf)"),
    eps0=scales(-100, -10, of="(0, 1)"),
)


def pair_of(k: int, C: float = 2.0**12) -> Pair:
    """A pair that refutes the constant C, up to 2^30."""
    return Pair(k, C, Kg=2.0**-10, eps=2.0**-160, eps0=2.0**-100)


def any_network(s: Pair) -> None:
    """No construction: the certificate speaks of every transformer."""


def inputs_of(s: Pair) -> dict[str, Any]:
    """One of the two inputs, for a transformer with K = 1; a larger K makes the last gap smaller."""
    spectrum = torch.tensor([*range(s.k, 0, -1), (1 - s.Kg) ** 2], dtype=torch.float64)
    return {
        "lam": (spectrum, "for a transformer with the Lipschitz constant K = 1; a larger K, a smaller gap"),
        "X": (torch.diag(spectrum.sqrt()), "the other input exchanges the last two entries of the diagonal"),
        "v_k": (torch.eye(s.k + 1)[s.k - 1], "of X; of the other input it is the next unit vector"),
        "Delta": 1,
    }


def forced(s: Pair) -> Array:
    """What two inputs force on every transformer whose outputs have the Lipschitz constant K in X."""
    # The inputs are sqrt(2) g apart, so that the outputs are at most K sqrt(2) g apart; the
    # eigenvectors are sqrt(2) apart. One of the two outputs bears half of the difference. Some starts
    # serve both inputs, with p^T v_i >= 1/4.
    return sqrt(2) * (1 - s.Kg) / 2


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
