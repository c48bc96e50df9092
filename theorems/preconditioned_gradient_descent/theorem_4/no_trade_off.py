r"""After Theorem 4: "in contrast to Theorem 1, there is no trade-off with statistical robustness". There is.

One layer, $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$: the minimum is at $A_0=-\frac
n{n+d+1}\Sigma^{-1}$, that is, (8) with $d\lambda_i$ for the trace: the regulariser is there, and at
$\Sigma=I$, where the two laws are the same, it is the same. Without it, at $-\frac n{n+1}\Sigma^{-1}$, the
loss is larger: 3/4 against 2/3 at $d=n=1$. (What is true, and may be meant: the direction $\Sigma^{-1}$ does
not depend on n.)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Margin, Prompt, at_least, dyadics, lines, space, symmetric
from lemmata.numbers import concatenate, constant, moveaxis
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

no_trade_off = PAPER.claim(
    "after Theorem 4, no trade-off",
    id="theorem-4/no-trade-off",
    summary="The optimum of one layer has no term for statistical robustness.",
    rank="step",
    origin="read",
    at=lines(225),
    kind=Expectation(),
    settings=settings(n=20, L=1),
    pinned={"L": "the statement is about one layer"},
    prompts=lambda s: space(r=dyadics(-1, 0), R=symmetric(1, s.d)),
    uses=[theorem],
)


def level(s: Setting, share: int = 1) -> Fraction:
    """The a of (8) with ``share`` times d lambda_i for the trace."""
    return Fraction(-s.n, s.n + 1 + share * s.d)


@no_trade_off.printed(
    r"One layer, n samples $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$ with "
    r"eigenvalues $\lambda_i$: the minimiser of f over symmetric $A_0$ is (8) "
    r"without its term for robustness, $-\frac n{n+1}\Sigma^{-1}$.",
    defect="statement",
    because="The trace of (8) becomes d lambda_i; for Sigma = I that is the same number.",
    a=lambda s: level(s, 0),
)
@no_trade_off.amended(
    r"One layer, n samples $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$ with "
    r"eigenvalues $\lambda_i$: the minimiser of f over symmetric $A_0$ is (8) with "
    r"$d\lambda_i$ for $\sum_k\lambda_k$, $-\frac n{n+1+d}\Sigma^{-1}$.",
    adds="the term d lambda_i in the denominator",
    a=level,
)
def no_competitor_is_below(s: Setting, prompt: Prompt, a: Callable[[Setting], Fraction]) -> Margin:
    """No symmetric matrix has a smaller loss."""
    own = times(constant([a(s)], s.spectrum), s.precision)[None]
    others = [times(prompt.r[:, None], s.precision), prompt.R, own + prompt.R / 16]
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    loss = in_context_loss(concatenate([*others, own], 0), s.Sigma, s.n, **law)
    return at_least(moveaxis(loss[:-1].reshape(3, len(prompt)), 0, 1), loss[-1:])


no_trade_off.mutant("twice the term", a=lambda s: level(s, 2))
no_trade_off.mutant("half of the optimum", a=lambda s: level(s) / 2)
no_trade_off.mutant("n + 2 in place of n + 1", a=lambda s: Fraction(-s.n, s.n + 2 + s.d))
