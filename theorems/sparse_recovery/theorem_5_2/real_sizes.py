"""Theorem 5.2 at real sizes, the label by the query read-out (by the linear one: `theorem-e.1/real-sizes`)."""

from collections.abc import Callable

from lemmata import Experiment, at_least, mutants, printed, theorem
from lemmata.numbers import Array, min
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.measured import QUICK, SIZES, WORDS, Run, distances, within
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_5_2.figure import labels_by_layer


@theorem(
    PAPER,
    "Theorem 5.2, query read-out",
    part="at real sizes",
    origin="ours",
    kind=Experiment(distances, quick=QUICK, standard=Run(40, 4), deep=Run(64, 16)),
)
@printed(
    r"For rows and query of independent signs, $c=\frac78$, $\gamma=1$, $\delta=\frac12$, $K=12$, random "
    rf"$S$-sparse $\beta^*$ with $\|\beta^*\|_1=b_\beta$ and $n=N_0$, at $(d,S,n)={WORDS}$: a share of at "
    r"least $1-\delta$ of the instances has $|y_{n+1}-x_{n+1}^\top\beta^{(k+1)}_{2n+1}|\le b_\beta "
    r"e^{-\alpha_nk}$ for all $k\le K$, with the network of the proof, which is made for $N_0$."
)
@mutants(the_cube_of_the_rate=dict(rate=lambda s: s.printed_rate**3), half_of_q=dict(rate=lambda s: s.q / 2))
def within_the_bound(label, rate: Callable[[Setting], Array] = lambda s: s.printed_rate):
    """At $d = 200$, $n = N_0$ at least half of the labels are within their bound at every layer."""
    share = within(label, rate, SIZES)
    return at_least(share, 1 - SIZES[0].delta).report(share=min(share))


within_the_bound.figure(labels_by_layer)
