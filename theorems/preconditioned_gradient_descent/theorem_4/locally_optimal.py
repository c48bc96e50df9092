r"""Section 5.2: $A_i\propto\Sigma^{-1}$ "appears to be locally optimal, in expectation over prompts".

It is, at the minimiser over S: no symmetric matrices at a distance of $2^{-30}$ to $2^{-10}$ have a smaller
exact loss. (In float64 the Hessian over all symmetric directions is positive wherever it was computed, with
least eigenvalue 0.074 at $d=5$, $n=20$, three layers, $\Sigma=I$, and 0.0039 at $d=2$, $n=100$.) The point of
S is rounded to 104 bits, so that the statement is made for R of norm $2^{-30}$ and more: at R of norm
$2^{-100}$, say, the slope that the rounding leaves would count. The radius is our own, for few numbers and a
$\Sigma$ near I: the scale of A is that of $\Sigma^{-1}$.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from baselines.gaussian_moments import Task
from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import Expectation, Margin, Prompt, Space, at_least, dims, lines, space
from lemmata.numbers import Array, concatenate, constant, eye
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.critical_points import Setting, settings, squared, times
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.theorem_4 import theorem

Point = Callable[[Setting], tuple[Fraction, ...]]


def few() -> Space:
    """The sizes that the radius is for."""
    base = settings(bounded=True)
    return Space(
        base.holder, {**base.fields, "d": dims(1, 2, most=2), "n": dims(1, 3, most=3), "L": dims(1, 3, most=3)}
    )


locally_optimal = PAPER.claim(
    "5.2, locally optimal",
    id="theorem-4/locally-optimal",
    summary="No symmetric matrices at a small distance from the minimiser over S have a smaller loss.",
    rank="step",
    origin="read",
    at=lines(207),
    kind=Expectation(),
    settings=few(),
    prompts=lambda s: space(R=drawn_symmetric(s.L, s.d)),
    uses=[theorem],
)


def best(s: Setting) -> tuple[Fraction, ...]:
    return minimiser_near(s.d, s.n, s.L, 104)


@locally_optimal.printed(
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$ for $i\le n+1$, $w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\frac14I\preceq\Sigma\preceq4I$, $d\le2$, $n\le3$, and f the loss (5) with the weights (9) of $L\le3$ "
    r"layers that it sees. The minimiser A of f over $A_i=a_i\Sigma^{-1}$, its $a_i$ rounded to 104 bits, is "
    r"locally optimal: $f(A\pm R)\ge f(A)$ for all symmetric R with $2^{-30}\le\|R\|_F\le2^{-10}$.",
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
