r"""Theorem 5.1 as amended, at real sizes: d up to 200, three entries, twelve layers, $N_0$ rows.

The claim `theorem-5.1` hunts where exact arithmetic can follow. Where more of the random instances than the
share $1-\delta$ lie within the bound, that is the room which Hoeffding's and the union bound leave.
"""

from collections.abc import Callable

from lemmata import Experiment, at_least, mutants, printed, theorem
from lemmata.numbers import Array, min
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.figure import errors_by_layer
from theorems.sparse_recovery.theorem_5_1.measured import QUICK, SIZES, WORDS, Run, distances, within
from theorems.sparse_recovery.theorem_5_1.setting import Setting


@theorem(
    PAPER,
    "Theorem 5.1",
    part="at real sizes",
    origin="ours",
    kind=Experiment(distances, quick=QUICK, standard=Run(40, 4), deep=Run(64, 16)),
)
@printed(
    r"For rows of independent signs, $c=\frac78$, $\gamma=1$, $\delta=\frac12$, $K=12$, random $S$-sparse "
    rf"$\beta^*$ with $\|\beta^*\|_1=b_\beta$ and $n=N_0$, at $(d,S,n)={WORDS}$: a share of at least "
    r"$1-\delta$ of the instances has $\|\beta^{(k+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nk}$ for all "
    r"$k\le K$, with the network of the proof, which is made for $N_0$."
)
@mutants(the_square_of_the_rate=dict(rate=lambda s: s.printed_rate**2), half_of_q=dict(rate=lambda s: s.q / 2))
def within_the_bound(distance, rate: Callable[[Setting], Array] = lambda s: s.printed_rate):
    """At $d = 200$, $n = N_0$ at least half of the estimates are within the bound at every layer."""
    share = within(distance, rate, SIZES)
    return at_least(share, 1 - SIZES[0].delta).report(share=min(share))


within_the_bound.figure(errors_by_layer)
