r"""(52), and the split of (50) into spade and heart.

The spade is the derivative of G with the $A_i$ of the product held fixed, the heart what the product's own
$A_j$ adds. (52) moves $U_\Sigma$ of the heart to the direction.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_50
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import Model, mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

split = PAPER.claim(
    "(50), spade and heart",
    slug="equivariance-eq-50-split",
    settings=settings(),
    uses=[eq_50],
    **ON_A_PROMPT,
)
eq_52 = PAPER.claim(
    "(52)", slug="equivariance-eq-52", settings=settings(), uses=[eq_50], **ON_A_PROMPT
)


def spade(m: Model, X_0: Array, start: Array, others: list[Array] | None = None) -> Array:
    """``start`` in place of X_0, then the layers' own derivatives, one after the other."""
    path, M, total = m.covariates(X_0), mask(m.s, X_0), X_0 * 0
    for i in range(m.s.L):
        term = start
        for k, (X, A) in enumerate(zip(path, m.s.A, strict=False)):
            slope = X.slope.mT @ A @ X.value
            if k == i:
                term = term @ M @ (slope + M @ slope.mT)
            else:
                term = term + term @ M @ X.value.mT @ A @ (others[k] if others else X.value)
        total = total + term
    return total


def heart(m: Model, X_0: Array, start: Array) -> Array:
    """``start`` in place of X_0, with C in place of the j-th factor's A_j."""
    term, M = start, mask(m.s, X_0)
    for k, (X, A) in enumerate(zip(m.covariates(X_0), m.s.A, strict=False)):
        middle = m.C if k == m.s.j else A
        step = term @ M @ X.value.mT @ middle @ X.value
        term = step if k == m.s.j else term + step
    return term


@split.printed(
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=\spadesuit+\heartsuit$.", hearts=1
)
def spade_and_heart(s: Setting, prompt: Prompt, hearts: int) -> Margin:
    """The derivative of G has two parts."""
    m, X_0 = model(s, "A", prompt.C), turned(s, prompt)
    parts = spade(m, X_0, prompt.X) + heart(m, X_0, prompt.X) * hearts
    return equal(s.U_inverse @ m.G(X_0).slope, parts)


@eq_52.printed(
    r"$\heartsuit=X_0\prod_{i<j}(I+MX_i^\top A_iX_i)\cdot MX_j^\top U_\Sigma^\top R_jU_\Sigma X_j\cdot"
    r"\prod_{i>j}(I+MX_i^\top A_iX_i)$, all at $X_0$.",
    transport=congruent,
)
def heart_at_the_untransformed(s: Setting, prompt: Prompt, transport: Transport) -> Margin:
    """The heart in terms of the covariates themselves."""
    there = heart(model(s, "A", prompt.C), turned(s, prompt), prompt.X)
    here = heart(model(s, "A", transport(s, prompt.C)), prompt.X, prompt.X)
    return equal(there, here)


split.mutant("no heart", hearts=0)
split.mutant("minus the heart", hearts=-1)
eq_52.mutant("the direction itself", transport=lambda s, C: C)
eq_52.mutant("the inverse in place of U^T", transport=conjugate)
