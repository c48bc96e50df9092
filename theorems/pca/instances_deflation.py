"""Spectra with a gap after each of k eigenvalues, and starts (slides of Q. Liu 2025).

Matrices are diagonal: Algorithm 1 commutes with rotations, so that only the starts' coordinates along the
eigenvectors matter, and these are free.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import Domain, Space, box, choices, dims, reals, space
from lemmata.numbers import Array, as_array, concatenate, minimum, sqrt, values


@dataclass(frozen=True)
class Setting:
    """k eigenvectors of a matrix of size k + 1, by its largest eigenvalue and successive ratios."""

    k: int
    eps: float  # epsilon_0
    delta: float
    ratios: Tensor  # (k,), lambda_{i+1} / lambda_i

    @property
    def eigenvalues(self) -> Array:
        """``(k + 1,)`` from 1 down."""
        found = [self.ratios[:1] * 0 + 1]
        for i in range(self.k):
            found.append(found[-1] * self.ratios[i : i + 1])
        return concatenate(found, 0)

    @property
    def iterations(self) -> int:
        """The number of iterations that the slides take, rounded up."""
        eps, delta = float(values(self.eps)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


def settings(last: Callable[[Setting], Domain]) -> Space:
    """``last`` is the domain of the ratios; the amended readings ask for a relative gap of each."""
    return space(
        Setting,
        k=dims(2, 3),
        eps=choices(0.5, 0.25),
        delta=choices(0.25, 0.125),
        ratios=last,
    )


relative = settings(
    lambda s: box(s.k, low=0.125, high=math.floor(8 * (1 - s.eps) ** 2) / 8 or 0.125)
)


def prompts(s: Setting) -> Space:
    """Starts, before normalisation."""
    return space(starts=reals(s.k, s.k + 1))


def gap(s: Setting, components: int) -> Array:
    """The smallest gap among the first ``components`` eigenvalues, as a ``(1,)`` array."""
    eigenvalues = s.eigenvalues
    found = eigenvalues[:1]
    for i in range(components - 1):
        found = minimum(found, eigenvalues[i : i + 1] - eigenvalues[i + 1 : i + 2])
    return found


def root(s: Setting, like: Array) -> Array:
    """``sqrt(2 eps_0)``."""
    return sqrt(as_array(s.eps, like=like) * 2)
