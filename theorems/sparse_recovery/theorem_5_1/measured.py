"""Random instances of real sizes for Theorems 5.1, 5.2 and D.1, and what a network leaves after each layer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import torch
from torch import Generator, Tensor

from lemmata import Series, seeded
from lemmata.numbers import Array, over_batches
from theorems.sparse_recovery.theorem_5_1.network import Weights, path_of_products, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import Setting, printed_N0


@dataclass(frozen=True)
class Run:
    """How many instances of each size, in each of how many replicates."""

    instances: int
    replicates: int


def least(d: int, S: int, delta: float = 0.5, longer: int = 1) -> Setting:
    """Sizes with c = 7/8, gamma = 1 and 12 layers, from ``longer`` times N_0 rows."""
    s = Setting(d=d, S=S, K=12, delta=delta, gamma=1.0, c=0.875, N0=1, n=1)
    N0 = s.of(printed_N0)
    return replace(s, N0=N0, n=longer * N0)


SIZES = (least(20, 3), least(200, 1), least(200, 3))
"""The paper's d and S, ten times its d, and both."""
WORDS = ", ".join(f"({s.d}, {s.S}, {s.n:,})" for s in SIZES).replace(",", "{,}").replace("{,} ", ", ")
QUICK = Run(instances=10, replicates=3)


def products(n: int, d: int, count: int, generator: Generator) -> Tensor:
    """X^T X of n rows of d independent signs, ``(count, d, d)`` in float64, one after the other.

    In float32 the sums are exact, being whole numbers below 2^24.
    """
    bits = torch.arange(8, dtype=torch.uint8)
    found = []
    for _ in range(count):
        drawn = torch.randint(0, 256, (n, -(-d // 8)), generator=generator, dtype=torch.uint8)
        X = ((drawn[..., None] >> bits) & 1).reshape(n, -1)[:, :d].float() * 2 - 1
        found.append((X.mT @ X).double())
    return torch.stack(found)


def vectors(s: Setting, count: int, generator: Generator) -> Tensor:
    """S-sparse vectors ``(count, d)`` of random support and l1 norm b_beta, the largest that is allowed."""
    place = torch.rand(count, s.d, generator=generator).argsort(-1) < s.S
    entries = torch.randn(count, s.d, generator=generator, dtype=torch.float64) * place
    return entries * s.b_beta / entries.abs().sum(-1, keepdim=True)


class Instances(NamedTuple):
    """X^T X ``(count, d, d)``, beta* and the query ``(count, d)``."""

    G: Tensor
    beta: Tensor
    query: Tensor


@lru_cache(maxsize=4)
def drawn(run: Run, seed: int) -> list[list[Instances]]:
    """The instances of each replicate, of each size."""
    rows = []
    for k in range(run.replicates):
        generator = seeded(1_000 * seed + k)
        row = []
        for s in SIZES:
            G = products(s.n, s.d, run.instances, generator)
            beta = vectors(s, run.instances, generator)
            row.append(
                Instances(G, beta, 2.0 * torch.randint(0, 2, beta.shape, generator=generator).double() - 1)
            )
        rows.append(row)
    return rows


def estimates(s: Setting, weights: Weights, b: Instances) -> Tensor:
    """What each layer leaves behind, ``(count, K + 1, d)``."""
    return torch.stack(path_of_products(weights, b.G, s.n, b.beta), 1)


def gathered(
    run: Run, seed: int, measure: Callable[[Setting, Instances], dict[str, Tensor]]
) -> dict[str, Tensor]:
    """What is measured in each instance: one row a replicate, ``(sizes, instances, ...)``."""
    return stacked([[measure(s, b) for s, b in zip(SIZES, row, strict=True)] for row in drawn(run, seed)])


def stacked(rows: Sequence[Sequence[dict[str, Tensor]]]) -> dict[str, Tensor]:
    """What was measured, one row a replicate, as ``(replicates, sizes, ...)`` each."""
    names = rows[0][0]
    return {n: torch.stack([torch.stack([m[n] for m in row]) for row in rows]) for n in names}


def powers(rate: Array, layers: int) -> Tensor:
    r"""The powers of the rate, after $k = 0$, ..., ``layers`` of them ($b_\beta$ is 1)."""
    return torch.tensor([float(rate)], dtype=torch.float64) ** torch.arange(layers + 1)


@over_batches
def within(errors: Tensor, rate: Callable[[Setting], Array], sizes: Sequence[Setting]) -> Tensor:
    """The share of instances within the k-th power of the rate after each number k of layers.

    Args:
        errors: ``(replicates, sizes, instances, K + 1)``.
        rate: at a size.
        sizes: those of the errors.

    Returns:
        Of shape ``(replicates, sizes)``.
    """
    bounds = torch.stack([powers(rate(size), errors.shape[-1] - 1) for size in sizes])
    return (errors <= bounds[:, None]).all(-1).double().mean(-1)


def by_layer(errors: Tensor) -> tuple[Series, Series]:
    """The largest and the median error after each layer, of errors ``(..., K + 1)``."""
    flat = errors.reshape(-1, errors.shape[-1])
    layers = [float(k) for k in range(flat.shape[1])]
    return (
        Series("largest", layers, flat.amax(0).tolist()),
        Series("median", layers, flat.median(0).values.tolist()),
    )


def falling(label: str, rate: Array, layers: int) -> Series:
    """A line of theory, rate^k."""
    return Series(label, [float(k) for k in range(layers + 1)], powers(rate, layers).tolist(), "bound")


@lru_cache(maxsize=2)
def distances(s: Run, seed: int) -> dict[str, Tensor]:
    """Of the network of Theorem 5.1's proof: distances to beta* and errors of the next label."""

    def measure(size: Setting, b: Instances) -> dict[str, Tensor]:
        missed = estimates(size, weights_of_the_proof(size), b) - b.beta[:, None]
        return {"distance": missed.norm(dim=-1), "label": (missed @ b.query[..., None])[..., 0].abs()}

    return gathered(s, seed, measure)
