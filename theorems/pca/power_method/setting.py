"""Spectra and starts for the power method, its iterates, and what its statements have in common.

Matrices are diagonal: the power method commutes with rotations, so that only the start's coordinates along
the eigenvectors matter, and these are free.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from operator import mul
from typing import Any

import torch
from torch import Tensor

from baselines import pca
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, scales, some, space
from lemmata.numbers import Array, absolute, broadcast_to, diag_embed, eye, norm, sign, stack, sum, values


def count(inside: float, eps: Array) -> int:
    """``log(1 / inside) / (2 eps)``, rounded up."""
    return math.ceil(math.log(1 / inside) / (2 * float(values(eps))))


@dataclass(frozen=True)
class Setting:
    """X X^T by the square roots sigma_i of its eigenvalues."""

    d: int
    eps0: float
    delta: float
    sigma_2: float
    sigma_1: float
    rho: Tensor  # (d - 2,) of the further roots, each over the one before

    @property
    def matrix(self) -> Array:
        root = stack([self.sigma_1, *accumulate(self.rho, mul, initial=self.sigma_2)], 0)
        return diag_embed(root * root)

    @property
    def iterations(self) -> int:
        """The slide's number of iterations, rounded up."""
        return count(float(values(self.eps0)) * float(values(self.delta)), self.eps0)


@dataclass(frozen=True)
class Apart(Setting):
    """The same, with the constant gap that ``Omega(1)`` stands for."""

    c: float


FREE: dict[str, Any] = {
    "d": dims(2, 4),
    "eps0": dyadics(0, 1, open_low=True, open_high=True, grid=16),
    "delta": scales(-5, 0, open_high=True, of="(0, 1)"),
    "sigma_2": scales(-3, 25, of="(0, inf)"),
    "rho": lambda s: box(s.d - 2, low=0.125, high=0.875, of="(0, 1)"),
}


def settings(least: Callable[[Setting], float]) -> Space:
    """``least`` is the smallest first root that the hypothesis on the gap allows."""
    return space(Setting, **FREE, sigma_1=lambda s: dyadics(least(s), least(s) + 4))


NONE = torch.zeros(0, dtype=torch.float64)


def flat(c: float) -> Apart:
    """A gap that is small beside the eigenvalues."""
    return Apart(2, 1 / 16, 1 / 32, sigma_2=4096 * c, sigma_1=4097 * c, rho=NONE, c=c)


def steep(c: float) -> Apart:
    """A gap that is large beside the eigenvalues, so that the iterates converge fast."""
    return Apart(2, 1 / 16, 1 / 32, sigma_2=8 * c, sigma_1=16 * c, rho=NONE, c=c)


def absolute_gap(fails_at: Callable[[float], Apart]) -> Space:
    """A constant gap, for each of which a setting refutes the statement."""
    return space(
        Apart,
        **FREE,
        c=some(scales(-4, 3), weaker="larger", fails_at=fails_at),
        sigma_1=lambda s: dyadics(s.sigma_2 + s.c, s.sigma_2 + 9 * s.c),
    )


relative_gap = settings(lambda s: s.sigma_2 / (1 - s.eps0))
some_gap = space(Setting, **FREE, sigma_1=lambda s: dyadics(s.sigma_2, 4 * s.sigma_2 / (1 - s.eps0)))
"""Also gaps that are small beside the eigenvalues."""


def relative(s: Setting) -> Array:
    """``(1 - eps_0) sqrt(lambda_1) - sqrt(lambda_2)``: not negative where the gap is relative."""
    return (1 - s.eps0) * s.sigma_1 - s.sigma_2


def one(second: float) -> Space:
    """One spectrum, 16 being the first root, on which mutants fall without a long search."""
    fixed = {"eps0": 2.0**-4, "delta": 2.0**-5, "sigma_2": second, "sigma_1": 16.0}
    parts: dict[str, Any] = {name: choices(value) for name, value in fixed.items()}
    return space(Setting, d=dims(2, 2), **parts, rho=box(0, low=0.0, high=1.0))


def prompts(s: Setting) -> Space:
    """The start, to be normalised."""
    return space(start=reals(s.d))


TIGHT = Apart(2, 1 / 16, 1 / 32, sigma_2=15.0, sigma_1=16.0, rho=NONE, c=1.0)
"""The relative gap attained."""
HALF = Apart(2, 1 / 16, 1 / 32, sigma_2=15.5, sigma_1=16.0, rho=NONE, c=0.5)
"""Half of it: outside of what the amended readings allow."""

GIVEN = r"Given a unit start p with $|p^\top v_1|>\delta$ and "
AFTER = (
    r"after $\tau=\left\lceil\frac{\log(1/(\epsilon_0\delta))}{2\epsilon_0}\right\rceil$ iterations (the "
    r"slide's k, which it does not round) of the power method on $XX^\top$ with the eigenvalues "
    r"$\lambda_i=\sigma_i^2$, $\lambda_1>\lambda_2>\dots$ and $v_1$ %s, "
)
ABSOLUTE = r"$\sqrt{\lambda_1}-\sqrt{\lambda_2}\ge c$, "
RELATIVE = r"$\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$, "

Iterate = Callable[[Setting, Array], Array]
"""From unit starts ``(batch, d)`` to unit iterates."""


def last_iterate(steps: Callable[[Setting], int] = lambda s: s.iterations) -> Iterate:
    """The normalised iterate after ``steps`` steps from normalised starts (batch, d)."""

    def iterate(s: Setting, start: Array) -> Array:
        A = broadcast_to(s.matrix[None], (start.shape[0], s.d, s.d))
        return pca.last_iterate(A, start, steps(s))

    return iterate


def first_eigenvector(s: Setting) -> Array:
    return eye(s.d, s.rho)[0]


def direction(prompt: Prompt) -> Array:
    """Not negative where the start has a direction: zero cannot be normalised.

    Its length does not matter; one of 1/64 is the shortest that is drawn.
    """
    return sum(prompt.start * prompt.start, -1) * 4096 - 1


def unit_start(prompt: Prompt) -> Array:
    """``(batch, d)`` the start, normalised."""
    return prompt.start / norm(prompt.start)[..., None]


def cosines(s: Setting, prompt: Prompt, iterate: Iterate) -> tuple[Array, Array, Array]:
    """The last iterate and v_1 on the side of the start ``(batch, d)``, and the start's |p^T v_1|."""
    v = first_eigenvector(s)
    start = unit_start(prompt)
    cosine = sum(start * v, -1)
    return iterate(s, start), v * sign(cosine)[..., None], absolute(cosine)


ON_THE_SIDE = AFTER % "on the side of the start"
FIXED = AFTER % "fixed beforehand"
SOME_GAP = r"There is a constant $c>0$ such that: "
