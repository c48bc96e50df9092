r"""Theorem 4 for up to nine layers, and a figure: the minimum over S against the number of layers."""

from baselines.in_context_loss_minimisers import minimiser
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import Expectation, FigureRecord, Series, at_most, dims, lines, mutants, printed, theorem
from lemmata.numbers import over_batches, stored, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import covariance, half_traces, squared
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.theorem_4 import WRONG, best, theorem_4
from theorems.preconditioned_gradient_descent.theorem_4.eq_25 import inequality


@theorem(
    PAPER,
    "Theorem 4, deep networks",
    origin="read",
    at=lines(211, 223),
    kind=Expectation(),
    uses=[theorem_4, inequality],
    d=dims(1, 5),
    n=dims(1, 20),
    L=dims(1, 9, most=9),
    **covariance(),
    m=dims(20, 40),
    R=drawn("L", "d", "d"),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$ (the theorem lists $i\le n$; section 3 has the "
    r"query among its i.i.d. rows), $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with "
    "the weights (9) (f and its gradient for $A_i$ that need not be symmetric: that among symmetric ones is "
    r"no larger) and the layers $A_0,\dots,A_k$ that it sees ($k=L-1$, $L\le9$). Then $\inf_{A\in\mathcal "
    r"S}\sum_{i=0}^k\|\nabla_{A_i}f(A)\|_F^2=0$, where $A\in\mathcal S$ means $A_i=a_i\Sigma^{-1}$ for all i: "
    r"for every $m\ge20$, and so for every m, some $A\in\mathcal S$ has "
    r"$|\sum_i\langle\nabla_{A_i}f(A),R_i\rangle|\le2^{-m}\|\Sigma\|_F\|R\|_F$ for all R. In place of the "
    r"slope along R, the one is evaluated that by (25), for R and $-R$, is equal: that along $\tilde "
    r"R_i=\frac1d\operatorname{Tr}(\Sigma R_i)\Sigma^{-1}$, in $\mathcal S$, where f is the mean of "
    r"$\sum_s\prod_i(1+a_is)^2$ over the eigenvalues s of the Gram matrix of n independent standard normal "
    "vectors, over n.",
    slack="As for Theorem 4: the slopes at the minimiser itself are exactly zero (claim footnote-1/attained); "
    "what is left is its rounding.",
)
@mutants(WRONG)
def deep(d, n, m, Sigma, R, point=best):
    """Up to nine layers, the slopes within S come arbitrarily close to zero on S, all at once."""
    # At a point of S everything commutes but R: by (25) the slope along R is that along its part in S.
    along_R = over_batches(spectral_slope)(stored(point), half_traces(R, Sigma) / d, d, n)
    return at_most(along_R**2, squared(R) * sum(Sigma * Sigma) / 2**m / 2**m)


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
        title=r"Minimum of the in-context loss over $\mathcal S$",
        x_label="number of layers",
        y_label="loss",
        caption="Exact, $d=5$, at the critical point of Theorem 4. Three layers and $n=20$ (figure 1 of "
        "the paper): 0.1336.",
        series=(*series, zero),
        log_y=True,
    )
