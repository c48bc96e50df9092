r"""Exact tail probabilities of sums of independent variables, and bounds for many of them at once.

No sampling and no asymptotics: a binomial is summed, a chi-square variable with an even number of
degrees of freedom has an elementary tail, and so has the difference of two. Everything is written in
the array vocabulary, so that thresholds with logarithms in them are decided in balls; probabilities
that no float holds are given as fractions.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any

from lemmata.numbers import Array, as_array, constant, exp, maximum, minimum, sign, sum

LARGEST = 1000
"""So many trials at most: none of their probabilities is too small for a float."""


def sign_sum_tail(N: int, square: Array) -> Array:
    r"""$\mathbb P\{(r_1+\dots+r_N)^2>\text{square}\}$ for independent fair signs $r_i$.

    Args:
        N: how many signs, from 1 to ``LARGEST``.
        square: a number or an array ``(batch,)``: the square of the threshold.

    Returns:
        ``(batch,)`` (a batch of one for a number), rational if ``square`` is.

    Raises:
        ValueError: N is out of range.
    """
    _whole("N", N, 1, LARGEST)
    like = _entries(square)
    squares = constant([(2 * k - N) ** 2 for k in range(N + 1)], like)
    weights = constant(_binomial(N), like)
    thresholds = like[..., None]
    beyond = maximum(sign(squares - thresholds), 0)
    return sum(weights * beyond, -1)


def gamma_tail(m: int, x: Array) -> Array:
    r"""$\mathbb P\{G>x\}=e^{-x}\sum_{j<m}x^j/j!$ for $G$ Gamma distributed with whole shape m.

    A chi-square variable with N = 2m degrees of freedom is 2G.

    Args:
        m: the shape, at least 1.
        x: a number or an array; the answer is 1 where it is negative.

    Returns:
        Shaped as ``x``; needs floats or balls.

    Raises:
        ValueError: m < 1.
    """
    _whole("m", m, 1, None)
    x = maximum(x, 0)
    term = total = 1
    for j in range(1, m):
        term = term * x / j
        total = total + term
    return exp(-x) * total


def at_least_one(count: int, p: Array) -> tuple[Array, Array]:
    """Bounds below and above on the probability of a union of pairwise independent events.

    Below by Chung and Erdős, m p / (1 + (m - 1) p); above by the union bound.

    Args:
        count: how many events, at least 1.
        p: the probability of each, a number or an array.

    Returns:
        The two bounds, shaped as ``p``.

    Raises:
        ValueError: count < 1.
    """
    _whole("count", count, 1, None)
    return p * count / (p * (count - 1) + 1), minimum(p * count, 1)


def product_sum_tail(m: int, t: Array) -> Array:
    r"""$\mathbb P\{|r_1s_1+\dots+r_{2m}s_{2m}|>t\}$ for independent standard normal $r_i,s_i$.

    The sum is the difference of two independent Gamma variables of shape m, so the tail is
    $2e^{-t}\sum_{p<m}\frac{t^p}{p!}\sum_{i<m-p}\binom{m+i-1}i2^{-m-i}$.

    Args:
        m: half the number of products, from 1 to ``LARGEST // 2 - 1``.
        t: a number or an array; the answer is 1 where it is negative.

    Returns:
        Shaped as ``t``; needs floats or balls.

    Raises:
        ValueError: m is out of range.
    """
    _whole("m", m, 1, LARGEST // 2 - 1)
    t = maximum(t, 0)
    power, total = 1, 0
    for p, weight in enumerate(reversed(_negative_binomial(m))):
        power = power * t / p if p else power
        total = total + power * constant(weight, t)
    return exp(-t) * total * 2


@cache
def _binomial(N: int) -> list[Fraction]:
    """The probabilities of 0, ..., N heads in N tosses."""
    return [Fraction(math.comb(N, k), 2**N) for k in range(N + 1)]


@cache
def _negative_binomial(m: int) -> list[Fraction]:
    """The probabilities of at most 0, ..., m - 1 tails before the m-th head."""
    return list(accumulate(Fraction(math.comb(m + i - 1, i), 2 ** (m + i)) for i in range(m)))


def _entries(x: Array) -> Array:
    """An array as it is; a number as an array with one entry, in its own arithmetic."""
    array = as_array(x, like=x)
    return array if array.ndim else array.reshape(1)


def _whole(name: str, value: Any, low: int, high: int | None) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or value < low or (high is not None and value > high):
        span = f"a whole number from {low} up" + (f" to {high}" if high is not None else "")
        raise ValueError(f"{name}={value!r}; expected {span}; choose another {name}")
