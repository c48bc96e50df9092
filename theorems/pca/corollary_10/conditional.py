r"""Corollary 10 fixes the starts and takes the expectation over X: some X always miss the condition.

$L_{PCA}(\theta,P)=\mathbb E[L\,|\,\theta,P]$ is an expectation over a new X with P given, and Theorem 7's
event, $|\widetilde p_{3,i}^\top v_i|>\delta$ (with $v_i$ on the side of its start), depends on X. If the
eigenvectors of X point in uniformly random directions (as those of a Wishart matrix do) and $d\ge2$, no P
serves all X, and a proof of the corollary has to say what becomes of the others.
"""

from baselines.sphere import slab_probability
from lemmata import Probability, at_most, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import exp, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import tail


@theorem(
    PAPER,
    "Corollary 10, given P",
    rank="step",
    origin="ours",
    at=lines(278),
    kind=Probability(),
    uses=[tail],
    d=dims(2, 40),
    k=dims(1, "d", most="d"),
    share=scales(-30, 0, open_high=True, of="(0, 1)"),  # $\delta$ is this share of $1/(2d)$
    C=scales(-10, 20, of="(0, inf)"),
)
@printed(
    r"For $d\ge2$, $k\le d$, $\delta<\frac12d^{-1}$, $C>0$, eigenvectors of X in uniform directions and every "
    r"P with unit starts: each start misses a share of at least $\frac2\pi\delta$ of the X, $|\widetilde "
    r"p_{3,i}^\top v_i|\le\delta$, and k such shares, so what some start misses, are at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$."
)
@mutants(
    three_quarters_of_the_constant=dict(times=3 / 4),
    half_the_constant=dict(times=1 / 2),
    one_component=dict(components=1),
    a_larger_share=dict(least=3),
)
def starts_miss_some(d, k, share, C, components=lambda k: k, times=1, least=2):
    """Whatever the starts are, a share of the X misses the condition of Theorem 7, and it is a small one."""
    delta = share / (2 * d)
    missed = slab_probability(d, delta)
    right = components * (times * sqrt(delta / pi(delta)) + exp(-C / sqrt(delta)))
    return at_most([least * delta / pi(delta), k * missed], [missed, right]).trivial_where(right - 1)
