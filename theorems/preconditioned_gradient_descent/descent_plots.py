"""Plots and numbers of the training experiments, figures 1 to 4."""

from collections.abc import Mapping

from torch import Tensor

from lemmata import FigureRecord, HeatMapRecord, Margin, Panel, Series
from lemmata.numbers import Measured, max, min

Plots = list[FigureRecord | HeatMapRecord]
SPARSE_WORDS = {
    "final_loss": "an almost 0 value (5.3); convergence of loss to 0 (figure 1)",
    "whitened_distance": "converging to the critical point (blue lines, to 0)",
    "raw_distance": "remains constant (red lines)",
}
STEPS = "iteration of L-BFGS"


def curve(label: str, values: Tensor) -> Series:
    """Mean and range over the seeds, ``(seeds, steps)``."""
    steps = [float(k) for k in range(values.shape[1])]
    low, high = values.amin(0).tolist(), values.amax(0).tolist()
    return Series(label, steps, values.mean(0).tolist(), low=low, high=high)


def loss_curve(
    measured: Measured, caption: str, theory: Mapping[str, float], also: Mapping[str, float]
) -> FigureRecord:
    """The loss against iterations, beside levels of theory and measured ones."""
    ends = [0.0, float(measured["loss"].shape[1] - 1)]
    levels = [Series(name, ends, [y, y], role="theory") for name, y in theory.items()]
    levels += [Series(name, ends, [y, y], role="guide") for name, y in also.items()]
    series = (curve("loss", measured["loss"]), *levels)
    return FigureRecord("In-context loss", STEPS, "loss", caption, series, log_y=True)


def distance_curves(measured: Measured, caption: str) -> list[FigureRecord]:
    """How far each matrix is from the multiples of the identity, whitened and raw."""
    records = []
    for i in range(measured["white"].shape[-1]):
        title = f"Distance of $A_{i}$ from multiples of the identity"
        series = (curve("whitened", measured["white"][..., i]), curve("raw", measured["raw"][..., i]))
        records.append(FigureRecord(title, STEPS, "Dist", caption, series))
    if "B" in measured:
        each = tuple(curve(f"$B_{i}$", measured["B"][..., i]) for i in range(measured["B"].shape[-1]))
        title = "Distance of $B_i$ from multiples of the identity"
        records.append(FigureRecord(title, STEPS, "Dist", caption, each))
    return records


def matrices_at_the_end(measured: Measured, caption: str) -> HeatMapRecord:
    """The whitened matrices of the first seed."""
    panels = [Panel(f"$A_{i}$, whitened", M.tolist()) for i, M in enumerate(measured["matrices"][0])]
    if "B" in measured:
        panels += [Panel(f"$B_{i}$", M.tolist()) for i, M in enumerate(measured["B_matrices"][0])]
    return HeatMapRecord("Matrices at the end of training", "The first seed. " + caption, tuple(panels))


def plots(
    measured: Measured,
    caption: str,
    theory: Mapping[str, float] | None = None,
    also: Mapping[str, float] | None = None,
) -> Plots:
    """Learning curves, distances and the matrices at the end."""
    return [
        loss_curve(measured, caption, theory or {}, also or {}),
        *distance_curves(measured, caption),
        matrices_at_the_end(measured, caption),
    ]


def report(margin: Margin, measured: Measured) -> Margin:
    """The numbers of figures 1 and 2 beside the margin."""
    white, raw = measured["white"], measured["raw"]
    return margin.report(
        final_loss=measured["loss"][-1],
        whitened_distance=max(white[-1]),
        raw_distance=min(raw[-1]),
        raw_distance_at_the_start=min(raw[0]),
        iterations=measured["iterations"],
        seconds=measured["seconds"],
    )
