r"""The end of the proof of (47): at which direction (49) matches (48).

"when $C=U_\Sigma^{-1}SU_\Sigma$", which is the direction of the other case, (40): with it (47) is wrong.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_47
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    slopes,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

match = PAPER.claim(
    "after (49)", slug="equivariance-match", settings=settings(), uses=[eq_47], **ON_A_PROMPT
)


@match.printed(
    r"(49) matches the third line of (48) when $C=U_\Sigma^{-1}SU_\Sigma$: this is the direction of (47).",
    expect="refuted",
    defect="typo",
    because="It is that of (40), copied; (47) and (49) have C = U_Sigma^T R_j U_Sigma.",
    transport=conjugate,
)
@match.amended(
    r"(49) matches the third line of (48) when $C=U_\Sigma^\top R_jU_\Sigma$: this is the direction of (47).",
    transport=congruent,
)
def direction_of_the_match(s: Setting, prompt: Prompt, transport: Transport) -> Margin:
    """The direction at which the two sides of the induction match."""
    there = model(s, "A", prompt.C).covariates(turned(s, prompt))
    here = model(s, "A", transport(s, prompt.C)).covariates(prompt.X)
    return equal(s.U_inverse @ slopes(there), slopes(here))


match.mutant("R_j itself", transport=lambda s, C: C)
match.mutant("minus", transport=lambda s, C: -congruent(s, C))
