r"""Section 5.2: $A_i\propto\Sigma^{-1}$ "appears to be locally optimal, in expectation over prompts".

It is, at the minimiser over S: no symmetric matrices in a ball of radius $2^{-10}$ around it have a smaller
exact loss. (In float64 the Hessian over all symmetric directions is positive wherever it was computed, with
least eigenvalue 0.074 at $d=5$, $n=20$, three layers, $\Sigma=I$, and 0.0039 at $d=2$, $n=100$.) The point of
S is rounded to 104 bits, so that the statement is made for R of norm $2^{-30}$ and more: at R of norm
$2^{-100}$, say, the slope that the rounding leaves would count.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.gaussian_moments import Task
from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, Margin, Prompt, at_least, lines, space
from lemmata.numbers import Array, concatenate, constant, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, squared, times
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

Point = Callable[[Setting], tuple[Fraction, ...]]
locally_optimal = PAPER.claim(
    "5.2, locally optimal",
    id="theorem-4/locally-optimal",
    summary="The minimiser over S is a local minimum among all symmetric matrices.",
    rank="step",
    origin="read",
    at=lines(207),
    kind=Expectation(),
    settings=settings(d=2, n=3, L=3),
    prompts=lambda s: space(R=drawn_symmetric(s.L, s.d)),
    uses=[theorem],
)


def best(s: Setting) -> tuple[Fraction, ...]:
    return minimiser_near(s.d, s.n, s.L, 104)


@locally_optimal.printed(
    r"Let $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $\Sigma\succ0$, and f the loss (5) with the "
    r"weights (9). The minimiser A of f over $A_i=a_i\Sigma^{-1}$, its $a_i$ rounded to 104 bits, is locally "
    r"optimal: $f(A\pm R)\ge f(A)$ for all symmetric R with $2^{-30}\le\|R\|_F\le2^{-10}$.",
    point=best,
    direction=lambda s: s.precision,
    task="inverse",
)
def no_neighbour_is_below(
    s: Setting, prompt: Prompt, point: Point, direction: Callable[[Setting], Array], task: Task
) -> Margin:
    """No symmetric matrices nearby have a smaller loss."""
    A = times(constant(point(s), s.spectrum), direction(s))[None]
    size = squared(prompt.R)[:, None, None, None]
    R = prompt.R / (size + 1) / 512  # at most 2^-10 long, and any such R
    law: dict[str, Any] = {"task": task, "precision": s.precision}
    loss = in_context_loss(concatenate([A + R, A - R, A], 0), s.Sigma, s.n, **law)
    # Nearer to the rounded point its own slope, some 2^-104, would count.
    return at_least(loss[:-1].reshape(2, len(prompt)).mT, loss[-1:]).given(squared(R) * 4**30 - 1)


locally_optimal.mutant("one percent off", point=lambda s: tuple(a * Fraction(101, 100) for a in best(s)))
locally_optimal.mutant("multiples of the identity", direction=lambda s: eye(s.d, s.spectrum))
locally_optimal.mutant("isotropic w", task="identity")
