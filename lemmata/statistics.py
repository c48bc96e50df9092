"""Tests of probabilities that keep their error rate however often one looks.

A claim "fails with probability at most p" is tested by betting: each draw multiplies a wealth that
is a non-negative supermartingale if the claim is true, so that the chance of it ever reaching
``1 / alpha`` is at most ``alpha`` (Ville). The wealth mixes likelihood ratios against larger failure
probabilities, hence depends on the counts alone and may be continued in a later run.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, log1p

from scipy.special import betaincinv, logsumexp

FALSE_ALARM_BUDGET = 1e-6
"""The chance that a whole campaign refutes any true probability claim."""
_ALTERNATIVES = 64


@dataclass(frozen=True)
class Wealth:
    """The evidence against "fails with probability at most ``allowed``" after some draws."""

    allowed: float
    draws: int = 0
    failures: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.allowed <= 1:
            raise ValueError(f"allowed={self.allowed} must be a probability")

    def after(self, draws: int, failures: int) -> Wealth:
        """The wealth after further independent draws."""
        return Wealth(self.allowed, self.draws + draws, self.failures + failures)

    @property
    def log_e(self) -> float:
        """Logarithm of the e-value: likelihood ratios averaged over larger probabilities.

        Each ratio is a test supermartingale for every true probability <= ``allowed``, because it
        grows with the number of failures; so is their average.
        """
        p, n, k = self.allowed, self.draws, self.failures
        if p >= 1:
            return 0.0
        if p == 0:
            return float("inf") if k else 0.0
        grid = [p + (1 - p) * (j + 0.5) / _ALTERNATIVES for j in range(_ALTERNATIVES)]
        ratios = [
            k * (log(q) - log(p)) + (n - k) * (log1p(-q) - log1p(-p)) - log(_ALTERNATIVES)
            for q in grid
        ]
        return float(logsumexp(ratios))

    def rejects(self, alpha: float) -> bool:
        """Whether the claim is refuted at level ``alpha``."""
        return self.log_e >= -log(alpha)

    def upper(self, confidence: float = 0.99) -> float:
        """The failure probability that the counts exclude from above (Clopper-Pearson)."""
        if self.draws == 0 or self.failures >= self.draws:
            return 1.0
        return float(betaincinv(self.failures + 1, self.draws - self.failures, confidence))

    @property
    def e_value(self) -> float:
        """The e-value itself, capped where floats end."""
        return exp(min(self.log_e, 700.0))
