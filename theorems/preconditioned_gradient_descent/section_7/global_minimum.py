r"""May the critical points of Theorem 4 be global minima? No better point is known, for up to three layers.

Section 1: that the loss is close to 0 "suggests that the critical points may in fact be globally optimum";
section 5.3: they "indeed appear to be globally optimal". Searched is over all symmetric matrices, any and near
the minimiser over S, for up to three layers, against the minimum over S, which is rational:
$\int p\,d\mu$ for the p of ``footnote-1/attained``. For one layer the loss is convex, and
``theorem-4/no-trade-off`` has its minimiser; for two it is ``theorem-3/scalar``, by whitening, searched as
well; for three nothing is proved. There are local minima above it: ``section-7/other-minimum``.

The explicit critical point with B that we give for Theorem 5 is not a minimum at all: ``footnote-2/saddle``.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, Margin, Prompt, at_least, lines, space
from lemmata.numbers import concatenate, constant
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, times
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_3.scalar import least
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

globally = PAPER.claim(
    "Section 5.3, globally optimal",
    id="section-7/global-minimum",
    summary="Up to three layers, no sparse weights have a smaller loss than the critical point of Theorem 4.",
    rank="result",
    origin="read",
    at=lines(235),
    kind=Expectation(),
    settings=settings(d=2, n=6, L=3, deepest=3),
    prompts=lambda s: space(A=drawn_symmetric(s.L, s.d)),
    uses=[theorem],
)


@globally.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, and f the "
    r"loss (5) with the weights (9) of $L\le3$ layers that it sees. The critical point of Theorem 4 that "
    r"minimises f over $A_i=a_i\Sigma^{-1}$ is globally optimal: no symmetric $A_i$ have a smaller loss.",
    because="For one layer the loss is convex, so that its critical point is a minimum; for two and three "
    "layers it is searched, not proved: no better point is known.",
    bound=lambda s: least(s.d, s.n, s.L),
)
def no_weights_are_below(s: Setting, prompt: Prompt, bound: Callable[[Setting], Fraction]) -> Margin:
    """No sparse weights are below the minimum over S."""
    best = times(constant(minimiser_near(s.d, s.n, s.L, 60), s.spectrum), s.precision)
    A = concatenate([prompt.A, best + prompt.A / 16, best + prompt.A / 1024], 0)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    loss = in_context_loss(A, s.Sigma, s.n, **law).reshape(3, len(prompt)).mT
    return at_least(loss, bound(s))


globally.mutant("one percent more", bound=lambda s: least(s.d, s.n, s.L) * Fraction(101, 100))
globally.mutant("in one dimension more", bound=lambda s: least(s.d + 1, s.n, s.L))
globally.mutant("one example fewer", bound=lambda s: least(s.d, max(s.n - 1, 1), s.L))
