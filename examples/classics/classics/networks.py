"""Softmax and layer normalisation."""

from __future__ import annotations

from collections.abc import Callable

from classics import PAPER
from lemmata import (
    Margin,
    amended,
    at_most,
    dims,
    dyadics,
    equal,
    lines,
    mutants,
    printed,
    reals,
    scales,
    theorem,
)
from lemmata.numbers import Array, exp, log, max, mean, norm, softmax, sort, sum


@theorem(
    PAPER,
    "Statement 6",
    id="networks/softmax-lipschitz",
    at=lines(20, 21),
    n=dims(1, 4),
    x=reals("n"),
    y=reals("n"),
)
@printed(
    r"$\|\mathrm{softmax}(x)-\mathrm{softmax}(y)\|_2\le\frac14\|x-y\|_2$",
    defect="constant",
    because="A quarter is the largest slope of the logistic function; softmax moves two entries at a time.",
)
@amended(r"$\|\mathrm{softmax}(x)-\mathrm{softmax}(y)\|_2\le\frac12\|x-y\|_2$", adds="a half", parts=2)
@mutants(a_third=dict(parts=3))
def softmax_lipschitz(x, y, parts=4):
    """Softmax shrinks distances by one half at least."""
    return at_most(norm(softmax(x) - softmax(y)), norm(x - y) / parts)


@theorem(PAPER, "Statement 7", id="networks/logsumexp", at=lines(23, 23), n=dims(1, 4), x=reals("n"))
@printed(r"$\log\sum_ie^{x_i}\le\max_ix_i+\log n$")
@mutants(half_of_it=dict(times=1 / 2), without_it=dict(times=0))
def logsumexp(n, x, times=1):
    r"""The logarithm of a sum of exponentials exceeds the largest exponent by $\log n$ at most."""
    return at_most(log(sum(exp(x))), max(x) + times * log(n))


@theorem(
    PAPER,
    "Statement 8",
    id="networks/layer-norm",
    at=lines(25, 26),
    n=dims(2, 4),
    eps=dyadics(0, 1, open_low=True, of="(0, inf)"),
    x=reals("n"),
)
@printed(
    r"$\|\mathrm{LN}(x)\|^2=n$ for every $x\in\mathbb R^n$ and $\varepsilon>0$.",
    defect="statement",
    because=r"The root has $\varepsilon$ beside the variance: the norm is smaller, and 0 for constant x.",
)
@amended(
    r"$\|\mathrm{LN}(x)\|^2\le n$ for every $x\in\mathbb R^n$ and $\varepsilon>0$.",
    adds="at most in place of equality",
    compare=at_most,
)
@mutants(half_of_it=dict(parts=2))
def layer_norm(n, eps, x, compare: Callable[[Array, Array], Margin] = equal, parts=1):
    """Layer normalisation, without gain and shift, gives vectors of length root n at most."""
    centred = x - mean(x)
    variance = mean(centred**2)
    return compare(sum(centred**2) / (variance + eps), n / parts)


@theorem(
    PAPER,
    "Statement 24",
    id="networks/temperature",
    at=lines(87, 88),
    n=dims(2, 4),
    beta=scales(-2, 3, of="(0, inf)"),
    x=reals("n"),
)
@printed(
    r"$1-\max_i\mathrm{softmax}(\beta x)_i\le e^{-\beta\Delta}$, for a gap $\Delta$ of the two largest $x_i$.",
    defect="constant",
    because="Each of the $n - 1$ other entries may be as large as the second one.",
)
@amended(
    r"$1-\max_i\mathrm{softmax}(\beta x)_i\le(n-1)e^{-\beta\Delta}$, for a gap $\Delta$ of the two largest "
    r"$x_i$.",
    adds="the factor $n - 1$",
    others=lambda n: n - 1,
)
@mutants(half_of_them=dict(others=lambda n: (n - 1) / 2))
def temperature(beta, x, others=1):
    """Softmax becomes the choice of the largest entry, exponentially fast in the inverse temperature."""
    second, first = sort(x)[-2:]
    return at_most(1 - max(softmax(beta * x)), others * exp(-beta * (first - second)))
