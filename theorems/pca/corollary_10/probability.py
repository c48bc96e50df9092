r"""The exceptional set of Corollary 10.

The corollary has it for all $\delta<d^{-1}$, where Lemma 8, from which it comes, has $\delta<\frac12d^{-1}$.
With a C for each d (line 244 hides d in constants) it holds; so it does with the threshold of Lemma 8,
$\delta/\sqrt d$ in the place of $\delta$. With one C for all d it does not: in large dimensions the
probability, about $\delta\sqrt{2d/\pi}$, exceeds $\sqrt{\delta/\pi}$ between $\frac12d^{-1}$ and $d^{-1}$, and
the exponential does not make up for that (mutant "one C for all d").
"""

from fractions import Fraction

from baselines.sphere import slab_probability
from lemmata import Probability, at_most, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import exp, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@theorem(
    PAPER,
    "Corollary 10, its probability",
    rank="step",
    origin="read",
    at=lines(278),
    kind=Probability(),
    uses=[event],
    d=dims(1, 40),
    k=lambda d: dims(1, min(d, 6), most=d),
    share=scales(-20, 0, open_high=True, of="(0, 1)"),  # $\delta$ is this share of $1/d$, which it stays below
    examples=[dict(d=9, k=1, share=0.9921875), dict(d=2000, k=1, share=0.875)],
)
@printed(
    r"For each d there is a $C>0$, such as $\frac52d^{-1/2}$, with which for all $k\le d$, unit vectors $v_i$ "
    r"and $\delta<d^{-1}$ some of k independent uniform starts from the sphere has $|\widetilde "
    r"p_{3,i}^\top v_i|\le\delta$ with probability at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$."
)
@mutants(
    {
        "one C for all d": dict(C=1),
        "3 for 5/2": dict(C=lambda d: 3 / sqrt(d)),
        "three quarters of the constant": dict(times=Fraction(3, 4)),
    }
)
def probability(d, k, share, C=lambda d: 5 / 2 / sqrt(d), times=1):
    r"""For $\delta<1/d$ some of k starts is $\delta$-orthogonal with a probability of order $k\sqrt\delta$."""
    delta = share / d
    bad = 1 - (1 - slab_probability(d, delta)) ** k
    right = k * (times * sqrt(delta / pi(delta)) + exp(-C / sqrt(delta)))
    return at_most(bad, right).trivial_where(right - 1)
