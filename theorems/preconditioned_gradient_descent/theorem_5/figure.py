"""Theorem 5: the gradient at the explicit critical point, and what lies below it."""

import math

import torch

from baselines.in_context_loss_minimisers import critical_point_with_b, minimiser, minimiser_with_b
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

LENGTHS = (1, 3, 10, 30)
DIMENSIONS = range(1, 9)


def at(a_factor: float = 1.0, b_factor: float = 1.0, d: int = d) -> Point:
    """The explicit critical point of two layers, with its numbers times factors."""
    a, b = numbers(n, d)
    B = torch.cat([b, b.new_zeros(1)])[:, None, None] * torch.eye(d, dtype=torch.float64)
    return lambda Sigma: (of_S(a * a_factor, Sigma), B * b_factor)


def gradients() -> FigureRecord:
    """At the explicit critical point of Theorem 5 for two layers, and beside it."""
    critical = {r"at $a=(0,\,-\frac{n}{n+d+1})$, $b_0=-\frac12$": at()}
    others = {
        "$a_1$ one percent off": at(a_factor=1.01),
        "$b_0$ one percent off": at(b_factor=1.01),
        "$b_0=0$: no movement of the covariates": at(b_factor=0.0),
    }
    return norms("Gradient at the explicit critical point", " and $B_i$", critical, others)


def by_dimension() -> FigureRecord:
    """The explicit critical point in several dimensions, and points beside it."""
    points = {
        "at the explicit critical point": (1.0, 1.0),
        "$a_1$ one percent off": (1.01, 1.0),
        "$b_0$ one percent off": (1.0, 1.01),
    }
    series = [
        Series(name, list(map(float, DIMENSIONS)), [size_of_gradient(k, at(*factors, k)) for k in DIMENSIONS])
        for name, factors in points.items()
    ]
    return against("dimension $d$", " and $B_i$", series, 1, ", two layers")


def numbers(length: int, d: int = d) -> tuple[torch.Tensor, torch.Tensor]:
    """The a and b of the explicit critical point of two layers."""
    a, b = (
        torch.tensor([float(v) for v in part], dtype=torch.float64)
        for part in critical_point_with_b(d, length, 2)
    )
    return a, b


def losses() -> FigureRecord:
    """The loss at the explicit critical point, and at points of S below it, for prompts of any length."""
    at = [float(length) for length in LENGTHS]
    explicit, without, lowest = [], [], []
    for length in LENGTHS:
        a, b = numbers(length)
        explicit.append(float(spectral_loss(a, d, length, b)))
        without.append(float(spectral_loss(minimiser(d, length, 2), d, length)))
        a, b = minimiser_with_b(d, length, 2)
        lowest.append(float(spectral_loss(a, d, length, b)))
    return FigureRecord(
        title="The loss at the explicit critical point and at others",
        x_label="length of the prompt $n$",
        y_label="in-context loss",
        caption=f"Exact, two layers, $d={d}$, whatever $\\Sigma$ is. At the critical point only the last "
        f"layer learns: its loss is that of one layer. At $n={LENGTHS[-1]}$ it is "
        f"{explicit[-1] / without[-1]:.1f} times the best of gradient descent ($B_0=0$), and "
        f"{explicit[-1] / lowest[-1]:.1f} times that of a local minimum of GD++ that descent finds.",
        series=(
            Series("explicit critical point", at, explicit),
            Series(r"best of $\mathcal S$ with $B_0=0$", at, without),
            Series(r"local minimum of $\mathcal S$ with $B_0$", at, lowest),
            Series("zero network", [at[0], at[-1]], [float(d)] * 2, role="guide"),
        ),
        log_x=True,
        log_y=True,
    )


def within_S(d: int, L: int) -> float:
    """The norm of the gradient at the explicit point by its slopes within S: by (34) all lies there."""
    a, b = (torch.tensor([float(v) for v in x], dtype=torch.float64) for x in critical_point_with_b(d, n, L))
    units = torch.eye(2 * L - 1, dtype=torch.float64)
    return float(spectral_slope(a, units[:, :L], d, n, b, units[:, L:]).norm()) / math.sqrt(d)


def table() -> HeatMapRecord:
    """Dimensions and condition numbers for two layers; dimensions and layers within S."""

    def whole(d: int) -> list[float]:
        return [gradient_norm(covariance(c, d), *at(d=d)(covariance(c, d))) for c in TABULATED]

    panels = [
        ("two layers", {str(d): whole(d) for d in (1, 3, 6)}),
        ("slopes within $\\mathcal S$", {str(d): [within_S(d, L) for L in (3, 5, 7, 9)] for d in (1, 3, 6)}),
    ]
    where = f"At the explicit critical point, $n={n}$; rows: $d$. Left, the whole gradient of two layers"
    return tabulated(
        where, panels, "; right, slopes within $\\mathcal S$, whatever $\\Sigma$ is, of 3, 5, 7, 9 layers"
    )


def plots() -> list[FigureRecord | HeatMapRecord]:
    return [gradients(), table(), by_dimension(), losses()]
