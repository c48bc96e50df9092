"""Settings, constants and prompts of Theorem 5.1: what it prints, and what its amendment allows."""

import math
from dataclasses import dataclass, replace
from fractions import Fraction

from lemmata import Space, choices, dims, dyadics, every, scales, signs, some, space, sparse
from lemmata.numbers import Array, absolute, log, sqrt


@dataclass(frozen=True)
class Constants:
    """What the printed rate is made of, but for the number n of rows."""

    d: int
    S: int
    K: int
    delta: float | Fraction
    gamma: float
    c: float | Fraction

    def printed_rate_at(self, n: int) -> Array:
        """1 - 2 gamma/3 + gamma (2S - 1) sqrt(log(d/delta)/(n c)) + sqrt(log(S/delta)/(n c)), exp(-alpha_n).

        As printed in the main text: (D.3) has a gamma before its last root, too.
        """
        dimension = sqrt(log(self.d / self.delta) / (n * self.c))
        support = sqrt(log(self.S / self.delta) / (n * self.c))
        return 1 - self.gamma * 2 / 3 + self.gamma * (2 * self.S - 1) * dimension + support


@dataclass(frozen=True)
class Setting(Constants):
    """Also the least number of rows, their number, and the bound on the l1 norm of beta*."""

    N0: int
    n: int
    b_beta: float = 1.0

    @property
    def coherence(self) -> Array:
        """Hoeffding's bound on the off-diagonal entries of D^T X for every n >= N0 (0 if d = 1)."""
        if self.d == 1:
            return 0
        pairs = log(self.d * (self.d - 1) / self.delta)
        return sqrt(pairs * (2 * self.N0)) * 2 / (2 * self.N0 + 1)

    @property
    def q(self) -> Array:
        """What a layer leaves of the bound on the error, with Hoeffding's coherence.

        It is below the printed rate where c <= 7/8, gamma <= 1 and N_0 is the printed one.
        """
        off = self.gamma * (2 * self.S - 1) * self.coherence
        return off + absolute(1 - self.gamma * (2 * self.N0) / (2 * self.N0 + 1))

    @property
    def printed_rate(self) -> Array:
        """exp(-alpha_n) as printed, from n rows."""
        return self.printed_rate_at(self.n)


def printed_N0(s: Constants) -> int:
    """N_0 of Theorem 5.1, 8 (4S - 2)^2 (log d + log S - log delta) / c, as a whole number."""
    if not (0 < s.delta < 1 and s.c > 0):  # a shrinking search asks before it checks the domain
        return 1
    logs = math.log(s.d) + math.log(s.S) - math.log(s.delta)
    return math.ceil(8 * (4 * s.S - 2) ** 2 * logs / s.c)


def overshooting(c: float) -> Setting:
    """One column, a step of 3/2 and so many rows that the bound, 0.44, is less than the error."""
    N0 = math.ceil(32 * math.log(8 / 7) / c)
    return Setting(d=1, S=1, K=1, delta=0.875, gamma=1.5, c=c, N0=N0, n=N0 + 16)


as_printed = space(
    Setting,
    d=dims(1, 3),
    S=lambda s: dims(1, 1, most=s.d),  # S = 2 takes thousands of rows, and S = 1 refutes
    K=dims(1, 4),
    delta=scales(-1, 0, open_high=True, of="(0, 1)"),
    gamma=dyadics(0, 1.5, open_low=True),
    # With a smaller c the theorem speaks of fewer n, and its bound is larger.
    c=some(scales(0, 8), weaker="smaller", fails_at=overshooting),
    N0=lambda s: dims(printed_N0(s), printed_N0(s), most=printed_N0(s)),
    n=lambda s: dims(s.N0, s.N0 + 400),
    b_beta=scales(-2, 4, of="(0, inf)"),
)
"""The printed hypotheses, and an open c."""


def contracting(top: float = 1, least: int = 1, S: int = 2) -> Space:
    """Sizes for which q, the rate of a layer, is below 1; steps up to ``top``, ``least`` layers or more."""
    return space(
        Setting,
        where=lambda s: float(s.q) < 1,
        d=dims(1, 8),
        S=lambda s: dims(1, min(s.d, S), most=s.d if S > 1 else 1),
        K=dims(least, 4),
        delta=scales(-4, 0, open_high=True, of="(0, 1)"),
        gamma=dyadics(0, top, open_low=True),
        c=choices(1.0),
        N0=lambda s: dims(1, 24 * s.S**2),
        n=lambda s: dims(s.N0, s.N0 + 12),
        b_beta=scales(-2, 4, of="(0, inf)"),
    )


def prompts(s: Setting) -> Space:
    """Rademacher rows and an S-sparse vector with ||beta*||_1 <= b_beta."""
    return space(X=signs(s.n, s.d), beta_star=every(sparse(s.d, s.S, s.b_beta)))


@dataclass(frozen=True)
class Lengths:
    """What the printed bounds are made of at d = S = 1, for several numbers of rows at once."""

    gamma: float
    r: float  # sqrt(log(1/delta)/c): delta and c enter by it alone, and each c > 0 has a delta for each r

    def rate(self, n: int) -> Array:
        """exp(-alpha_n)."""
        return 1 - self.gamma * 2 / 3 + (1 + self.gamma) * self.r / sqrt(n)


both_lengths = space(Lengths, gamma=dyadics(0, 1.5, open_low=True), r=scales(-20, -3, of="(0, 1/8]"))
"""N_0 = 32 r^2 is at most 1, so that n = 1 and n = 2 are both meant."""


def with_c(*c: float, top: float = 1, d: int = 3, S: int = 1) -> Space:
    """The printed hypotheses with this c, or c between these two, and steps up to ``top``.

    Drawn are d and S up to these. A smaller c says less: it takes more rows, and its bound is larger.
    """
    return replace(
        as_printed,
        fields={
            **as_printed.fields,
            "d": dims(1, d),
            "S": lambda s: dims(1, min(s.d, S), most=s.d),
            # Two entries take a thousand rows, and more of them the smaller delta is.
            "delta": lambda s: scales(-3 if s.S == 1 else -1, 0, open_high=True, of="(0, 1)"),
            "gamma": dyadics(0, top, open_low=True),
            "c": choices(*c) if len(c) == 1 else dyadics(c[0], c[1]),
        },
    )


EXAMPLE = Setting(d=200, S=1, K=12, delta=0.125, gamma=1.0, c=1.0, N0=60, n=60)
"""A size at which the bound b_beta q^K says something: a layer leaves q = 0.65 of the error."""
LONG = Setting(d=1, S=1, K=2, delta=0.5, gamma=1.5, c=0.5, N0=45, n=200)
"""A step of 3/2 and many rows: nothing is random, each layer halves the error, and the bound is small."""
CLOSE = Setting(d=1, S=1, K=1, delta=0.875, gamma=0.5, c=0.5, N0=9, n=400)
"""Where the bound is near: the square of the rate is less than the error, a half."""
NEAREST = Setting(d=1, S=1, K=1, delta=1023 / 1024, gamma=0.125, c=0.5, N0=1, n=400)
"""A small step leaves 1 - gamma of the error, where the bound has 1 - 2 gamma/3: 0.95 of it."""
WIDE = Setting(d=8, S=1, K=1, delta=0.875, gamma=1.0, c=1.25, N0=57, n=2000)
"""Eight columns, many rows and a c that is too large: the threshold alone is more than the bound."""
TWENTY = Setting(d=20, S=1, K=12, delta=0.5, gamma=1.0, c=0.5, N0=237, n=240)
"""The dimension and the layers of the paper's experiments (which have S = 3 and 10 rows)."""
