r"""The mean spectral measure of a Wishart matrix: its moments and its Gauss rules, exact and rounded once.

For $S$ the Gram matrix of ``n`` standard normal vectors over n; the measure has mass ``d``. Its moments are
rational: with the zonal polynomials $J_\lambda$ (Jack polynomials of parameter 2),
$\operatorname{tr}(nS)^k=\sum_\lambda\theta_\lambda J_\lambda(nS)$ and
$\mathbb EJ_\lambda(nS)=\prod_{(i,j)\in\lambda}(d+c)(n+c)$ with $c=2(j-1)-(i-1)$; $\theta_\lambda$ vanishes
unless $\lambda$ is two rows and a column. Recurrence coefficients and nodes of the Gauss rule are found
exactly and rounded once: float moments lose all digits from about six layers on, the rule none.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import factorial

import torch
from torch import Tensor

from baselines.gaussian_moments import check_count

MOST_NODES = 64
_BITS = 640
"""Fixed-point precision in which nodes and weights are found before they are rounded."""


def spectral_moment(d: int, n: int, k: int) -> Fraction:
    """The mean of the trace of $S^k$ for S the Gram matrix of ``n`` standard normal vectors over n."""
    return spectral_moments(d, n, k)[k]


@lru_cache(maxsize=64)
def spectral_moments(d: int, n: int, up_to: int) -> tuple[Fraction, ...]:
    """The means of the traces of S^0, ..., S^up_to (:func:`spectral_moment`)."""
    check_count(n)
    check_dimension(d)
    if up_to == 0:
        return (Fraction(d),)
    row, second, column = (
        _running([(d + c) * (n + c) for c in contents])
        for contents in (
            [2 * j for j in range(up_to)],
            [2 * j - 1 for j in range(up_to)],
            [-2 - i for i in range(up_to)],
        )
    )
    theta_row = _running([1] + [2 * j for j in range(1, up_to)])
    theta_second = _running([2 * j - 1 for j in range(up_to)])
    theta_column = _running([-2 - i for i in range(up_to)])
    moments = [Fraction(d)]
    for k in range(1, up_to + 1):
        total = Fraction(0)
        for q in range(k // 2 + 1):
            for p in range(max(q, 1), k - q + 1):
                m = k - p - q
                if (m and not q) or (q == 0 and p != k):
                    continue
                theta = theta_row[p] * theta_second[q] * theta_column[m]
                mean = row[p] * second[q] * column[m]
                total += Fraction(theta * mean, _hooks(p, q, m))
        moments.append(2 * k * total / Fraction(n) ** k)
    return tuple(moments)


def check_dimension(d: int) -> None:
    """``d`` is a whole number, at least 1; a TypeError or ValueError says what it is instead."""
    if isinstance(d, bool) or not isinstance(d, int):
        raise TypeError(f"d must be a whole number, got {d!r}")
    if d < 1:
        raise ValueError(f"d must be at least 1, got {d}: covariates need a dimension")


def _running(factors: list[int]) -> list[int]:
    products = [1]
    for factor in factors:
        products.append(products[-1] * factor)
    return products


def _hooks(p: int, q: int, m: int) -> int:
    """The squared norm of J for the shape (p, q, 1^m) and parameter 2: its two hook products."""
    if q == 0:
        return factorial(2 * p)
    first = (2 * p + m) * (2 * p + m + 1) * factorial(2 * p - 1) // (2 * (p - q) + 1)
    second = (2 * q + m - 1) * (2 * q + m) * factorial(2 * q - 2)
    return first * second * factorial(m) * factorial(m + 1)


@dataclass(frozen=True)
class Rule:
    """A Gauss rule: every polynomial of degree below twice the number of nodes is integrated.

    Attributes:
        exact: the nodes, correct to some 600 bits.
        nodes, weights: float64, correctly rounded, ascending.
    """

    exact: tuple[Fraction, ...]
    nodes: Tensor
    weights: Tensor


@lru_cache(maxsize=256)
def spectral_rule(d: int, n: int, count: int, power: int = 0) -> Rule:
    """The Gauss rule with ``count`` nodes for the measure s^power d mu(s), of total mass E tr S^power.

    Raises:
        TypeError: ``d`` or ``n`` is no whole number.
        ValueError: ``d`` or ``n`` below 1, or more than 64 nodes.
    """
    if not 1 <= count <= MOST_NODES:
        raise ValueError(f"{count} nodes; expected 1 to {MOST_NODES} (fewer layers, or fewer of them with b)")
    alpha, beta = _recurrence(list(spectral_moments(d, n, 2 * count - 1 + power)[power:]))
    off = [float(x) ** 0.5 for x in beta[1:]]
    jacobi = torch.diag(torch.tensor([float(x) for x in alpha], dtype=torch.float64))
    jacobi += torch.diag(torch.tensor(off, dtype=torch.float64), -1)
    one = 1 << _BITS
    fixed = [_fixed(x) for x in alpha], [_fixed(x) for x in beta]
    norms = [beta[0]]
    for ratio in beta[1:]:
        norms.append(norms[-1] * ratio)
    nodes, weights = [], []
    for start in torch.linalg.eigvalsh(jacobi).tolist():
        x = _fixed(Fraction(start))
        for _ in range(60):
            values, slope = _orthogonal(x, *fixed)
            step = (values[-1] << _BITS) // slope
            x -= step
            if abs(step) <= 1 << (_BITS // 16):
                break
        values, _ = _orthogonal(x, *fixed)
        total = Fraction(0)
        for v, h in zip(values, norms, strict=False):
            total += Fraction(_fixed(Fraction(v * v, one * one) / h), one)
        nodes.append(Fraction(x, one))
        weights.append(float(1 / total))
    made = torch.tensor([float(x) for x in nodes], dtype=torch.float64)
    return Rule(tuple(nodes), made, torch.tensor(weights, dtype=torch.float64))


def _fixed(x: Fraction) -> int:
    return (x.numerator << _BITS) // x.denominator


def _orthogonal(x: int, alpha: list[int], beta: list[int]) -> tuple[list[int], int]:
    """The monic orthogonal polynomials at x, and the derivative of the last, in fixed point."""
    one = 1 << _BITS
    values, slopes = [one], [0]
    before, before_slope = 0, 0
    for a, b in zip(alpha, beta, strict=True):
        p, q = values[-1], slopes[-1]
        values.append(((x - a) * p - b * before) >> _BITS)
        slopes.append(((x - a) * q - b * before_slope >> _BITS) + p)
        before, before_slope = p, q
    return values, slopes[-1]


def _recurrence(moments: list[Fraction]) -> tuple[list[Fraction], list[Fraction]]:
    """Chebyshev's algorithm: 2 N moments give the N pairs of recurrence coefficients, exactly."""
    count = len(moments) // 2
    alpha, beta = [moments[1] / moments[0]], [moments[0]]
    before, now = [Fraction(0)] * len(moments), moments
    for k in range(1, count):
        following = [Fraction(0)] * len(moments)
        for m in range(k, 2 * count - k):
            following[m] = now[m + 1] - alpha[-1] * now[m] - beta[-1] * before[m]
        alpha.append(following[k + 1] / following[k] - now[k] / now[k - 1])
        beta.append(following[k] / now[k - 1])
        before, now = now, following
    return alpha, beta


@lru_cache(maxsize=64)
def orthogonal_polynomial(d: int, n: int, L: int) -> tuple[Fraction, ...]:
    """The p of the minimiser over S: coefficients from $s^0$ (which is 1) to $s^L$, rational.

    It is orthogonal to all polynomials of smaller degree against ``s dmu(s)``; its roots are the
    ``-1/a_i``.
    """
    alpha, beta = _recurrence(list(spectral_moments(d, n, 2 * L)[1:]))
    before, now = [Fraction(0)], [Fraction(1)]
    for a, b in zip(alpha, beta, strict=True):
        following = [Fraction(0), *now]
        for i, c in enumerate(now):
            following[i] -= a * c
        for i, c in enumerate(before):
            following[i] -= b * c
        before, now = now, following
    return tuple(c / now[0] for c in now)
