"""Quantities, the rate (D.3) and the network of Theorem D.1."""

import math
from typing import Any

from lemmata import Domain, choices, dims, dyadics, scales, some
from lemmata.numbers import Number, log, sqrt
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import SIZES

below_1_6 = dyadics(0, 1.6, open_low=True, open_high=True, grid=40)
"""The steps of appendix D."""
BOUND: dict[str, Any] = dict(
    K=dims(1, 6),
    gamma=below_1_6,
    r=scales(
        -20, -3, of="(0, 1/8]"
    ),  # the root with d (or the known set's size); each r occurs with each $c > 0$
)
"""What the bound is made of at S = 1: the root with S, sqrt(log(1/delta)/(n c)), is at most r.

n >= N_0 = 32 log(d/delta)/c, since r^2 = log(d/delta)/(n c) is at most 1/64.
"""


def best_rate(gamma: Number, r: Number) -> Number:
    r"""$\exp(-\alpha_n)$ by (D.3), with r for the root with S."""
    return 1 - gamma * 2 / 3 + gamma * 2 * r


def overshooting(c: float, d: int = 2, delta: float = 0.25) -> dict[str, Any]:
    """S = 1, a step of 3/2 and eight times N_0 rows, where the bound, at most 3/16, is less than the error."""
    N0 = math.ceil(32 * math.log(d / delta) / c)
    return dict(d=d, S=1, K=1, delta=delta, gamma=1.5, c=c, N0=N0, n=8 * N0, b_beta=1.0, share=1.0)


def appendix_rate(d: int, S: int, delta: Number, gamma: Number, c: Number, n: Number) -> Number:
    r"""$\exp(-\alpha_n)$ by (D.3), and by (D.15) where d is the size of the known set."""
    x = sqrt(log(d / delta) / (n * c)) * (2 * S - 1)
    return 1 - gamma * 2 / 3 + gamma * (x + sqrt(log(S / delta) / (n * c)))


def network(d: int, S: int, K: int, delta: Number, gamma: Number, c: Number, n: int, b_beta: Number) -> Weights:
    """The network of the proof, with bounds for what weights cannot know."""
    mu, rate = sqrt(log(d / delta) / (n * c)), appendix_rate(d, S, delta, gamma, c, n)
    return Weights(gamma * 2, [gamma * mu * b_beta * rate**k for k in range(K)])


def up_to(top: float) -> Domain:
    """Steps up to this one."""
    return dyadics(0, top, open_low=True, grid=40)


IN_THE_APPENDIX: dict[str, Any] = SIZES | dict(
    d=dims(1, 2),
    delta=scales(-4, -2, of="(0, 1)"),
    gamma=below_1_6,
    c=some(scales(6, 8), weaker="smaller", fails_at=overshooting),
    rate=appendix_rate,
)
"""The printed hypotheses, for what is said of the network of the proof."""
ANY_LENGTH: dict[str, Any] = dict(
    d=dims(1, 4),
    S=dims(1, "min(d, 2)", most="d"),
    K=dims(1, 4),
    delta=scales(-6, -1, of="(0, 1)"),
    gamma=up_to(1.2),
    c=choices(0.25),
    N0=dims(1, 1),
    n=dims(1, 600),
)
"""Any n >= 1 and c = 1/4, steps up to 6/5."""
