"""What trained systems do on common test instances: their errors, statistics of them, and learning curves."""

from functools import lru_cache

import torch
from torch import Tensor, nn

from baselines.training.trainer import generator, statistics
from theorems.sparse_recovery.section_6.problem import Batch, Problem, draw
from theorems.sparse_recovery.section_6.solvers import Configuration, solvers, squared
from theorems.sparse_recovery.section_6.systems import Trained, system

CHUNK = 128


def instances(s: Trained, p: Problem, seed: int, replicate: int, device: str, X: Tensor | None = None) -> Batch:
    """Test instances in float64, with X new in each or fixed."""
    g = generator(device, "test", seed, replicate)
    if X is None:
        return draw(p, g, s.instances, torch.float64)
    return draw(p, g, X.expand(s.instances, -1, -1), torch.float64)


def estimate(model: nn.Module, b: Batch) -> Tensor:
    """The last iterate of an unrolled solver."""
    with torch.no_grad():
        last: Tensor = model(b.X, b.y)[-1]
    return last


def signal_errors(model: nn.Module, b: Batch) -> Tensor:
    """The squared distance to beta*, the expected squared error of a label with isotropic x."""
    return (estimate(model, b) - b.beta).square().sum(-1)


def label_errors(model: nn.Module, b: Batch) -> Tensor:
    """Squared errors of the last label, for transformers (which are given the query) and solvers."""
    if hasattr(model, "theta"):
        return ((estimate(model, b) * b.query).sum(-1) - b.label).square()
    return prefix_errors(model, b)[:, -1]


def classical_errors(p: Problem, seed: int, replicate: int, b: Batch) -> dict[str, Tensor]:
    """Of ISTA and FISTA, each at the penalty that is best in the mean on other instances."""
    options = solvers(Configuration(1, 1, 1, 1, d=p.d, N=p.N, S=p.S))
    other = draw(p, generator(b.X.device, "penalties", seed, replicate), 1_000, torch.float64)
    errors = {}
    for name in ("ista", "fista"):
        best = min(options[name], key=lambda solve: float(squared(solve(other.X, other.y), other.beta).mean()))
        errors[name] = squared(best(b.X, b.y), b.beta)
    return errors


def prefix_errors(model: nn.Module, b: Batch) -> Tensor:
    """A transformer's squared errors ``(batch, N + 1)`` of the label after each number of pairs."""
    with torch.no_grad():
        parts = [model(p.X, p.y, p.query) for p in chunks(b)]
    return (torch.cat(parts) - torch.cat([b.y, b.label[:, None]], 1)).square()


def chunks(b: Batch) -> list[Batch]:
    """The instances in parts that stay in a cache: a transformer's tokens are large."""
    starts = range(0, len(b.X), CHUNK)
    return [Batch(*(v[first : first + CHUNK] for v in b)) for first in starts]


def table(rows: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    """One row a replicate: for each system its mean, trimmed mean, median and deciles (``lista_vm_median``)."""
    columns: dict[str, list[float]] = {}
    for row in rows:
        for name, errors in row.items():
            for what, value in statistics(errors).items():
                columns.setdefault(f"{name.replace('-', '_')}_{what}", []).append(value)
    return {k: torch.tensor(v, dtype=torch.float64) for k, v in columns.items()}


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
