"""Settings and quantities of Lemma 3: exact probabilities, no draws.

Rows have independent entries of mean 0 and standard deviations sigma_1 >= ... >= sigma_d;
``ratio`` is sigma_1 / sigma_d.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata import Prompt, Space, box, dims, scales, some, space
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Sizes:
    N: int
    d: int
    S: int
    c: float = 1.0
    ratio: float = 1.0  # sigma_1 / sigma_d


@dataclass(frozen=True)
class Setting(Sizes):
    """Sizes, and the failure probabilities ``(batch,)`` of a prompt."""

    delta: Array = 1.0

    @property
    def dimension(self) -> Array:
        """The root of (log d - log delta) / (N c)."""
        return sqrt(log(self.d / self.delta) / (self.c * self.N))

    @property
    def support(self) -> Array:
        """The root s of (log S - log delta) / (N c)."""
        return sqrt(log(self.S / self.delta) / (self.c * self.N))


Sides = Callable[[Setting], tuple[Array, Array]]
Number = Callable[[Setting], Array]
ROOT = r"$s=\sqrt{\frac{\log S-\log\delta}{Nc}}$"


def at(s: Sizes, prompt: Prompt) -> Setting:
    """The setting together with the prompt's delta."""
    return Setting(**vars(s), delta=prompt.delta)


def sizes(**domains: Any) -> Space:
    """N, d and S, and the constant c and the ratio of the deviations where a claim speaks of them."""
    usual: dict[str, Any] = {"N": dims(1, 48), "d": dims(2, 6), "S": lambda s: dims(1, min(s.d, 4), most=s.d)}
    return space(Sizes, **(usual | domains))


def open_c(fails_at: Callable[[float], object] | None = None) -> some:
    """The constant c that the paper leaves open; the smaller, the less is said."""
    return some(scales(-4, 6), weaker="smaller", fails_at=fails_at)


EVERY_C = scales(-4, 6, of="(0, inf)")
"""The constant c of a statement that is made for all of them."""


def rows(factor: int, c: float) -> int:
    """So many rows that N c is at least ``factor``."""
    return int(factor / c) + 1


def deltas(low: int = -12, high: int = -1, limit: float = 1 / 3, drawn: int | None = None) -> Space:
    """Failure probabilities from a power of 2 on (below 1/3, so that 1 - 3 delta says something)."""
    return space(delta=powers(low, high, limit=limit, drawn=drawn))


@dataclass(frozen=True)
class Column:
    """One column of deviation sigma, or two of deviation 1, for their tail bounds."""

    N: int
    c: float = 1.0
    sigma: float = 1.0


Tail = Callable[[Column, Array], Array]
"""A number from the column and the deviation s of a tail bound."""
DEPTHS = space(s=box(low=0.0, high=1.0))
"""The deviation s of a tail bound (at 0 it says nothing)."""
