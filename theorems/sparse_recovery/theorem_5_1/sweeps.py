r"""How the rate of Theorem 5.1 depends on n, S, d and $\delta$: fitted over twelve layers, beside the theory.

As $N_0$, for which the network is made, grows with d, S and $1/\delta$, the rate q depends little on them, and
hardly at all on n, while the printed rate falls to $1-\frac23\gamma$. A network made for each n
(`theorem-5.1/network-per-n`) makes use of more rows: its rate is of order $n^{-1/2}$.
"""

from collections.abc import Callable
from dataclasses import replace

from torch import Tensor

from lemmata import Experiment, FigureRecord, Series, at_least, mutants, printed, theorem
from lemmata.numbers import Array, abs, mean, minimum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.fitted import QUICK, SWEEPS, logs, means, plots, slopes_of_the_proof
from theorems.sparse_recovery.theorem_5_1.measured import Run
from theorems.sparse_recovery.theorem_5_1.network_per_n import rate_of_coherence
from theorems.sparse_recovery.theorem_5_1.setting import Setting


@theorem(
    PAPER,
    "Theorem 5.1",
    part="its rate against n, S, d and δ",
    origin="ours",
    kind=Experiment(slopes_of_the_proof, quick=QUICK, standard=Run(8, 4), deep=Run(32, 8)),
)
@printed(
    r"For rows of independent signs, $c=\frac78$, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ with "
    r"$\|\beta^*\|_1=b_\beta$ and the network of the proof, made for $N_0$, at $d=200$, $S=3$, "
    r"$\delta=\frac12$, $n=N_0$ but for one of them, which takes several values ($n\in\{1,2,4,8\}N_0$, "
    r"$S\le5$, $6\le d\le200$, $2^{-9}\le\delta\le\frac9{10}$): the least-squares slope of "
    r"$\log\|\beta^{(k+1)}_{2n+1}-\beta^*\|$ over $k=1,\dots,K$ is in the mean over instances at most "
    r"$-\alpha_n$, and within $\frac1{20}$ of $\log q$, the rate of the thresholds."
)
@mutants(
    the_square_of_the_rate=dict(rate=lambda s: s.printed_rate**2),
    thresholds_that_fall_by_the_printed_rate=dict(thresholds=lambda s: s.printed_rate),
)
def within_the_rate(
    distance,
    rate: Callable[[Setting], Array] = lambda s: s.printed_rate,
    thresholds: Callable[[Setting], Array] = lambda s: s.q,
):
    """Fitted over twelve layers, the rate of the network is that of its thresholds, below the printed one."""
    fitted = mean(distance, 1)
    return at_least(minimum(logs(rate, SWEEPS) - fitted, 1 / 20 - abs(fitted - logs(thresholds, SWEEPS))), 0)


@within_the_rate.figure
def fitted_rates(distance: Tensor, own: Tensor) -> list[FigureRecord]:
    """One plot for each quantity; against n also a network for each n."""
    by_n, *others = plots(
        SWEEPS,
        "What a layer leaves of the error",
        {"fitted, network of the proof": distance},
        [
            (r"printed $e^{-\alpha_n}$", lambda s: s.printed_rate, "bound"),
            ("$q$, of the thresholds", lambda s: s.q, "theory"),
        ],
        r"$d=200$, $S=3$, $\delta=\frac12$, $n=N_0$ (for $c=\frac78$) but for what varies, $K=12$.",
    )
    n = [float(value) for value in SWEEPS["n"]]
    coherence = [float(size.of(rate_of_coherence)) for size in SWEEPS["n"].values()]
    of_own = (
        means("fitted, a network for each $n$", n, own[:, : len(n)]),
        Series(r"$(2S-1)\mu_n$, of a network for each $n$", n, coherence, role="bound"),
    )
    return [replace(by_n, series=(*by_n.series, *of_own)), *others]
