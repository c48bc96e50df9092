r"""The mean of the errors: (E.9).

It divides by $m=np-\frac p2$ but sums over all $i$ from $N_0+1$ to $n$, not over the $m$ chosen ones: with
$p$ small the sum has more terms than it is divided by. ((E.3) and (E.9) also keep and lose
$\|\beta^*\|_1$ in turn; here it is 1.)
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.linearisation_sums import Setting, combined, prompts, settings, width

e9 = PAPER.claim(
    "(E.9)", slug="linearisation-e.9", kind="forall", settings=settings, prompts=prompts,
    uses=[combined],
)  # fmt: skip


@e9.printed(
    r"If $m$ errors sum to at most $ma^K+2\eta K\sqrt ma^{K-1}w$ whichever are chosen, then $\frac1m"
    r"\sum_{i=N_0+1}^n\|\beta^*-\beta_{2i+1}\|\le a^K+\frac{2\sqrt2\eta K}{\sqrt{np}}a^{K-1}w$, "
    r"$m=np-\frac p2$.",
    expect="refuted",
    defect="proof-step",
    because="The sum runs over all n - N_0 errors, the division is by the m chosen ones.",
    terms=lambda s: s.N0 + s.m,
)
@e9.amended(
    r"If $m=np-\frac p2$ errors sum to at most $ma^K+2\eta K\sqrt ma^{K-1}w$, then their mean is at most "
    r"$a^K+\frac{2\sqrt2\eta K}{\sqrt{np}}a^{K-1}w$.",
    because="Summed over the chosen ones.",
    terms=lambda s: s.m,
)
def mean_error(s: Setting, prompt: Prompt, terms: Callable[[Setting], int]) -> Margin:
    """The mean of the errors, all equal to what the premise allows; n = 2 N_0 + m."""
    w, n = width(s, prompt), 2 * s.N0 + s.m
    linear = w * s.a ** (s.K - 1) * s.K
    root = sqrt(w * 0 + s.m)
    error = linear * 2 / root + s.a**s.K
    np_ = (w * 0 + 2 * n * s.m) / (2 * n - 1)  # since m = p (n - 1/2)
    return at_most(error * terms(s) / s.m, linear * 2 * sqrt(2 / np_) + s.a**s.K)


e9.mutant("one error more", terms=lambda s: s.m + 1)
e9.mutant("all n", terms=lambda s: 2 * s.N0 + s.m)
