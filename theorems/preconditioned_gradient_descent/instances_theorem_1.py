"""Settings and competitors of Theorem 1 (Ahn et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from torch import Tensor

from lemmata import Prompt, Space, box, dims, dyadics, space
from lemmata.numbers import Array, concatenate, diag_embed, rotation
from theorems.preconditioned_gradient_descent.instances_draws import drawn


@dataclass(frozen=True)
class Setting:
    """Sigma by its spectrum and a rotation (a product of two reflections, rational like its input)."""

    d: int
    n: int
    spectrum: Tensor  # (d,) positive
    tilt: Tensor  # (2, d - 1)
    gamma: float = 1.0

    @cached_property
    def U(self) -> Array:
        return rotation(self.tilt)

    @cached_property
    def Sigma(self) -> Array:
        matrix = self.U @ diag_embed(self.spectrum) @ self.U.mT
        return (matrix + matrix.mT) / 2


def settings(anisotropic: bool = True, least: float = 0.125) -> Space:
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 6),
        spectrum=lambda s: box(
            s.d, low=least if anisotropic else 1.0, high=4.0 if anisotropic else 1.0
        ),
        tilt=lambda s: box(2, s.d - 1, low=-1.0, high=1.0),
        gamma=dyadics(-4, 4),
    )


def singular_too() -> Space:
    """Any covariance but zero, where (8) divides by zero."""
    base = settings(least=0.0)
    return Space(base.holder, base.fields, where=lambda s: float(s.spectrum.sum()) > 0)


def nonzero_gamma() -> Space:
    base = settings()
    return Space(base.holder, base.fields, where=lambda s: s.gamma != 0)


def prompts(s: Setting) -> Space:
    """A competitor, or a direction: any b and A."""
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d))


def competitors(prompt: Prompt, b: Array, A: Array) -> tuple[Array, Array]:
    """The competitor itself, and three points near the optimum in its direction: (4 batch, ...)."""
    near = [2**j for j in (2, 5, 8)]
    return (
        concatenate([prompt.b, *(b + prompt.b / step for step in near)], 0),
        concatenate([prompt.A, *(A + prompt.A / step for step in near)], 0),
    )
