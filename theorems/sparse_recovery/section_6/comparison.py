"""Systems compared by a statistic of their errors, side by side in plots, and their learning curves."""

from lemmata import FigureRecord, Margin, Series, at_most
from lemmata.numbers import Array, Measured, log, max, min


def ordered(
    measured: Measured, better: tuple[str, ...], worse: tuple[str, ...], statistic: str, factor: float = 1.0
) -> Margin:
    """Each of ``better`` has less than the share ``1 / factor`` of the error of each of ``worse``.

    Compared are logarithms: what diverges does so by orders of magnitude that differ between seeds.
    """
    left, right = ([log(measured[f"{name}_{statistic}"]) for name in names] for names in (better, worse))
    return at_most(max(left) + log(factor), min(right)).report(**numbers(measured))


def ordered_pairs(
    measured: Measured, pairs: tuple[tuple[str, str], ...], statistic: str, factor: float = 1.0
) -> Margin:
    """The first of each pair has less than the share ``1 / factor`` of the error of the second.

    Each pair is judged: a replicate counts by its worst one.
    """
    left = [log(measured[f"{better}_{statistic}"]) + log(factor) for better, _ in pairs]
    right = [log(measured[f"{worse}_{statistic}"]) for _, worse in pairs]
    return at_most(left, right).report(**numbers(measured))


def numbers(measured: Measured) -> dict[str, Array]:
    """The measured quantities that are one number, for a report."""
    return {name: value for name, value in sorted(measured.items()) if value.ndim == 0}


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
