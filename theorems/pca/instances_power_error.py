"""Two-dimensional matrices on which the power iterations err (slides of Q. Liu 2025)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lemmata import box, choices, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, as_array, constant, stack, zeros


@dataclass(frozen=True)
class Setting:
    tau: int
    first: float
    ratio: float  # lambda_1 / lambda_2
    eps: float


settings = space(
    Setting,
    tau=dims(2, 6),
    first=scales(-3, 0),
    ratio=scales(1, 5),
    eps=scales(-20, -4),
)


steep = space(
    Setting,
    tau=dims(4, 6),
    first=choices(1.0),
    ratio=scales(3, 5),
    eps=choices(2.0**-8),
)
"""Where an error grows fast, so that a mutant falls without a long search."""
near_axes = space(start=box(2, low=0, high=0.125), error=dyadics(-1, 1))
STEEP = Setting(tau=5, first=1.0, ratio=16.0, eps=2.0**-12)


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "prompts": space(start=reals(2), error=dyadics(-1, 1)),
    "examples": [STEEP],
}


def matrix(s: Setting, like: Array) -> Array:
    first = as_array(s.first, like=like)
    roots = stack([first, first / s.ratio], 0)
    one = constant([[1.0, 0.0], [0.0, 1.0]], like)
    return one * roots + zeros((like.shape[0], 2, 2), like)
