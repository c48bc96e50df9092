r"""The bound of Corollary 10 at its best accuracies, number by number.

The three terms $\tau\epsilon+\epsilon_0^q+\sqrt{(\log\frac1{\epsilon_0\delta}+1)/(n\epsilon_0\epsilon^2)}$ with
$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, all other factors 1 and $\delta=\frac14$, are minimised over a
fine grid of $\epsilon_0,\epsilon$, in both readings of the second term ($q=1$ as the corollary prints it,
$q=\frac12$ with the bracket of Theorem 7).
"""

from functools import cache

import torch

from lemmata import FigureRecord, Series

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
