r"""The exceptional set of Corollary 10.

It is $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$ "for all $\delta<d^{-1}$". Lemma 8, where it
comes from, has $\delta<\frac12d^{-1}$: beyond, $\mathbb P(|v^\top x|\le\delta)\approx\delta\sqrt{2d/\pi}$
exceeds $\sqrt{\delta/\pi}$, and the exponential is smaller than any power of $\delta$, so that large d refutes
every C. (That the event of Theorem 7 is one-sided is told under ``lemma-8``.)
"""

from dataclasses import dataclass

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, Space, at_most, choices, dims, lines, scales, space
from lemmata.numbers import exp, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@dataclass(frozen=True)
class Start:
    d: int
    k: int
    share: float  # delta is this share of 1 / d, which it stays below
    C: float


def starts(upper: int) -> Space:
    return space(
        Start,
        d=choices(1, 2, 3, 10, 100, 2000),
        k=dims(1, 1),
        share=scales(-20, upper, open_high=True),
        C=scales(-1, 20),
    )


probability = PAPER.claim(
    "Corollary 10",
    id="corollary-10/probability",
    origin="read",
    at=lines(278),
    kind=Probability(),
    settings=starts(0),
    uses=[event],
    examples=[Start(2000, 1, 0.875, 1.0)],
)


@probability.printed(
    r"For all $\delta<d^{-1}$, some start has $|\widetilde p_{3,i}^\top v_i|\le\delta$ with "
    r"probability at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    defect="constant",
    because="Lemma 8 asks for delta < 1/(2d); between that and 1/d a large d exceeds the bound for every C.",
    share=1,
)
@probability.amended(
    r"For all $\delta<\frac12d^{-1}$, some start has $|\widetilde p_{3,i}^\top v_i|\le\delta$ with probability "
    r"at most $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    adds="delta < 1/(2d); k = 1",
    settings=starts(-1),
    share=1,
)
def some_start_is_bad(s: Start, share: int) -> Margin:
    """Some random start is nearly orthogonal to its eigenvector with small probability."""
    delta = s.share / s.d
    some = 1 - (1 - slab_probability(s.d, delta)) ** s.k
    return at_most(some, (sqrt(delta / pi(delta)) / share + exp(-s.C / sqrt(delta))) * s.k)


probability.mutant("delta up to 1/d", settings=starts(0))
probability.mutant("half the constant", share=2)
