"""The laws of arrays that a probability may speak of, beside ``signs`` and ``choices``."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import torch
from torch import Generator, Tensor

from lemmata.claims.domains.arrays import box, in_ball, reals
from lemmata.claims.domains.base import Latent, independent_words
from lemmata.errors import ClaimError


@dataclass(frozen=True)
class uniform(box):
    """Arrays of the given shape, entries independent and uniform between ``low`` and ``high``.

    ``uniform(n, d, low=-1, high=1)`` has shape ``(n, d)``. It is exactly that law when sampled; the search
    for a readable witness draws short numbers.
    """

    def __init__(
        self, *shape: int | str, low: float | Fraction | str = 0.0, high: float | Fraction | str = 1.0
    ) -> None:
        super().__init__(*shape, low=low, high=high)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        unit = torch.rand(batch, *self.shape, generator=generator, dtype=torch.float64)
        return self.project(self.low + (self.high - self.low) * unit)

    def latent(self) -> Latent:
        def value(z: Tensor) -> Tensor:
            unit = torch.special.ndtr(z).reshape(len(z), *self.shape)
            return self.project(self.low + (self.high - self.low) * unit)

        return Latent(math.prod(self.shape), value)

    words = staticmethod(box.words)

    @staticmethod
    def law_words(shape: tuple[str, ...], low: str = "0", high: str = "1") -> str:
        return independent_words(shape, "uniform")


@dataclass(frozen=True)
class gaussian(reals):
    """Arrays of the given shape, entries independent and standard normal (exactly so when sampled).

    The direction ``unit(x)`` of a vector x is uniform on the sphere.
    """

    def __init__(self, *shape: int | str) -> None:
        super().__init__(*shape)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)

    def latent(self) -> Latent:
        return Latent(math.prod(self.shape), lambda z: z.reshape(len(z), *self.shape))

    words = staticmethod(reals.words)

    @staticmethod
    def law_words(shape: tuple[str, ...]) -> str:
        return independent_words(shape, "standard normal")


@dataclass(frozen=True)
class normal(gaussian):
    """Arrays of the given shape, entries independent and normal with this mean and standard deviation."""

    mean: float = 0.0
    deviation: float = 1.0

    def __init__(self, *shape: int | str, mean: float = 0.0, deviation: float = 1.0) -> None:
        super().__init__(*shape)
        if not deviation > 0:
            raise ClaimError(f"normal: deviation={deviation} must be above 0")
        object.__setattr__(self, "mean", mean)
        object.__setattr__(self, "deviation", deviation)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return self.mean + self.deviation * super().sample(generator, batch)

    def latent(self) -> Latent:
        standard = super().latent()
        return Latent(standard.count, lambda z: self.mean + self.deviation * standard.value(z))

    words = staticmethod(reals.words)

    @staticmethod
    def law_words(shape: tuple[str, ...], mean: str = "0", deviation: str = "1") -> str:
        return independent_words(shape, f"normal with mean ${mean}$ and standard deviation ${deviation}$")


@dataclass(frozen=True)
class uniform_ball(in_ball):
    """Arrays whose last-axis vectors are independent and uniform in the ball of this radius."""

    def __init__(self, *shape: int | str, radius: float | Fraction | str = 1.0) -> None:
        super().__init__(*shape, radius=radius)

    def sample(self, generator: Generator, batch: int) -> Tensor:
        values = torch.randn(batch, *self.shape, generator=generator, dtype=torch.float64)
        unit = torch.rand(batch, *self.shape[:-1], 1, generator=generator, dtype=torch.float64)
        length = values.norm(dim=-1, keepdim=True).clamp_min(1e-300)
        # The share of the ball within a radius is its power d; what rounding puts outside moves in.
        return self.project(values * (self.radius * unit ** (1 / self.shape[-1]) / length))

    def latent(self) -> Latent:
        def value(z: Tensor) -> Tensor:
            # The direction of normal numbers, and their length by its quantile.
            rows, d = z.reshape(len(z), *self.shape), self.shape[-1]
            square = (rows * rows).sum(-1, keepdim=True)
            unit = torch.special.gammainc(torch.full_like(square, d / 2), square / 2)
            return self.project(rows * (self.radius * unit ** (1 / d) / square.sqrt().clamp_min(1e-300)))

        return Latent(math.prod(self.shape), value)

    words = staticmethod(in_ball.words)

    @staticmethod
    def law_words(shape: tuple[str, ...], radius: str = "1") -> str:
        return "independent and uniform in the ball" if len(shape) > 1 else "uniform in the ball"
