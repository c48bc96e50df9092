"""Test instances, and the errors of a trained system on them."""

import torch
from torch import Tensor, nn

from baselines.training.trainer import generator, statistics
from theorems.sparse_recovery.section_6.problem import Batch, Problem, draw
from theorems.sparse_recovery.section_6.solvers import Configuration, solvers, squared
from theorems.sparse_recovery.section_6.systems import Trained

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
