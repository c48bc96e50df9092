"""Event A of (D.4) for n >= N_0: sizes, N_0 and the two deviations, for the proof of Proposition 2."""

from dataclasses import dataclass, replace
from functools import cached_property

from lemmata import Prompt, Space, box, choices, dims, dyadics, space
from lemmata.numbers import Array, log, sqrt, stack
from theorems.sparse_recovery.powers import powers


@dataclass(frozen=True)
class Dimensions:
    d: int
    S: int
    n: int
    factor: int = 128  # 16 times what stands for the 8 in N_0


@dataclass(frozen=True)
class Sizes(Dimensions):
    gamma: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Setting(Sizes):
    """Sizes (and layers), with delta and n / N_0 of a prompt, both ``(batch,)``; c is what makes N_0 fit.

    Only n c enters, and n / N_0 = n c / (8 (4S - 2)^2 log(d S / delta)): all c > 0 are covered.
    """

    delta: Array
    excess: Array
    K: int = 1

    @cached_property
    def nc(self) -> Array:
        """The number n of rows times c; ``excess`` is n / N_0."""
        logs = log(self.d * self.S / self.delta)
        return logs * self.excess * (self.factor * (4 * self.S - 2) ** 2) / 16

    @cached_property
    def dimension(self) -> Array:
        """sqrt((log d - log delta) / (n c))."""
        return sqrt(log(self.d / self.delta) / self.nc)

    @cached_property
    def support(self) -> Array:
        """sqrt((log S - log delta) / (n c))."""
        return sqrt(log(self.S / self.delta) / self.nc)


def sizes(top: float, *, first: int = 1, factor: int = 128, spare: int = 0, below: bool = False) -> Space:
    """Settings with n >= max(N_0, first), 0 < gamma <= ``top`` (or ``below`` it) and S <= d - ``spare``."""
    return space(
        Sizes,
        d=dims(1 + spare, 6),
        S=lambda s: dims(1, min(s.d - spare, 3), most=s.d - spare),
        n=dims(first, first + 40),
        gamma=dyadics(0, top, open_low=True, open_high=below, grid=40),
        factor=choices(factor),
    )


def lengths(*, factor: int = 128, spare: int = 0) -> Space:
    """Settings with n >= N_0 and S <= d - ``spare``, for what is free of gamma."""
    whole = sizes(1, factor=factor, spare=spare)
    fields = {name: domain for name, domain in whole.fields.items() if name != "gamma"}
    return replace(whole, holder=Dimensions, fields=fields)


def occurring(whole: Space) -> Space:
    """Those of the settings in which event A can occur: with n >= S rows.

    On event A (2S - 1) sigma_max <= sigma_min, so that the S columns of the support are independent.
    """
    return replace(whole, where=lambda s: s.n >= s.S)


chances = space(delta=powers(-6, 0, open_high=True), excess=powers(0, 6))
"""delta and n / N_0 >= 1."""
data = replace(chances, fields={**chances.fields, "t": box(3, low=0.0, high=1.0)})
"""These, and where in its range each quantity lies that event A bounds."""


def at(s: Dimensions, prompt: Prompt) -> Setting:
    """The setting together with the prompt's delta and n / N_0."""
    return Setting(**vars(s), delta=prompt.delta, excess=prompt.excess)


def row(*numbers: Array) -> Array:
    """Quantities ``(batch,)`` and numbers side by side: ``(batch, entries)``."""
    return stack(list(numbers), -1)


def in_event(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """sigma_min, sigma_max and the largest diagonal entry on S, anywhere in event A (D.4).

    One column on the support has one entry, and one column in all has no other.
    """
    t = prompt.t
    low = (1 - s.support) * s.n / (s.n + 2)
    high = (s.support + 1) * s.n / (s.n + 2)
    smallest = low + (high - low) * t[:, 0]
    largest = smallest + (high - smallest) * (t[:, 1] if s.S > 1 else 0)
    return smallest, s.dimension * (t[:, 2] if s.d > 1 else 0), largest
