"""Corollary D.1 as amended, at real sizes: what a known set saves.

The least number of rows is that of Theorem 5.1 for the columns of the set. With the 51 rows for 2 a network
that lets all columns take part, its thresholds made for two, takes others for the support and diverges.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, at_least, mutants, printed, seeded, theorem
from lemmata.numbers import Array, min
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.corollary_d_1 import corollary
from theorems.sparse_recovery.theorem_5_1.measured import (
    QUICK,
    Run,
    by_layer,
    falling,
    least,
    products,
    stacked,
    vectors,
    within,
)
from theorems.sparse_recovery.theorem_5_1.network import Weights, path_of_products, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_d_1.setting import appendix_rate

COLUMNS = 200
KNOWN = (least(20, 3), least(2, 1))
"""Sizes of Theorem 5.1, with the size of the known set for d."""

WITHOUT = least(COLUMNS, 3)
"""The size at which nothing is known of the support."""


def distances(s: Setting, count: int, generator: torch.Generator) -> dict[str, Tensor]:
    """Distances to beta* after each layer, ``(count, K + 1)``, rows of M off the set zeroed and not."""
    G = products(s.n, COLUMNS, count, generator)
    beta = torch.nn.functional.pad(vectors(s, count, generator), (0, COLUMNS - s.d))
    weights, known = weights_of_the_proof(s), (torch.arange(COLUMNS) < s.d).double()
    scales = {"known": known * weights.scale, "every": weights.scale}
    return {
        name: torch.stack(
            [(b - beta).norm(dim=-1) for b in path_of_products(Weights(M, weights.theta), G, s.n, beta)], 1
        )
        for name, M in scales.items()
    }


@cache
def run(replicates: int, instances: int, seed: int) -> dict[str, Tensor]:
    """One row a replicate, ``(sizes, instances, K + 1)`` each."""
    rows = []
    for k in range(replicates):
        generator = seeded(1_000 * seed + k)
        rows.append([distances(size, instances, generator) for size in KNOWN])
    return stacked(rows)


@theorem(
    PAPER,
    "Corollary D.1",
    part="at real sizes",
    origin="ours",
    summary=f"At $d = {COLUMNS}$, $S = 3$, $K = 12$ and {KNOWN[0].n:,} rows, where Theorem 5.1 asks for "
    f"{WITHOUT.n:,}, the network that knows 20 columns is within its bound in at least half of the instances",
    kind=Experiment(run, quick=QUICK, standard=Run(40, 4), deep=Run(64, 16)),
)
@printed(
    rf"For {COLUMNS} columns of independent signs, $c=\frac78$, $\gamma=1$, $\delta=\frac12$, $K=12$, $\mathbb "
    r"S$ the first columns, random $S$-sparse $\beta^*$ with support in $\mathbb S$ and "
    r"$\|\beta^*\|_1=b_\beta$, and $n=N_0^{\mathbb S}$, at $(|\mathbb S|,S,n)="
    + ", ".join(f"({s.d}, {s.S}, {s.n})" for s in KNOWN)
    + r"$: a share of at least $1-\delta$ of the instances has $\|\beta^{(k+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_n^{\mathbb S}k}$ with $\alpha_n^{\mathbb S}$ of (D.15) for all $k\le K$, with the network of "
    r"`corollary-d.1`."
)
@mutants(
    the_cube_of_the_rate=dict(rate=lambda s: s.of(appendix_rate) ** 3),
    all_columns_take_part=dict(distance=lambda every: every),
)
def within_the_bound(
    rate: Callable[[Setting], Array] = lambda s: s.of(appendix_rate), distance=lambda known: known
):
    """The share of instances that are within the bound after every layer, against its probability."""
    share = within(distance, rate, KNOWN)
    return at_least(share, 1 - KNOWN[0].delta).report(share=min(share))


@within_the_bound.figure
def by_layers(known: Tensor, every: Tensor) -> list[FigureRecord]:
    """The distance after each layer beside (D.15), with the rows of M off the known set zeroed and not."""
    return [
        FigureRecord(
            title=f"Error after each layer, {size.d} known of {COLUMNS} columns",
            x_label="layers $K$",
            y_label=r"distance to $\beta^*$, in units of $b_\beta$",
            caption=f"{known[..., 0].numel()} instances with {COLUMNS} columns, of which {size.d} are known to "
            rf"hold the support, $S={size.S}$, $n={size.n}$ rows of signs, $\delta={size.delta:g}$. With the "
            f"same thresholds and all columns the median ends at {float(every[..., -1].median()):.2g}.",
            series=(
                *by_layer(known),
                replace(by_layer(every)[1], label="median, all columns take part"),
                falling(r"$b_\beta e^{-\alpha_n^{\mathbb{S}}K}$ of (D.15)", size.of(appendix_rate), size.K),
            ),
            log_y=True,
        )
        for size, known, every in zip(KNOWN, known.unbind(1), every.unbind(1), strict=True)
    ]


@corollary.figure
def by_layers_in_a_quick_run() -> list[FigureRecord]:
    """The same for the corollary itself, whatever the profile is."""
    return by_layers(**run(QUICK.replicates, QUICK.instances, seed=0))
