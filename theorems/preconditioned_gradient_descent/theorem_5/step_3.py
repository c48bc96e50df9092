r"""Step 3 of the proof of Theorem 5 (B.3): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

$G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$. (44) and (45) are what (39) and (40) say of G.

The expansion in the proof of (45) is printed with slips. Its second line (``expansion``) has $X_\ell^\top
A_\ell X_i$ with $B_\ell$ as an argument for $X_\ell^\top A_\ell X_\ell$ with $B_j$, and moves only the
first $X_i$ with t. Its last lines (``last-line``) have a second M before $X_i^\top$, which is harmless
($M^2=M$), and $X_\ell(X_0,B_\ell)$ for $X_\ell(X_0,B_j)$ in the products: another layer, from three layers
on. Step 5 has the same expansions for the spade of (50), with the same slips and the same checks.
"""

import functools
import operator

from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import Array
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import (
    BELOW_THE_LAST,
    ON_S,
    PLANE,
    PRODUCT_IN_S,
    STILL,
    Anywhere,
    Setting,
    Transport,
    congruent,
    conjugate,
    settings,
    turned,
)
from theorems.preconditioned_gradient_descent.layers import Model, Moving, covariates_with, mask, model, product
from theorems.preconditioned_gradient_descent.theorem_4.step_2 import (
    by_U,
    direction_transformed_instead,
    transformed_alike,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import eq_39, eq_40

eq_44 = PAPER.claim(
    "(44)",
    id="theorem-5/step-3/eq-44",
    summary="On S transformed covariates give a transformed G, where the covariates move.",
    rank="step",
    at=lines(1182, 1192),
    examples=[PLANE],
    uses=[eq_39],
    **STILL,
)
eq_44.printed(rf"{PRODUCT_IN_S}$G(U_\Sigma X_0)=U_\Sigma G(X_0)$.", quantity=product, image=by_U)(
    transformed_alike
)
eq_44.mutant("the inverse", image=lambda s, x: s.U_Sigma_inverse @ x)
eq_44.mutant("not at all", image=lambda s, x: x)
eq_44.mutant("A and B outside of S", settings=settings(Anywhere, moving=False))

eq_45 = PAPER.claim(
    "(45)",
    id="theorem-5/step-3/eq-45",
    summary="On S, as B moves, transforming the covariates transforms the direction of G.",
    rank="step",
    at=lines(1192, 1197),
    uses=[eq_39, eq_40],
    **ON_S,
)
eq_45.printed(
    PRODUCT_IN_S + r"for any matrix $S_j$, at $t=0$: "
    r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)$.",
    quantity=product,
    moving="B",
    transport=conjugate,
)(direction_transformed_instead)
eq_45.mutant("the direction itself", transport=lambda s, C: C)
eq_45.mutant("U^T in place of the inverse", transport=congruent)
eq_45.mutant("A and B outside of S", settings=settings(Anywhere))

expansion = PAPER.claim(
    "proof of (45)",
    id="theorem-5/step-3/eq-45/expansion",
    summary="As B moves, the derivative of G is a sum in which one layer moves at its first place.",
    rank="slip",
    at=lines(1199, 1208),
    **ON_S,
)


def moved_by_the_layers(m: Model, X_0: Array) -> Dual:
    """X_0 times the factors of G, in which the layers move, and the A_i of the factors do not."""
    G, M = still(X_0), still(mask(m.s.n, X_0))
    for X, A in zip(m.covariates(X_0), m.s.A, strict=False):
        G = G + G @ M @ X.mT @ still(A[None]) @ X
    return G


AT_U = (
    PRODUCT_IN_S + r"for any matrix $%s$, at $t=0$, with all $X_i$ at $U_\Sigma X_0$ and the j-th matrix as "
    r"an argument: "
)


@expansion.printed(
    AT_U
    % "S_j"
    + r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell "
    r"X_i(B_\ell))M\frac d{dt}(X_i(B_j+tS_j)^\top A_iX_i(B_j))"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_i(B_\ell))$.",
    defect="typo",
    because="X_i for X_l and B_l for B_j in the products; the second X_i moves with t, too. (Below the last "
    "layer: B_k moves no X_i.)",
    fails_where=lambda s: s.j < s.k,
    moving="B",
    swapped=1,
    second=0,
)
@expansion.amended(
    AT_U
    % "S_j"
    + r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(B_j)^\top A_\ell "
    r"X_\ell(B_j))M\frac d{dt}(X_i(B_j+tS_j)^\top A_iX_i(B_j+tS_j))"
    r"\prod_{\ell>i}(I+MX_\ell(B_j)^\top A_\ell X_\ell(B_j))$.",
    adds="X_l at B_j for X_i at B_l in the products; both X_i move with t",
    moving="B",
    swapped=0,
    second=1,
)
def expansion_of_g(s: Setting, prompt: Prompt, moving: Moving, swapped: int, second: int) -> Margin:
    """The expansion of the derivative of G."""
    X_0, M = turned(s, prompt), mask(s.n, prompt.X)
    moved = model(s, moving, prompt.C)
    path = moved.covariates(X_0)
    printed = covariates_with(s, moving, X_0) if swapped else []
    terms = []
    for i in range(s.k + 1):
        term = prompt.X
        for m, (X, A) in enumerate(zip(path, s.A, strict=False)):
            if m == i:
                slope = X.slope.mT @ A @ X.value  # and its transpose: A is symmetric
                term = term @ M @ (slope + slope.mT * second)
            else:
                right = printed[m][i].value if swapped else X.value
                term = term + term @ M @ X.value.mT @ A @ right
        terms.append(term)
    derivative = s.U_Sigma_inverse @ moved_by_the_layers(moved, X_0).slope
    return equal(derivative, functools.reduce(operator.add, terms))


