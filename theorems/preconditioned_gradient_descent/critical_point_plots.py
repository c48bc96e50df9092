"""The gradient at critical points, for any condition, dimension and depth: plots of Theorems 1, 4 and 5."""

import math
from collections.abc import Callable, Mapping, Sequence

import torch
from torch import Tensor

from baselines.in_context_loss import loss_and_gradient
from lemmata import Block, FigureRecord, HeatMapRecord, Panel, Series

d, n = 3, 10
CONDITIONS = tuple(10.0**k for k in (0, 0.5, 1, 1.5, 2, 2.5, 3))
Point = Callable[[Tensor], tuple[Tensor, Tensor | None]]
"""From Sigma to the A_i and, where the covariates move, the B_i."""


def covariance(condition: float, d: int = d) -> Tensor:
    """A covariance with largest eigenvalue 1 and the smallest ``1 / condition``."""
    generator = torch.Generator().manual_seed(1)
    U, _ = torch.linalg.qr(torch.randn(d, d, generator=generator, dtype=torch.float64))
    Sigma: Tensor = U @ torch.diag(condition ** -torch.linspace(0, 1, d, dtype=torch.float64)) @ U.mT
    return symmetric(Sigma)


def symmetric(matrix: Tensor) -> Tensor:
    half: Tensor = (matrix + matrix.mT) / 2
    return half


def of_S(a: Tensor, Sigma: Tensor) -> Tensor:
    """The matrices a_i Sigma^-1, ``(L, d, d)``."""
    inverse: Tensor = torch.linalg.inv(Sigma)
    return a[:, None, None] * symmetric(inverse)


def gradient_norm(Sigma: Tensor, A: Tensor, B: Tensor | None) -> float:
    r"""The norm of the gradient in $A_i\Sigma$ (and $B_i$): a unit of A counts as it acts on whitened data."""
    more = {} if B is None else {"B": B}
    _, *gradients = loss_and_gradient(A, Sigma, n, task="inverse", **more)
    inverse = torch.linalg.inv(Sigma)
    gradients[0] = gradients[0] @ inverse
    return float(torch.cat([g.ravel() for g in gradients]).norm())


def norms(title: str, where: str, critical: Mapping[str, Point], others: Mapping[str, Point]) -> FigureRecord:
    """The norms of the gradient at points of S, against the condition number of Sigma."""
    series = []
    for name, point in {**critical, **others}.items():
        sizes = []
        for condition in CONDITIONS:
            Sigma = covariance(condition)
            sizes.append(max(gradient_norm(Sigma, *point(Sigma)), 1e-17))
        series.append(Series(name, list(CONDITIONS), sizes))
    at = max(max(line.y) for line in series[: len(critical)])
    beside = min(min(line.y) for line in series[len(critical) :])
    return FigureRecord(
        title=title,
        x_label=r"condition number of $\Sigma$",
        y_label=r"norm of the gradient in $A_i\Sigma$" + where,
        caption=f"Exact moments in float64, $d={d}$, $n={n}$. At the critical point the norm is at most "
        f"{at:.0e}, which is rounding and grows with the condition; at the points beside it at least "
        f"{beside:.0e}.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )


def size_of_gradient(dimension: int, point: Point) -> float:
    """The norm at a point for a covariance of condition 10, at least 1e-17 for the axis."""
    Sigma = covariance(10.0, dimension)
    return max(gradient_norm(Sigma, *point(Sigma)), 1e-17)


def against(x_label: str, where: str, series: list[Series], critical: int, note: str) -> FigureRecord:
    """The norms at ``critical`` lines of critical points, and at points beside them, against a size."""
    at = max(max(line.y) for line in series[:critical])
    beside = min(min(line.y) for line in series[critical:])
    return FigureRecord(
        title=f"Gradient against the {x_label}",
        x_label=x_label,
        y_label=r"norm of the gradient in $A_i\Sigma$" + where,
        caption=f"Exact moments in float64, $n={n}$, condition number 10{note}. At critical points the norm is "
        f"at most {at:.0e}, which is rounding; at the points beside them at least {beside:.0e}.",
        series=tuple(series),
        log_y=True,
    )


TABULATED = tuple(10.0**k for k in (0, 1, 2, 3))
"""The condition numbers of the tables."""
CONDITIONS_IN_WORDS = ", ".join(f"{c:g}" for c in TABULATED)


def tabulated(
    where: str, panels: Sequence[tuple[str, Mapping[str, Sequence[float]]]], note: str = ""
) -> HeatMapRecord:
    """The norms of the gradient at critical points, as their decimal logarithms: a table.

    Args:
        where: at which point.
        panels: each with its name, and rows by theirs; by condition number unless the note says otherwise.
        note: what the panels are.
    """
    largest = max(norm for _, rows in panels for row in rows.values() for norm in row)
    return HeatMapRecord(
        title="The norm of the gradient, its decimal logarithm",
        caption=rf"{where}. Columns: condition number of $\Sigma$, {CONDITIONS_IN_WORDS}{note}. The largest "
        f"norm is {largest:.0e}, which is rounding; $-17$ stands for norms of at most $10^{{-17}}$.",
        panels=tuple(
            Panel(
                name,
                [[round(math.log10(max(norm, 1e-17)), 1) for norm in row] for row in rows.values()],
                rows=tuple(Block(row, 1) for row in rows),
            )
            for name, rows in panels
        ),
    )
