"""Settings, prompts and the iterate shared by the power method claims (slides of Q. Liu 2025)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.pca import pca, power_method
from lemmata.arrays import (
    Array,
    absolute,
    as_array,
    concatenate,
    diag_embed,
    norm,
    rotation,
    sign,
    sum,
    values,
    zeros,
)
from lemmata.claims import Claim
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, scales, space


@dataclass(frozen=True)
class Setting:
    """X X^T by the square roots of its eigenvalues and a rotation."""

    d: int
    eps: float  # epsilon_0
    delta: float
    gap: float  # what Omega(1) stands for
    second: float
    first: float
    ratios: Tensor  # (d - 2,) of the further roots, each to the one before
    tilt: Tensor  # (1, d - 1)

    @property
    def matrix(self) -> Array:
        roots = [as_array(v, like=self.tilt).reshape(1) for v in (self.first, self.second)]
        for ratio in self.ratios:
            roots.append(roots[-1] * ratio)
        root = concatenate(roots, 0)
        U = rotation(self.tilt)
        A = U @ diag_embed(root * root) @ U.mT
        return (A + A.mT) / 2

    @property
    def iterations(self) -> int:
        """The slide's number of iterations, rounded up."""
        eps, delta = float(values(self.eps)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


def settings(least: Callable[[Setting], float]) -> Space:
    """``least`` is the smallest first root that the hypothesis on the gap allows."""
    return space(
        Setting,
        d=dims(2, 4),
        eps=dyadics(0, 1, open_low=True, open_high=True, grid=16),
        delta=scales(-5, 0, open_high=True),
        gap=scales(-4, 3),
        second=scales(-3, 12),
        first=lambda s: dyadics(least(s), least(s) + 4),
        ratios=lambda s: box(s.d - 2, low=0.125, high=0.875),
        tilt=lambda s: box(1, s.d - 1, low=-1.0, high=1.0),
    )


absolute_gap = settings(lambda s: s.second + s.gap)
relative_gap = settings(lambda s: s.second / (1 - s.eps))


def prompts(s: Setting) -> Space:
    """The start, to be normalised."""
    return space(start=reals(s.d))


TIGHT = Setting(
    d=2,
    eps=1 / 16,
    delta=1 / 32,
    gap=1.0,
    second=15.0,
    first=16.0,
    ratios=torch.zeros(0, dtype=torch.float64),
    tilt=torch.zeros(1, 1, dtype=torch.float64),
)
"""The relative gap is attained, so that starts at distance delta decide."""
GIVEN = r"Given $|p^\top v_1|>\delta$ and "
AFTER = r"after $\tau=\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "
ABSOLUTE = r"$|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$, "
RELATIVE = r"$\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$, "
Iterate = Callable[[Setting, Array], Array]


def last_iterate(count: Callable[[Setting], int] = lambda s: s.iterations) -> Iterate:
    """The normalised iterate after ``count`` steps from normalised starts (batch, d)."""

    def iterate(s: Setting, start: Array) -> Array:
        A = s.matrix + zeros((start.shape[0], s.d, s.d), start)
        return power_method(A, start, count(s))[-1]

    return iterate


def first_eigenvector(s: Setting) -> Array:
    return pca(s.matrix).eigenvectors.value[..., :, 0]


def cosines(s: Setting, prompt: Prompt, iterate: Iterate) -> tuple[Array, Array, Array]:
    """The last iterate, v_1 on the side of the start, and |p^T v_1| of the start."""
    v = first_eigenvector(s)
    start = prompt.start / norm(prompt.start)[..., None]
    along = sum(start * v, -1)
    return iterate(s, start), v * sign(along)[..., None], absolute(along)


def add_mutants(claim: Claim) -> None:
    """The wrong variants that all three claims have to notice."""
    claim.mutant("half the iterations", iterate=last_iterate(lambda s: s.iterations // 2))
    claim.mutant("an absolute gap", settings=absolute_gap)
    claim.mutant("the start is returned", iterate=lambda s, start: start)
