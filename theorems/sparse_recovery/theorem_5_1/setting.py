"""Quantities and constants of Theorem 5.1: what it prints, and what its amendment allows."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lemmata import Domain, choices, dims, dyadics, every, scales, signs, some, sparse
from lemmata.claims.by_name import parameters
from lemmata.numbers import Number, abs, log, sqrt


def rate_as_printed(d: int, S: int, delta: Number, gamma: Number, c: Number, n: Number) -> Number:
    r"""$\exp(-\alpha_n)=1-2\gamma/3+\gamma(2S-1)\sqrt{\log(d/\delta)/(nc)}+\sqrt{\log(S/\delta)/(nc)}$.

    As printed in the main text: (D.3) has a gamma before its last root, too.
    """
    dimension, support = sqrt(log(d / delta) / (n * c)), sqrt(log(S / delta) / (n * c))
    return 1 - gamma * 2 / 3 + gamma * (2 * S - 1) * dimension + support


def coherence(d: int, delta: Number, N0: Number) -> Number:
    r"""Hoeffding's bound on the off-diagonal entries of $D^\top X$ for every $n \ge N_0$ (0 if $d = 1$)."""
    return sqrt(log(d * (d - 1) / delta) * (2 * N0)) * 2 / (2 * N0 + 1) if d > 1 else 0


def contraction(S: int, gamma: Number, N0: int, mu: Number) -> Number:
    """What a layer leaves of the bound on the error, with Hoeffding's coherence.

    It is below the printed rate where c <= 7/8, gamma <= 1 and N_0 is the printed one.
    """
    return gamma * (2 * S - 1) * mu + abs(1 - gamma * (2 * N0) / (2 * N0 + 1))


def printed_N0(d: int, S: int, delta: float | Fraction, c: float | Fraction) -> int:
    r"""$N_0$ of Theorem 5.1, $8 (4S - 2)^2 (\log d + \log S - \log\delta)/c$, as a whole number."""
    if not (0 < delta < 1 and c > 0):  # a shrinking search asks before it checks the domain
        return 1
    return math.ceil(8 * (4 * S - 2) ** 2 * (math.log(d) + math.log(S) - math.log(delta)) / c)


def as_printed(K: int, b_beta: Number, printed_rate: Number) -> Number:
    """The printed bound."""
    return b_beta * printed_rate**K


def squared(K: int, b_beta: Number, printed_rate: Number) -> Number:
    """The printed bound with the square of the rate."""
    return b_beta * printed_rate ** (2 * K)


@dataclass(frozen=True)
class Setting:
    """A size of the experiments."""

    d: int
    S: int
    K: int
    delta: float
    gamma: float
    c: float
    N0: int
    n: int
    b_beta: float = 1.0

    def of(self, function: Callable[..., Any]) -> Any:
        """A function of quantities by their names, at this size."""
        return function(**{name: getattr(self, name) for name in parameters(function)})

    mu = property(lambda s: s.of(coherence))
    q = property(lambda s: s.of(contraction))
    printed_rate = property(lambda s: s.of(rate_as_printed))


def overshooting(c: float) -> dict[str, Any]:
    """One column, a step of 3/2 and so many rows that the bound, 0.44, is less than the error."""
    N0 = math.ceil(32 * math.log(8 / 7) / c)
    return dict(d=1, S=1, K=1, delta=0.875, gamma=1.5, c=c, N0=N0, n=N0 + 16, b_beta=1.0)


def exactly(N0: int) -> Domain:
    """The printed N_0 alone."""
    return dims(N0, N0, most=N0)


SIZES: dict[str, Any] = dict(
    d=dims(1, 3),
    S=dims(1, 1, most="d"),  # S = 2 takes thousands of rows, and S = 1 refutes
    K=dims(1, 4),
    delta=scales(-1, 0, open_high=True, of="(0, 1)"),
    gamma=dyadics(0, 1.5, open_low=True),
    # With a smaller c the theorem speaks of fewer n, and its bound is larger.
    c=some(scales(0, 8), weaker="smaller", fails_at=overshooting),
    N0=lambda d, S, delta, c: exactly(printed_N0(d, S, delta, c)),
    n=lambda N0: dims(N0, N0 + 400),
    b_beta=scales(-2, 4, of="(0, inf)"),
    mu=coherence,
    q=contraction,
    printed_rate=rate_as_printed,
)
"""The printed hypotheses, and an open c."""
AS_PRINTED = SIZES | dict(X=signs("n", "d"), beta_star=every(sparse("d", "S", "b_beta")))
"""With Rademacher rows and an S-sparse vector of l1 norm at most b_beta."""


def with_c(*c: float, top: float = 1, d: int = 3, S: int = 1) -> dict[str, Any]:
    """What of the printed hypotheses is another with this c, or c between these two, and steps up to ``top``.

    Drawn are d and S up to these. A smaller c says less: it takes more rows, and its bound is larger.
    """
    return dict(
        d=dims(1, d),
        S=dims(1, f"min(d, {S})", most="d"),
        # Two entries take a thousand rows, and more of them the smaller delta is.
        delta=lambda S: scales(-3 if S == 1 else -1, 0, open_high=True, of="(0, 1)"),
        gamma=up_to(top),
        c=choices(*c) if len(c) == 1 else dyadics(c[0], c[1]),
    )


def up_to(top: float) -> Domain:
    """Steps up to this one."""
    return dyadics(0, top, open_low=True)


def contracting(least: int = 1, S: int = 2) -> dict[str, Any]:
    """Sizes for which q, the rate of a layer, is below 1; ``least`` layers or more."""
    return SIZES | dict(
        where=lambda q: q < 1,
        d=dims(1, 8),
        S=dims(1, f"min(d, {S})", most="d" if S > 1 else 1),
        K=dims(least, 4),
        delta=scales(-4, 0, open_high=True, of="(0, 1)"),
        gamma=up_to(1),
        c=choices(1.0),
        N0=lambda S: dims(1, 24 * S**2),
        n=lambda N0: dims(N0, N0 + 12),
    )


def rate_of_length(gamma: Number, r: Number, n: int) -> Number:
    r"""$\exp(-\alpha_n)$ at $d=S=1$."""
    return 1 - gamma * 2 / 3 + (1 + gamma) * r / sqrt(n)


EXAMPLE = Setting(d=200, S=1, K=12, delta=0.125, gamma=1.0, c=1.0, N0=60, n=60)
"""A size at which the bound b_beta q^K says something: a layer leaves q = 0.65 of the error."""
LONG: dict[str, Any] = dict(d=1, S=1, K=4, delta=0.5, gamma=1.0, c=0.5, N0=45, n=400, b_beta=1.0)
"""Many rows: nothing is random, and the bound is small."""
CLOSE: dict[str, Any] = dict(d=1, S=1, K=1, delta=0.875, gamma=0.5, c=0.5, N0=9, n=400, b_beta=1.0)
"""Where the bound is near: the square of the rate is less than the error, a half."""
NEAREST = CLOSE | dict(delta=1023 / 1024, gamma=0.125, N0=1)
"""A small step leaves 1 - gamma of the error, where the bound has 1 - 2 gamma/3: 0.95 of it."""
WIDE = CLOSE | dict(d=8, gamma=1.0, c=1.25, N0=57, n=2000)
"""Eight columns, many rows and a c that is too large: the threshold alone is more than the bound."""
TWENTY: dict[str, Any] = dict(d=20, S=1, K=12, delta=0.5, gamma=1.0, c=0.5, N0=237, n=240, b_beta=1.0)
"""The dimension and the layers of the paper's experiments (which have S = 3 and 10 rows)."""
