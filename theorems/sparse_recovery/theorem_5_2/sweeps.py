r"""How the rate of the label's error depends on n, S, d and $\delta$ with a query read-out, beside the theory.

Networks and instances are those of `theorem-5.1/sweeps`. Where S is even the errors of the entries may cancel
(each is nearly the threshold, with a sign), at $S = 2$ in half of the instances: the label falls faster then
than the estimate, in the mean.
"""

from collections.abc import Callable

from torch import Tensor

from lemmata import Experiment, FigureRecord, at_least, mutants, printed, theorem
from lemmata.numbers import Array, abs, concat, mean, over_batches
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.fitted import SWEEPS, logs, plots, sizes, slopes_of_the_proof
from theorems.sparse_recovery.theorem_5_1.measured import Run
from theorems.sparse_recovery.theorem_5_1.setting import Setting


@over_batches
def medians(label: Tensor) -> Tensor:
    """Over the instances, ``(replicates, points)``."""
    return label.median(-1).values


@theorem(
    PAPER,
    "Theorem 5.2, query read-out",
    part="its rate against n, S, d and δ",
    origin="ours",
    kind=Experiment(slopes_of_the_proof, quick=Run(3, 6), standard=Run(8, 4), deep=Run(32, 8)),
)
@printed(
    r"For rows and query of independent signs, $c=\frac78$, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ "
    r"with $\|\beta^*\|_1=b_\beta$ and the network of the proof, made for $N_0$, at $d=200$, $S=3$, "
    r"$\delta=\frac12$, $n=N_0$ but for one of them, which takes several values ($n\in\{1,2,4,8\}N_0$, "
    r"$S\le5$, $6\le d\le200$, $2^{-9}\le\delta\le\frac9{10}$): the least-squares slope of "
    r"$\log|y_{n+1}-x_{n+1}^\top\beta^{(k+1)}_{2n+1}|$ over $k=1,\dots,K$ is in the mean over instances at "
    r"most $-\alpha_n$, and where S is odd its median is within $\frac1{20}$ of $\log q$, the rate of the "
    r"thresholds."
)
@mutants(
    the_square_of_the_rate=dict(rate=lambda s: s.printed_rate**2),
    thresholds_that_fall_by_the_printed_rate=dict(thresholds=lambda s: s.printed_rate),
)
def within_the_rate(
    label,
    rate: Callable[[Setting], Array] = lambda s: s.printed_rate,
    thresholds: Callable[[Setting], Array] = lambda s: s.q,
):
    """By a query read-out the label's error falls by the rate of the thresholds, fitted over twelve layers."""
    below = logs(rate, SWEEPS) - mean(label, 1)
    odd = [k for k, size in enumerate(sizes(SWEEPS)) if size.S % 2 == 1]
    near = 1 / 20 - abs(medians(label) - logs(thresholds, SWEEPS))[odd]
    return at_least(concat([below, near]), 0)


@within_the_rate.figure
def fitted_rates(label: Tensor) -> list[FigureRecord]:
    """One plot for each quantity."""
    return plots(
        SWEEPS,
        "What a layer leaves of the label's error",
        {"fitted, query read-out": label},
        [
            (r"printed $e^{-\alpha_n}$", lambda s: s.printed_rate, "bound"),
            ("$q$, of the thresholds", lambda s: s.q, "theory"),
        ],
        r"$d=200$, $S=3$, $\delta=\frac12$, $n=N_0$ (for $c=\frac78$) but for what varies, $K=12$. Where $S$ "
        "is even the errors of the entries may cancel, so that the label falls faster.",
    )
