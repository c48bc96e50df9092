"""Functions with a known transform, their features drawn from (79): Lemma 1 at a point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Generator, Tensor

from baselines.barron_features import Gaussians, logistic_frequencies
from lemmata import Margin, Space, at_most, box, choices, dyadics, in_ball, reals, space, uniform
from lemmata.numbers import Array, absolute, as_array, log, sqrt


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    b: float
    c: Tensor  # (2,): the centre; for logistic units its first entry is the inner weight
    x: Tensor  # (2,); for logistic units its first entry is the input
    delta: float


class of_gaussians(reals):
    """Frequencies from (79) for Gaussian functions in the plane, ``(n, 2)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        omega, _ = Gaussians(2, 1.0, 1.0).frequencies(batch * self.shape[0], generator)
        return omega.reshape(batch, *self.shape)


class of_logistic_units(reals):
    """Frequencies from (79) for logistic units with inner weight 1, ``(n,)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return logistic_frequencies(batch * self.shape[0], generator).reshape(batch, -1)


def at_a_point(low: float, omega: Callable[[int], reals], c: float) -> dict[str, Any]:
    """What a claim is made of on one function at one input, with probability 1 - delta."""
    point = torch.tensor([[c, max(low, 0.0)], [-1.0, 0.0]], dtype=torch.float64)
    settings = space(
        Setting,
        n=choices(4, 64, 256),
        tau=dyadics(5, 64),
        b=dyadics(-1, 1),
        c=box(2, low=low, high=4.0),
        x=in_ball(2, radius=1.0),
        delta=choices(0.25, 0.0625),
    )
    return {
        "kind": "probability",
        "settings": settings,
        "prompts": lambda s: draws(s, omega(s.n)),
        "examples": [Setting(256, 64.0, 1.0, point[0], point[1], 0.25)],
        "failure": lambda s: s.delta,
    }


def draws(s: Setting, omega: reals) -> Space:
    return space(t=uniform(s.n, low=-2.0, high=1.0), omega=omega)


def within(s: Setting, error: Array, moment: Array, at_zero: Array, share: int) -> Margin:
    """Whether the error is at most that of Lemma 5 and Hoeffding's inequality (over ``share``)."""
    spread = sqrt(log(2 / as_array(s.delta, error)) * 2 / s.n)
    bound = ((moment + at_zero) * 3 / as_array(s.tau, error) + moment * 3 * spread) / share
    return at_most(absolute(error), bound + error * 0)


STATED = (
    r"With probability $1-\delta$: $\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i(x)\right|\le"
    r"\frac{3C_{\mathcal F}}\tau+3\widetilde C_{\mathcal F}\sqrt{\frac{2\log(2/\delta)}n}$ for "
)
