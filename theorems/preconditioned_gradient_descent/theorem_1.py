r"""The closed form (8) minimises the in-context loss of one linear attention layer.

Theorem 1: $x\sim N(0,\Sigma)$ with $\Sigma=U\Lambda U^\top$, $w_\star\sim N(0,I)$,
parametrisation (7) with $b\in\mathbb R^{d+1}$ and $A\in\mathbb R^{(d+1)\times d}$, loss (5) (squared;
(6) has lost the square). The loss is not sampled: it is a polynomial in $b$ and $A$ whose coefficients
are moments of a Wishart matrix, evaluated in rational arithmetic where $\Sigma$ is rational.

Suffixes: ``rescaling`` are the pairs $(\gamma b,\gamma^{-1}A)$, ``isotropic`` the form displayed after the
theorem for $\Sigma=I$, ``critical-point`` (a file of its own) the gradient at (8).
"""

from __future__ import annotations

from baselines.gaussian_moments import in_context_loss
from lemmata.margins import Margin, at_least
from lemmata.spaces import Prompt
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_theorem_1 import (
    CLOSED_FORM,
    WRONG,
    Optimum,
    Setting,
    isotropic,
    nonzero_gamma,
    printed_form,
    prompts,
    rescaled,
    settings,
)

minimum = PAPER.claim("Theorem 1", kind="expectation", settings=settings(), prompts=prompts)
rescaling = PAPER.claim(
    "Theorem 1, rescalings",
    slug="theorem-1-rescaling",
    kind="expectation",
    settings=nonzero_gamma(),
    prompts=prompts,
    uses=[minimum],
)
identity = PAPER.claim(
    "after Theorem 1",
    slug="theorem-1-isotropic",
    kind="expectation",
    settings=settings(anisotropic=False),
    prompts=prompts,
    uses=[minimum],
)


@minimum.printed(rf"${CLOSED_FORM}$ is a global minimum of $f(b,A)$.", optimum=printed_form)
@rescaling.printed(
    rf"With ${CLOSED_FORM}$, also $(\gamma b,\gamma^{{-1}}A)$ is a global minimum of $f(b,A)$.",
    optimum=rescaled(printed_form),
)
@identity.printed(
    r"For $\Sigma=I_d$: $b=e_{d+1}$ and $A=-\frac{1}{\frac{n-1}{n}+(d+2)\frac1n}"
    r"\begin{bmatrix}I_d\\0\end{bmatrix}$ is a global minimum.",
    optimum=isotropic(2),
)
def no_competitor_is_below(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """No choice of b and A has a smaller in-context loss."""
    return at_least(
        in_context_loss(prompt.b, prompt.A, s.Sigma, s.n),
        in_context_loss(*optimum(s), s.Sigma, s.n),
    )


for name, optimum in WRONG.items():
    minimum.mutant(name, optimum=optimum)
    rescaling.mutant(name, optimum=rescaled(optimum))
rescaling.mutant("A times gamma", optimum=rescaled(printed_form, inverse=False))
identity.mutant("Sigma is not the identity", settings=settings())
identity.mutant("d in place of d + 2", optimum=isotropic(0))
identity.mutant("n in place of n - 1", optimum=isotropic(3))
