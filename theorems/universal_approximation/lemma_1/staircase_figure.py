"""Lemma 1: the error of the staircase against the number of its ramps and their steepness, beside (27)."""

from torch import Generator

from lemmata import FigureRecord, Series
from theorems.universal_approximation.lemma_1 import (
    Setting,
    barron,
    prompts,
    represented,
    right_of_27,
    staircase,
    uniform,
    value,
)

INSTANCES = 2000
CELLS = (7, 12, 25, 50, 100, 200)


@uniform.figure
def error_of_the_staircase() -> FigureRecord:
    """The largest error over C_F for one cosine, for steep and for flat ramps."""
    m = [float(cells) for cells in CELLS]
    series = []
    for tau in (16.0, 64.0, 4096.0):
        worst, bound = [], []
        for cells in CELLS:
            s = Setting(K=1, m=cells, tau=tau)
            prompt = prompts(s).sample(Generator().manual_seed(0), INSTANCES)
            coefficients = staircase(s, prompt.b, prompt.omega, prompt.theta)
            errors = (value(prompt) - represented(s, prompt, coefficients)).abs() / barron(prompt)
            worst.append(float(errors[prompt.b[:, 0].abs() > 2**-20].max()))  # the function 0 has no ratio
            bound.append(float(right_of_27(s)))
        series.append(Series(rf"largest error, $\tau={tau:g}$", m, worst))
        if tau != 64.0:
            series.append(Series(rf"(27), $\tau={tau:g}$", m, bound, role="bound"))
    return FigureRecord(
        claim="",
        title="Error of fixed ramps for every function of the class",
        x_label="features $n$",
        y_label=r"error over $C_{\mathcal F}$",
        caption=f"One cosine, $K=1$; the largest of {INSTANCES:,} functions and inputs, beside (27) with the "
        "constant 1 and "
        r"without $\tau\varepsilon$. The error of a staircase is of order $\frac1n+\frac1{4\tau}$, that of "
        r"random features $n^{-1/2}$.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
