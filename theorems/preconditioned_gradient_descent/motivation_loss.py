r"""Section 5.2 on the loss of a prompt: its form, its Hessian, and Newton's method.

$R_{w_\star}(w)=\frac1{2n}(w-w_\star)^\top XX^\top(w-w_\star)$ (``loss``). Its Hessian is $\frac1nXX^\top$,
where the text has $\frac1{2n}XX^\top$ "(at least in the case of large n)": it is not at any n (``hessian``).
"For any fixed prompt, Newton's method corresponds to $A_i\propto(XX^\top)^{-1}$" (``newton``): with
$A=-n(XX^\top)^{-1}$ the step (11) lands on $w_\star$. For $n<d$ there is no inverse, and no A at all:
$AXX^\top$ has rank at most n, so that $\|AXX^\top-I\|_F^2\ge d-n$ for every A, the certified left side.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable

from baselines.gradient import labels, least_squares, least_squares_gradient
from lemmata import Margin, Prompt, Space, equal
from lemmata.numbers import Array, concatenate, eye, stack, sum, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_motivation import Setting, prompts, settings

form, hessian, newton = (
    PAPER.claim(
        f"section 5.2, {part}",
        slug=f"motivation-5.2-{part}",
        kind="forall",
        settings=settings,
        prompts=prompts,
    )
    for part in ("loss", "hessian", "newton")
)


def quadratic(s: Setting, prompt: Prompt, w: Array) -> Array:
    """(10), for w_star = w_bar."""
    return least_squares(prompt.X, labels(prompt.X, prompt.w_bar), w)


@form.printed(
    r"$R_{w_\star}(w)=\frac1{2n}(w-w_\star)^\top XX^\top(w-w_\star)$ with "
    r"$X=[x^{(1)}\dots x^{(n)}]$, as in (10).",
    twice=2,
)
def loss_of_a_prompt(s: Setting, prompt: Prompt, twice: int) -> Margin:
    """The least-squares loss as a quadratic form."""
    gap = prompt.w - prompt.w_bar
    XX = prompt.X.mT @ prompt.X
    form = sum((XX @ gap[..., None])[..., 0] * gap, -1) / (twice * s.n)
    return equal(quadratic(s, prompt, prompt.w), form)


@hessian.printed(
    r"$\nabla^2R_{w_\star}(w)=\frac1{2n}XX^\top$ (at least for large n).",
    expect="refuted",
    defect="statement",
    because="The Hessian of a quadratic form is twice its matrix, at every n.",
    over=lambda n: 2 * n,
)
@hessian.amended(r"$\nabla^2R_{w_\star}(w)=\frac1nXX^\top$.", over=lambda n: n)
def second_derivative(s: Setting, prompt: Prompt, over: Callable[[int], int]) -> Margin:
    """The Hessian of the least-squares loss."""
    XX, units = prompt.X.mT @ prompt.X / over(s.n), eye(s.d, prompt.X)

    def at(*steps: Array) -> Array:
        return quadratic(s, prompt, prompt.w + functools.reduce(operator.add, steps, 0))

    mixed = [at(e, g) - at(e) - at(g) + at() for e in units for g in units]
    return equal(stack(mixed, 1), XX.reshape(len(prompt), s.d * s.d))


@newton.printed(
    r"For any fixed prompt $A=-n(XX^\top)^{-1}$ takes (11) to $w_\star$ in one step, and makes the problem "
    r"well-conditioned: $AXX^\top\propto I$.",
    expect="refuted",
    defect="statement",
    because="With fewer samples than dimensions no A does: A X X^T has rank n < d.",
    over=1,
)
@newton.amended(
    r"For any prompt with $n\ge d$ and $XX^\top$ invertible, $A=-n(XX^\top)^{-1}$ takes (11) to $w_\star$ in "
    r"one step, and makes the problem well-conditioned: $AXX^\top\propto I$.",
    settings=Space(settings.holder, settings.fields, where=lambda s: s.n >= s.d),
    over=1,
)
def newton_step(s: Setting, prompt: Prompt, over: int) -> Margin:
    """Newton's method is the preconditioner (X X^T)^-1."""
    XX = prompt.X.mT @ prompt.X
    # The adjugate is det(X X^T) times the inverse, for d = 1 and 2.
    adjugate = eye(s.d, XX) * trace(XX)[:, None, None] - XX if s.d == 2 else XX * 0 + 1
    det = (adjugate @ XX)[:, 0, 0]
    gradient = least_squares_gradient(prompt.X, labels(prompt.X, prompt.w_bar), prompt.w)
    step = (adjugate @ gradient[..., None])[..., 0] * s.n / over
    missing = det[:, None] * 0 + max(s.d - s.n, 0)
    gap = (prompt.w - prompt.w_bar) * det[:, None]
    return equal(concatenate([missing, step], 1), concatenate([missing * 0, gap], 1))


form.mutant("over n", twice=1)
form.mutant("over 4 n", twice=4)
hessian.mutant("over n squared", over=lambda n: n * n)
hessian.mutant("over n + 1", over=lambda n: n + 1)
newton.mutant("the factor 2 of the Hessian", over=2)
newton.mutant("over n", over=3)
