r"""How the rate of the label's error depends on n, S, d and $\delta$ with a query read-out, beside the theory.

That is Theorem 5.2's second part, Corollary E.1, with the networks and instances of `theorem-5.1/sweeps`: the
error of the label is $x_{n+1}^\top(\beta-\beta^*)$, and falls by the rate q of the thresholds as the estimate
does. Where S is even the errors of the entries may cancel (each is nearly the threshold, with a sign), at S = 2
in half of the instances: the label falls faster then than the estimate, in the mean.
"""

from collections.abc import Callable

import torch

from lemmata import Experiment, FigureRecord, Margin, Prompt, at_least
from lemmata.numbers import Array, absolute
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.fitted import SWEEPS, logs, plots, sizes, slopes_of_the_proof
from theorems.sparse_recovery.theorem_5_1.measured import Run, runs
from theorems.sparse_recovery.theorem_5_1.setting import Setting

sweeps = PAPER.claim(
    "Theorem 5.2, query read-out",
    part="its rate against n, S, d and δ",
    id="theorem-5.2/sweeps",
    origin="ours",
    summary="Fitted over twelve layers, up to d = 200 and 8 N_0 rows, the error of the label falls by the rate "
    "of the thresholds with a query read-out, below the printed one",
    kind=Experiment(),
    settings=runs(),
)


@sweeps.experiment(quick=Run(3, 6), standard=Run(8, 4), deep=Run(32, 8))
def run(s: Run, seed: int) -> Prompt:
    """Fitted slopes of one layer, ``(replicates, points, instances)``."""
    return slopes_of_the_proof(s, seed)


@sweeps.printed(
    r"For rows and query of independent signs, $c=\frac78$, $\gamma=1$, $K=12$, random $S$-sparse $\beta^*$ "
    r"with $\|\beta^*\|_1=b_\beta$ and the network of the proof, made for $N_0$, at $d=200$, $S=3$, "
    r"$\delta=\frac12$, $n=N_0$ but for one of them, which takes several values ($n\in\{1,2,4,8\}N_0$, "
    r"$S\le5$, $6\le d\le200$, $2^{-9}\le\delta\le\frac9{10}$): the least-squares slope of "
    r"$\log|y_{n+1}-x_{n+1}^\top\beta^{(k+1)}_{2n+1}|$ over $k=1,\dots,K$ is in the mean over instances at "
    r"most $-\alpha_n$, and where S is odd its median is within $\frac1{20}$ of $\log q$, the rate of the "
    r"thresholds.",
    rate=lambda s: s.printed_rate,
    thresholds=lambda s: s.q,
)
def within_the_rate(
    s: Run, prompt: Prompt, rate: Callable[[Setting], Array], thresholds: Callable[[Setting], Array]
) -> Margin:
    """The mean fitted slope against the printed rate, its median against that of the thresholds."""
    below = logs(rate, SWEEPS) - prompt.label.mean(-1)
    median = prompt.label.median(-1).values
    odd = torch.tensor([size.S % 2 == 1 for size in sizes(SWEEPS)])
    near = 1 / 20 - absolute(median - logs(thresholds, SWEEPS))[:, odd]
    return at_least(torch.cat([below, near], 1), 0)


sweeps.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
sweeps.mutant("thresholds that fall by the printed rate", thresholds=lambda s: s.printed_rate)


@sweeps.figure
def fitted_rates(s: Run, prompt: Prompt) -> list[FigureRecord]:
    """One plot for each quantity."""
    return plots(
        SWEEPS,
        "What a layer leaves of the label's error",
        {"fitted, query read-out": prompt.label},
        [
            (r"printed $e^{-\alpha_n}$", lambda s: s.printed_rate, "bound"),
            ("$q$, of the thresholds", lambda s: s.q, "theory"),
        ],
        r"$d=200$, $S=3$, $\delta=\frac12$, $n=N_0$ (for $c=\frac78$) but for what varies, $K=12$. Where $S$ "
        "is even the errors of the entries may cancel, so that the label falls faster.",
    )
