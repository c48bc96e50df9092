r"""Theorem 5.1 as amended, at real sizes: d up to 200, three entries, twelve layers, N_0 rows.

The claim `theorem-5.1` hunts where exact arithmetic can follow. Here the same network, with the constants of
the theorem, is measured on random instances, after every layer. Where more of them than the share $1-\delta$
lie within the bound, that is the room which Hoeffding's and the union bound leave.
"""

from collections.abc import Callable

from lemmata import Experiment, Margin, Prompt, at_least
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.figure import errors_by_layer
from theorems.sparse_recovery.theorem_5_1.measured import QUICK, SIZES, WORDS, Run, distances, runs, within
from theorems.sparse_recovery.theorem_5_1.setting import Setting

real_sizes = PAPER.claim(
    "Theorem 5.1",
    part="at real sizes",
    id="theorem-5.1/real-sizes",
    origin="ours",
    summary="At d = 200, S = 3, K = 12, n = N_0, delta = 1/2 the network of the proof is within the bound "
    "after every layer, in at least half of the instances",
    kind=Experiment(),
    settings=runs(),
)


@real_sizes.experiment(quick=QUICK, standard=Run(40, 4), deep=Run(64, 16))
def run(s: Run, seed: int) -> Prompt:
    """Distances to beta* after each layer, one row a replicate."""
    return distances(s, seed)


@real_sizes.printed(
    r"For rows of independent signs, $c=\frac78$, $\gamma=1$, $\delta=\frac12$, $K=12$, random $S$-sparse "
    rf"$\beta^*$ with $\|\beta^*\|_1=b_\beta$ and $n=N_0$, at $(d,S,n)={WORDS}$: a share of at least "
    rf"$1-\delta$ "
    r"of the instances has $\|\beta^{(k+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nk}$ for all $k\le K$, with "
    r"the network of the proof, which is made for $N_0$.",
    rate=lambda s: s.printed_rate,
)
def within_the_bound(s: Run, prompt: Prompt, rate: Callable[[Setting], Array]) -> Margin:
    """The share of instances that are within the bound after every layer, against its probability."""
    share = within(prompt.distance, [rate(size) for size in SIZES])
    return at_least(share, 1 - SIZES[0].delta).report(share=share.amin(-1))


real_sizes.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
real_sizes.mutant("half of q", rate=lambda s: s.q / 2)
real_sizes.figure(lambda s, prompt: errors_by_layer(prompt))
