r"""After Theorem 4: "in contrast to Theorem 1, there is no trade-off with statistical robustness".

Read for one layer, where the minimum is explicit: with $w_\star\sim N(0,\Sigma^{-1})$ it is a multiple of
$\Sigma^{-1}$ for every n, where (8) mixes $\Sigma$ with its trace, the more the fewer the samples. The multiple
itself, $-\frac n{n+d+1}$, does shrink with few samples, just as (8) does at $\Sigma=I$, where the two laws of
$w_\star$ are the same.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Margin, Prompt, at_least, dyadics, lines, space, symmetric
from lemmata.numbers import concatenate, constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

no_trade_off = PAPER.claim(
    "after Theorem 4, no trade-off",
    id="theorem-4/no-trade-off",
    summary="The optimum of one layer is a multiple of the inverse covariance, however few the samples.",
    rank="step",
    origin="read",
    at=lines(225),
    kind=Expectation(),
    settings=settings(n=20, L=1, deepest=1),
    pinned={"L": "the statement is about one layer"},
    prompts=lambda s: space(r=dyadics(-1, 0), R=symmetric(1, s.d)),
    uses=[theorem],
)


def level(s: Setting, share: int = 1) -> Fraction:
    """The multiple, that of (8) with ``share`` times d lambda_i for the trace."""
    return Fraction(-s.n, s.n + 1 + share * s.d)


@no_trade_off.printed(
    r"One layer with the weights (9), its loss f (5) for independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$: there is no trade-off with few samples, read as: for "
    r"every n a multiple of $\Sigma^{-1}$, without the "
    r"trace of $\Sigma$ that (8) adds, minimises f over symmetric $A_0$: $-\frac n{n+1+d}\Sigma^{-1}$.",
    a=level,
)
def no_competitor_is_below(s: Setting, prompt: Prompt, a: Callable[[Setting], Fraction]) -> Margin:
    """No symmetric matrix has a smaller loss."""
    own = times(constant([a(s)], s.spectrum), s.precision)[None]
    others = [times(prompt.r[:, None], s.precision), prompt.R, own + prompt.R / 16]
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    loss = in_context_loss(concatenate([*others, own], 0), s.Sigma, s.n, **law)
    return at_least(loss[:-1].reshape(3, len(prompt)).mT, loss[-1:])


no_trade_off.mutant("without d", a=lambda s: level(s, 0))
no_trade_off.mutant("twice d", a=lambda s: level(s, 2))
no_trade_off.mutant("half of the optimum", a=lambda s: level(s) / 2)
no_trade_off.mutant("n + 2 in place of n + 1", a=lambda s: Fraction(-s.n, s.n + 2 + s.d))
