r"""The quantities of Step 5 as free numbers, with roots taken out (Li et al. 2025).

$r=(\log N/N)^{1/6}$, $C_{\mathcal F}=c^3$, $\widehat\varepsilon=e^3$, $\varepsilon=p^2$,
$\log|\mathcal N_\varepsilon|/n=q^2$; $n/L$ is what (58c) makes of them, and has to be positive:
instances in which it is not do not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from lemmata import Prompt, Space, box, choices, dims, space
from lemmata.numbers import Array


@dataclass(frozen=True)
class Setting:
    c1: int
    k: int
    most: float = 1.0
    """The largest p and q, and a quarter of the largest sigma."""


@dataclass(frozen=True)
class Numbers:
    """A batch of them, each ``(batch, 1)``."""

    r: Array
    c: Array
    e: Array
    p: Array
    q: Array
    sigma: Array
    c1: int

    @cached_property
    def C(self) -> Array:
        return self.c * self.c * self.c

    @cached_property
    def root(self) -> Array:
        """The square root of log N / N."""
        return self.r * self.r * self.r

    @cached_property
    def eps_hat(self) -> Array:
        return self.e * self.e * self.e

    @cached_property
    def eps_dis(self) -> Array:
        """(30) with the constant 1."""
        return self.C * (self.p + self.q)

    @cached_property
    def depth(self) -> Array:
        """C_F^2 n / L, by (58c)."""
        return self.eps_hat - self.root * self.C * (self.sigma + self.C) - self.eps_dis**2

    @cached_property
    def lam(self) -> Array:
        """(58a) with the constant c1."""
        first = self.r * self.e * self.e / self.c
        rest = self.root * (self.C + self.sigma) + self.C * (self.p + self.q) * (self.p + self.q)
        return (first + rest) * self.c1

    @cached_property
    def bound(self) -> Array:
        """The right side of (66)."""
        noise = self.root * self.C * (self.sigma + self.C)
        return noise + self.C * self.C * (self.p**2 + self.q**2) + self.depth


settings = space(Setting, c1=dims(1, 8), k=dims(1, 64), most=choices(1.0, 0.0))


def prompts(s: Setting) -> Space:
    """Positive numbers; the errors may vanish."""
    return space(
        r=box(1, low=0.015625, high=1.0),
        c=box(1, low=0.25, high=4.0),
        e=box(1, low=0.0625, high=4.0),
        p=box(1, low=0.0, high=s.most),
        q=box(1, low=0.0, high=s.most),
        sigma=box(1, low=0.0, high=4 * s.most),
    )


def numbers(s: Setting, prompt: Prompt) -> Numbers:
    return Numbers(**dict(prompt.items()), c1=s.c1)
