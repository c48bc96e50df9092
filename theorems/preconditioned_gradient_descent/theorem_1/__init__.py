r"""Theorem 1: the closed form (8) minimises the in-context loss of one linear attention layer.

$x\sim N(0,\Sigma)$ with $\Sigma=U\Lambda U^\top$, $w_\star\sim N(0,I)$, parametrisation (7) with
$b\in\mathbb R^{d+1}$ and $A\in\mathbb R^{(d+1)\times d}$, loss (5) (squared; (6) has lost the square). The
loss is not sampled: it is a polynomial in $b$ and $A$ whose coefficients are moments of a Wishart matrix,
evaluated in rational arithmetic where $\Sigma$ is rational. It may be singular, but not zero: there (8)
divides by 0 (and everything is a minimum).

Competitors are any $(b,A)$, points near (8) in any direction (a formula that is nearly right loses
against these), and what gradient steps make of random ones. ``rescaling`` are the pairs
$(\gamma b,\gamma^{-1}A)$, which have the same loss, ``isotropic`` the form displayed after the theorem for
$\Sigma=I$, which is (8) there, ``critical-point`` the gradient at (8), to the last digit: along a line the
loss is a polynomial of degree 4, so that $8f(1)+f(-2)=8f(-1)+f(2)$ says that its derivative at 0 vanishes,
without any error of discretisation. Beside it the norm of the gradient that autograd finds in float64 is
reported.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata import Expectation, Margin, Prompt, at_least, dyadics, equal, lines, space
from lemmata.numbers import Array, concatenate, full
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_1.figure import plots
from theorems.preconditioned_gradient_descent.theorem_1.setting import (
    CLOSED_FORM,
    DIVIDING,
    SINGULAR,
    WRONG,
    Optimum,
    Setting,
    competitors,
    isotropic,
    printed_form,
    prompts,
    settings,
    singular_too,
)

minimum = PAPER.claim(
    "Theorem 1",
    summary="No choice of b and A has a smaller in-context loss of one layer than (8).",
    rank="headline",
    at=lines(125, 132),
    kind=Expectation(),
    settings=singular_too(),
    prompts=prompts,
)


LAW = (
    r"Let independent $x^{(i)}\sim N(0,\Sigma)$, $\Sigma=U\Lambda U^\top\ne0$ with "
    r"$\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)$, "
    r"$w_\star\sim N(0,I_d)$, and f the loss (5) of one layer with the parametrisation (7). "
)


@minimum.printed(
    rf"{LAW}Then ${CLOSED_FORM}$ is a global minimum of $f(b,A)$ over $b\in\mathbb R^{{d+1}}$, "
    r"$A\in\mathbb R^{(d+1)\times d}$.",
    optimum=printed_form,
)
def no_competitor_is_below(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """No choice of b and A has a smaller in-context loss."""
    b, A = optimum(s)
    others = competitors(prompt, b, A)
    loss = in_context_loss(
        concatenate([others[0], b[None]], 0), concatenate([others[1], A[None]], 0), s.Sigma, s.n
    )
    return at_least(loss[:-1].reshape(4, len(prompt)).mT, loss[-1:])


for name, wrong in WRONG.items():
    minimum.mutant(name, optimum=wrong)
for name, wrong in DIVIDING.items():
    minimum.mutant(name, why=SINGULAR, optimum=wrong, settings=settings())
minimum.figure(plots)

rescaling = PAPER.claim(
    "Theorem 1, rescalings",
    id="theorem-1/rescaling",
    summary="Rescaling (8) by any factor but zero leaves its loss the smallest.",
    at=lines(132),
    kind=Expectation(),
    settings=singular_too(),
    prompts=lambda s: space(gamma=dyadics(0.125, 4, of="(0, inf)")),
    uses=[minimum],
)


@rescaling.printed(
    rf"{LAW}With ${CLOSED_FORM}$, also $(\gamma b,\gamma^{{-1}}A)$ is a global minimum of $f(b,A)$, for every "
    r"$\gamma\ne0$ (drawn are the positive ones, and tried with both signs): its loss is that of $(b,A)$.",
    scaled=lambda A, gamma: A / gamma,
)
def rescaled_loss(s: Setting, prompt: Prompt, scaled: Callable[[Array, Array], Array]) -> Margin:
    """A rescaled pair has the smallest loss, too."""
    b, A = printed_form(s)
    signs = concatenate([prompt.gamma, -prompt.gamma], 0)
    loss = in_context_loss(b * signs[:, None], scaled(A, signs[:, None, None]), s.Sigma, s.n)
    least = in_context_loss(b[None], A[None], s.Sigma, s.n)
    return equal(loss.reshape(2, len(prompt)).mT, least)


rescaling.mutant("A times gamma", scaled=lambda A, gamma: A * gamma)
rescaling.mutant("A unchanged", scaled=lambda A, gamma: A * full(1, like=gamma))
rescaling.mutant("A over the square of gamma", scaled=lambda A, gamma: A / gamma / gamma)

identity = PAPER.claim(
    "after Theorem 1",
    id="theorem-1/isotropic",
    summary="For isotropic covariates the optimal A of (8) is a multiple of the identity.",
    at=lines(134, 138),
    pinned={"spectrum": "Sigma = I in the statement"},
    settings=settings(anisotropic=False),
    uses=[minimum],
)


@identity.printed(
    r"For $\Sigma=I_d$ the optimal A of (8) is $-\frac{1}{\frac{n-1}{n}+(d+2)\frac1n}"
    r"\begin{bmatrix}I_d\\0\end{bmatrix}$.",
    optimum=isotropic(2),
)
def simple_form(s: Setting, optimum: Optimum) -> Margin:
    """For isotropic data the optimal A is a multiple of the identity."""
    return equal(optimum(s)[1][None], printed_form(s)[1][None])


identity.mutant("Sigma is not the identity", settings=settings())
identity.mutant("d in place of d + 2", optimum=isotropic(0))
identity.mutant("n in place of n - 1", optimum=isotropic(3))

critical = PAPER.claim(
    "Theorem 1, gradient",
    id="theorem-1/critical-point",
    summary="The gradient of the loss of one layer is exactly zero at (8).",
    origin="ours",
    kind=Expectation(),
    settings=singular_too(),
    prompts=prompts,
    uses=[minimum],
)


@critical.printed(rf"{LAW}The gradient of $f$ vanishes at ${CLOSED_FORM}$.", optimum=printed_form)
def derivative_vanishes(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """The loss has derivative zero in every direction at the closed form."""
    b, A = optimum(s)
    # A polynomial p of degree 4 in the step t: 8 p(1) + p(-2) - 8 p(-1) - p(2) is 12 p'(0).
    steps = (1, -2, -1, 2)
    losses = in_context_loss(
        concatenate([b + prompt.b * t for t in steps], 0),
        concatenate([A + prompt.A * t for t in steps], 0),
        s.Sigma,
        s.n,
    ).reshape(len(steps), len(prompt))
    margin = equal(losses[0] * 8 + losses[1], losses[2] * 8 + losses[3])
    if not isinstance(b, Tensor):
        return margin
    with torch.enable_grad():
        point = b.detach().requires_grad_(), A.detach().requires_grad_()
        loss = in_context_loss(point[0][None], point[1][None], s.Sigma, s.n).sum()
        gradient = torch.autograd.grad(loss, point)
    return margin.report(gradient_norm=torch.cat([g.ravel() for g in gradient]).norm())


for name, wrong in WRONG.items():
    critical.mutant(name, optimum=wrong)
for name, wrong in DIVIDING.items():
    critical.mutant(name, why=SINGULAR, optimum=wrong, settings=settings())
