r"""The bound of Corollary 10 at its best accuracies, number by number.

Beside the symbolic exponents of :mod:`theorems.pca.corollary_10.rate`: the three terms
$\tau\epsilon+\epsilon_0^q+\sqrt{(\log\frac1{\epsilon_0\delta}+1)/(n\epsilon_0\epsilon^2)}$ with
$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, all other factors 1 ($k\ge2$) and $\delta=\frac14$, are
minimised over a fine grid of $\epsilon_0,\epsilon$ for n from $2^{10}$ to $2^{70}$. Against $n^{-1/5}$ the
constant grows without end, as the part ``least`` proves there; against $n^{-1/7}(\log n)^{3/7}$ it does not.
The figure has both readings of the second term ($q=1$ as the corollary prints it, $q=\frac12$ with the bracket
of Theorem 7).
"""

import math
from functools import cache

import torch

from lemmata import FigureRecord, Margin, Rate, Series, amended, at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import Array
from theorems.pca import PAPER
from theorems.pca.corollary_10 import loss_is_bounded
from theorems.pca.corollary_10.rate import bound_decays, bounded_below

DELTA, STEPS = 0.25, 8  # an octave
LADDER = range(10, 71, 4)


@cache
def best(log_n: int, q: float) -> float:
    """The smallest value of the bound over a grid of ``eps_0`` and ``eps``, so fine for every n."""
    n = 2.0**log_n
    octaves = 1 + torch.arange(log_n * STEPS * 3 // 5 + 1, dtype=torch.float64) / STEPS
    eps0, eps = (2**-octaves)[:, None], (2**-octaves)[None, :]
    logarithm = torch.log(1 / (eps0 * DELTA))
    last = ((logarithm + 1) / (n * eps0)).sqrt() / eps
    return float((logarithm / eps0 * eps + eps0**q + last).min())


@theorem(
    PAPER,
    "Corollary 10, its bound number by number",
    origin="read",
    at=lines(278, 280),
    kind=Rate(ladder=[dict(log_n=log_n) for log_n in LADDER], size=lambda n: n),
    uses=[bounded_below],
    log_n=dims(1, 80),  # to base 2
    n=lambda log_n: 2.0**log_n,
)
@printed(
    r"For $k\ge2$, with the logarithm of $1/(\epsilon_0\delta)$ for the printed one of $\delta/\epsilon_0$: "
    r"$\min_{\epsilon_0,\epsilon}\left(\tau\epsilon+\epsilon_0+\sqrt{\frac{\log(1/(\epsilon_0\delta))+1}{n"
    r"\epsilon_0\epsilon^2}}\right)\lesssim n^{-1/5}$ with $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, "
    r"$\delta=\frac14$ and all other factors 1, the minimum being taken over values $2^{-1-j/8}$ of "
    r"$\epsilon_0$ and $\epsilon$ from $\frac12$ to $\frac12n^{-3/5}$.",
    defect="proof-step",
    because="The constant grows like $n^{1/5-1/7}$, up to logarithms.",
    family=bounded_below,
)
@amended(
    r"$\min_{\epsilon_0,\epsilon}\left(\tau\epsilon+\epsilon_0+\sqrt{\frac{\log(1/(\epsilon_0\delta))+1}{n"
    r"\epsilon_0\epsilon^2}}\right)\lesssim n^{-1/7}(\log n)^{3/7}$ with "
    r"$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, $\delta=\frac14$ and all other factors 1, the minimum "
    r"being taken over values $2^{-1-j/8}$ of $\epsilon_0$ and $\epsilon$ from $\frac12$ to $\frac12n^{-3/5}$.",
    adds=r"the rate $n^{-1/7} (\log n)^{3/7}$",
    right=lambda n: n ** (-1 / 7) * math.log(n) ** (3 / 7),
)
@mutants(
    {
        "the printed rate": dict(right=lambda n: n**-0.2),
        "a rate 1/6 with the logarithm": dict(right=lambda n: n ** (-1 / 6) * math.log(n) ** (3 / 7)),
    }
)
def smallest_bound(log_n: int, right: Array = lambda n: n**-0.2) -> Margin:
    """The smallest value of the corollary's bound over a grid of accuracies falls like $n^{-1/5}$."""
    return at_most(best(log_n, 1.0), right)


@loss_is_bounded.figure
@bound_decays.figure
@smallest_bound.figure
def best_bounds() -> FigureRecord:
    """The optimised bound in both readings beside the stated and the symbolic rates."""
    x = [2.0**log_n for log_n in LADDER]
    series = []
    for q, reading, exponent in ((1.0, "as printed", 1 / 7), (0.5, "as in Theorem 7", 1 / 10)):
        smallest = [best(log_n, q) for log_n in LADDER]
        line = [smallest[-1] * (x[-1] / n) ** exponent for n in x]
        series.append(Series(f"second term {reading}", x, smallest))
        series.append(Series(f"slope $-{exponent:.3g}$", x, line, role="theory"))
    first = best(LADDER[0], 1.0)
    stated = [first * (n / x[0]) ** -0.2 for n in x]
    series.append(Series(r"the corollary's slope, $-\frac15$", x, stated, role="theory"))
    return FigureRecord(
        claim="",
        title="The bound of Corollary 10 at its best accuracies",
        x_label="$n$",
        y_label="smallest bound",
        caption=r"All other factors are 1, $\delta=\frac14$; the slopes are met up to logarithms.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
