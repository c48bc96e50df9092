"""The gradient at the critical points of Theorem 4 and beside them: condition, depth, dimension."""

import math

import torch

from baselines.in_context_loss_minimisers import minimiser
from baselines.in_context_loss_spectrum import spectral_loss, spectral_slope
from lemmata import FigureRecord, HeatMapRecord, Series
from theorems.preconditioned_gradient_descent.critical_point_plots import (
    TABULATED,
    Point,
    against,
    covariance,
    d,
    gradient_norm,
    n,
    norms,
    of_S,
    size_of_gradient,
    tabulated,
)

DIMENSIONS, DEEPEST = (1, 3, 6), 9


def at(d: int, L: int, factor: float = 1.0) -> Point:
    """The minimiser over S, with all its numbers times ``factor``."""
    return lambda Sigma: (of_S(minimiser(d, n, L) * factor, Sigma), None)


def by_condition() -> FigureRecord:
    """At the minimiser over S of Theorem 4, and beside it."""
    critical = {f"$L={L}$, at the minimiser over $\\mathcal S$": at(d, L) for L in (1, 2, 3)}
    others = {"$L=3$, $a_i$ one percent off": at(d, 3, 1.01)}
    return norms("Gradient at the critical point", "", critical, others)


def within_S(d: int, L: int) -> float:
    """The norm of the gradient at the minimiser by its slopes within S: by (25) all of it lies there."""
    slopes = spectral_slope(minimiser(d, n, L), torch.eye(L, dtype=torch.float64), d, n)
    norm = float(slopes.norm()) / math.sqrt(d)
    return max(norm, 1e-17)


def by_depth() -> FigureRecord:
    """For one to nine layers in several dimensions; the whole gradient up to four."""
    few, many = range(1, 5), range(1, DEEPEST + 1)
    series = [
        Series(f"$d={d}$", [float(L) for L in few], [size_of_gradient(d, at(d, L)) for L in few])
        for d in DIMENSIONS
    ]
    series.append(
        Series("$d=5$, slopes within $\\mathcal S$", list(map(float, many)), [within_S(5, L) for L in many])
    )
    beside = [size_of_gradient(3, at(3, L, 1.01)) for L in few]
    series.append(Series("$d=3$, $a_i$ one percent off", [float(L) for L in few], beside))
    note = ", at the minimiser over $\\mathcal S$"
    return against("number of layers", "", series, len(series) - 1, note)


def table() -> HeatMapRecord:
    """Layers, dimensions and condition numbers."""

    def row(d: int, L: int) -> list[float]:
        return [gradient_norm(covariance(c, d), *at(d, L)(covariance(c, d))) for c in TABULATED]

    panels = [(f"$d={d}$", {str(L): row(d, L) for L in range(1, 5)}) for d in DIMENSIONS]
    where = f"The whole gradient at the minimiser over $\\mathcal S$ of Theorem 4, $n={n}$"
    return tabulated(where, panels, "; rows: layers")


def plots() -> list[FigureRecord | HeatMapRecord]:
    return [by_condition(), table(), by_depth()]


def minimum_over_S() -> FigureRecord:
    """How fast the best point of S approaches the loss zero, for three sizes of the prompt."""
    layers = range(1, 10)
    places = [float(L) for L in layers]
    series = [
        Series(f"$n={n}$", places, [float(spectral_loss(minimiser(5, n, L), 5, n)) for L in layers])
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
