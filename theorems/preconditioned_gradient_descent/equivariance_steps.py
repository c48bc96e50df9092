r"""Steps 3 and 4 in the proofs of Theorems 4 and 5: (28), (38), and equality (i).

``eq-28`` (and (38)): the derivative of $\operatorname{Tr}((I-M)G^\top\Sigma^{-1}G(I-M))$ at $U_\Sigma X_0$.
``step-3``, ``step-4``: equality (i), the same at $X_0$ along $U_\Sigma^\top R_jU_\Sigma$ and
$U_\Sigma^{-1}S_jU_\Sigma$.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_45, eq_50
from theorems.preconditioned_gradient_descent.instances_dual import Dual, still
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import (
    Moving,
    last,
    model,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

eq_28 = PAPER.claim(
    "(28), (38)", slug="equivariance-eq-28", settings=settings(), uses=[eq_45, eq_50], **ON_A_PROMPT
)
step_3 = PAPER.claim(
    "B.2, step 3 (i)",
    slug="equivariance-step-3",
    settings=settings(),
    uses=[eq_45, eq_50],
    **ON_A_PROMPT,
)
step_4 = PAPER.claim(
    "B.3, step 4 (i)",
    slug="equivariance-step-4",
    settings=settings(),
    uses=[eq_45, eq_50],
    **ON_A_PROMPT,
)


def half_slope(s: Setting, G: Dual) -> Array:
    """Tr((I - M) G^T Sigma^-1 (dG / dt) (I - M))."""
    rest = last(s, G.value)
    return trace(rest @ G.value.mT @ s.power(-2) @ G.slope @ rest)


@eq_28.printed(
    r"$\frac d{dt}\operatorname{Tr}((I-M)G^\top\Sigma^{-1}G(I-M))="
    r"2\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$.",
    factor=2,
)
def slope_of_the_loss(s: Setting, prompt: Prompt, factor: int) -> Margin:
    """The derivative of the loss of a prompt in terms of that of G."""
    G = model(s, "B", prompt.C).G(turned(s, prompt))
    rest = still(last(s, G.value))
    curve = rest @ G.mT @ still(s.power(-2)) @ G @ rest
    return equal(trace(curve.slope), half_slope(s, G) * factor)


@step_3.printed(
    r"$\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $R_j$ is that at "
    r"$X_0$ along $U_\Sigma^\top R_jU_\Sigma$.",
    moving="A",
    transport=congruent,
)
@step_4.printed(
    r"$\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $S_j$ is that at "
    r"$X_0$ along $U_\Sigma^{-1}S_jU_\Sigma$.",
    moving="B",
    transport=conjugate,
)
def slope_at_the_untransformed(
    s: Setting, prompt: Prompt, moving: Moving, transport: Transport
) -> Margin:
    """The slope of the loss at transformed covariates is one at the covariates themselves."""
    there = model(s, moving, prompt.C).G(turned(s, prompt))
    here = model(s, moving, transport(s, prompt.C)).G(prompt.X)
    return equal(half_slope(s, there), half_slope(s, here))


eq_28.mutant("without the factor 2", factor=1)
eq_28.mutant("minus", factor=-2)
for claim in (step_3, step_4):
    claim.mutant("the direction itself", transport=lambda s, C: C)
step_3.mutant("the inverse in place of U^T", transport=conjugate)
step_4.mutant("U^T in place of the inverse", transport=congruent)
