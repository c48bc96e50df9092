r"""Layers and products of layers under $X_0\mapsto U_\Sigma X_0$, in the proofs of Theorems 4 and 5.

$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with U orthogonal, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$ (the set S), layers
$0,\dots,k$, the factor $\frac1n$ of (4) absorbed. $X_i(X,C)$ are the first d rows after layer $i-1$, and
$G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$. (29) is without B, where $X_i=X_0$; (46), the bare id, is (39) and
(44) with $A_j$ as the argument (the text leaves $B_j$ there).
"""

from __future__ import annotations

from typing import Any

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_dual import Dual
from theorems.preconditioned_gradient_descent.instances_equivariance import (
    ON_A_PROMPT,
    PLANE,
    settings,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Quantity,
    Transport,
    layers,
    product,
    turned,
    values,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import Model, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting


def all_layers(m: Model, X_0: Array) -> list[Dual]:
    return [*m.covariates(X_0), m.G(X_0)]


# A turn in the plane is not its own inverse.
TURNED: dict[str, Any] = {**ON_A_PROMPT, "settings": settings(), "examples": [PLANE]}
both = PAPER.claim("(46)", slug="equivariance", **TURNED)
eq_29 = PAPER.claim(
    "(29)", slug="equivariance-eq-29", settings=settings(only_A=True), **ON_A_PROMPT
)
eq_39 = PAPER.claim("(39)", slug="equivariance-eq-39", **TURNED)
eq_44 = PAPER.claim("(44)", slug="equivariance-eq-44", **TURNED)


@both.printed(
    r"$X_i(U_\Sigma X_0,A_j)=U_\Sigma X_i(X_0,A_j)$ for all i, and $G(U_\Sigma X_0,A_j)=U_\Sigma G(X_0,A_j)$.",
    quantity=all_layers,
    image=lambda s, x: s.U @ x,
)
@eq_29.printed(
    r"$G(U_\Sigma X_0,A_j)=U_\Sigma G(X_0,A_j)$.", quantity=product, image=lambda s, x: s.U @ x
)
@eq_39.printed(
    r"$X_i(U_\Sigma X_0,B_j)=U_\Sigma X_i(X_0,B_j)$ for all i.",
    quantity=layers,
    image=lambda s, x: s.U @ x,
)
@eq_44.printed(
    r"$G(U_\Sigma X_0,B_j)=U_\Sigma G(X_0,B_j)$.", quantity=product, image=lambda s, x: s.U @ x
)
def transformed_alike(s: Setting, prompt: Prompt, quantity: Quantity, image: Transport) -> Margin:
    """Transformed covariates give transformed layers."""
    m = model(s)
    there, here = quantity(m, turned(s, prompt)), quantity(m, prompt.X)
    return equal(values(there), stack([image(s, x.value) for x in here], 1))


for claim in (both, eq_29, eq_39, eq_44):
    claim.mutant("the inverse", image=lambda s, x: s.U_inverse @ x)
    claim.mutant("not at all", image=lambda s, x: x)
for claim in (both, eq_39, eq_44):
    claim.mutant("A and B outside of S", settings=settings(in_S=False))
eq_29.mutant("A outside of S", settings=settings(in_S=False, only_A=True))
