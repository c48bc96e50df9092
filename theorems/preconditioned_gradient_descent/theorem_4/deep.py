r"""Theorem 4 for up to nine layers, and a figure: the minimum over S against the number of layers."""

from baselines.in_context_loss_minimisers import minimiser
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, FigureRecord, Margin, Prompt, Series, at_most, lines
from lemmata.numbers import constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import (
    Precise,
    any_direction,
    half_traces,
    settings,
    squared,
)
from theorems.preconditioned_gradient_descent.theorem_4 import (
    BITS,
    STATEMENT,
    WRONG,
    Coefficients,
    best,
    theorem,
)
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality

deep = PAPER.claim(
    "Theorem 4, deep networks",
    id="theorem-4/deep",
    summary="Up to nine layers, the slopes within S come arbitrarily close to zero on S, all at once.",
    origin="read",
    at=lines(211, 223),
    kind=Expectation(),
    settings=settings(d=5, n=20, L=9, bits=BITS, deepest=9),
    prompts=any_direction,
    uses=[theorem, inequality],
)


@deep.printed(
    STATEMENT
    % r"$L\le9$"
    + r". In place of the slope along R, the one is evaluated that by (25), for R and $-R$, "
    r"is equal: that along $\tilde R_i=\frac1d\operatorname{Tr}(\Sigma R_i)\Sigma^{-1}$, in $\mathcal S$, "
    r"where f is the mean of $\sum_s\prod_i(1+a_is)^2$ over the eigenvalues s of the Gram matrix of n "
    r"independent standard normal vectors, over n.",
    slack="As for Theorem 4: the slopes at the minimiser itself are exactly zero (claim footnote-1/attained); "
    "what is left is its rounding to m + 32 bits.",
    point=best,
)
def deep_gradient_is_as_small_as_wanted(s: Precise, prompt: Prompt, point: Coefficients) -> Margin:
    """A point of S of a network with many layers has slopes within S as small as wanted."""
    a = constant(point(s), s.spectrum)
    # At a point of S everything commutes but R: by (25) the slope along R is that along its part in S.
    along_R = spectral_slope(a, half_traces(prompt.R, s.Sigma) / s.d, s.d, s.n)
    return at_most(along_R * along_R, squared(prompt.R) / 2**s.m / 2**s.m)


for name, coefficients in WRONG.items():
    deep.mutant(name, point=coefficients)

LAYERS = range(1, 10)


@deep.figure
def minimum_over_S() -> FigureRecord:
    """How fast the best point of S approaches the loss zero, for three sizes of the prompt."""
    places = [float(L) for L in LAYERS]
    series = [
        Series(f"$n={n}$", places, [float(spectral_loss(minimiser(5, n, L), 5, n)) for L in LAYERS])
        for n in (10, 20, 40)
    ]
    zero = Series("zero network", [places[0], places[-1]], [5.0, 5.0], role="guide")
    return FigureRecord(
        claim="",
        title=r"Minimum of the in-context loss over $\mathcal S$",
        x_label="number of layers",
        y_label="loss",
        caption="Exact, $d=5$, at the critical point of Theorem 4. Three layers and $n=20$ (figure 1 of "
        "the paper): 0.1336.",
        series=(*series, zero),
        log_y=True,
    )
