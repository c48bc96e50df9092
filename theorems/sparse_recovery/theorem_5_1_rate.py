r"""Is the rate of Theorem 5.1 linear? Not for small steps: $\alpha_n$ of the main text may be negative.

The abstract and section 5 speak of a linear rate, so of $\alpha_n>0$. The last root of the main text lacks the
factor $\gamma$ of (D.3): at $n=N_0$ and $d=S=1$ the argument of the logarithm is $1-\frac23\gamma+(1+\gamma)
\frac1{4\sqrt2}$, at least 1 for $\gamma\le0.36$, so that the bound is no better than that of $\beta=0$ and
grows with K. Only nc enters: for every c. With $\gamma$ both roots together are at most
$\frac{\gamma}{2\sqrt2}$, and $e^{-\alpha_n}\le1-\frac5{16}\gamma$.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_n0 import Setting, Sizes, at, chances, sizes

positive = PAPER.claim(
    "Theorem 5.1", suffix="rate-positive", kind="forall", settings=sizes(1.5), prompts=chances,
    examples=[Sizes(1, 1, 40, 0.125, 128)],
)  # fmt: skip
Sides = Callable[[Setting], tuple[Array, Array]]


def argument(q: Setting, last: float, share: int) -> tuple[Array, Array]:
    """exp(-alpha_n) with ``last`` before its last root, and 1 - ``share`` gamma/16."""
    one = q.delta / q.delta
    roots = q.dimension * (2 * q.S - 1) * q.gamma + q.support * last
    return one - q.gamma * 2 / 3 + roots, one - q.gamma * share / 16


@positive.printed(
    r"$\alpha_n\ge0$ for $n\ge N_0$ and $0<\gamma\le\frac32$: $1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}+\sqrt{\frac{\log S-\log\delta}{nc}}\le1$.",
    expect="refuted",
    defect="typo",
    because="The last root has no factor gamma, so that it exceeds 2 gamma/3 for small gamma, at n = N_0 and "
    "for every c.",
    sides=lambda q: argument(q, 1, 0),
)
@positive.amended(
    r"With the $\gamma$ of (D.3) before the last root it is at most $1-\frac5{16}\gamma<1$.",
    sides=lambda q: argument(q, q.gamma, 5),
)
def rate_is_below_one(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """A layer contracts."""
    return at_most(*sides(at(s, prompt)))


positive.mutant("3/8 of gamma", sides=lambda q: argument(q, q.gamma, 6))
positive.mutant("half of gamma", sides=lambda q: argument(q, q.gamma, 8))
positive.mutant("a fourth of N_0", settings=sizes(1.5, factor=32))
