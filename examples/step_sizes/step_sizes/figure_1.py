"""With noisy gradients the values settle at a level that falls with the step size.

Figure 1 of the note, of kind `experiment`: run again in float64, and judged by an interval over replicates.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

from lemmata import Experiment, FigureRecord, Margin, Prompt, Series, at_most, dims, lines, seeded, space
from step_sizes import PAPER

LONG, SHORT = 1 / 2, 1 / 8


@dataclass(frozen=True)
class Config:
    """k steps in d dimensions, and how often all of it is drawn."""

    d: int
    k: int
    replicates: int


figure = PAPER.claim(
    "Figure 1",
    kind=Experiment(),
    at=lines(31, 32),
    settings=space(Config, d=dims(1, 100), k=dims(1, 10_000), replicates=dims(2, 100)),
)


@figure.experiment(
    quick=Config(d=20, k=50, replicates=8),
    standard=Config(d=100, k=200, replicates=32),
    deep=Config(d=100, k=1000, replicates=100),
)
def run(s: Config, seed: int) -> Prompt:
    """``long``, ``short`` (replicates, k + 1): f(x_0), ..., f(x_k) for the two step sizes."""
    generator = seeded(seed)
    measured = {}
    for name, eta in (("long", LONG), ("short", SHORT)):
        x = torch.ones(s.replicates, s.d, dtype=torch.float64)
        values = [x.square().sum(-1) / 2]
        for _ in range(s.k):
            x = x - eta * (x + torch.randn(x.shape, generator=generator, dtype=torch.float64))
            values.append(x.square().sum(-1) / 2)
        measured[name] = torch.stack(values, -1)
    return Prompt(**measured)


@figure.printed(
    r"In the last half of the steps the values for $\eta=\frac18$ are below half of those for $\eta=\frac12$.",
    share=1 / 2,
)
def settles_lower(s: Config, prompt: Prompt, share: float) -> Margin:
    """Shorter steps settle at a lower level under noise."""
    long, short = (values[:, s.k // 2 :].mean(-1) for values in (prompt.long, prompt.short))
    return at_most(short, share * long).report(long=long, short=short)


figure.mutant("a tenth", share=1 / 10)


@figure.figure
def curves(s: Config, prompt: Prompt) -> FigureRecord:
    """The mean values along the steps."""
    steps = [float(k) for k in range(s.k + 1)]
    return FigureRecord(
        claim=figure.id,
        title="Noisy gradient descent",
        x_label="step",
        y_label="mean value",
        caption="After some steps the values no longer fall; with the shorter step they settle lower.",
        series=tuple(
            Series(name, steps, values.mean(0).tolist())
            for name, values in (("step 1/2", prompt.long), ("step 1/8", prompt.short))
        ),
        log_y=True,
    )
