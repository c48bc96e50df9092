r"""The exceptional set of Corollary 10.

It is $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$ "for all $\delta<d^{-1}$". Lemma 8, where it comes
from, has $\delta<\frac12d^{-1}$: beyond, $\mathbb P(|v^\top x|\le\delta)\approx\delta\sqrt{2d/\pi}$ exceeds
$\sqrt{\delta/\pi}$, and the exponential is smaller than any power of $\delta$, so that large d refutes every C.
Two other readings are not refuted: a C that may depend on d (line 244 hides d in constants), and the event with
the threshold of Lemma 8, $\delta/\sqrt d$ in the place of $\delta$. (Drawn is $d\,\delta$, the *share* of
$d^{-1}$ that $\delta$ is. That the event of Theorem 7 is one-sided is told under ``lemma-8``.)
"""

import math
from dataclasses import dataclass, replace

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, at_most, dims, lines, scales, some, space
from lemmata.numbers import Array, exp, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


@dataclass(frozen=True)
class Start:
    d: int
    k: int
    share: float  # delta is this share of 1 / d, which it stays below
    C: float

    @property
    def delta(self) -> Array:
        return self.share / self.d


def far(C: float) -> Start:
    """A dimension in which the exponential is small beside d^(-1/2), even for this C."""
    octaves = max(0.0, -math.log2(C))
    return Start(max(64, math.ceil(128 * (1 + octaves) ** 2 / C**2)), 1, 0.875, C)


probability = PAPER.claim(
    "Corollary 10, its probability",
    id="corollary-10/probability",
    origin="read",
    at=lines(278),
    summary="For every delta below 1/d, some of k random starts is delta-orthogonal to its eigenvector with a "
    "probability of order k sqrt(delta)",
    kind=Probability(),
    settings=space(
        Start,
        d=dims(1, 40),
        k=lambda s: dims(1, min(s.d, 6), most=s.d),
        share=scales(-20, 0, open_high=True, of="(0, 1)"),
        C=some(scales(-1, 20), weaker="smaller", fails_at=far),
    ),
    uses=[event],
    examples=[far(1 / 2), Start(2000, 1, 0.875, 1.0)],
)
below_half = space(
    Start,
    d=dims(1, 40),
    k=lambda s: dims(1, min(s.d, 6), most=s.d),
    share=scales(-20, -1, open_high=True, of="(0, 1/2)"),
    C=scales(-10, 20, of="(0, inf)"),
)


@probability.printed(
    r"There is a $C>0$ such that for all d, $k\le d$, unit vectors $v_i$ and $\delta<d^{-1}$ some of k "
    r"independent uniform starts from the sphere has $|\widetilde p_{3,i}^\top v_i|\le\delta$ with probability "
    r"at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    defect="constant",
    because="Lemma 8 asks for delta < 1/(2d); between that and 1/d the probability exceeds the bound in large "
    "dimensions d, for every C that serves all d. (With a C for each d, or with Lemma 8's threshold delta / "
    "sqrt(d) for delta, it does not.)",
    fails_where=lambda s: s.delta * 2 * s.d > 1,
    root=1,
)
@probability.amended(
    r"For all $C>0$, d, $k\le d$, unit vectors $v_i$ and $\delta<\frac12d^{-1}$ some of k independent uniform "
    r"starts from the sphere has "
    r"$|\widetilde p_{3,i}^\top v_i|\le\delta$ with probability at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    adds="delta < 1/(2d)",
    settings=below_half,
    root=1,
)
def some_start_is_bad(s: Start, root: float) -> Margin:
    """Some random start is nearly orthogonal to its eigenvector with small probability."""
    bad = 1 - (1 - slab_probability(s.d, s.delta)) ** s.k
    right = (sqrt(s.delta / pi(s.delta)) * root + exp(-s.C / sqrt(s.delta))) * s.k
    return at_most(bad, right).trivial_where(right - 1)


probability.mutant(
    "delta up to 1/d",
    settings=replace(
        below_half, fields={**below_half.fields, "share": scales(-20, 0, open_high=True, of="(0, 1)")}
    ),
)
probability.mutant("seven eighths of the constant", root=7 / 8)
probability.mutant("half the constant", root=1 / 2)
