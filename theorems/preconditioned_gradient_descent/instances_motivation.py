"""Settings and prompts of the motivating scenario in section 5.2 (Ahn et al. 2023)."""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from lemmata import Space, box, choices, dims, reals, space
from lemmata.numbers import Array, diag_embed, rotation


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    reflections: int
    root: Tensor  # (d,) singular values of W
    tilt: Tensor  # (2, d - 1)
    turn: Tensor  # (reflections, d - 1)

    def power(self, p: int) -> Array:
        """Sigma^(p / 2)."""
        V, r = rotation(self.tilt), self.root if p > 0 else 1 / self.root
        return V @ diag_embed(r ** abs(p)) @ V.mT

    @property
    def W(self) -> Array:
        return self.power(1) @ rotation(self.turn)

    @property
    def W_inverse(self) -> Array:
        return rotation(self.turn).mT @ self.power(-1)


settings = space(
    Setting,
    d=dims(1, 2),
    n=dims(1, 3),
    reflections=choices(1, 2),
    root=lambda s: box(s.d, low=0.5, high=2.0),
    tilt=lambda s: box(2, s.d - 1, low=-1.0, high=1.0),
    turn=lambda s: box(s.reflections, s.d - 1, low=-1.0, high=1.0),
)


def prompts(s: Setting) -> Space:
    """Latent covariates and task, and a point w."""
    return space(X=reals(s.n, s.d), w_bar=reals(s.d), w=reals(s.d))
