"""Sequential tests, which keep their error rate however often one looks.

Probabilities and means are tested by betting: each draw multiplies a wealth that is a non-negative
supermartingale if the claim is true, so that the chance of it ever reaching ``1 / alpha`` is at
most ``alpha`` (Ville). The wealth depends on sums alone, so it may be looked at after every draw,
continued in a later run, and put together from shards in any order.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, log1p
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

Floats = np.ndarray[Any, np.dtype[np.float64]]
FALSE_ALARM_BUDGET = 1e-6
"""The chance that a campaign, with all reruns merged into it, refutes any true probability claim."""


SERIES = 2.0
"""What the parts of a level that :func:`share` allots add up to, however many runs are merged.

A run tests at its share of the budget over ``SERIES``, so that the budget covers all that follow.
"""


def share(runs: int) -> float:
    """The part of a test's level that is spent when ``runs`` runs are merged.

    All of it for the first run, ``1 / (runs (runs - 1))`` afterwards: 1, 1/2, 1/6, 1/12, ...
    """
    return 1.0 if runs <= 1 else 1 / (runs * (runs - 1))


@dataclass(frozen=True)
class Wealth:
    """The evidence against "fails with probability at most ``allowed``" after some draws."""

    allowed: float
    draws: int = 0
    failures: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.allowed <= 1:
            raise ValueError(f"allowed={self.allowed} must be a probability")
        if not 0 <= self.failures <= self.draws:
            raise ValueError(f"failures={self.failures} must be between 0 and draws={self.draws}")

    def after(self, draws: int, failures: int) -> Wealth:
        return Wealth(self.allowed, self.draws + draws, self.failures + failures)

    def all_failing(self, undecided: int) -> Wealth:
        """As if all undecided ones among the draws failed, too."""
        return Wealth(self.allowed, self.draws, self.failures + undecided)

    def __add__(self, other: Wealth) -> Wealth:
        """The same test continued on the independent draws of another run: counts add."""
        if other.allowed != self.allowed:
            raise ValueError(f"one test allows {self.allowed}, the other {other.allowed}")
        return self.after(other.draws, other.failures)

    @property
    def log_e(self) -> float:
        return float(log_e_values(self.draws, self.failures, self.allowed))

    def rejects(self, alpha: float) -> bool:
        """Whether the claim is refuted at level ``alpha``."""
        return self.log_e >= -log(alpha)

    def upper(self, confidence: float = 0.99) -> float:
        """The failure probability that the counts exclude from above (Clopper-Pearson)."""
        if self.draws == 0 or self.failures >= self.draws:
            return 1.0
        return float(special.betaincinv(self.failures + 1, self.draws - self.failures, confidence))

    @property
    def e_value(self) -> float:
        """The e-value itself, capped where floats end."""
        return exp(min(self.log_e, 700.0))


def log_e_values(draws: Any, failures: Any, allowed: float) -> Any:
    """Logarithms of e-values against "fails with probability at most ``allowed``", entry by entry.

    The e-value averages the likelihood ratios of all failure probabilities ``q`` above ``allowed``
    with density ``1 / q``. Each ratio is a supermartingale for every true probability up to
    ``allowed``, because it grows with the number of failures; so is their average. The density
    spreads its bets evenly over orders of magnitude, so that little is lost where ``allowed`` is
    tiny. With N binomial(n, p) the average is ``P(N < k) / (k P(N = k) log(1/p))``.

    Where floats do not reach, a lower bound is returned, which is again an e-value.
    """
    n, k = np.broadcast_arrays(np.asarray(draws, dtype=float), np.asarray(failures, dtype=float))
    p = float(allowed)
    if p >= 1:
        return np.zeros(n.shape)
    if p == 0:
        return np.where(k > 0, inf, 0.0)
    some = np.maximum(k, 1)
    left = np.maximum(n - some + 1, 1)
    tail = special.betaincc(some, left, p)
    # P(N < k) >= P(N = k - 1) takes over where the tail underflows
    below = np.where(tail > 1e-300, np.log(np.maximum(tail, 1e-300)), _log_pmf(n, some - 1, p))
    likelihood = k * log(p) + (n - k) * log1p(-p)
    mixed = special.betaln(some, left) + below - likelihood
    mixed = np.where(k > 0, mixed, _log_no_failure(n, p)) - log(-log(p))
    return np.where(n > 0, mixed, 0.0)


def _log_pmf(n: Any, k: Any, p: float) -> Any:
    """Logarithm of P(N = k) for N binomial(n, p)."""
    successes = np.maximum(n - k, 0)
    return -special.betaln(k + 1, successes + 1) - np.log(n + 1) + k * log(p) + successes * log1p(-p)


def _log_no_failure(n: Any, p: float) -> Any:
    """Logarithm of a lower bound on the integral of ((1-q)/(1-p))^n / q over q in (p, 1).

    It equals the sum over j >= 1 of f(j) = (1-p)^j / (n + j); f is convex, so its trapezoids do
    not fall short of its integral, an exponential integral E: the sum S is at least
    T = E + f(1)/2. It is less than 2 T, since f falls and hence S <= f(1) + E; and trapezoids
    exceed the integral of a convex function by at most -f'(1)/8. So the logarithm falls short by
    less than log 2 (approached as p and n make all terms but the first vanish) and by less than
    log(1 + c/4) with c = log(1/(1-p)) + 1/(n+1), which is small for small p and large n (both
    but for a relative 3e-6, by which E is bounded from below where its exponent exceeds 500).
    """
    rate = -log1p(-p)
    x = rate * (n + 1)
    capped = np.minimum(x, 500.0)
    scaled = np.where(x < 500, np.exp(capped) * special.exp1(capped), np.log1p(2 / x) / 2)
    return np.log(scaled + 0.5 / (n + 1)) - rate


def needed(draws: int, allowed: float, alpha: float) -> int | None:
    """The smallest number of failures that refutes after ``draws`` draws (None: not even all)."""
    goal = -log(alpha)
    if draws < 1 or not log_e_values(draws, draws, allowed) >= goal:
        return None
    low, high = 0, draws  # low does not refute, high does: the e-value grows with the failures
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if log_e_values(draws, middle, allowed) >= goal else (middle, high)
    return high


def detectable(draws: int, allowed: float, alpha: float, power: float = 0.99) -> float | None:
    """The smallest failure probability refuted at level ``alpha`` with the given power.

    Exact (binomial) for a look after ``draws`` draws; further looks before only add to the power.
    None where not even certain failure would be noticed.
    """
    if not 0 < power < 1:
        raise ValueError(f"power={power} must be between 0 and 1")
    count = needed(draws, allowed, alpha)
    if count is None:
        return None
    # P(at least `count` of `draws` fail) at probability p is the incomplete beta function I_p.
    return max(float(special.betaincinv(count, draws - count + 1, power)), allowed)


@dataclass(frozen=True)
class Bet:
    """The evidence against "E X <= ``allowed``" after independent X >= 0, whatever their law and their size.

    For X = w 1[fail], with w the ratio of the law to the one that was drawn from, and for the product of the
    shares of a splitting, E X is the failure probability or less. With a stake a in [0, 1] each factor
    ``1 - a + a X / allowed`` is >= 0 with a mean of at most 1 under the statement; so is the average of
    their products over fixed stakes. It may be looked at whenever one likes, and logarithms add over runs.

    Attributes:
        n, total: how many X, and their sum.
        logs: logarithm of the product of factors for each of ``STAKES``.
    """

    STAKES: ClassVar[tuple[float, ...]] = (0.98, 0.9, 0.75, *(0.5**k for k in range(1, 15)))

    allowed: float
    n: int = 0
    total: float = 0.0
    logs: tuple[float, ...] = (0.0,) * 17

    def __post_init__(self) -> None:
        if not 0 < self.allowed <= 1:
            raise ValueError(f"allowed={self.allowed} must be a positive probability")

    def after(self, x: ArrayLike) -> Bet:
        drawn = np.asarray(x, dtype=float)
        excess = drawn / self.allowed - 1
        logs = [log + float(np.log1p(a * excess).sum()) for a, log in zip(self.STAKES, self.logs, strict=True)]
        return Bet(self.allowed, self.n + len(drawn), self.total + float(drawn.sum()), tuple(logs))

    def __add__(self, other: Bet) -> Bet:
        """The same bet continued on the independent draws of another run."""
        if other.allowed != self.allowed:
            raise ValueError(f"one bet allows {self.allowed}, the other {other.allowed}")
        logs = tuple(a + b for a, b in zip(self.logs, other.logs, strict=True))
        return Bet(self.allowed, self.n + other.n, self.total + other.total, logs)

    @property
    def log_e(self) -> float:
        return float(special.logsumexp(self.logs)) - log(len(self.logs))

    @staticmethod
    def growth(x: ArrayLike, allowed: float) -> float:
        """How much the logarithm of the best stake's product grows with each such X."""
        excess = np.asarray(x, dtype=float) / allowed - 1
        return max(float(np.log1p(a * excess).mean()) for a in Bet.STAKES)
