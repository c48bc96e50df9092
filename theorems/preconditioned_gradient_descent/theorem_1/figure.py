"""Theorem 1: the gradient at the closed form for any condition of Sigma, and the loss on the way through it."""

from collections.abc import Callable

import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata import FigureRecord, HeatMapRecord, Series, box
from theorems.preconditioned_gradient_descent.critical_point_plots import TABULATED, tabulated
from theorems.preconditioned_gradient_descent.theorem_1.setting import WRONG, Optimum, Setting, printed_form

d, n = 5, 20
CONDITIONS = tuple(10.0 ** (k / 2) for k in range(9))
FACTORS = [k / 20 for k in range(41)]
Loss = Callable[[Tensor, Tensor], Tensor]


def setting(condition: float, length: int = n, d: int = d) -> Setting:
    """Eigenvalues from 1 down to ``1 / condition``, evenly in their logarithms."""
    spectrum = condition ** -torch.linspace(0, 1, d, dtype=torch.float64)
    return Setting(d, length, spectrum, box(2, d - 1, low=-1.0, high=1.0).seeded(1))


def gradient_norm(s: Setting, optimum: Optimum) -> float:
    """The norm of the gradient in b and A, by autograd in float64."""
    with torch.enable_grad():
        point = [x.detach().requires_grad_() for x in optimum(s)]
        loss = in_context_loss(point[0][None], point[1][None], s.Sigma, s.n).sum()
        gradient = torch.autograd.grad(loss, point)
    return float(torch.cat([g.ravel() for g in gradient]).norm())


def gradients() -> FigureRecord:
    """The gradient at (8), and at forms that are nearly right, against the condition number."""
    forms = {"(8) as printed": printed_form} | {
        name: WRONG[name]
        for name in ("n in place of n + 1", "nine tenths of A", "the trace is not divided by n")
    }
    series = [
        Series(name, list(CONDITIONS), [max(gradient_norm(setting(c), form), 1e-17) for c in CONDITIONS])
        for name, form in forms.items()
    ]
    beside = min(min(line.y) for line in series[1:])
    return FigureRecord(
        claim="",
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
        s = setting(10.0, length)
        b, A = printed_form(s)
        t = torch.tensor(FACTORS, dtype=torch.float64)
        loss = in_context_loss(b.expand(len(t), -1), A * t[:, None, None], s.Sigma, s.n)
        series.append(Series(f"$n={length}$", FACTORS, loss.tolist()))
    return FigureRecord(
        claim="",
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
        return [gradient_norm(setting(c, length, d), printed_form) for c in TABULATED]

    panels = [(f"$n={length}$", {str(d): row(d, length) for d in (1, 3, 5, 10)}) for length in (1, 20, 100)]
    return tabulated("At (8) as printed, one layer, in all of b and A", panels, "; rows: $d$")


def plots() -> list[FigureRecord | HeatMapRecord]:
    """What the page of the theorem shows."""
    return [gradients(), table(), losses()]
