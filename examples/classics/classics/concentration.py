"""Sums of random signs, numbers and matrices: how far they stray, with which probability."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from classics import PAPER
from classics.functions import square
from lemmata import (
    Margin,
    Probability,
    Prompt,
    at_most,
    choices,
    dims,
    every,
    gaussian,
    lines,
    reals,
    signs,
    space,
    symmetric,
)
from lemmata.numbers import abs, exp, linalg, log, max, sqrt, sum


@dataclass(frozen=True)
class Coins:
    """n coins, and the number of heads, at least half of them."""

    n: int
    heads: int


hoeffding = PAPER.claim(
    "Statement 15",
    id="concentration/hoeffding",
    at=lines(47, 48),
    kind=Probability(),
    settings=space(Coins, n=dims(1, 12), heads=lambda s: dims((s.n + 1) // 2, s.n, most=s.n)),
)


@hoeffding.printed(
    r"$\mathbb P(\sum_i\varepsilon_i\ge t)\le e^{-2t^2/n}$ for random signs $\varepsilon_i$.",
    defect="constant",
    because="That is the bound for variables in [0, 1]; signs have a range of length 2.",
    parts=1,
)
@hoeffding.amended(
    r"$\mathbb P(\sum_i\varepsilon_i\ge t)\le e^{-t^2/(2n)}$ for random signs $\varepsilon_i$ and $t\ge0$.",
    adds="a quarter of the exponent",
    slack="The tail of n signs is smaller by a power of n, and at t = 0 it is a half.",
    parts=4,
)
def tail(s: Coins, parts: int) -> Margin:
    """The chance that n random signs sum to t or more falls as fast as a normal tail."""
    t = 2 * s.heads - s.n
    ways = 0
    for heads in range(s.heads, s.n + 1):
        ways = ways + math.comb(s.n, heads)
    bound = exp(-2 * t * t / (parts * s.n))
    return at_most(ways / 2**s.n, bound).trivial_where(bound - 1)


hoeffding.mutant("half the exponent of the misquoted one", parts=2)


@dataclass(frozen=True)
class Projection:
    """m rows, vectors in d dimensions, and the chance of failure."""

    m: int
    d: int
    delta: float


johnson_lindenstrauss = PAPER.claim(
    "Statement 16",
    id="concentration/johnson-lindenstrauss",
    at=lines(50, 52),
    kind=Probability(failure=lambda s: s.delta),
    settings=space(Projection, m=choices(64, 128), d=dims(1, 3), delta=choices(1 / 4, 1 / 64)),
    prompts=lambda s: space(x=every(reals(s.d)), G=gaussian(s.m, s.d)),
)


@johnson_lindenstrauss.printed(
    r"$|\frac1m\|Gx\|^2-\|x\|^2|\le\sqrt{\frac1m\log\frac2\delta}\,\|x\|^2$ with probability $1-\delta$, "
    r"for $G$ of $m$ rows.",
    defect="constant",
    because="The square of a normal number has the variance 2, and heavier tails than a normal number.",
    constant=1,
)
@johnson_lindenstrauss.amended(
    r"$|\frac1m\|Gx\|^2-\|x\|^2|\le\sqrt{\frac8m\log\frac2\delta}\,\|x\|^2$ with probability $1-\delta$, "
    r"for $G$ of $m\ge8\log\frac2\delta$ rows.",
    adds="the constant 8",
    constant=8,
)
def length_kept(s: Projection, prompt: Prompt, constant: float) -> Margin:
    """A random projection keeps the length of a vector, up to the root of log(1 / delta) / m."""
    length, projected = square(prompt.x), square((prompt.G @ prompt.x[:, :, None])[:, :, 0]) / s.m
    return at_most(abs(projected - length), sqrt(constant * log(2 / s.delta) / s.m) * length)


johnson_lindenstrauss.mutant("an eighth of the root", constant=1 / 8)


@dataclass(frozen=True)
class Series:
    """n matrices of size d, and the chance of failure."""

    n: int
    d: int
    delta: float


matrix = PAPER.claim(
    "Statement 17",
    id="concentration/matrix-series",
    at=lines(54, 56),
    kind=Probability(failure=lambda s: s.delta),
    settings=space(Series, n=dims(1, 4), d=dims(1, 8), delta=choices(3 / 4, 1 / 2, 1 / 16)),
    prompts=lambda s: space(A=every(symmetric(s.n, s.d)), sign=signs(s.n)),
)


@matrix.printed(
    r"$\lambda_{\max}(\sum_i\varepsilon_iA_i)\le\sigma\sqrt{2\log\frac1\delta}$ with probability $1-\delta$, "
    r"where $\sigma^2=\|\sum_iA_i^2\|_2$.",
    defect="constant",
    because="There are d directions in which it may be large: the dimension is missing.",
    directions=lambda s: 1,
)
@matrix.amended(
    r"$\lambda_{\max}(\sum_i\varepsilon_iA_i)\le\sigma\sqrt{2\log\frac d\delta}$ with probability $1-\delta$, "
    r"where $\sigma^2=\|\sum_iA_i^2\|_2$.",
    adds="the dimension d",
    directions=lambda s: s.d,
)
def largest_eigenvalue(s: Series, prompt: Prompt, directions: Callable[[Series], int]) -> Margin:
    """A sum of matrices with random signs is larger than one of numbers by the root of log d only."""
    total = sum(prompt.sign[:, :, None, None] * prompt.A, 1)
    variance = max(linalg.eigvalsh(sum(prompt.A @ prompt.A, 1)), -1)
    bound = sqrt(variance) * sqrt(2 * log(directions(s) / s.delta))
    return at_most(max(linalg.eigvalsh(total), -1), bound)


matrix.mutant("the root of log d alone", directions=lambda s: s.delta * s.d)
