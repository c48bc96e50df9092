"""Figures of Lemma 1: the error of the staircase, and of random ramps at a point, beside the bounds."""

import math

from lemmata import FigureRecord, Series
from theorems.universal_approximation.lemma_1 import features_serve_the_class
from theorems.universal_approximation.lemma_1 import ramps_represent_at_a_point as pair
from theorems.universal_approximation.survivor import margin_of

INSTANCES = 2000
CELLS = (7, 12, 25, 50, 100, 200)


@features_serve_the_class.figure
def error_of_the_staircase() -> FigureRecord:
    """The largest error over C_F for one cosine, for steep and for flat ramps."""
    m = [float(cells) for cells in CELLS]
    series = []
    for tau in (16.0, 64.0, 4096.0):
        bound = [1 / tau + math.sqrt(math.log(2) / cells) for cells in CELLS]
        margins = [
            margin_of(features_serve_the_class.complete(), dict(K=1, m=cells, tau=tau), INSTANCES)
            for cells in CELLS
        ]
        # The function 0 has no ratio.
        shares = [float((margin.left / margin.right).nan_to_num().max()) for margin in margins]
        worst = [share * most for share, most in zip(shares, bound, strict=True)]
        series.append(Series(rf"largest error, $\tau={tau:g}$", m, worst))
        if tau != 64.0:
            series.append(Series(rf"(27), $\tau={tau:g}$", m, bound, role="bound"))
    return FigureRecord(
        title="Error of fixed ramps for every function of the class",
        x_label="features $n$",
        y_label=r"error over $C_{\mathcal F}$",
        caption=f"One cosine, $K=1$; the largest of {INSTANCES:,} functions and inputs, beside (27) with the "
        r"constant 1 and without $\tau\varepsilon$. The error of a staircase is of order "
        r"$\frac1n+\frac1{4\tau}$, that of random features $n^{-1/2}$.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )


@pair.figure
def error_against_features() -> FigureRecord:
    """How well n random ramps represent a function at a point."""
    counts, errors, bounds = [4, 16, 64, 256, 1024], [], []
    for n in counts:
        given = dict(n=n, tau=64.0, omega=2.0, theta=1.0, b=1.0, x=0.5, delta=0.25)
        margin = margin_of(pair.complete(), given)
        errors.append(float((margin.left**2).mean().sqrt()))
        bounds.append(float(margin.right.mean()))
    x = [float(n) for n in counts]
    return FigureRecord(
        title="Feature error against the number of features",
        x_label="features $n$",
        y_label="root mean square error",
        caption="Two cosines at one point, features drawn from (79), $\\tau=64$, $\\delta=1/4$.",
        series=(
            Series("random ramps", x, errors),
            Series(
                r"$3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal F}\sqrt{2\log(2/\delta)/n}$",
                x,
                bounds,
                role="bound",
            ),
        ),
        log_x=True,
        log_y=True,
    )
