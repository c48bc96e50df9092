"""Pairs of inputs that no transformer of bounded size tells apart, and the second bound of Theorem 7 on them.

A pair is a spectrum k, k - 1, ..., 1 (so that Delta = 1), then (1 - g)^2. The gap g is chosen after the
Lipschitz constant K that depth, heads and norm allow; ``Kg``, the product, is at most 1/2.
"""

import math
from typing import Any

import torch

from lemmata.numbers import Array, log, sqrt


def pair_of(k: int, C: float = 2.0**12) -> dict[str, Any]:
    """A pair that refutes the constant C, up to 2^30."""
    return dict(eps0=2.0**-100, k=k, C=C, Kg=2.0**-10, eps=2.0**-160)


def inputs_of(s: Any) -> dict[str, Any]:
    """One of the two inputs, for a transformer with K = 1; a larger K makes the last gap smaller."""
    spectrum = torch.tensor([*range(s.k, 0, -1), (1 - s.Kg) ** 2], dtype=torch.float64)
    return {
        "lam": (spectrum, "for a transformer with the Lipschitz constant $K = 1$; a larger K, a smaller gap"),
        "X": (torch.diag(spectrum.sqrt()), "the other input exchanges the last two entries of the diagonal"),
        "v_k": (torch.eye(s.k + 1)[s.k - 1], "of X; of the other input it is the next unit vector"),
        "Delta": 1,
        "tau": (math.log(4 / s.eps0) / s.eps0, r"at most, with $\delta = 1/4$"),
    }


def forced(Kg: Array) -> Array:
    """What two inputs force on every transformer whose outputs have the Lipschitz constant K in X."""
    # The inputs are sqrt(2) g apart, so that the outputs are at most K sqrt(2) g apart; the
    # eigenvectors are sqrt(2) apart. One of the two outputs bears half of the difference. Some starts
    # serve both inputs, with p^T v_i >= 1/4.
    return sqrt(2) * (1 - Kg) / 2


def most_iterations(eps0: Array) -> Array:
    r"""The most iterations that the theorem allows, with $\delta = 1/4$."""
    return log(4 / eps0) / eps0


def all_vectors(k: int, C: Array, eps: Array, eps0: Array) -> Array:
    """The second bound of Theorem 7, with the same spectrum."""
    total, product = 0, 1
    for eta in range(1, k):
        product *= 25 * (k - eta) ** 2
        total += product
    return C * most_iterations(eps0) * eps * k**3 + C * k * sqrt(eps0 * total)
