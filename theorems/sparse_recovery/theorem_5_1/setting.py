"""Settings, constants and prompts of Theorem 5.1: what it prints, and what its amendment allows."""

import math
from dataclasses import dataclass, replace

from lemmata import Space, choices, dims, dyadics, every, scales, signs, space, sparse
from lemmata.numbers import Array, log, sqrt


@dataclass(frozen=True)
class Constants:
    """What the printed rate is made of, but for the number n of rows."""

    d: int
    S: int
    K: int
    delta: float
    gamma: float
    c: float

    def printed_rate_at(self, n: int) -> Array:
        """exp(-alpha_n) as printed in the main text: (D.3) has a gamma before its last root, too."""
        dimension = sqrt(log(self.d / self.delta) / (n * self.c))
        support = sqrt(log(self.S / self.delta) / (n * self.c))
        return 1 - self.gamma * 2 / 3 + self.gamma * (2 * self.S - 1) * dimension + support


@dataclass(frozen=True)
class Setting(Constants):
    N0: int
    n: int

    @property
    def coherence(self) -> Array:
        """Hoeffding's bound on the off-diagonal entries of D^T X for every n >= N0 (0 if d = 1)."""
        if self.d == 1:
            return 0
        pairs = log(self.d * (self.d - 1) / self.delta)
        return sqrt(pairs * (2 * self.N0)) * 2 / (2 * self.N0 + 1)

    @property
    def q(self) -> Array:
        """The rate of a layer (`construction/explicit`).

        It is below the printed rate where c = 1/2, gamma <= 1 and N_0 is the printed one.
        """
        off = self.gamma * (2 * self.S - 1) * self.coherence
        return off + 1 - self.gamma * (2 * self.N0) / (2 * self.N0 + 1)

    @property
    def printed_rate(self) -> Array:
        """exp(-alpha_n) as printed."""
        return self.printed_rate_at(self.n)


def printed_N0(s: Setting) -> int:
    """The whole number from which Theorem 5.1 speaks."""
    if not (0 < s.delta < 1 and s.c > 0):  # a shrinking search asks before it checks the domain
        return 1
    logs = math.log(s.d) + math.log(s.S) - math.log(s.delta)
    return math.ceil(8 * (4 * s.S - 2) ** 2 * logs / s.c)


as_printed = space(
    Setting,
    d=dims(1, 3),
    S=lambda s: dims(1, 1, most=s.d),  # S = 2 takes thousands of rows
    K=dims(1, 4),
    delta=scales(-6, 0, open_high=True),
    gamma=dyadics(0, 1.5, open_low=True),
    c=scales(-2, 8),
    N0=lambda s: dims(printed_N0(s), printed_N0(s), most=printed_N0(s)),
    n=lambda s: dims(s.N0, s.N0 + 40),
)


def contracting(top: float = 1, least: int = 1, S: int = 2) -> Space:
    """Sizes for which q, the rate of a layer, is below 1; steps up to ``top``, ``least`` layers or more."""
    return space(
        Setting,
        where=lambda s: float(s.q) < 1,
        d=dims(1, 8),
        S=lambda s: dims(1, min(s.d, S), most=s.d if S > 1 else 1),
        K=dims(least, 4),
        delta=scales(-4, 0, open_high=True),
        gamma=dyadics(0.25, top),
        c=dyadics(1, 1),
        N0=lambda s: dims(8 * s.S**2, 24 * s.S**2),
        n=lambda s: dims(s.N0, s.N0 + 12),
    )


def prompts(s: Setting) -> Space:
    """Rademacher rows and an S-sparse vector with ||beta*||_1 <= b_beta = 1."""
    return space(X=signs(s.n, s.d), beta_star=every(sparse(s.d, s.S, 1.0)))


both_lengths = space(
    Setting,
    where=lambda s: printed_N0(s) == 1,  # so that n = 1 and n = 2 are both meant
    d=dims(1, 1, most=1),
    S=dims(1, 1, most=1),
    K=dims(1, 1, most=1),
    delta=scales(-6, 0, open_high=True),
    gamma=dyadics(0, 1.5, open_low=True),
    c=scales(-2, 20),
    N0=dims(1, 1, most=1),
    n=dims(2, 2, most=2),
)
"""Only log(1/delta)/c enters: for every c some delta below 1 does what a large c does here."""


def with_c_half(top: float = 1, d: int = 3) -> Space:
    """The printed hypotheses with c = 1/2 and steps up to ``top``, on up to ``d`` columns.

    Drawn are S = 1 (S = 2 takes a thousand rows: in examples), delta >= 1/8 and n <= N_0 + 20.
    """
    return replace(
        as_printed,
        fields={
            **as_printed.fields,
            "d": dims(1, d),
            "delta": scales(-3, 0, open_high=True),
            "gamma": dyadics(0, top, open_low=True),
            "c": dyadics(0.5, 0.5),
            "n": lambda s: dims(s.N0, s.N0 + 20),
        },
    )


def many_rows(gamma: float, K: int = 2) -> Space:
    """The printed hypotheses with c = 1/2, one column, 400 rows and more, K layers and one step.

    Where mutants are tested: nothing is random, the bound is near its limit for large n, and what is slower
    fails at once.
    """
    wide = with_c_half(max(gamma, 1))
    fields = {
        **wide.fields,
        "d": dims(1, 1, most=1),
        "K": dims(K, K),
        "delta": choices(0.5),
        "gamma": choices(gamma),
        "n": dims(400, 408),
    }
    return replace(wide, fields=fields)


EXAMPLE = Setting(d=200, S=1, K=12, delta=0.125, gamma=1.0, c=1.0, N0=60, n=60)
"""A size at which the bound b_beta q^K says something: a layer leaves q = 0.65 of the error."""
TWO_ENTRIES = Setting(d=2, S=2, K=2, delta=0.5, gamma=1.0, c=0.5, N0=1198, n=1200)
"""S = 2 takes a thousand rows."""
LONG = Setting(d=1, S=1, K=2, delta=0.5, gamma=1.5, c=0.5, N0=45, n=200)
"""A step of 3/2 and many rows: nothing is random, each layer halves the error, and the bound is small."""
