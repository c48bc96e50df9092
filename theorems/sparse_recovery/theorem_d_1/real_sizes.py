"""Theorem D.1 as amended, at real sizes: the rate (D.3), and whether the estimates stay in the support.

The proof needs that no estimate has an entry outside of it, where its thresholds are above all noise.
"""

from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, at_least, mutants, printed, theorem
from lemmata.numbers import Array, mean, min, minimum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.measured import (
    QUICK,
    SIZES,
    WORDS,
    Instances,
    Run,
    by_layer,
    estimates,
    falling,
    gathered,
    within,
)
from theorems.sparse_recovery.theorem_5_1.network import Weights
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_d_1.setting import appendix_rate, network

DELTA = 1 / 8


def sized(s: Setting) -> Setting:
    r"""A size with the c of the amended theorem, and a $\delta$ of which $1 - 3 \delta$ is left."""
    return replace(s, c=0.25, delta=DELTA)


def run(s: Run, seed: int) -> dict[str, Tensor]:
    """Distances after each layer, entries outside of the support, and the same without thresholds."""

    def measure(size: Setting, b: Instances) -> dict[str, torch.Tensor]:
        weights = sized(size).of(network)
        found = {}
        for name, theta in (("", weights.theta), ("bare_", [0] * size.K)):
            path = estimates(size, Weights(weights.scale, theta), b)
            found[f"{name}distance"] = (path - b.beta[:, None]).norm(dim=-1)
            outside = (path != 0) & (b.beta == 0)[:, None]
            found[f"{name}outside"] = outside.any(-1).any(-1).double()
        return found

    return gathered(s, seed, measure)


@theorem(
    PAPER,
    "Theorem D.1",
    part="at real sizes",
    origin="ours",
    kind=Experiment(run, quick=QUICK, standard=Run(40, 4), deep=Run(64, 16)),
)
@printed(
    r"For rows of independent signs, $c=\frac14$, $\gamma=1$, $\delta=\frac18$, $K=12$, random $S$-sparse "
    rf"$\beta^*$ with $\|\beta^*\|_1=b_\beta$, at $(d,S,n)={WORDS}$: a share of at least $1-3\delta$ of the "
    r"instances has $\|\beta^{(k+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nk}$ with $\alpha_n$ of (D.3) for "
    r"all $k\le K$, and in a share of at least $1-3\delta$ no estimate has an entry outside of the support of "
    r"$\beta^*$, with the network of `theorem-d.1`."
)
@mutants(
    the_cube_of_the_rate=dict(rate=lambda s: s.of(appendix_rate) ** 3),
    no_thresholds=dict(outside="bare_outside"),
)
def within_the_bound(
    distance, measured, rate: Callable[[Setting], Array] = lambda s: s.of(appendix_rate), outside="outside"
):
    """At $d = 200$ at least five of eight instances stay in Theorem D.1's bound, as many in the support."""
    share = within(distance, rate, [sized(size) for size in SIZES])
    supported = 1 - mean(measured[outside], 1)
    least = minimum(share, supported)
    return at_least(least, 1 - 3 * DELTA).report(share=min(share), supported=min(supported))


@within_the_bound.figure
def by_layers(outside: Tensor, bare_outside: Tensor, distance: Tensor, bare_distance: Tensor) -> FigureRecord:
    """The distance after each layer, beside (D.3), with and without thresholds."""
    size = sized(SIZES[-1])
    kept = float(1 - outside[:, -1].mean())
    bare = float(1 - bare_outside[:, -1].mean())
    largest, median = by_layer(distance[:, -1])
    without = by_layer(bare_distance[:, -1])[1]
    return FigureRecord(
        title="Error after each layer, Theorem D.1",
        x_label="layers $K$",
        y_label=r"distance to $\beta^*$, in units of $b_\beta$",
        caption=f"{outside[:, -1].numel()} instances with $d={size.d}$, $S={size.S}$, $n={size.n}$ rows "
        f"of signs, $\\delta={size.delta:g}$. In {kept:.0%} of them no estimate leaves the support; without "
        f"thresholds in {bare:.0%}.",
        series=(
            largest,
            median,
            replace(without, label="median without thresholds"),
            falling(r"$b_\beta e^{-\alpha_nK}$ of (D.3)", size.of(appendix_rate), size.K),
        ),
        log_y=True,
    )
