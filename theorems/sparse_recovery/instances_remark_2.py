"""The constants of Theorem 5.1 as printed, and sizes for incoherent columns (Remark 2 of Liu et al. 2025)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from lemmata import dims, dyadics, scales, space
from lemmata.numbers import Array, log, sqrt


@dataclass(frozen=True)
class Incoherent:
    """Sizes for which q < 1."""

    d: int
    S: int
    K: int
    n: int
    m: int
    gamma: float

    @property
    def q(self) -> Array:
        return self.gamma * (2 * (2 * self.S - 1) * self.m - 2 * self.n) / (2 * self.n + 1) + 1


incoherent = space(
    Incoherent, where=lambda s: (2 * s.S - 1) * s.m < s.n, d=dims(1, 4),
    S=lambda s: dims(1, min(s.d, 2), most=s.d), K=dims(1, 3), n=dims(1, 7),
    m=lambda s: dims(0, min(s.n, 2), most=s.n), gamma=dyadics(0, 1, open_low=True),
)  # fmt: skip


@dataclass(frozen=True)
class Original:
    """The constants of Theorem 5.1 as printed."""

    d: int
    S: int
    K: int
    delta: float
    gamma: float
    c: float
    n: int

    @property
    def rate(self) -> Array:
        """exp(-alpha_n)."""
        dimension = sqrt(log(self.d / self.delta) / (self.n * self.c))
        support = sqrt(log(self.S / self.delta) / (self.n * self.c))
        return 1 - self.gamma * 2 / 3 + self.gamma * (2 * self.S - 1) * dimension + support


def enough(s: Original) -> bool:
    """N >= N_0."""
    logs = math.log(s.d) + math.log(s.S) - math.log(s.delta)
    return s.n * s.c >= 8 * (4 * s.S - 2) ** 2 * logs


original = space(
    Original, where=enough, d=dims(1, 3), S=lambda s: dims(1, min(s.d, 2), most=s.d), K=dims(1, 6),
    delta=scales(-6, 0, open_high=True), gamma=dyadics(0, 1.5, open_low=True), c=scales(4, 9),
    n=dims(1, 8),
)  # fmt: skip
