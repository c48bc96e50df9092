"""Means over standard normal variables of polynomials of any degree.

A finite signed law on the whole numbers -m, ..., m has the moments of N(0, 1) up to order 2 m + 1; its
products have those of independent variables. Means become sums over literal prompts, in rational
arithmetic where that is wanted.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod

import torch
from torch import Tensor

from lemmata.numbers import Array, constant, sum


@lru_cache(maxsize=16)
def weights(m: int) -> tuple[Fraction, ...]:
    """The weights of the nodes -m, ..., m."""
    exact = []
    for node in range(-m, m + 1):
        # The mean of the Lagrange polynomial of this node.
        others = [k for k in range(-m, m + 1) if k != node]
        polynomial = [Fraction(1)]
        for k in others:
            shifted = [Fraction(0), *polynomial]
            polynomial = [a - k * b for a, b in zip(shifted, [*polynomial, Fraction(0)], strict=True)]
        mean = Fraction(0)
        for power, c in enumerate(polynomial):
            moment = prod(range(1, power, 2)) if power % 2 == 0 else 0
            mean += c * Fraction(moment)
        exact.append(mean / prod(node - k for k in others))
    return tuple(exact)


@dataclass(frozen=True)
class Nodes:
    """``points (count, size)`` with whole weights ``(count,)``, to be divided by ``over``."""

    points: Tensor
    whole: Tensor
    over: int

    def mean(self, v: Array) -> Array:
        """The mean of ``(count, ...)``."""
        weight = constant(self.whole, v).reshape(len(self.whole), *[1] * (v.ndim - 1))
        return sum(v * weight, 0) / self.over


@lru_cache(maxsize=32)
def nodes(size: int, m: int) -> Nodes:
    """Independent standard normal variables, up to degree 2 m + 1 in each."""
    one = weights(m)
    over = lcm(*(w.denominator for w in one))
    line = torch.arange(-m, m + 1).double()
    whole = torch.tensor([int(w * over) for w in one])
    points, total = torch.zeros(1, 0, dtype=torch.float64), torch.ones(1, dtype=torch.int64)
    for _ in range(size):
        points = torch.cat([points.repeat_interleave(len(line), 0), line.repeat(len(points))[:, None]], 1)
        total = (total[:, None] * whole).reshape(-1)
    return Nodes(points, total, over**size)


@lru_cache(maxsize=32)
def with_query(size: int, m: int, d: int) -> Nodes:
    """As above, and ``d`` more in which a polynomial is a constant and an even quadratic form."""
    inner = nodes(size, m)
    # 1 - d at the origin and 1 at each e_i: the mean of a constant, and of q^T B q as its trace.
    query = torch.cat([torch.zeros(1, d), torch.eye(d)]).double()
    own = torch.tensor([1 - d, *[1] * d])
    points = torch.cat([inner.points.repeat_interleave(d + 1, 0), query.repeat(len(inner.points), 1)], 1)
    return Nodes(points, (inner.whole[:, None] * own).reshape(-1), inner.over)
