"""Real deflation: spectra with gaps, starts, and the errors of Algorithm 1 beside the exact eigenvectors.

Matrices are diagonal: Algorithm 1 commutes with rotations, so that only the starts' coordinates along the
eigenvectors matter, and these are free. The largest eigenvalue is 1: the errors of the eigenvectors do not
change with the scale of the matrix, those of the eigenvalues change as their bounds do. There is one
eigenvalue beyond the first k; more of them are not tried.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from operator import mul
from typing import Any

import torch
from torch import Tensor

from baselines.pca import power_method_deflation
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, scales, some, space
from lemmata.numbers import (
    Array,
    absolute,
    broadcast_to,
    diag_embed,
    eye,
    minimum,
    moveaxis,
    norm,
    relu,
    sign,
    sqrt,
    stack,
    sum,
    values,
)

ITERATES = (
    r"Let $p_\eta$ and $\hat\lambda_\eta$ be what Algorithm 1 finds for $XX^\top$ of size $k+1$ with "
    r"eigenvalues $1=\lambda_1>\dots>\lambda_{k+1}$ of any ratios (scaling them scales both sides or neither), "
    r"after %s iterations for each $\eta\in[k]$ from unit starts with "
    r"$|\widetilde p_{3,\eta}^\top v_\eta|>\delta$, and $a_\eta=\|v_\eta-p_\eta\|_2$ ($v_\eta$ on the side of "
    r"$p_\eta$), $b_\eta=|\lambda_\eta-\hat\lambda_\eta|$. "
)
TAU = r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$"
FOUND = ITERATES % (TAU + " ($C=1$)")
OPEN = r"For each size $k+1$ there is a $C>0$ for which the following is true. " + ITERATES % (
    r"$\tau=\left\lceil C\,\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ (the fewest that C "
    "allows)"
)
RELATIVE = FOUND + r"If $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ for all $i\in[k]$, "
FAR = FOUND + r"If $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ for all $i\in[k]$ and $\delta\ge4\epsilon_0$, "
FIRST_GAPS = r"$\Delta=\min_{1\le i<j\le k}|\lambda_i-\lambda_j|$"
ALL_GAPS = r"$\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$"
SELDOM = "Starts that are near enough to their hyperplanes are seldom drawn: "
SUCH_STARTS = SELDOM + "the mutant 'without delta >= 4 eps_0' has such."


@dataclass(frozen=True)
class Setting:
    """k eigenvectors of a matrix of size k + 1, by its largest eigenvalue and successive ratios."""

    k: int
    eps0: float
    delta: float
    ratios: Tensor  # (k,), lambda_{i+1} / lambda_i

    @property
    def eigenvalues(self) -> Array:
        """``lambda_1 = 1`` to ``lambda_(k+1)``, as products of the ratios."""
        return stack(list(accumulate(self.ratios, mul, initial=1)), 0)

    @property
    def iterations(self) -> int:
        """The number of iterations that the slides take, rounded up."""
        return count(self, 1)


def count(s: Setting, times: float) -> int:
    """``times log(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
    eps, delta = float(values(s.eps0)), float(values(s.delta))
    return math.ceil(times * math.log(1 / (eps * delta)) / (2 * eps))


def related(s: Setting) -> box:
    """Each eigenvalue at most ``(1 - eps_0)^2`` times the one before, as the power method needs it."""
    high = (1 - s.eps0) ** 2
    return box(s.k, low=high / 256, high=high)


relative = space(
    Setting,
    k=dims(2, 3),
    eps0=dyadics(0, 1, open_low=True, open_high=True, grid=16),
    delta=dyadics(0, 1, open_low=True, open_high=True),
    ratios=related,
)
FROM_AFAR: dict[str, Any] = {
    "k": dims(2, 3),
    "eps0": dyadics(0, Fraction(1, 4), open_low=True, open_high=True, grid=16),
    "delta": lambda s: dyadics(4 * s.eps0, 1, open_high=True),
    "ratios": related,
}
far = space(Setting, **FROM_AFAR)
"""The same, and starts farther from their hyperplane than the component before is from its eigenvector."""


NEAR_HYPERPLANES: dict[str, Any] = {
    "why": "Where the removal of v_1 leaves the second start almost nothing of v_2.",
    "settings": space(
        Setting,
        k=dims(2, 2, most=2),
        eps0=choices(0.125),
        delta=choices(0.03125),
        ratios=box(2, low=0.765625, high=0.765625),
    ),
    "prompts": lambda s: space(starts=box(s.k, s.k + 1, low=0.046875, high=1.0)),
}
"""A mutant with starts that are nearer to their hyperplanes than the component before to its eigenvector."""


@dataclass(frozen=True)
class Patient(Setting):
    """A setting with the iterations that the open constant C asks for."""

    C: float

    @property
    def iterations(self) -> int:
        return count(self, float(values(self.C)))


FREE: dict[str, Any] = {
    "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
    "delta": scales(-6, 0, open_high=True, of="(0, 1)"),
    "ratios": lambda s: box(s.k, low=2.0**-16, high=1 - 2**-24, of="(0, 1)"),
}


def distinct(s: Setting) -> bool:
    return bool((s.ratios < 1).all())


def near(i: int) -> Callable[[float], Patient]:
    """From C to a setting whose eigenvalues i and i + 1 are nearer than so many iterations tell apart."""

    def setting(C: float) -> Patient:
        ratios = torch.full((2,), 0.0625).double()
        ratios[i - 1] = 1 - 2.0 ** -(8 + math.ceil(math.log2(C)))
        return Patient(2, 0.125, 0.25, ratios, C=C)

    return setting


def far_below(C: float) -> Patient:
    """From C to a setting whose third eigenvalue is far below what the removal of two near ones leaves."""
    exponent = 8 + math.ceil(math.log2(C))
    near, below = 2.0**-exponent, 2.0 ** (-5 * exponent - 10)
    return Patient(3, 0.125, 0.25, torch.tensor([1 - near, below, 0.5]).double(), C=C)


def any_gap(i: int) -> Space:
    """Any ratios, and C open; eigenvalues i and i + 1 that are near refute it."""
    C = some(scales(0, 1), for_each=("k",), weaker="larger", fails_at=near(i))
    return space(Patient, where=distinct, k=dims(2, 2, most=2), **FREE, C=C)


ONE_SIZE = {"k": "C may depend on the size, so that all C have to fail at one size: at k = 2 they do"}


def prompts(s: Setting) -> Space:
    """Starts, before normalisation."""
    return space(starts=reals(s.k, s.k + 1))


def gap(s: Setting, components: int) -> Array:
    """The smallest gap among the first ``components`` eigenvalues."""
    values = s.eigenvalues
    gaps = [values[i] - values[i + 1] for i in range(components - 1)]
    return reduce(minimum, gaps)


def root(s: Setting) -> Array:
    """``sqrt(2 eps_0)``."""
    return sqrt(s.eps0 * 2)


@dataclass(frozen=True)
class Errors:
    """``a`` (distances of the vectors) and ``b`` (of the eigenvalues), each ``(batch, k)``.

    ``estimates`` are those of the eigenvalues, ``(batch, k)``.
    """

    a: Array
    b: Array
    estimates: Array


def errors(s: Setting, prompt: Prompt) -> Errors:
    """Algorithm 1 against the eigenvectors on the sides of the iterates; a start not beyond delta is v_i."""
    batch, d = prompt.starts.shape[0], s.k + 1
    exact, eigenvalues = eye(d, prompt.starts)[: s.k], s.eigenvalues
    excess = absolute(sum(prompt.starts * exact, -1)) - norm(prompt.starts) * s.delta
    admissible = relu(sign(excess))[..., None]
    starts = prompt.starts * admissible + exact * (1 - admissible)
    starts = starts / norm(starts)[..., None]
    A = broadcast_to(diag_embed(eigenvalues)[None], (batch, d, d))
    result = power_method_deflation(A, starts, s.iterations)
    vectors = moveaxis(result.vectors, 0, 1)
    sides = sign(sum(vectors * exact, -1))[..., None]
    estimates = moveaxis(result.eigenvalues, 0, 1)
    misses = absolute(estimates - eigenvalues[: s.k])
    return Errors(norm(vectors - exact * sides), misses, estimates)
