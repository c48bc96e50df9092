"""How fast the power method converges, beside what the eigenvalues and the slides say."""

import math

import torch

from baselines.pca import power_method
from lemmata import FigureRecord, Series

STARTS = 400


def power_iterations() -> FigureRecord:
    """How far the worst admissible start still is from the first eigenvector, step by step."""
    eps, delta, steps = 1 / 16, 1 / 32, 80
    generator = torch.Generator().manual_seed(0)
    start = torch.randn(STARTS, 2, generator=generator, dtype=torch.float64)
    start = start / start.norm(dim=-1, keepdim=True)
    start = start[start[:, 0].abs() > delta]
    worst = float(start[:, 0].abs().min())
    x = [float(t) for t in range(steps + 1)]
    series = []
    for second, first, name in ((15.0, 16.0, "relative gap 1/16"), (56.0, 57.0, "absolute gap 1")):
        A = torch.diag(torch.tensor([first, second], dtype=torch.float64).square())
        path = power_method(A.expand(len(start), 2, 2), start, steps)
        off = path[..., 1].abs().amax(-1)
        bound = [min(1.0, (second / first) ** (2 * t) / worst) for t in range(steps + 1)]
        series.append(Series(f"{name}: largest over {len(start)} starts", x, off.tolist()))
        series.append(Series(f"{name}: bound from the eigenvalue ratio", x, bound, role="bound"))
    needed = math.sqrt(1 - (1 - eps) ** 2)
    tau = math.ceil(math.log(1 / (eps * delta)) / (2 * eps))
    series.append(
        Series(
            f"what the conclusion needs from step {tau} on",
            [float(tau), float(steps)],
            [needed, needed],
            role="guide",
        )
    )
    return FigureRecord(
        claim="",
        title="Component orthogonal to the first eigenvector",
        x_label="iterations",
        y_label="largest orthogonal component",
        caption=f"With a relative gap of 1/16 every start with $|p^\\top v_1|>{delta}$ is below the line at "
        f"step {tau}; with an absolute gap of 1 between the roots 57 and 56 it is not.",
        series=tuple(series),
        log_y=True,
    )
