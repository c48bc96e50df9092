r"""The exceptional set of Corollary 10.

It is $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$ "for all $\delta<d^{-1}$". Lemma 8, where it comes
from, has $\delta<\frac12d^{-1}$: beyond, $\mathbb P(|v^\top x|\le\delta)\approx\delta\sqrt{2d/\pi}$ exceeds
$\sqrt{\delta/\pi}$, and the exponential is smaller than any power of $\delta$, so that large d refutes every C.
Two other readings are not refuted: a C that may depend on d (line 244 hides d in constants), and the event with
the threshold of Lemma 8, $\delta/\sqrt d$ in the place of $\delta$. (Drawn is $d\,\delta$, the *share* of
$d^{-1}$ that $\delta$ is. That the event of Theorem 7 is one-sided is told under ``lemma-8``.)
"""

import math
from fractions import Fraction
from typing import Any

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, exp, pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import event


def far(C: float) -> dict[str, Any]:
    """A dimension in which the exponential is small beside d^(-1/2), even for this C."""
    octaves = max(0.0, -math.log2(C))
    return dict(d=max(64, math.ceil(128 * (1 + octaves) ** 2 / C**2)), k=1, share=0.875, C=C)


@theorem(
    PAPER,
    "Corollary 10, its probability",
    rank="step",
    origin="read",
    at=lines(278),
    kind=Probability(),
    uses=[event],
    examples=[far(1 / 2), dict(d=2000, k=1, share=0.875, C=1.0)],
    d=dims(1, 40),
    k=lambda d: dims(1, min(d, 6), most=d),
    share=scales(-20, 0, open_high=True, of="(0, 1)"),  # $\delta$ is this share of $1/d$, which it stays below
    C=some(scales(-1, 20), weaker="smaller", fails_at=far),
)
@printed(
    r"There is a $C>0$ such that for all d, $k\le d$, unit vectors $v_i$ and $\delta<d^{-1}$ some of k "
    r"independent uniform starts from the sphere has $|\widetilde p_{3,i}^\top v_i|\le\delta$ with "
    r"probability at most $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    defect="constant",
    because=r"Lemma 8 asks for $\delta < 1/(2d)$; between that and 1/d the probability exceeds the bound in "
    "large dimensions d, for every C that serves all d. (With a C for each d, or with Lemma 8's threshold "
    r"$\delta/\sqrt{d}$ for $\delta$, it does not.)",
    fails_where=lambda share: 2 * share > 1,
)
@amended(
    r"For all $C>0$, d, $k\le d$, unit vectors $v_i$ and $\delta<\frac12d^{-1}$ some of k independent uniform "
    r"starts from the sphere has $|\widetilde p_{3,i}^\top v_i|\le\delta$ with probability at most "
    r"$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    adds=r"$\delta < 1/(2d)$",
    share=scales(-20, -1, open_high=True, of="(0, 1/2)"),
    C=scales(-10, 20, of="(0, inf)"),
)
@mutants(
    {
        "delta up to 1/d": dict(share=scales(-20, 0, open_high=True, of="(0, 1)")),
        "seven eighths of the constant": dict(times=Fraction(7, 8)),
        "half the constant": dict(times=Fraction(1, 2)),
    }
)
def probability(d: int, k: int, share: Array, C: Array, times: Array = 1) -> Margin:
    r"""For $\delta<1/d$ some of k starts is $\delta$-orthogonal with a probability of order $k\sqrt\delta$."""
    delta = share / d
    bad = 1 - (1 - slab_probability(d, delta)) ** k
    right = k * (times * sqrt(delta / pi(delta)) + exp(-C / sqrt(delta)))
    return at_most(bad, right).trivial_where(right - 1)
