"""With noisy gradients the values settle at a level that falls with the step size.

Figure 1 of the note, of kind `experiment`: run again in float64, and judged by an interval over replicates.
"""

from __future__ import annotations

import torch

from lemmata import Experiment, FigureRecord, Series, at_most, lines, mutants, printed, seeded, theorem
from lemmata.numbers import Array
from step_sizes import PAPER

LONG, SHORT = 1 / 2, 1 / 8


def run(d: int, k: int, replicates: int, seed: int) -> dict[str, Array]:
    """``long``, ``short`` (replicates, k + 1): f(x_0), ..., f(x_k) for the two step sizes, in d dimensions."""
    generator = seeded(seed)
    measured = {}
    for name, eta in (("long", LONG), ("short", SHORT)):
        x = torch.ones(replicates, d, dtype=torch.float64)
        values = [x.square().sum(-1) / 2]
        for _ in range(k):
            x = x - eta * (x + torch.randn(x.shape, generator=generator, dtype=torch.float64))
            values.append(x.square().sum(-1) / 2)
        measured[name] = torch.stack(values, -1)
    return measured


@theorem(
    PAPER,
    "Figure 1",
    kind=Experiment(
        run,
        quick=dict(d=20, k=50, replicates=8),
        standard=dict(d=100, k=200, replicates=32),
        deep=dict(d=100, k=1000, replicates=100),
    ),
    at=lines(31, 32),
)
@printed(
    r"In the last half of the steps the values for $\eta=\frac18$ are below half of those for $\eta=\frac12$."
)
@mutants(a_tenth=dict(share=1 / 10))
def figure(k, long, short, share=1 / 2):
    """Shorter steps settle at a lower level under noise."""
    settled, lower = long[k // 2 :].mean(), short[k // 2 :].mean()
    return at_most(lower, share * settled).report(long=settled, short=lower)


@figure.figure
def curves(k: int, long: Array, short: Array) -> FigureRecord:
    """The mean values along the steps."""
    steps = [float(step) for step in range(k + 1)]
    return FigureRecord(
        claim=figure.id,
        title="Noisy gradient descent",
        x_label="step",
        y_label="mean value",
        caption="After some steps the values no longer fall; with the shorter step they settle lower.",
        series=tuple(
            Series(name, steps, values.mean(0).tolist())
            for name, values in (("step 1/2", long), ("step 1/8", short))
        ),
        log_y=True,
    )
