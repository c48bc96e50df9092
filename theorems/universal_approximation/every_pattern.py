"""Noise that the features can fit, n being so large that every pattern of examples is one of them.

The inputs are random unit vectors in a dimension far above N, where they are nearly orthogonal: the
half-space that leaves out any given ones of N examples holds the others, and nearly all other unit vectors.
(In d dimensions half-spaces meet at most $4N^d$ of the $2^N$ patterns, and nothing of this happens: what
survives there is the claim ``lemma-6/eq-96/noise``.) As n grows at fixed N, every pattern is met by some
feature, a steep half-space; the directions are drawn from a law that charges all of them. Nothing in Lemmas 2
and 6 bounds n or d from above. The target function is 0, and all but two of the entries of rho are 0: the
pattern of the noise's more frequent sign, which at least half of the examples have, and the constant.
"""

import math
from dataclasses import dataclass

from lemmata import dims, scales, some, space
from lemmata.numbers import Array, log, relu, sqrt


@dataclass(frozen=True)
class Noise:
    """Noise of size sigma at 2^k examples, beside C_F = 1; K serves for every constant that is left open."""

    k: int
    sigma: float
    K: float

    @property
    def N(self) -> float:
        return 2.0**self.k


def loud(K: float) -> Noise:
    """Noise much larger than K, at so many examples that the square root of log N / N is far below 1 / K."""
    return Noise(k=12 + 3 * math.ceil(math.log2(K)), sigma=64 * K, K=K)


every_pattern = space(
    Noise,
    k=dims(6, 64),
    sigma=scales(-8, 16, of="[0, inf)"),
    K=some(scales(0, 4), weaker="larger", fails_at=loud),
)


def rate(s: Noise) -> Array:
    """The square root of log N / N."""
    return sqrt(log(s.N) / s.N)


def penalty(s: Noise) -> Array:
    """The least lambda with C_F = 1 and eps_dis = 1, which is more than it is."""
    return (rate(s) * s.sigma + 1) * s.K


def coefficient(s: Noise) -> Array:
    """What stands on the pattern: 2 (sigma - lambda)."""
    return relu((s.sigma - penalty(s)) * 2)


def excess_risk(s: Noise, w: Array) -> Array:
    """The empirical risk of the coefficient w on the pattern minus that of rho* = 0, where the sign is met."""
    return w * w - w * s.sigma * 2


def excess_objective(s: Noise) -> Array:
    """eps_opt for that coefficient, where half of the examples have the sign: 0, and more of them lower it."""
    w = coefficient(s)
    return relu(excess_risk(s, w) / 2 + penalty(s) * w)
