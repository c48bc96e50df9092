r"""The loss in terms of G, before (28) and (38): the sign in its definition, and an outer product.

G is defined with $I-MX_i^\top A_iX_i$, where (22), (29), (31) and (44) have a plus.
``outer``: $Y_{k+1}^\top Y_{k+1}=G^\top w_\star w_\star^\top G$, printed as $G^\top w_\star^\top w_\star G$, a
number times $G^\top G$.
"""

from __future__ import annotations

from lemmata.arrays import Array, eye, sum, trace
from lemmata.claims import Claim
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import eq_44
from theorems.preconditioned_gradient_descent.instances_equivariance import (
    Setting,
    last,
    mask,
    model,
    prompts,
    settings,
)


def display(label: str, slug: str, space: Space) -> Claim:
    slug = f"equivariance-{slug}"
    return PAPER.claim(
        label, slug=slug, kind="forall", settings=space, prompts=prompts, uses=[eq_44]
    )


anywhere = settings(in_S=False)
definition = display("before (28), G", "g", anywhere)
outer = display("before (28), outer product", "outer", anywhere)


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


@outer.printed(
    r"$\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))="
    r"\operatorname{Tr}((I-M)G^\top w_\star^\top w_\star G(I-M))$.",
    expect="refuted",
    defect="typo",
    because="The factors are in the other order; the next line has the mean of w_star w_star^T.",
    swapped=1,
)
@outer.amended(
    r"$\operatorname{Tr}((I-M)Y_{k+1}^\top Y_{k+1}(I-M))="
    r"\operatorname{Tr}((I-M)G^\top w_\star w_\star^\top G(I-M))$.",
    swapped=0,
)
def outer_product(s: Setting, prompt: Prompt, swapped: int) -> Margin:
    """The loss of a prompt in terms of G."""
    m, w = model(s), prompt.w[..., None]
    Y, G = m.states(prompt.X, prompt.w)[-1].value[:, s.d :], m.G(prompt.X).value
    middle = sum(w * w, (1, 2))[:, None, None] * eye(s.d, G) if swapped == 1 else w @ w.mT
    rest: Array = last(s, G)
    square = rest if swapped >= 0 else mask(s, G)
    return equal(trace(rest @ Y.mT @ Y @ rest), trace(square @ G.mT @ middle @ G @ square))


definition.mutant("twice", sign=2)
definition.mutant("no layer", sign=0)
outer.mutant("the other tokens", swapped=-1)
