r"""The range of gamma in (D.14), and the last lines of the proof of Proposition 2.

(D.14) wants $\gamma\le1/\big(\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})\big)$. The proof bounds
this from below by $2/(1+\sqrt{1/(8(4S-2))})\ge1.6$: but a number below 1 is not at least 1.6. The 2 has
no source, and the square of $4S-2$ got lost; what is true is $1/(1+\frac1{\sqrt8(4S-2)})\ge0.84$. Also,
event A bounds the diagonal on $\mathbb S$ only, while (D.11) and (D.6) speak of every column. The last
line replaces $\frac n{n+2}$ by $\frac23$, which needs $n\ge4$: $n\ge N_0$ does not give that if c is
large (or $\delta$ near 1). Only nc enters elsewhere: these refutations hold for every c.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, at_most
from lemmata.numbers import Array, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_n0 import Setting, Sizes, at, chances, row, sizes

Number = Callable[[Setting], Array]


def allowed(s: Setting) -> Array:
    """The right side of (D.14)."""
    return 1 / ((s.support + 1) * s.n / (s.n + 2))


steps = PAPER.claim(
    "after (D.14)", slug="n0-chain-range", kind="forall", settings=sizes(0.84), prompts=chances
)


@steps.printed(
    r"For $n\ge N_0$: $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})}\ge\frac1{1+\sqrt{\frac"
    r"{\log S-\log\delta}{N_0c}}}\ge\frac2{1+\sqrt{\frac1{8(4S-2)}}}\ge1.6$: any $\gamma\le1.6$ meets "
    r"(D.14).",
    expect="refuted",
    defect="proof-step",
    because="The left sides are at most about 1. The 2 has no source, and 4S - 2 should be squared.",
    middle=lambda s: 2 / (1 + sqrt(s.excess / s.excess / (8 * (4 * s.S - 2)))),
    least=lambda s: s.excess / s.excess * 8 / 5,
)
@steps.amended(
    r"For $n\ge N_0$: $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})}\ge\frac1{1+\frac1{"
    r"\sqrt8(4S-2)}}\ge0.84$: any $\gamma\le0.84$ meets (D.14).",
    because="N_0 is 8 (4S-2)^2 times at least (log S - log delta)/c.",
    middle=lambda s: 1 / (1 + sqrt(s.excess / s.excess / (8 * (4 * s.S - 2) ** 2))),
    least=lambda s: s.excess / s.excess * 21 / 25,
)
def range_of_gamma(s: Sizes, prompt: Prompt, middle: Number, least: Number) -> Margin:
    """The largest step that (D.14) allows is at least a constant."""
    q = at(s, prompt)
    return at_least(row(allowed(q), middle(q)), row(middle(q), least(q)))


steps.mutant("0.86", least=lambda s: s.excess / s.excess * 43 / 50)
steps.mutant(
    "without the square root",
    middle=lambda s: 1 / (1 + s.excess / s.excess / (8 * (4 * s.S - 2))),
    settings=sizes(0.84, first=200),
)

thirds = PAPER.claim(
    "end of D.1", slug="n0-chain-thirds", kind="forall", settings=sizes(0.84), prompts=chances
)


@thirds.printed(
    r"For $n\ge N_0$: $1-\gamma\frac n{n+2}+\gamma\frac n{n+2}\sqrt{\frac{\log S-\log\delta}{nc}}\le1-\frac23"
    r"\gamma+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}$.",
    expect="refuted",
    defect="proof-step",
    because="n/(n+2) is less than 2/3 for n < 4, which n >= N_0 does not exclude.",
    share=2,
)
@thirds.amended(r"The same for $n\ge\max(4,N_0)$.", settings=sizes(0.84, first=4), share=2)
def two_thirds(s: Sizes, prompt: Prompt, share: int) -> Margin:
    """The rate with n / (n + 2) is at most the one with 2/3."""
    q = at(s, prompt)
    rate = (q.support - 1) * s.gamma * s.n / (s.n + 2) + 1
    return at_most(row(rate), row(q.support * s.gamma + 1 - s.gamma * share / 3))


thirds.mutant("from 3 on", settings=sizes(0.84, first=3))
thirds.mutant("the whole step", share=3)
