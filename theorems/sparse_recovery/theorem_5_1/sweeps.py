r"""How the rate of Theorem 5.1 depends on n, S, d and $\delta$: fitted over twelve layers, beside the theory.

The error of the network of the proof falls by the rate q of its thresholds: as $N_0$, for which it is made,
grows with d, S and $1/\delta$, it depends little on them, and (up to the $8N_0$ rows that are tried) hardly at
all on n, while the printed rate falls to $1-\frac23\gamma$. A network made for each n
(`theorem-5.1/network-per-n`) makes use of more rows: its rate is $(2S-1)\mu_n$, of order $n^{-1/2}$.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata import Experiment, FigureRecord, Margin, Prompt, Series, at_least, seeded
from lemmata.numbers import Array, absolute, concatenate, minimum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.measured import (
    Instances,
    Run,
    estimates,
    least,
    products,
    runs,
    vectors,
)
from theorems.sparse_recovery.theorem_5_1.network import weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.network_per_n import knows_n, rate_of_coherence
from theorems.sparse_recovery.theorem_5_1.setting import Setting

BASE = least(200, 3)
SWEEPS: dict[str, dict[float, Setting]] = {
    "n": {k * BASE.N0: least(200, 3, longer=k) for k in (1, 2, 4, 8)},
    "S": {S: least(200, S) for S in (1, 2, 3, 4, 5)},
    "d": {d: least(d, 3) for d in (6, 12, 25, 50, 100, 200)},
    "delta": {delta: least(200, 3, delta=delta) for delta in (0.9, 0.5, 0.125, 2.0**-6, 2.0**-9)},
}
FLOOR = 1e-13
"""Errors below this are rounding, and no part of a fit."""

sweeps = PAPER.claim(
    "Theorem 5.1",
    part="its rate against n, S, d and δ",
    id="theorem-5.1/sweeps",
    origin="ours",
    summary="Fitted over twelve layers, up to d = 200 and 8 N_0 rows, the rate of the network is its "
    "thresholds', below the printed one",
    kind=Experiment(),
    settings=runs(),
)


def slope(errors: Tensor) -> Tensor:
    """The least-squares slope of the log error over the layers 1 to K, for errors ``(instances, K + 1)``."""
    y, used = errors[:, 1:].clamp_min(FLOOR).log(), (errors[:, 1:] > FLOOR).double()
    k = torch.arange(y.shape[1])
    count = used.sum(-1, keepdim=True)
    x = (k - (k * used).sum(-1, keepdim=True) / count) * used
    fitted: Tensor = (x * y).sum(-1) / (x * x).sum(-1)
    return fitted


@sweeps.experiment(standard=Run(8, 4), deep=Run(32, 8))
def run(s: Run, seed: int) -> Prompt:
    """Fitted slopes of one layer, ``(points, instances)`` for each sweep in each replicate."""
    found: dict[str, list[Tensor]] = {name: [] for name in (*SWEEPS, "own")}
    for k in range(s.replicates):
        generator = seeded(1_000 * seed + k)
        for name, points in SWEEPS.items():
            fits, own = [], []
            for size in points.values():
                beta = vectors(size, s.instances, generator)
                b = Instances(products(size.n, size.d, s.instances, generator), beta, beta)

                def fit(weights: object, size: Setting = size, b: Instances = b) -> Tensor:
                    return slope((estimates(size, weights, b) - b.beta[:, None]).norm(dim=-1))  # type: ignore[arg-type]

                fits.append(fit(weights_of_the_proof(size)))
                if name == "n":
                    own.append(fit(knows_n(size)))
            found[name].append(torch.stack(fits))
            if own:
                found["own"].append(torch.stack(own))
    return Prompt(**{name: torch.stack(several) for name, several in found.items()})


@sweeps.printed(
    r"For rows of independent signs, $c=\frac78$, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ with "
    r"$\|\beta^*\|_1=b_\beta$ and the network of the proof, made for $N_0$, at $d=200$, $S=3$, "
    r"$\delta=\frac12$, $n=N_0$ but for one of them, which takes several values ($n\in\{1,2,4,8\}N_0$, "
    r"$S\le5$, $6\le d\le200$, $2^{-9}\le\delta\le\frac9{10}$): the least-squares slope of "
    r"$\log\|\beta^{(k+1)}_{2n+1}-\beta^*\|$ over $k=1,\dots,K$ is in the mean over instances at most "
    r"$-\alpha_n$, and within $\frac1{20}$ of $\log q$, the rate of the thresholds.",
    rate=lambda s: s.printed_rate,
    thresholds=lambda s: s.q,
)
def within_the_rate(
    s: Run, prompt: Prompt, rate: Callable[[Setting], Array], thresholds: Callable[[Setting], Array]
) -> Margin:
    """The mean fitted slope against the printed rate and that of the thresholds, at each point."""
    sizes = [size for points in SWEEPS.values() for size in points.values()]
    fitted = concatenate([getattr(prompt, name).mean(-1) for name in SWEEPS], 1)
    printed, own = (torch.tensor([float(f(s)) for s in sizes]).double().log() for f in (rate, thresholds))
    return at_least(minimum(printed - fitted, 1 / 20 - absolute(fitted - own)), 0)


sweeps.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
sweeps.mutant("thresholds that fall by the printed rate", thresholds=lambda s: s.printed_rate)


@sweeps.figure
def fitted_rates(s: Run, prompt: Prompt) -> list[FigureRecord]:
    """One plot for each quantity, with 99 % intervals of the mean."""
    names = {"n": "rows $n$", "S": "entries $S$", "d": "columns $d$", "delta": r"$\delta$"}
    records = []
    for name, points in SWEEPS.items():
        x = [float(value) for value in points]
        series = [measured("fitted, network of the proof", x, getattr(prompt, name))]
        if name == "n":
            series.append(measured("fitted, a network for each $n$", x, prompt.own))
            coherence = [float(rate_of_coherence(size)) for size in points.values()]
            series.append(Series(r"$(2S-1)\mu_n$, of a network for each $n$", x, coherence, role="bound"))
        printed, own = ([float(getattr(size, r)) for size in points.values()] for r in ("printed_rate", "q"))
        series.append(Series(r"printed $e^{-\alpha_n}$", x, printed, role="bound"))
        series.append(Series("$q$, of the thresholds", x, own, role="theory"))
        records.append(
            FigureRecord(
                claim="",
                title=f"What a layer leaves of the error, against {'delta' if name == 'delta' else name}",
                x_label=names[name],
                y_label="left by a layer, fitted",
                caption="$d=200$, $S=3$, $\\delta=\\frac12$, $n=N_0$ (for $c=\\frac78$) but for what varies, "
                f"$K={BASE.K}$; means of {s.instances * s.replicates} instances with 99 % intervals, errors "
                f"below {FLOOR:g} left out of the fits.",
                series=tuple(series),
                log_x=name != "S",
                log_y=True,
            )
        )
    return records


def measured(label: str, x: list[float], slopes: Tensor) -> Series:
    """Rates from slopes ``(replicates, points, instances)``, with the 99 % interval of the mean."""
    flat = slopes.transpose(0, 1).flatten(1)
    mean, half = flat.mean(1), flat.std(1) * 2.576 / flat.shape[1] ** 0.5
    low, middle, high = (values.exp().tolist() for values in (mean - half, mean, mean + half))
    return Series(label, x, middle, low=low, high=high)
