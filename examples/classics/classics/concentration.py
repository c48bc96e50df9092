"""Sums of random signs, numbers and matrices: how far they stray, with which probability."""

import math

from classics import PAPER
from lemmata import (
    Probability,
    amended,
    at_most,
    choices,
    dims,
    every,
    gaussian,
    lines,
    mutants,
    printed,
    reals,
    signs,
    symmetric,
    theorem,
)
from lemmata.numbers import abs, exp, linalg, log, max, sqrt, sum


@theorem(
    PAPER,
    "Statement 15",
    id="concentration/hoeffding",
    at=lines(47, 48),
    kind=Probability(),
    n=dims(1, 12),
    heads=dims("(n + 1) // 2", "n", most="n"),
)
@printed(
    r"$\mathbb P(\sum_i\varepsilon_i\ge t)\le e^{-2t^2/n}$ for random signs $\varepsilon_i$.",
    defect="constant",
    because="That is the bound for variables in [0, 1]; signs have a range of length 2.",
)
@amended(
    r"$\mathbb P(\sum_i\varepsilon_i\ge t)\le e^{-t^2/(2n)}$ for random signs $\varepsilon_i$ and $t\ge0$.",
    adds="a quarter of the exponent",
    slack="The tail of n signs is smaller by a power of n, and at $t = 0$ it is a half.",
    parts=4,
)
@mutants(half_the_exponent_of_the_misquoted_one=dict(parts=2))
def hoeffding(n, heads, parts=1):
    """The chance that n random signs sum to t or more falls as fast as a normal tail."""
    t = 2 * heads - n
    ways = 0
    for j in range(heads, n + 1):
        ways = ways + math.comb(n, j)
    bound = exp(-2 * t * t / (parts * n))
    return at_most(ways / 2**n, bound).trivial_where(bound - 1)


@theorem(
    PAPER,
    "Statement 16",
    id="concentration/johnson-lindenstrauss",
    at=lines(50, 52),
    kind=Probability(failure=lambda delta: delta),
    m=choices(64, 128),
    d=dims(1, 3),
    delta=choices(1 / 4, 1 / 64),
    x=every(reals("d")),
    G=gaussian("m", "d"),
)
@printed(
    r"$|\frac1m\|Gx\|^2-\|x\|^2|\le\sqrt{\frac1m\log\frac2\delta}\,\|x\|^2$ with probability $1-\delta$, "
    r"for $G$ of $m$ rows.",
    defect="constant",
    because="The square of a normal number has the variance 2, and heavier tails than a normal number.",
)
@amended(
    r"$|\frac1m\|Gx\|^2-\|x\|^2|\le\sqrt{\frac8m\log\frac2\delta}\,\|x\|^2$ with probability $1-\delta$, "
    r"for $G$ of $m\ge8\log\frac2\delta$ rows.",
    adds="the constant 8",
    constant=8,
)
@mutants(an_eighth_of_the_root=dict(constant=1 / 8))
def johnson_lindenstrauss(m, delta, x, G, constant=1):
    r"""A random projection keeps the length of a vector, up to the root of $\log(1/\delta)/m$."""
    length, projected = x @ x, sum((G @ x) ** 2) / m
    return at_most(abs(projected - length), sqrt(constant * log(2 / delta) / m) * length)


@theorem(
    PAPER,
    "Statement 17",
    id="concentration/matrix-series",
    at=lines(54, 56),
    kind=Probability(failure=lambda delta: delta),
    n=dims(1, 4),
    d=dims(1, 8),
    delta=choices(3 / 4, 1 / 2, 1 / 16),
    A=every(symmetric("n", "d")),
    sign=signs("n"),
)
@printed(
    r"$\lambda_{\max}(\sum_i\varepsilon_iA_i)\le\sigma\sqrt{2\log\frac1\delta}$ with probability $1-\delta$, "
    r"where $\sigma^2=\|\sum_iA_i^2\|_2$.",
    defect="constant",
    because="There are d directions in which it may be large: the dimension is missing.",
)
@amended(
    r"$\lambda_{\max}(\sum_i\varepsilon_iA_i)\le\sigma\sqrt{2\log\frac d\delta}$ with probability $1-\delta$, "
    r"where $\sigma^2=\|\sum_iA_i^2\|_2$.",
    adds="the dimension d",
    directions=lambda d: d,
)
@mutants(the_root_of_log_d_alone=dict(directions=lambda d, delta: delta * d))
def matrix_series(delta, A, sign, directions=1):
    r"""A sum of matrices with random signs is larger than one of numbers by the root of $\log d$ only."""
    total = sum(sign[:, None, None] * A, 0)
    sigma = sqrt(max(linalg.eigvalsh(sum(A @ A, 0))))
    return at_most(max(linalg.eigvalsh(total)), sigma * sqrt(2 * log(directions / delta)))
