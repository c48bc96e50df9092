r"""The closed form of Theorem 1 is a critical point of the in-context loss, to the last digit.

The derivative of the loss in every direction vanishes at (8). Along a line the loss is a polynomial
of degree 4, so that $8(f(1)-f(-1))=f(2)-f(-2)$ says that its derivative at 0 vanishes, without any
error of discretisation: it is decided in rational arithmetic. Beside it the norm of the gradient that
autograd finds in float64 is reported.
"""

from __future__ import annotations

import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata import Margin, Prompt, equal
from lemmata.numbers import concatenate
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_closed_form import (
    CLOSED_FORM,
    WRONG,
    Optimum,
    printed_form,
)
from theorems.preconditioned_gradient_descent.instances_theorem_1 import (
    Setting,
    prompts,
    settings,
    singular_too,
)
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

critical = PAPER.claim(
    "Theorem 1, gradient",
    slug="theorem-1-critical-point",
    kind="expectation",
    settings=singular_too(),
    prompts=prompts,
    uses=[minimum],
)


@critical.printed(rf"The gradient of $f$ vanishes at ${CLOSED_FORM}$.", optimum=printed_form)
def derivative_vanishes(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """The loss has derivative zero in every direction at the closed form."""
    b, A = optimum(s)

    steps = (1, -1, 2, -2)
    found = in_context_loss(
        concatenate([b + prompt.b * t for t in steps], 0),
        concatenate([A + prompt.A * t for t in steps], 0),
        s.Sigma,
        s.n,
    ).reshape(len(steps), len(prompt))
    margin = equal((found[0] - found[1]) * 8, found[2] - found[3])
    if not isinstance(b, Tensor):
        return margin
    with torch.enable_grad():
        point = b.detach().requires_grad_(), A.detach().requires_grad_()
        loss = in_context_loss(point[0], point[1], s.Sigma, s.n).sum()
        gradient = torch.autograd.grad(loss, point)
    return margin.report(gradient_norm=torch.cat([g.ravel() for g in gradient]).norm())


for name, optimum in WRONG.items():
    critical.mutant(name, optimum=optimum, settings=settings())  # some divide by an eigenvalue
