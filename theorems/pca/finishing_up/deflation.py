"""Real deflation: spectra with gaps, starts, and the errors of Algorithm 1 beside the exact eigenvectors.

Matrices are diagonal: Algorithm 1 commutes with rotations, so that only the starts' coordinates along the
eigenvectors matter, and these are free.
"""

import math
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import mul

import torch
from torch import Tensor

from baselines.pca import power_method_deflation
from lemmata import Prompt, Space, box, choices, dims, reals, space
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
    r"Let $p_\eta$ and $\hat\lambda_\eta$ be what Algorithm 1 finds for $XX^\top$, "
    r"$\lambda_1>\dots>\lambda_{k+1}$, after %s iterations for each $\eta\in[k]$ from unit starts with "
    r"$|\widetilde p_{3,\eta}^\top v_\eta|>\delta$, and $a_\eta=\|v_\eta-p_\eta\|_2$ ($v_\eta$ on the side of "
    r"$p_\eta$), $b_\eta=|\lambda_\eta-\hat\lambda_\eta|$. "
)
TAU = r"$\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$"
FOUND = ITERATES % TAU
PATIENT = ITERATES % (r"C times " + TAU + r", $C\le4$,")
RELATIVE = FOUND + r"If $\lambda_{i+1}\le(1-\epsilon_0)^2\lambda_i$ for all $i\in[k]$, "
FIRST_GAPS = r"$\Delta=\min_{1\le i<j\le k}|\lambda_i-\lambda_j|$"
ALL_GAPS = r"$\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$"


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
        return stack(list(accumulate(self.ratios, mul, initial=1)), 0)

    @property
    def iterations(self) -> int:
        """The number of iterations that the slides take, rounded up."""
        eps, delta = float(values(self.eps)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


relative = space(
    Setting,
    k=dims(2, 3),
    eps=choices(0.5, 0.25, 0.125),
    delta=choices(0.25, 0.125),
    ratios=lambda s: box(s.k, low=0.125, high=math.floor(8 * (1 - s.eps) ** 2) / 8 or 0.125),
)
"""Each eigenvalue at most ``(1 - eps_0)^2`` times the one before, as the power method needs it."""


@dataclass(frozen=True)
class Patient(Setting):
    """A setting with C times the iterations."""

    C: int = 1

    @property
    def iterations(self) -> int:
        return self.C * super().iterations


any_gap = space(
    Patient,
    k=dims(2, 3),
    eps=choices(0.125, 0.25),
    delta=choices(0.25, 0.125),
    ratios=lambda s: box(s.k, low=0.0625, high=1 - 2**-6),
    C=dims(1, 4, most=4),
)
NEAR = Patient(2, 0.125, 0.25, torch.tensor([0.0625, 1 - 2**-6]).double(), C=4)
"""The third eigenvalue is near the second."""


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
    return sqrt(s.eps * 2)


@dataclass(frozen=True)
class Errors:
    """``a`` (distances of the vectors) and ``b`` (of the eigenvalues), each ``(batch, k)``."""

    a: Array
    b: Array


def errors(s: Setting, prompt: Prompt) -> Errors:
    """Algorithm 1 against the exact eigenvectors, each on the side of its iterate.

    A start without ``|p^T v_i| > delta`` is replaced by ``v_i``.
    """
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
    misses = absolute(moveaxis(result.eigenvalues, 0, 1) - eigenvalues[: s.k])
    return Errors(norm(vectors - exact * sides), misses)
