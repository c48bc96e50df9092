"""Lemma 1: the error of the staircase against the number of its ramps and their steepness, beside (27)."""

import math

from lemmata import FigureRecord, Series
from theorems.universal_approximation.lemma_1 import features_serve_the_class
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
