r"""Proof of Theorem 5, step 4: the mean over U, taken inside of G.

"Thus $\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$".
What is affine in the direction is the derivative at $t=0$; G is not: $X_{j+1}$ enters it twice. With two
layers and $j=0$ G is quadratic in $B_0$. The instance is $d=2$ and $K=\Sigma^{-1/2}S\Sigma^{1/2}$ symmetric
with trace 0: then $U^\top KU$ runs uniformly around a circle, and four points of it have the means of all
polynomials of degree 3. The sentence of B.2 on $A_j$, in which G is affine, is the suffix ``inside-a``.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate, eye, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_45
from theorems.preconditioned_gradient_descent.instances_equivariance import prompts, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_model import mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

two = settings(d=(2, 2), layers=2, below=1)
inside_B, inside_A = (
    PAPER.claim(
        label,
        slug=f"equivariance-inside-{which.lower()}",
        kind="forall",
        settings=space,
        prompts=prompts,
        uses=[eq_45],
    )
    for label, which, space in (
        ("B.3, end of step 4", "B", two),
        ("B.2, end of step 3", "A", settings(d=(2, 2), layers=2, below=1, only_A=True)),
    )
)


def circle(s: Setting, prompt: Prompt, moving: int) -> list[Array]:
    """Four directions U_Sigma^-1 S U_Sigma, or U_Sigma^T R U_Sigma, whose mean is 0."""
    p, q = prompt.C[:, 0, :1], prompt.C[:, 0, 1:]
    found = []
    for a, b in ((p, q), (-q, p), (-p, -q), (q, -p)):
        K = stack([concatenate([a, b], 1), concatenate([b, -a], 1)], 1)
        found.append(s.power(1 if moving else -1) @ K @ s.power(-1))
    return found


def G(s: Setting, X: Array, in_A: Array, in_B: Array) -> Array:
    """G of two layers, with ``in_A`` and ``in_B`` added to A_0 and B_0."""
    M, one, A_0 = mask(s, X), eye(s.n + 1, X), s.A[0] + in_A
    step = M @ X.mT @ A_0 @ X
    X_1 = X + (s.B[0] + in_B) @ X @ step
    return X @ (one + step) @ (one + M @ X_1.mT @ s.A[1] @ X_1)


@inside_B.printed(
    r"$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$.",
    expect="refuted",
    defect="proof-step",
    because="Only the derivative at t = 0 is affine in the direction (and only it is used).",
    moving=1,
    slope=0,
    kept=4,
)
@inside_B.amended(
    r"$\mathbf E_U[\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=\frac d{dt}G(X_0,B_j+t\mathbf E_U"
    r"[U_\Sigma^{-1}S_jU_\Sigma])$ at $t=0$.",
    moving=1,
    slope=1,
    kept=4,
)
@inside_A.printed(
    r"Without B: $\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]="
    r"G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$.",
    moving=0,
    slope=0,
    kept=4,
)
def mean_inside(s: Setting, prompt: Prompt, moving: int, slope: int, kept: int) -> Margin:
    """The mean over U taken inside of G."""
    points = circle(s, prompt, moving)
    if slope:
        found = [model(s, "B", C).G(prompt.X).slope for C in points]
        wanted = prompt.X * 0
    else:
        zero = prompt.C * 0
        found = [G(s, prompt.X, C * (1 - moving), C * moving) for C in points]
        wanted = G(s, prompt.X, zero, zero)
    # One of the four on both sides gives the two a size.
    return equal(sum(stack(found[:kept], 0), 0) / 4 + found[0], wanted + found[0])


for claim in (inside_A, inside_B):
    claim.mutant("three of the four directions", kept=3)
    claim.mutant("two neighbours", kept=2)
inside_A.mutant("with B", settings=two, moving=1)
inside_B.mutant("the direction in A, with B", moving=0, slope=0)
inside_A.mutant("the direction in A, with B", settings=two)
