"""Rates fitted over the layers, against n, S, d and delta: the sizes, the instances, the fits and the plots."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal

import torch
from torch import Generator, Tensor

from lemmata import FigureRecord, Series, seeded
from lemmata.numbers import Array, over_batches
from theorems.sparse_recovery.theorem_5_1.measured import (
    Instances,
    Run,
    estimates,
    least,
    products,
    stacked,
    vectors,
)
from theorems.sparse_recovery.theorem_5_1.network import weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.network_per_n import knows_n
from theorems.sparse_recovery.theorem_5_1.setting import Setting

Sweeps = dict[str, dict[float, Setting]]
"""For each of n, S, d and delta its values, and the size at each of them."""
Theory = tuple[str, Callable[[Setting], Array], Literal["theory", "bound"]]
"""A line of theory: its label, the rate at a size, its role."""
QUICK = Run(3, 3)
FLOOR = 1e-13
"""Errors below this are rounding, and no part of a fit."""
AXES = {"n": "rows $n$", "S": "entries $S$", "d": "columns $d$", "delta": r"$\delta$"}


def around(delta: float, deltas: tuple[float, ...]) -> Sweeps:
    """Each of n, S, d and delta in turn, the others being N_0, 3, 200 and ``delta``."""
    base = least(200, 3, delta)
    return {
        "n": {k * base.N0: least(200, 3, delta, longer=k) for k in (1, 2, 4, 8)},
        "S": {S: least(200, S, delta) for S in (1, 2, 3, 4, 5)},
        "d": {d: least(d, 3, delta) for d in (6, 12, 25, 50, 100, 200)},
        "delta": {value: least(200, 3, value) for value in deltas},
    }


SWEEPS = around(0.5, (0.9, 0.5, 0.125, 2.0**-6, 2.0**-9))


def sizes(sweeps: Sweeps) -> list[Setting]:
    """Of all sweeps, one after the other: the axis ``points`` of what is measured."""
    return [size for values in sweeps.values() for size in values.values()]


def slope(errors: Tensor) -> Tensor:
    """The least-squares slope of the log error over the layers 1 to K, for errors ``(..., K + 1)``."""
    y, used = errors[..., 1:].clamp_min(FLOOR).log(), (errors[..., 1:] > FLOOR).double()
    k = torch.arange(y.shape[-1])
    count = used.sum(-1, keepdim=True)
    x = (k - (k * used).sum(-1, keepdim=True) / count) * used
    fitted: Tensor = (x * y).sum(-1) / (x * x).sum(-1)
    return fitted


def prefixes(lengths: Iterable[int], d: int, count: int, generator: Generator) -> dict[int, Tensor]:
    """X^T X of the first n rows, for each of the lengths n, of one draw of rows."""
    found: dict[int, Tensor] = {}
    seen, total = 0, torch.zeros(())
    for n in sorted(set(lengths)):
        total = total + products(n - seen, d, count, generator)
        found[n], seen = total, n
    return found


def swept(
    run: Run, seed: int, sweeps: Sweeps, measure: Callable[[Setting, Instances], dict[str, Tensor]]
) -> dict[str, Tensor]:
    """What is measured in each instance, ``(replicates, points, instances)``.

    The points of a replicate share their rows and columns: the shorter are prefixes of the longer, the
    narrower their first columns. Each point alone is as if it were drawn alone.
    """
    rows, points = [], sizes(sweeps)
    for k in range(run.replicates):
        generator = seeded(1_000 * seed + k)
        G = prefixes((s.n for s in points), max(s.d for s in points), run.instances, generator)
        row = []
        for s in points:
            beta = vectors(s, run.instances, generator)
            query = 2.0 * torch.randint(0, 2, beta.shape, generator=generator).double() - 1
            row.append(measure(s, Instances(G[s.n][:, : s.d, : s.d], beta, query)))
        rows.append(row)
    return stacked(rows)


@lru_cache(maxsize=2)
def slopes_of_the_proof(s: Run, seed: int) -> dict[str, Tensor]:
    """Of the distance and of the label's error, and of the distance of a network for each n (``own``)."""

    def measure(size: Setting, b: Instances) -> dict[str, Tensor]:
        both = (weights_of_the_proof(size), size.of(knows_n))
        missed, own = (estimates(size, weights, b) - b.beta[:, None] for weights in both)
        label = (missed @ b.query[..., None])[..., 0].abs()
        return {"distance": slope(missed.norm(dim=-1)), "label": slope(label), "own": slope(own.norm(dim=-1))}

    return swept(s, seed, SWEEPS, measure)


@over_batches
def logs(rate: Callable[[Setting], Array], sweeps: Sweeps) -> Tensor:
    """The log of a rate at each point."""
    return torch.tensor([float(rate(s)) for s in sizes(sweeps)]).double().log()


def means(label: str, x: list[float], slopes: Tensor) -> Series:
    """Rates from slopes ``(replicates, points, instances)``, with the 99 % interval of the mean."""
    flat = slopes.transpose(0, 1).flatten(1)
    mean, half = flat.mean(1), flat.std(1) * 2.576 / flat.shape[1] ** 0.5
    low, middle, high = (values.exp().tolist() for values in (mean - half, mean, mean + half))
    return Series(label, x, middle, low=low, high=high)


def plots(
    sweeps: Sweeps, title: str, fitted: dict[str, Tensor], theory: Iterable[Theory], caption: str
) -> list[FigureRecord]:
    """One plot for each quantity: fitted rates with 99 % intervals of the mean, the theory drawn in."""
    records, first, lines = [], 0, list(theory)
    count = next(iter(fitted.values()))[:, 0].numel()
    for name, values in sweeps.items():
        x, here = [float(value) for value in values], slice(first, first := first + len(values))
        records.append(
            FigureRecord(
                title=f"{title}, against {name}",
                x_label=AXES[name],
                y_label="left by a layer, fitted",
                caption=f"{caption} Means of {count} instances with 99 % intervals.",
                series=(
                    *(means(label, x, slopes[:, here]) for label, slopes in fitted.items()),
                    *(
                        Series(label, x, [float(rate(size)) for size in values.values()], role)
                        for label, rate, role in lines
                    ),
                ),
                log_x=name != "S",
                log_y=True,
            )
        )
    return records
