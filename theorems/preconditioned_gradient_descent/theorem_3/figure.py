"""Theorem 3: symmetric pairs against their diagonal parts, all above the best multiples of the identity."""

import torch

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser
from lemmata import FigureRecord, Series

d, PAIRS = 4, 60


def against_diagonal() -> FigureRecord:
    """The loss of random symmetric pairs beside the loss of a diagonal pair that the proof makes of each."""
    generator = torch.Generator().manual_seed(0)
    series: list[Series] = []
    for n in (4, 20):
        near = minimiser(d, n, 2)[None, :, None, None] * torch.eye(d, dtype=torch.float64)
        noise = torch.randn(PAIRS, 2, d, d, generator=generator, dtype=torch.float64)
        sizes = torch.logspace(-2, 0, PAIRS, dtype=torch.float64)[:, None, None, None]
        A = near + sizes * (noise + noise.mT) / 4
        U = torch.linalg.eigh(A[:, 0]).eigenvectors[:, None]
        turned = U.mT @ A @ U
        diagonal = turned * torch.eye(d, dtype=torch.float64)
        eye = torch.eye(d, dtype=torch.float64)
        any_pair, of_diagonal = (
            in_context_loss(pairs, eye, n, task="identity") for pairs in ((A + A.mT) / 2, diagonal)
        )
        least = float(in_context_loss(near, eye, n, task="identity"))
        x, y = (any_pair / least).tolist(), (of_diagonal / least).tolist()
        series.append(Series(f"$n={n}$", x, y, role="points"))
    marks = [pair for line in series for pair in zip(line.x, line.y, strict=True)]
    above, below = sum(y > x * (1 + 1e-12) for x, y in marks), sum(y < 1 - 1e-12 for _, y in marks)
    ends = [1.0, max(x for x, _ in marks)]
    return FigureRecord(
        title="A pair and the diagonal pair made of it",
        x_label="loss of a symmetric pair, over the least known",
        y_label="loss of its diagonal pair",
        caption=f"Exact, $d={d}$; {PAIRS} pairs at random for each $n$, around the best multiples of the "
        "identity, whose loss is 1 here. $A_0$ is turned to a diagonal, and $A_1$ with it loses what is off "
        f"its own: {above} of {len(marks)} marks lie above the line, {below} below 1.",
        series=(*series, Series("no gain", ends, ends, role="guide")),
        log_x=True,
        log_y=True,
    )
