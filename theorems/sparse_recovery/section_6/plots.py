"""Plots of trained systems: statistics of errors side by side, and learning curves."""

from lemmata import FigureRecord, Series
from lemmata.numbers import Measured


def bars(
    measured: Measured, names: tuple[str, ...], title: str, caption: str, paper: dict[str, float] | None = None
) -> FigureRecord:
    """Means, trimmed means, medians and deciles of systems side by side, averaged over replicates."""
    places = [float(k) for k in range(1, len(names) + 1)]
    words = {
        "mean": "mean",
        "trimmed": "trimmed mean",
        "median": "median",
        "p10": "lower decile",
        "p90": "upper decile",
    }

    def series(ending: str, label: str) -> Series:
        return Series(label, places, [float(measured[f"{n}_{ending}"].mean()) for n in names])

    lines = [series(*pair) for pair in words.items()]
    for label, value in (paper or {}).items():
        lines.append(Series(label, places, [value] * len(places), role="guide"))
    systems = ", ".join(name.replace("_", " ") for name in names)
    return FigureRecord(
        title=title,
        x_label="system (see caption)",
        y_label="squared error",
        caption=f"From left to right: {systems}. {caption}",
        series=tuple(lines),
        log_y=True,
    )


def curves(measured: Measured, tags: tuple[str, ...], title: str, paper: float) -> FigureRecord:
    """The held-out error in training, mean and range over replicates, beside the paper's last one."""
    lines, steps, replicates = [], [0.0], 0
    for tag in tags:
        steps = measured[f"{tag}_steps"][0].tolist()
        for name, word in (("mean", "mean"), ("trimmed", "trimmed mean")):
            rows = measured[f"{tag}_{name}_curve"]
            replicates = len(rows)
            label = f"{tag}, {word}"
            low, high = rows.amin(0).tolist(), rows.amax(0).tolist()
            lines.append(Series(label, steps, rows.mean(0).tolist(), low=low, high=high))
    lines.append(Series("the paper's", [steps[0], steps[-1]], [paper, paper], role="guide"))
    return FigureRecord(
        title=title,
        x_label="training step",
        y_label=r"squared error of $\beta$ on held-out instances",
        caption=f"Mean and range over {replicates} trainings.",
        series=tuple(lines),
        log_y=True,
    )