expansion.mutant("the second factor with the other sign", second=-1)
expansion.mutant("the second factor twice", second=2)

last_lines = PAPER.claim(
    "(45), (ii)",
    id="theorem-5/step-3/eq-45/last-line",
    summary="As B moves, the derivative of G is a sum over the plain layers of other networks.",
    rank="slip",
    at=lines(1208, 1215),
    uses=[eq_39, eq_40],
    **BELOW_THE_LAST,
)
LAST = PRODUCT_IN_S + (
    r"for any matrix $%s$, at $t=0$, with the j-th matrix as an argument: "
    r"%s=X_0\sum_i\prod_{\ell<i}(I+MX_\ell(%s)^\top A_\ell X_\ell(%s))"
    r"M(\dot X_i^\top A_iX_i+MX_i^\top A_i\dot X_i)"
    r"\prod_{\ell>i}(I+MX_\ell(%s)^\top A_\ell X_\ell(%s))$, all at $X_0$, with $\dot X_i$ for "
    r"$\frac d{dt}X_i$ along $%s$."
)
SLOPE = r"$U_\Sigma^{-1}\frac d{dt}G(U_\Sigma X_0,B_j+tS_j)"
CONJUGATE = r"U_\Sigma^{-1}S_jU_\Sigma"


def spade(m: Model, X_0: Array, start: Array, others: list[Array] | None = None, second: int = 1) -> Array:
    """The sum over i: ``start`` in place of X_0, then the factors, of which the i-th layer moves."""
    path, M, terms = m.covariates(X_0), mask(m.s.n, X_0), []
    for i in range(m.s.k + 1):
        term = start
        for ell, (X, A) in enumerate(zip(path, m.s.A, strict=False)):
            if ell == i:
                slope = X.slope.mT @ A @ X.value
                term = term @ M @ (slope + M @ slope.mT * second)
            else:
                term = term + term @ M @ X.value.mT @ A @ (others[ell] if others else X.value)
        terms.append(term)
    return functools.reduce(operator.add, terms)


@last_lines.printed(
    LAST % ("S_j", SLOPE, "B_j", r"B_\ell", "B_j", r"B_\ell", CONJUGATE),
    defect="typo",
    because="B_l for B_j in the products: with two layers above the j-th, X_(j+1) is that of another network.",
    fails_where=lambda s: s.j <= s.k - 2,
    moving="B",
    transport=conjugate,
    swapped=1,
    second=1,
)
@last_lines.amended(
    LAST % ("S_j", SLOPE, "B_j", "B_j", "B_j", "B_j", CONJUGATE),
    adds="B_j for B_l in the products",
    moving="B",
    transport=conjugate,
    swapped=0,
    second=1,
)
def last_line(
    s: Setting, prompt: Prompt, moving: Moving, transport: Transport, swapped: int, second: int
) -> Margin:
    """The derivative of G, or its spade, in terms of the covariates themselves."""
    transformed = model(s, moving, prompt.C)
    X_0, C = turned(s, prompt), transport(s, prompt.C)
    others = [path[ell].value for ell, path in enumerate(covariates_with(s, moving, prompt.X))]
    plain = spade(model(s, moving, C), prompt.X, prompt.X, others if swapped else None, second)
    # As A_j moves, the spade leaves out that the A_j of the product moves; B_j is not in the product.
    moved = moved_by_the_layers(transformed, X_0) if moving == "A" else transformed.G(X_0)
    return equal(s.U_Sigma_inverse @ moved.slope, plain)


last_lines.mutant("the direction itself", transport=lambda s, C: C)
last_lines.mutant("twice the direction", transport=lambda s, C: conjugate(s, C) * 2)
last_lines.mutant("U^T in place of the inverse", transport=congruent)
last_lines.mutant("the second factor with the other sign", second=-1)
