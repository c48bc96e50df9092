r"""Chains in the proof of Theorem 5 that are printed with slips: the expansions of the derivatives of G.

``eq-45-expansion``, ``spade-expansion`` are the second lines of the expansions of (45) and of the spade in
(50). Their products have $X_\ell^\top A_\ell X_i$ with $B_\ell$ (or $A_\ell$) as an argument for
$X_\ell^\top A_\ell X_\ell$ with $B_j$ ($A_j$), and (45) moves only the first $X_i$ with t.
"""

from __future__ import annotations

import functools

from lemmata import Margin, Prompt, equal
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_45, eq_50
from theorems.preconditioned_gradient_descent.instances_dual import still
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import turned
from theorems.preconditioned_gradient_descent.instances_equivariance_model import (
    Model,
    Moving,
    mask,
    model,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

expansion = PAPER.claim(
    "proof of (45)",
    slug="equivariance-eq-45-expansion",
    settings=settings(),
    uses=[eq_45],
    **ON_A_PROMPT,
)
spade = PAPER.claim(
    "proof of (50)",
    slug="equivariance-spade-expansion",
    settings=settings(),
    uses=[eq_50],
    **ON_A_PROMPT,
)


@expansion.printed(
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell "
    r"X_i(B_\ell))M\frac d{dt}(X_i(B_j+tS_j)^\top A_iX_i(B_j))"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_i(B_\ell))$.",
    expect="refuted",
    defect="typo",
    because="X_i for X_l and B_l for B_j in the products; the second X_i moves with t, too.",
    moving="B",
    swapped=1,
    second=0,
)
@expansion.amended(
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell "
    r"X_\ell(B_j))M\frac d{dt}(X_i(B_j+tS_j)^\top A_iX_i(B_j+tS_j))"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_j))$.",
    moving="B",
    swapped=0,
    second=1,
)
@spade.printed(
    r"$\spadesuit=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(A_j)^\top A_\ell X_i(A_\ell))M\frac d{dt}(X_i(A_j+tR_j)"
    r"^\top A_iX_i(A_j+tR_j))\prod_{\ell>i}(I+MX_\ell(A_j)^\top A_\ell X_i(A_\ell))$.",
    expect="refuted",
    defect="typo",
    because="X_i for X_l and A_l for A_j in the products.",
    moving="A",
    swapped=1,
    second=1,
)
@spade.amended(
    r"$\spadesuit=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(A_j)^\top A_\ell X_\ell(A_j))M\frac d{dt}(X_i(A_j+tR_j)"
    r"^\top A_iX_i(A_j+tR_j))\prod_{\ell>i}(I+MX_\ell(A_j)^\top A_\ell X_\ell(A_j))$.",
    moving="A",
    swapped=0,
    second=1,
)
def expansion_of_g(s: Setting, prompt: Prompt, moving: Moving, swapped: int, second: int) -> Margin:
    """The expansion of the derivative of G."""
    X_0, M, total = turned(s, prompt), mask(s, prompt.X), prompt.X * 0
    moved = model(s, moving, prompt.C)
    path = moved.covariates(X_0)
    replaced = [Model(s, moving, None, i).covariates(X_0) for i in range(s.L)] if swapped else []
    for i in range(s.L):
        term = prompt.X
        for k in range(s.L):
            X, A = path[k], s.A[k]
            if k == i:
                slope = X.slope.mT @ A @ X.value
                term = term @ M @ (slope + slope.mT * second)
            else:
                term = term + term @ M @ X.value.mT @ A @ (
                    replaced[k][i].value if swapped else X.value
                )
        total = total + term
    # The spade keeps the A of the product fixed: only the layers move.
    explicit = model(s, moving).curves("A")
    G = functools.reduce(
        lambda G, pair: G + G @ still(M) @ pair[0].mT @ pair[1] @ pair[0],
        zip(path, explicit, strict=False),
        still(X_0),
    )
    return equal(s.U_inverse @ G.slope, total)


for claim in (expansion, spade):
    claim.mutant("the second factor with the other sign", second=-1)
    claim.mutant("the second factor twice", second=2)
