r"""The closed form (8) minimises the in-context loss of one linear attention layer.

Theorem 1: $x\sim N(0,\Sigma)$ with $\Sigma=U\Lambda U^\top$, $w_\star\sim N(0,I)$,
parametrisation (7) with $b\in\mathbb R^{d+1}$ and $A\in\mathbb R^{(d+1)\times d}$, loss (5) (squared;
(6) has lost the square). The loss is not sampled: it is a polynomial in $b$ and $A$ whose coefficients
are moments of a Wishart matrix, evaluated in rational arithmetic where $\Sigma$ is rational. It may be
singular, but not zero: there (8) divides by 0 (and everything is a minimum).

Competitors are any $(b,A)$, points near (8) in any direction (a formula that is nearly right loses
against these), and what gradient steps make of random ones. Suffixes: ``rescaling`` are the pairs
$(\gamma b,\gamma^{-1}A)$, which have the same loss, ``isotropic`` the form displayed after the theorem for
$\Sigma=I$, which is (8) there, ``critical-point`` (a file of its own) the gradient at (8).
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.gaussian_moments import in_context_loss
from lemmata import Margin, Prompt, at_least, dyadics, equal, space
from lemmata.numbers import Array, concatenate, moveaxis
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_closed_form import (
    CLOSED_FORM,
    WRONG,
    Optimum,
    isotropic,
    printed_form,
)
from theorems.preconditioned_gradient_descent.instances_theorem_1 import (
    Setting,
    competitors,
    prompts,
    settings,
    singular_too,
)

minimum = PAPER.claim("Theorem 1", kind="expectation", settings=singular_too(), prompts=prompts)
rescaling = PAPER.claim(
    "Theorem 1, rescalings",
    slug="theorem-1-rescaling",
    kind="expectation",
    settings=singular_too(),
    prompts=lambda s: space(gamma=dyadics(0.125, 4)),
    uses=[minimum],
)
identity = PAPER.claim(
    "after Theorem 1",
    slug="theorem-1-isotropic",
    kind="forall",
    settings=settings(anisotropic=False),
    prompts=lambda s: space(gamma=dyadics(0.125, 4)),
    uses=[minimum],
)


@minimum.printed(rf"${CLOSED_FORM}$ is a global minimum of $f(b,A)$.", optimum=printed_form)
def no_competitor_is_below(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """No choice of b and A has a smaller in-context loss."""
    b, A = optimum(s)
    others = competitors(prompt, b, A)
    loss = in_context_loss(
        concatenate([others[0], b], 0), concatenate([others[1], A], 0), s.Sigma, s.n
    )
    return at_least(moveaxis(loss[:-1].reshape(4, len(prompt)), 0, 1), loss[-1:])


@rescaling.printed(
    rf"With ${CLOSED_FORM}$, also $(\gamma b,\gamma^{{-1}}A)$ is a global minimum of $f(b,A)$.",
    scaled=lambda A, gamma: A / gamma,
)
def rescaled_loss(s: Setting, prompt: Prompt, scaled: Callable[[Array, Array], Array]) -> Margin:
    """A rescaled pair has the smallest loss, too."""
    b, A = printed_form(s)
    signs = concatenate([prompt.gamma, -prompt.gamma], 0)
    loss = in_context_loss(
        b * signs[:, None], scaled(A, signs[:, None, None]) + A * 0, s.Sigma, s.n
    )
    least = in_context_loss(b, A, s.Sigma, s.n)
    return equal(moveaxis(loss.reshape(2, len(prompt)), 0, 1), least)


@identity.printed(
    r"For $\Sigma=I_d$ the optimal A is $-\frac{1}{\frac{n-1}{n}+(d+2)\frac1n}"
    r"\begin{bmatrix}I_d\\0\end{bmatrix}$.",
    optimum=isotropic(2),
)
def simple_form(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """For isotropic data the optimal A, up to rescaling, is a multiple of the identity."""
    gamma = prompt.gamma[:, None, None]
    return equal(optimum(s)[1] / gamma, printed_form(s)[1] / gamma)


for name, wrong in WRONG.items():
    minimum.mutant(name, optimum=wrong, settings=settings())  # some divide by an eigenvalue
rescaling.mutant("A times gamma", scaled=lambda A, gamma: A * gamma)
rescaling.mutant("A unchanged", scaled=lambda A, gamma: A + gamma * 0)
rescaling.mutant("A over the square of gamma", scaled=lambda A, gamma: A / gamma / gamma)
identity.mutant("Sigma is not the identity", settings=settings())
identity.mutant("d in place of d + 2", optimum=isotropic(0))
identity.mutant("n in place of n - 1", optimum=isotropic(3))
