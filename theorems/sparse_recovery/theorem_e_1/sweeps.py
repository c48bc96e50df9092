r"""How the rate of the label's error depends on n, S, d and $\delta$ with a linear read-out: it grows.

Theorem E.1 has it fall by $1-\frac23\gamma$ a layer, or nearly. It grows with d as the error of the tokens that
have seen one row does, and hardly depends on n, S and $\delta$: the sweep over n ends at $N_0$, where the
theorem begins, the others have fewer rows. The bounds d/6 and d were chosen after pilot runs; they held on
other seeds.
"""

from collections.abc import Callable
from dataclasses import replace

from torch import Tensor
from torch.nn.functional import pad

from lemmata import Experiment, FigureRecord, at_least, mutants, printed, theorem
from lemmata.numbers import Array, log, mean, minimum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.fitted import Sweeps, logs, plots, sizes, slope
from theorems.sparse_recovery.theorem_5_1.measured import Run, least
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_e_1.real_sizes import SMALL, drawn

ROWS = 256

SWEEPS: Sweeps = {
    "n": {n: replace(SMALL, n=n) for n in (64, ROWS, 1_024, SMALL.N0)},
    "S": {S: replace(least(20, S), n=ROWS) for S in (1, 2, 3, 4, 5)},
    "d": {d: replace(least(d, 3), n=ROWS) for d in (12, 25, 50, 100, 200)},
    "delta": {delta: replace(least(20, 3, delta), n=ROWS) for delta in (0.9, 0.5, 0.125, 2.0**-6, 2.0**-9)},
}


def from_one_row(s: Setting) -> Array:
    """What a layer multiplies the error of the second token by, in the direction of its row."""
    return s.gamma * 2 / 3 * s.d - 1


def run(s: Run, seed: int) -> dict[str, Tensor]:
    """Fitted slopes of one layer, ``(replicates, points, instances)``, and the same of the bound."""
    found = drawn([(size, size.n) for size in sizes(SWEEPS)], s, seed)
    # The fit leaves out the first entry, which is the error before any layer.
    return {name: slope(pad(errors, (1, 0))) for name, errors in found.items()}


@theorem(
    PAPER,
    "Theorem E.1",
    part="its rate against n, S, d and δ",
    origin="ours",
    kind=Experiment(run, quick=Run(2, 5), standard=Run(8, 4), deep=Run(32, 8)),
)
@printed(
    r"For rows of independent signs, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ with "
    r"$\|\beta^*\|_1=b_\beta$, the network of `theorem-5.1/construction` and the last layer of Theorem E.1 "
    rf"with $p=1$ and the least inner product as B', at $d=20$, $S=3$, $\delta=\frac12$, $n={ROWS}$ but for "
    rf"one of them, which takes several values ($64\le n\le N_0={SMALL.N0}$, $S\le5$, $12\le d\le200$, "
    r"$2^{-9}\le\delta\le\frac9{10}$): the least-squares slope of $\log|y_n-\hat y_n|$ over $k=1,\dots,K$ "
    r"layers is in the mean over instances between $\log\frac d6$ and $\log d$: a layer multiplies the "
    r"error by a quarter or more of $\frac23d$, the eigenvalue of $\frac2{2j+1}X_j^\top X_j$ at one row, and "
    r"by less than $d$, which no eigenvalue reaches at any number j of rows."
)
@mutants(
    {
        "the printed rate": dict(eigenvalue=lambda s: 1 - s.gamma * 2 / 3),
        "the query read-out": dict(readout="query"),
    }
)
def grows(measured, eigenvalue: Callable[[Setting], Array] = lambda s: s.gamma * 2 / 3 * s.d, readout="linear"):
    """With a linear read-out a layer multiplies the error of the label by a number between d/6 and d."""
    fitted = mean(measured[readout], 1)
    one_row = logs(eigenvalue, SWEEPS)
    quarter, d = (one_row + log(share) for share in (1 / 4, 3 / 2))
    return at_least(minimum(fitted - quarter, d - fitted), 0)


@grows.figure
def fitted_rates(linear: Tensor, bound: Tensor, query: Tensor) -> list[FigureRecord]:
    """One plot for each quantity."""
    records = plots(
        SWEEPS,
        "What a layer multiplies the label's error by",
        {"fitted, linear read-out": linear, "fitted, bound as amended": bound, "fitted, query read-out": query},
        [
            (r"$\frac23d-1$, from one row", from_one_row, "theory"),
            (r"printed, at best $1-\frac23\gamma$", lambda size: 1 - size.gamma * 2 / 3, "bound"),
        ],
        rf"$d=20$, $S=3$, $\delta=\frac12$, $n={ROWS}$ but for what varies ($N_0={SMALL.N0}$), $K=12$. The "
        "linear read-out averages over all prefixes, and from few rows a layer multiplies the error.",
    )
    return [replace(record, y_label="factor of a layer, fitted") for record in records]
