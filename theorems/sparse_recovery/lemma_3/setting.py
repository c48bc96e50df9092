"""Settings and quantities of Lemma 3: exact probabilities, no draws.

Rows have independent entries of mean 0 and standard deviations sigma_1 >= ... >= sigma_d;
``ratio`` is sigma_1 / sigma_d.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Domain, Prompt, Space, box, choices, dims, dyadics, scales, space
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Sizes:
    N: int
    d: int
    S: int
    c: float
    ratio: float


@dataclass(frozen=True)
class Setting(Sizes):
    """Sizes, and the failure probabilities ``(batch,)`` of a prompt."""

    delta: Array

    @property
    def dimension(self) -> Array:
        """sqrt((log d - log delta) / (N c))."""
        return sqrt(log(self.d / self.delta) / (self.c * self.N))

    @property
    def support(self) -> Array:
        """sqrt((log S - log delta) / (N c))."""
        return sqrt(log(self.S / self.delta) / (self.c * self.N))


Sides = Callable[[Setting], tuple[Array, Array]]
Number = Callable[[Setting], Array]


def at(s: Sizes, prompt: Prompt) -> Setting:
    """The setting together with the prompt's delta."""
    return Setting(**vars(s), delta=prompt.delta)


def sizes(
    *, N: Domain | None = None, d: Domain | None = None, c: Domain | None = None, ratio: Domain | None = None
) -> Space:
    """Sizes; a constant c that the paper leaves open is drawn over many scales."""
    return space(
        Sizes,
        N=N or dims(1, 48),
        d=d or dims(2, 6),
        S=lambda s: dims(1, min(s.d, 4), most=s.d),
        c=c or scales(-4, 6),
        ratio=ratio or dyadics(1, 1),
    )


def deltas(low: int = -12, high: int = -1, limit: float = 1 / 3) -> Space:
    """Failure probabilities from a power of 2 on (below 1/3, so that 1 - 3 delta says something)."""
    return space(delta=powers(low, high, limit=limit))


QUARTER = choices(0.25)
"""The constant that is good for Rademacher rows."""
EIGHTH = choices(0.125)
"""The constant that is good for Gaussian rows."""


def deviations(ratio: Domain | None = None) -> Space:
    """Settings of one column, for its tail bounds; ``ratio`` is its standard deviation."""
    return sizes(N=dims(1, 27), d=dims(1, 1, most=1), ratio=ratio)


depths = space(delta=box(low=0.125, high=1.0))
"""The deviation s of a tail bound, in the place of delta."""
