"""Errors of trained systems on test instances, their statistics, and how two of them are compared."""

from __future__ import annotations

from functools import lru_cache
from math import log

import torch
from torch import Tensor, nn

from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt
from lemmata.training import generator, statistics
from theorems.sparse_recovery.instances_figure_1 import Configuration, solvers, squared
from theorems.sparse_recovery.instances_shipped import Trained, system
from theorems.sparse_recovery.instances_trained import Batch, Problem, draw

CHUNK = 128


def instances(
    s: Trained, p: Problem, seed: int, replicate: int, device: str, X: Tensor | None = None
) -> Batch:
    """Test instances in float64, with X new in each or fixed."""
    g = generator(device, "test", seed, replicate)
    if X is None:
        return draw(p, g, s.instances, torch.float64)
    return draw(p, g, X.expand(s.instances, -1, -1), torch.float64)


def estimate(model: nn.Module, b: Batch) -> Tensor:
    """The last iterate of an unrolled solver."""
    with torch.no_grad():
        found: Tensor = model(b.X, b.y)[-1]
    return found


def signal_errors(model: nn.Module, b: Batch) -> Tensor:
    """The squared distance to beta*, the expected squared error of a label with isotropic x."""
    return (estimate(model, b) - b.beta).square().sum(-1)


def label_errors(model: nn.Module, b: Batch) -> Tensor:
    """Squared errors of the last label, for transformers (which are given the query) and solvers."""
    if hasattr(model, "theta"):
        return ((estimate(model, b) * b.query).sum(-1) - b.label).square()
    return prefix_errors(model, b)[:, -1]


def prefix_errors(model: nn.Module, b: Batch) -> Tensor:
    """A transformer's squared errors ``(batch, N + 1)`` of the label after each number of pairs."""
    with torch.no_grad():
        parts = [model(p.X, p.y, p.query) for p in chunks(b)]
    return (torch.cat(parts) - torch.cat([b.y, b.label[:, None]], 1)).square()


def chunks(b: Batch) -> list[Batch]:
    """The instances in parts that stay in a cache: a transformer's tokens are large."""
    starts = range(0, len(b.X), CHUNK)
    return [Batch(*(v[first : first + CHUNK] for v in b)) for first in starts]


def table(rows: list[dict[str, Tensor]]) -> Prompt:
    """One row a replicate: for each system its mean, trimmed mean, median and deciles (``lista_vm_median``)."""
    told: dict[str, list[float]] = {}
    for row in rows:
        for name, errors in row.items():
            for what, value in statistics(errors).items():
                told.setdefault(f"{name.replace('-', '_')}_{what}", []).append(value)
    return Prompt(**{k: torch.tensor(v, dtype=torch.float64) for k, v in told.items()})


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
) -> Prompt:
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
        rows.append(row | (_classical(p, seed, k, b) if classical else {}))
    return table(rows)


def _classical(p: Problem, seed: int, replicate: int, b: Batch) -> dict[str, Tensor]:
    options = solvers(Configuration(1, 1, 1, 1, d=p.d, N=p.N, S=p.S))
    other = draw(p, generator(b.X.device, "penalties", seed, replicate), 1_000, torch.float64)
    found = {}
    for name in ("ista", "fista"):
        best = min(
            options[name],
            key=lambda solve: float(squared(solve(other.X, other.y), other.beta).mean()),
        )
        found[name] = squared(best(b.X, b.y), b.beta)
    return found


def ordered(
    prompt: Prompt,
    better: tuple[str, ...],
    worse: tuple[str, ...],
    statistic: str,
    factor: float = 1.0,
) -> Margin:
    """Each of ``better`` has less than the share ``1 / factor`` of the error of each of ``worse``.

    Compared are logarithms: what diverges does so by orders of magnitude that differ between seeds.
    """
    left = torch.stack([getattr(prompt, f"{name}_{statistic}") for name in better], 1).log()
    right = torch.stack([getattr(prompt, f"{name}_{statistic}") for name in worse], 1).log()
    margin = at_most(left.amax(1) + log(factor), right.amin(1))
    return margin.report(**numbers(prompt))


def with_curves(s: Trained, found: Prompt, tags: tuple[str, ...], device: str) -> Prompt:
    """What was measured, and the held-out errors in training, ``(replicates, points)``."""
    told = dict(found.items())
    for tag in tags:
        curves = [system(tag, s.full, k, device)[2]["curve"] for k in range(s.replicates)]
        for name in ("mean", "trimmed", "step"):
            rows = [[float(point[name]) for point in curve] for curve in curves]
            key = f"{tag}_steps" if name == "step" else f"{tag}_{name}_curve"
            told[key] = torch.tensor(rows, dtype=torch.float64)
    return Prompt(**told)


def numbers(prompt: Prompt) -> dict[str, Tensor]:
    """The measured quantities of one number a replicate, for a report."""
    return {name: value for name, value in sorted(prompt.items()) if value.ndim == 1}


@lru_cache(maxsize=16)
def measured_labels(
    s: Trained, tags: tuple[str, ...], seed: int, device: str, problem: Problem | None = None
) -> Prompt:
    """Squared errors of the last label on one set of instances a replicate; the first system says which."""
    rows = []
    for k in range(s.replicates):
        p = problem or system(tags[0], s.full, k, device)[1].problem
        b = instances(s, p, seed, k, device)
        row = {"zero": b.label.square()}
        rows.append(row | {t: label_errors(system(t, s.full, k, device)[0], b) for t in tags})
    return table(rows)


def with_prefixes(
    s: Trained, found: Prompt, tags: tuple[str, ...], seed: int, device: str
) -> Prompt:
    """What was measured, and mean errors of the label after each number of pairs, ``(replicates, N + 1)``."""
    told = dict(found.items())
    for tag in tags:
        rows = []
        for k in range(s.replicates):
            model, configuration, _ = system(tag, s.full, k, device)
            b = instances(s, configuration.problem, seed, k, device)
            rows.append(prefix_errors(model, b).mean(0).cpu())
        told[f"{tag}_by_n"] = torch.stack(rows)
    return Prompt(**told)
