"""Quantities, the rate (D.3) and the network of Theorem D.1."""

from typing import Any

from lemmata import choices, dims, scales
from lemmata.numbers import Number, log, sqrt
from theorems.sparse_recovery.event_a import steps
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import SIZES


def appendix_rate(d: int, S: int, delta: Number, gamma: Number, c: Number, n: Number) -> Number:
    r"""$\exp(-\alpha_n)$ by (D.3), and by (D.15) where d is the size of the known set."""
    x = sqrt(log(d / delta) / (n * c)) * (2 * S - 1)
    return 1 - gamma * 2 / 3 + gamma * (x + sqrt(log(S / delta) / (n * c)))


def network(d: int, S: int, K: int, delta: Number, gamma: Number, c: Number, n: int, b_beta: Number) -> Weights:
    """The network of the proof, with bounds for what weights cannot know."""
    mu, rate = sqrt(log(d / delta) / (n * c)), appendix_rate(d, S, delta, gamma, c, n)
    return Weights(gamma * 2, [gamma * mu * b_beta * rate**k for k in range(K)])


IN_THE_APPENDIX: dict[str, Any] = SIZES | dict(
    d=dims(1, 2), delta=scales(-4, -2, of="(0, 1)"), gamma=steps(1.6, below=True), rate=appendix_rate
)
"""The printed hypotheses, with Theorem 5.1's open c."""
ANY_LENGTH: dict[str, Any] = dict(
    d=dims(1, 4),
    S=dims(1, "min(d, 2)", most="d"),
    K=dims(1, 4),
    delta=scales(-6, -1, of="(0, 1)"),
    gamma=steps(1.2),
    c=choices(0.25),
    N0=dims(1, 1),
    n=dims(1, 600),
)
"""Any n >= 1 and c = 1/4, steps up to 6/5."""
