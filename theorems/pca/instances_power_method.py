"""Settings, prompts and the iterate shared by the power method claims (slides of Q. Liu 2025)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from baselines.pca import pca, power_method
from lemmata.arrays import Array, absolute, as_array, concatenate, norm, sign, sum, values, zeros
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, scales, space
from theorems.pca.instances_spectra import rotated


def count(inside: float, eps: Array) -> int:
    """``log(1 / inside) / (2 eps)``, rounded up."""
    return math.ceil(math.log(1 / inside) / (2 * float(values(eps))))


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
        return rotated(root * root, self.tilt)

    @property
    def iterations(self) -> int:
        """The slide's number of iterations, rounded up."""
        return count(float(values(self.eps)) * float(values(self.delta)), self.eps)


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


_NONE, _LEVEL = torch.zeros(0, dtype=torch.float64), torch.zeros(1, 1, dtype=torch.float64)
TIGHT = Setting(2, 1 / 16, 1 / 32, 1.0, 15.0, 16.0, ratios=_NONE, tilt=_LEVEL)
HALF = replace(TIGHT, second=15.5)
"""The relative gap attained; half of it, which is outside of what the amended readings allow."""
GIVEN = r"Given $|p^\top v_1|>\delta$ and "
AFTER = r"after $\tau=\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}$ iterations "
ABSOLUTE = r"$|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$, "
RELATIVE = r"$\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$, "
Iterate = Callable[[Setting, Array], Array]
Least = Callable[[Setting], Array]


def delta(s: Setting) -> Array:
    """The start is further than this from the hyperplane orthogonal to v_1."""
    return s.delta


def last_iterate(steps: Callable[[Setting], int] = lambda s: s.iterations) -> Iterate:
    """The normalised iterate after ``steps`` steps from normalised starts (batch, d)."""

    def iterate(s: Setting, start: Array) -> Array:
        A = s.matrix + zeros((start.shape[0], s.d, s.d), start)
        return power_method(A, start, steps(s))[-1]

    return iterate


def first_eigenvector(s: Setting) -> Array:
    return pca(s.matrix).eigenvectors.value[..., :, 0]


def cosines(s: Setting, prompt: Prompt, iterate: Iterate) -> tuple[Array, Array, Array]:
    """The last iterate, v_1 on the side of the start, and |p^T v_1| of the start."""
    v = first_eigenvector(s)
    start = prompt.start / norm(prompt.start)[..., None]
    along = sum(start * v, -1)
    return iterate(s, start), v * sign(along)[..., None], absolute(along)
