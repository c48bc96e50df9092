"""Ladders of N, n and L for the risk on Gaussian functions, and their figures (Li et al. 2025, Theorem 1)."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from lemmata import FigureRecord, Prompt, Series, seeded
from theorems.universal_approximation.instances_features_tasks import Risks, Sizes, bound, risks


@dataclass(frozen=True)
class Configuration:
    N: int
    n: int
    L: int
    up: int
    """How often each size is taken times 4; it is divided by 4 once."""
    tasks: int
    replicates: int

    @property
    def middle(self) -> Sizes:
        return Sizes(self.N, self.n, self.L)


def ladders(s: Configuration) -> dict[str, list[Sizes]]:
    """The middle and what differs from it in one size."""
    factors = [4.0**k for k in range(-1, s.up + 1)]
    return {
        "N": [Sizes(int(s.N * k), s.n, s.L) for k in factors],
        "n": [Sizes(s.N, int(s.n * k), s.L) for k in factors],
        "L": [Sizes(s.N, s.n, int((s.L - 1) * k) + 1) for k in factors],
    }


def measure(s: Configuration, seed: int) -> Prompt:
    """Risks along the ladders, ``(replicates, rungs)``; of the printed weights, and of the prediction 0."""

    def generator(replicate: int) -> Generator:
        return seeded(seed * 1000 + replicate)

    rungs = {size for ladder in ladders(s).values() for size in ladder}
    replicates = range(s.replicates)
    found: dict[Sizes, list[Risks]] = {
        size: [risks(size, s.tasks, generator(k)) for k in replicates] for size in rungs
    }
    printed = [risks(s.middle, s.tasks, generator(k), "printed") for k in replicates]

    def column(rows: list[Risks]) -> Tensor:
        return torch.tensor([row.transformer for row in rows], dtype=torch.float64)

    table = {
        f"risk_{name}": torch.stack([column(found[size]) for size in ladder], 1)
        for name, ladder in ladders(s).items()
    }
    zero = torch.tensor([[row.zero] for row in found[s.middle]], dtype=torch.float64)
    return Prompt(**table, printed=column(printed)[:, None], zero=zero)


def all_risks(prompt: Prompt) -> Tensor:
    return torch.cat([prompt.risk_N, prompt.risk_n, prompt.risk_L], 1)


def all_bounds(s: Configuration) -> Tensor:
    """(24) with the constant 1 on the same rungs, ``(1, rungs)``."""
    rungs = [size for ladder in ladders(s).values() for size in ladder]
    return torch.tensor([[bound(size) for size in rungs]], dtype=torch.float64)


def figures(s: Configuration, prompt: Prompt) -> list[FigureRecord]:
    """Risk against N, n and L beside the theoretical line."""
    drawn = []
    for name, rungs in ladders(s).items():
        x = [float(getattr(size, name)) for size in rungs]
        mean = getattr(prompt, f"risk_{name}").mean(0).tolist()
        zero = [float(prompt.zero.mean())] * len(x)
        series = (
            Series("transformer", x, mean),
            Series("prediction 0", x, zero),
            Series("(24)", x, [bound(size) for size in rungs], role="theory"),
        )
        drawn.append(
            FigureRecord(
                claim="",
                title=f"Risk on Gaussian functions against {name}",
                x_label=name,
                y_label="mean squared error",
                caption="Features drawn from (79), repaired transformer; (24) with the constant 1.",
                series=series,
                log_x=True,
                log_y=True,
            )
        )
    return drawn
