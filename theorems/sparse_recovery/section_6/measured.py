"""What trained systems do on common test instances: statistics of errors, and learning curves."""

from functools import lru_cache

import torch
from torch import Tensor

from theorems.sparse_recovery.section_6.errors import (
    classical_errors,
    instances,
    label_errors,
    prefix_errors,
    signal_errors,
    table,
)
from theorems.sparse_recovery.section_6.problem import Problem
from theorems.sparse_recovery.section_6.systems import Trained, system


@lru_cache(maxsize=16)
def measured(
    s: Trained,
    tags: tuple[str, ...],
    seed: int,
    device: str,
    *,
    fixed: tuple[str, ...] = (),
    classical: bool = False,
    problem: Problem | None = None,
) -> dict[str, Tensor]:
    """Squared errors of beta on one set of instances a replicate.

    Args:
        s: how many.
        tags: systems that meet a new X in each instance.
        seed: of the run.
        device: where.
        fixed: systems that meet the X of their training (``..._fixed``).
        classical: ISTA and FISTA, too, each at the penalty that is best in the mean on other instances.
        problem: the instances; by default those of the first system's training.
    """
    rows = []
    for k in range(s.replicates):
        p = problem or system((tags + fixed)[0], s.full, k, device)[1].problem
        b = instances(s, p, seed, k, device)
        row = {"zero": b.beta.square().sum(-1)}
        row |= {tag: signal_errors(system(tag, s.full, k, device)[0], b) for tag in tags}
        for tag in fixed:
            model = system(tag, s.full, k, device)[0]
            same = instances(s, p, seed, k, device, model.get_buffer("fixed"))
            row[f"{tag}-fixed"] = signal_errors(model, same)
        rows.append(row | (classical_errors(p, seed, k, b) if classical else {}))
    return table(rows)


def with_curves(
    s: Trained, statistics: dict[str, Tensor], tags: tuple[str, ...], device: str
) -> dict[str, Tensor]:
    """What was measured, and the held-out errors in training, ``(replicates, points)``."""
    columns = dict(statistics)
    for tag in tags:
        curves = [system(tag, s.full, k, device)[2]["curve"] for k in range(s.replicates)]
        for name in ("mean", "trimmed", "step"):
            rows = [[float(point[name]) for point in curve] for curve in curves]
            key = f"{tag}_steps" if name == "step" else f"{tag}_{name}_curve"
            columns[key] = torch.tensor(rows, dtype=torch.float64)
    return columns


@lru_cache(maxsize=16)
def measured_labels(
    s: Trained, tags: tuple[str, ...], seed: int, device: str, problem: Problem | None = None
) -> dict[str, Tensor]:
    """Squared errors of the last label on one set of instances a replicate; the first system says which."""
    rows = []
    for k in range(s.replicates):
        p = problem or system(tags[0], s.full, k, device)[1].problem
        b = instances(s, p, seed, k, device)
        row = {"zero": b.label.square()}
        rows.append(row | {t: label_errors(system(t, s.full, k, device)[0], b) for t in tags})
    return table(rows)


def with_prefixes(
    s: Trained, statistics: dict[str, Tensor], tags: tuple[str, ...], seed: int, device: str
) -> dict[str, Tensor]:
    """What was measured, and mean errors of the label after each number of pairs, ``(replicates, N + 1)``."""
    columns = dict(statistics)
    for tag in tags:
        rows = []
        for k in range(s.replicates):
            model, configuration, _ = system(tag, s.full, k, device)
            b = instances(s, configuration.problem, seed, k, device)
            rows.append(prefix_errors(model, b).mean(0).cpu())
        columns[f"{tag}_by_n"] = torch.stack(rows)
    return columns
