"""Theorem 1: the gradient at the closed form for any condition of Sigma, and the loss on the way through it."""

import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata import FigureRecord, HeatMapRecord, Series, box
from lemmata.numbers import rotation
from theorems.preconditioned_gradient_descent.critical_point_plots import TABULATED, tabulated
from theorems.preconditioned_gradient_descent.theorem_1 import WRONG, below, covariance, minimum, optimum

d, n = 5, 20
CONDITIONS = tuple(10.0 ** (k / 2) for k in range(9))
FACTORS = [k / 20 for k in range(41)]


def spectrum(condition: float, d: int = d) -> Tensor:
    """Eigenvalues from 1 down to ``1 / condition``, evenly in their logarithms."""
    return condition ** -torch.linspace(0, 1, d, dtype=torch.float64)


def eigenvectors(d: int = d) -> Tensor:
    U: Tensor = rotation(box(2, d - 1, low=-1.0, high=1.0).seeded(1))
    return U


def gradient_norm(condition: float, d: int = d, n: int = n, name: str = "") -> float:
    """The norm of the gradient in b and A at (8), or a wrong form of it, by autograd in float64."""
    lam, U = spectrum(condition, d), eigenvectors(d)
    with torch.enable_grad():
        point = [x.detach().requires_grad_() for x in optimum(U, WRONG.get(name, below)(n, lam))]
        loss = in_context_loss(point[0][None], point[1][None], covariance(U, lam), n).sum()
        gradient = torch.autograd.grad(loss, point)
    return float(torch.cat([g.ravel() for g in gradient]).norm())


def gradients() -> FigureRecord:
    """The gradient at (8), and at forms that are nearly right, against the condition number."""
    wrong = ("n in place of n + 1", "nine tenths of A", "the trace is not divided by n")
    series = [
        Series(
            name or "(8) as printed",
            list(CONDITIONS),
            [max(gradient_norm(c, name=name), 1e-17) for c in CONDITIONS],
        )
        for name in ("", *wrong)
    ]
    beside = min(min(line.y) for line in series[1:])
    return FigureRecord(
        title="Gradient at the closed form",
        x_label=r"condition number of $\Sigma$",
        y_label=r"norm of $\nabla f(b,A)$",
        caption=f"Exact moments in float64, $d={d}$, $n={n}$, largest eigenvalue 1. At (8) the norm is at "
        f"most {max(series[0].y):.0e}, which is rounding; at forms that are nearly right it is at least "
        f"{beside:.0e}.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )


def losses() -> FigureRecord:
    """The loss at multiples of the optimal A, for several lengths of the prompt."""
    series = []
    for length in (2, 10, 50, 250):
        lam, U = spectrum(10.0), eigenvectors()
        b, A = optimum(U, below(length, lam))
        t = torch.tensor(FACTORS, dtype=torch.float64)
        loss = in_context_loss(b.expand(len(t), -1), A * t[:, None, None], covariance(U, lam), length)
        series.append(Series(f"$n={length}$", FACTORS, loss.tolist()))
    return FigureRecord(
        title="The loss on the way through the minimum",
        x_label="multiple of the optimal $A$",
        y_label="in-context loss",
        caption=f"Exact, $d={d}$, condition number 10: smallest at 1 for every length of the prompt; at 0 the "
        "network predicts 0.",
        series=tuple(series),
        log_y=True,
    )


def table() -> HeatMapRecord:
    """Dimensions, condition numbers and lengths of the prompt."""

    def row(d: int, length: int) -> list[float]:
        return [gradient_norm(c, d, length) for c in TABULATED]

    panels = [(f"$n={length}$", {str(d): row(d, length) for d in (1, 3, 5, 10)}) for length in (1, 20, 100)]
    return tabulated("At (8) as printed, one layer, in all of b and A", panels, "; rows: $d$")


@minimum.figure
def plots() -> list[FigureRecord | HeatMapRecord]:
    return [gradients(), table(), losses()]
