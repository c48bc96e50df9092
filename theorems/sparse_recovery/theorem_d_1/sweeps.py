r"""How the rate of Theorem D.1 depends on n, S, d and $\delta$, and the room that its thresholds leave.

The network of `theorem-d.1` is made for each n, and its thresholds fall by the rate (D.3) itself. Noise is the
largest entry off the support, before thresholding, as a share of the threshold. (The first columns of a wider
matrix are the known set of Corollary D.1: against d one sees what $|\mathbb S|$ does there.)
"""

from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, at_least, mutants, printed, theorem
from lemmata.numbers import Array, abs, constant, max, mean, minimum, where
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.fitted import QUICK, around, logs, plots, sizes, slope, swept
from theorems.sparse_recovery.theorem_5_1.measured import Instances, Run, estimates
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_d_1.setting import appendix_rate, network

SWEEPS = around(0.125, (0.25, 0.125, 2.0**-4, 2.0**-6, 2.0**-9))
"""Each delta is below a third, so that 1 - 3 delta is left."""


def quarter(s: Setting) -> Setting:
    """A size with the c of the amended theorem."""
    return replace(s, c=0.25)


def run(s: Run, seed: int) -> dict[str, Tensor]:
    """Fitted slopes of one layer, and noise as a share of the threshold."""

    def measure(size: Setting, b: Instances) -> dict[str, Tensor]:
        weights = quarter(size).of(network)
        missed = estimates(size, weights, b) - b.beta[:, None]
        step = weights.scale / (2 * size.n + 1)
        moved = missed[:, :-1] - (b.G[:, None] @ missed[:, :-1, :, None])[..., 0] * step
        noise = moved.masked_fill((b.beta != 0)[:, None], 0).abs().amax(-1)
        shares = noise / torch.tensor([float(theta) for theta in weights.theta])
        return {"distance": slope(missed.norm(dim=-1)), "noise": shares.amax(-1)}

    return swept(s, seed, SWEEPS, measure)


@theorem(
    PAPER,
    "Theorem D.1",
    part="its rate against n, S, d and δ",
    origin="ours",
    kind=Experiment(run, quick=QUICK, standard=Run(8, 4), deep=Run(32, 8)),
)
@printed(
    r"For rows of independent signs, $c=\frac14$, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ with "
    r"$\|\beta^*\|_1=b_\beta$ and the network of `theorem-d.1`, at $d=200$, $S=3$, "
    r"$\delta=\frac18$ and n the $N_0$ of Theorem 5.1 for $c=\frac78$, but for one of them, which takes "
    r"several values ($n\in\{1,2,4,8\}N_0$, $S\le5$, $6\le d\le200$, $2^{-9}\le\delta\le\frac14$): the "
    r"least-squares slope of $\log\|\beta^{(k+1)}_{2n+1}-\beta^*\|$ over $k=1,\dots,K$ is in the mean over "
    r"instances within $\frac1{20}$ of $-\alpha_n$ of (D.3), and in a share of at least $1-3\delta$ of them no "
    r"entry off the support of $\beta^*$ reaches the threshold, in any layer."
)
@mutants(
    the_square_of_the_rate=dict(rate=lambda s: s.of(appendix_rate) ** 2),
    a_quarter_of_the_thresholds=dict(share=0.25),
)
def follows_the_rate(
    distance, noise, rate: Callable[[Setting], Array] = lambda s: s.of(appendix_rate), share=1.0
):
    r"""Theorem D.1's network falls by (D.3), and noise passes no threshold with probability $1 - 3 \delta$."""
    near = 1 / 20 - abs(mean(distance, 1) - logs(lambda size: rate(quarter(size)), SWEEPS))
    below = mean(where(noise <= share, 1.0, 0.0), 1)
    promised = constant([1 - 3 * size.delta for size in sizes(SWEEPS)])
    return at_least(minimum(near, below - promised), 0).report(noise=max(noise))


@follows_the_rate.figure
def fitted_rates(distance: Tensor, noise: Tensor) -> list[FigureRecord]:
    """For each quantity the rate, and the noise off the support."""
    caption = (
        r"$d=200$, $S=3$, $\delta=\frac18$, $n=N_0$ (of Theorem 5.1, for $c=\frac78$) but for what varies, "
        r"$K=12$."
    )
    rates = plots(
        SWEEPS,
        "What a layer leaves of the error, Theorem D.1",
        {"fitted": distance},
        [(r"$e^{-\alpha_n}$ of (D.3)", lambda size: quarter(size).of(appendix_rate), "bound")],
        caption,
    )
    of_noise = plots(
        SWEEPS,
        "Noise off the support",
        {"largest entry, measured": noise.log()},
        [("threshold", lambda size: 1, "bound")],
        caption + " Above the threshold an entry off the support would stay.",
    )
    return rates + [replace(record, y_label="share of the threshold") for record in of_noise]
