"""Lemma 1 for one function at one input: the setting, the offsets of (79), and what Hoeffding allows."""

from dataclasses import dataclass
from typing import Any

from lemmata import Margin, Space, at_most, choices, dyadics, reals, space, uniform
from lemmata.numbers import Array, absolute, log, sqrt


@dataclass(frozen=True)
class Setting:
    n: int
    tau: float
    b: float
    delta: float


def settings(made: type[Setting], **others: Any) -> Space:
    """Settings with what else the functions of the class have."""
    return space(
        made,
        n=choices(4, 64, 256),
        tau=dyadics(5, 64, of="(4, inf)"),
        b=dyadics(-1, 1),
        delta=choices(0.25, 0.0625),
        **others,
    )


MANY: dict[str, Any] = {"n": 256, "tau": 64.0, "b": 1.0, "delta": 0.25}
"""Many steep ramps."""


def prompts(s: Setting, omega: reals, **others: Any) -> Space:
    """The n draws of (79): even offsets, and frequencies with a law of their own."""
    return space(t=uniform(s.n, low=-2.0, high=1.0), omega=omega, **others)


def within(s: Setting, error: Array, moment: Array, at_zero: Array, share: int) -> Margin:
    """Whether the error is at most that of Lemma 5 and Hoeffding's inequality (over ``share``)."""
    spread = sqrt(log(2 / s.delta) * 2 / s.n)
    bound = ((moment + at_zero) * 3 / s.tau + moment * 3 * spread) / share
    # The moment bounds the function itself.
    return at_most(absolute(error), bound).trivial_where(bound - moment)


STATED = (
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le"
    r"\frac{3C_{\mathcal F}}\tau+3\widetilde C_{\mathcal F}\sqrt{\frac{2\log(2/\delta)}n}$ with the weights "
    r"(80), by (70) and Hoeffding's inequality, for one pair $(f,x)$ and not yet for all of a cover: "
)
