"""Lemma 1 for one function at one input: the setting, the offsets of (79), and what Hoeffding allows."""

from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata import Margin, Space, at_most, box, choices, dyadics, in_ball, reals, space, uniform
from lemmata.numbers import Array, absolute, log, sqrt


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    b: float
    c: Tensor  # (2,): the centre; for logistic units its first entry is the inner weight
    x: Tensor  # (2,); for logistic units its first entry is the input
    delta: float


def settings(low: float) -> Space:
    """Settings with the entries of c between ``low`` and 4."""
    return space(
        Setting,
        n=choices(4, 64, 256),
        tau=dyadics(5, 64),
        b=dyadics(-1, 1),
        c=box(2, low=low, high=4.0),
        x=in_ball(2, radius=1.0),
        delta=choices(0.25, 0.0625),
    )


def example(*c: float) -> Setting:
    """Many steep ramps, and an input on the sphere."""
    centre, x = torch.tensor([c, (-1.0, 0.0)], dtype=torch.float64)
    return Setting(n=256, tau=64.0, b=1.0, c=centre, x=x, delta=0.25)


def prompts(s: Setting, omega: reals) -> Space:
    """The n draws of (79): even offsets, and frequencies with a law of their own."""
    return space(t=uniform(s.n, low=-2.0, high=1.0), omega=omega)


def within(s: Setting, error: Array, moment: Array, at_zero: Array, share: int) -> Margin:
    """Whether the error is at most that of Lemma 5 and Hoeffding's inequality (over ``share``)."""
    spread = sqrt(log(2 / s.delta) * 2 / s.n)
    bound = ((moment + at_zero) * 3 / s.tau + moment * 3 * spread) / share
    return at_most(absolute(error), bound)


STATED = (
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le"
    r"\frac{3C_{\mathcal F}}\tau+3\widetilde C_{\mathcal F}\sqrt{\frac{2\log(2/\delta)}n}$ with the weights "
    r"(80), for "
)
