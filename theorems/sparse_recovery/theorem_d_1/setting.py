"""Settings, prompts, the rate (D.3) and the network of Theorem D.1."""

import math
from dataclasses import dataclass, replace

from lemmata import Space, choices, dims, dyadics, every, scales, signs, some, space, sparse
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import Setting, as_printed

below_1_6 = dyadics(0, 1.6, open_low=True, open_high=True, grid=40)
"""The steps of appendix D."""


@dataclass(frozen=True)
class Bound:
    """What the bound is made of at S = 1: the root with S, sqrt(log(1/delta)/(n c)), is at most r."""

    K: int
    gamma: float
    r: float  # the root with d (or with the size of the known set); each r occurs with each c > 0

    @property
    def rate(self) -> Array:
        """exp(-alpha_n) by (D.3), with r for the root with S."""
        return 1 - self.gamma * 2 / 3 + self.gamma * 2 * self.r


bounds = space(Bound, K=dims(1, 6), gamma=below_1_6, r=scales(-20, -3, of="(0, 1/8]"))
"""n >= N_0 = 32 log(d/delta)/c, since r^2 = log(d/delta)/(n c) is at most 1/64."""


def overshooting(c: float, d: int = 2) -> Setting:
    """S = 1, a step of 3/2 and eight times N_0 rows, where the bound, at most 3/16, is less than the error."""
    N0 = math.ceil(32 * math.log(4 * d) / c)
    return Setting(d=d, S=1, K=1, delta=0.25, gamma=1.5, c=c, N0=N0, n=8 * N0)


as_in_the_appendix = replace(
    as_printed,
    fields={
        **as_printed.fields,
        "d": dims(1, 2),
        "delta": scales(-4, -2, of="(0, 1)"),
        "gamma": below_1_6,
        "c": some(scales(6, 8), weaker="smaller", fails_at=overshooting),
    },
)
"""The printed hypotheses, for what is said of the network of the proof."""


def any_length(top: float) -> Space:
    """Any n >= 1 and c = 1/4, steps up to ``top``."""
    return space(
        Setting,
        d=dims(1, 4),
        S=lambda s: dims(1, min(s.d, 2), most=s.d),
        K=dims(1, 4),
        delta=scales(-6, -1, of="(0, 1)"),
        gamma=dyadics(0, top, open_low=True, grid=40),
        c=choices(0.25),
        N0=dims(1, 1),
        n=dims(1, 600),
        b_beta=scales(-2, 4, of="(0, inf)"),
    )


def prompts(s: Setting) -> Space:
    """Rademacher rows; S-sparse vectors of l1 norm at most b_beta: ``share`` b_beta times a direction."""
    return space(
        X=signs(s.n, s.d), direction=every(sparse(s.d, s.S, 1.0)), share=every(choices(1.0, 0.5, 0.125))
    )


def appendix_rate(s: Setting) -> Array:
    """exp(-alpha_n) by (D.3), and by (D.15) where d is the size of the known set."""
    x = sqrt(log(s.d / s.delta) / (s.n * s.c)) * (2 * s.S - 1)
    return 1 - s.gamma * 2 / 3 + s.gamma * (x + sqrt(log(s.S / s.delta) / (s.n * s.c)))


def network(s: Setting) -> Weights:
    """The network of the proof, with bounds for what weights cannot know."""
    mu = sqrt(log(s.d / s.delta) / (s.n * s.c))
    return Weights(s.gamma * 2, [s.gamma * mu * s.b_beta * appendix_rate(s) ** k for k in range(s.K)])
