"""Settings, prompts, the rate (D.3) and the network of Theorem D.1."""

from dataclasses import replace

from lemmata import Space, choices, dims, dyadics, every, scales, signs, some, space, sparse
from lemmata.numbers import Array, log, sqrt
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import Setting, as_printed, printed_N0

below_1_6 = dyadics(0, 1.6, open_low=True, open_high=True, grid=40)
"""The steps of appendix D."""

bounds = space(
    Setting,
    d=dims(1, 4),
    S=lambda s: dims(1, min(s.d, 3), most=s.d),
    K=dims(1, 5),
    delta=scales(-6, -2),
    gamma=below_1_6,
    # With a smaller c the theorem speaks of fewer n, and its bound is larger.
    c=some(scales(-8, 8), weaker="smaller"),
    N0=lambda s: dims(printed_N0(s), printed_N0(s), most=printed_N0(s)),
    n=lambda s: dims(s.N0, 1024 * s.N0),
)
"""The printed hypotheses, for what is said of the bound alone: n may be large."""
as_in_the_appendix = replace(
    as_printed, fields={**as_printed.fields, "d": dims(1, 2), "delta": scales(-4, -2), "gamma": below_1_6}
)
"""The printed hypotheses, for what is said of the network of the proof."""


def any_length(top: float) -> Space:
    """Any n >= 1 and c = 1/4, steps up to ``top``."""
    return space(
        Setting,
        d=dims(1, 4),
        S=lambda s: dims(1, min(s.d, 2), most=s.d),
        K=dims(1, 4),
        delta=scales(-6, -1),
        gamma=dyadics(0, top, open_low=True, grid=40),
        c=choices(0.25),
        N0=dims(1, 1),
        n=dims(1, 1200),
        b_beta=scales(-2, 4),
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
