r"""The definition of G, before (28) and (38): its sign.

G is defined with $I-MX_i^\top A_iX_i$, where (22), (29), (31) and (44) have a plus. (In step 5 of B.3 it is
defined again, with a plus, a product that runs up to i where k is meant, and an argument C that appears as
$\bar A_j=A_j+tC$ and as $A_j=C$: the same G, so that there is no claim about it.)
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import eq_44
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_model import model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

anywhere = settings(in_S=False)
definition = PAPER.claim(
    "before (28), G", slug="equivariance-g", settings=anywhere, uses=[eq_44], **ON_A_PROMPT
)


@definition.printed(
    r"With $G(X,\cdot):=X\prod_{i=0}^k(I-MX_i^\top A_iX_i)$: $Y_{k+1}=w_\star^\top G(X_0,\cdot)$.",
    expect="refuted",
    defect="typo",
    because="(22) and (31) have a plus, and so have (29) and (44).",
    sign=-1,
)
@definition.amended(
    r"With $G(X,\cdot):=X\prod_{i=0}^k(I+MX_i^\top A_iX_i)$: $Y_{k+1}=w_\star^\top G(X_0,\cdot)$.",
    sign=1,
)
def last_row_by_g(s: Setting, prompt: Prompt, sign: int) -> Margin:
    """The last row is w^T G."""
    m = model(s)
    Y = m.states(prompt.X, prompt.w)[-1].value[:, s.d :]
    return equal(Y, prompt.w[:, None] @ m.G(prompt.X, sign).value)


definition.mutant("twice", sign=2)
definition.mutant("no layer", sign=0)
definition.mutant("minus twice", sign=-2)
