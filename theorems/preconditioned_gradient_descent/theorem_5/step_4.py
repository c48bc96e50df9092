r"""Step 4 of the proof of Theorem 5 (B.3): the mean over U turns a direction in $B_j$ into one of S.

As step 3 of Theorem 4, whose checks these are. ``equality-i``: the slope at $U_\Sigma X_0$ along $S_j$ is that
at $X_0$ along $U_\Sigma^{-1}S_jU_\Sigma$. ``average``: the mean of this direction is $s_jI$ with
$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$.

``inside``: "Thus
$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$". What is
affine in the direction is the derivative at $t=0$; G is not: $X_{j+1}$ enters it twice. With two layers and
$j=0$ G is quadratic in $B_0$. The instance is $d=2$ and $K=\Sigma^{-1/2}S\Sigma^{1/2}$ symmetric with trace 0.
"""

from lemmata import lines
from lemmata.numbers import Array, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import ON_S, Setting, congruent, conjugate, prompts
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import (
    average_direction,
    mean_inside,
    slope_at_the_untransformed,
    two_layers,
)
from theorems.preconditioned_gradient_descent.theorem_5.step_3 import eq_45
from theorems.preconditioned_gradient_descent.theorem_5.step_5 import eq_50

equality = PAPER.claim(
    "B.3, step 4 (i)",
    id="theorem-5/step-4/equality-i",
    rank="step",
    at=lines(1217, 1229),
    uses=[eq_45, eq_50],
    **ON_S,
)
equality.printed(
    r"$\operatorname{Tr}((I-M)G^\top\Sigma^{-1}\frac d{dt}G(I-M))$ at $U_\Sigma X_0$ along $S_j$ is that at "
    r"$X_0$ along $U_\Sigma^{-1}S_jU_\Sigma$.",
    moving="B",
    transport=conjugate,
)(slope_at_the_untransformed)
equality.mutant("the direction itself", transport=lambda s, C: C)
equality.mutant("U^T in place of the inverse", transport=congruent)

average = PAPER.claim(
    "B.3, step 4", id="theorem-5/step-4/average", rank="step", at=lines(1236, 1247), uses=[eq_45, eq_50], **ON_S
)


def s_j(s: Setting, S: Array) -> Array:
    return trace(s.power(-1) @ S @ s.power(1)) / s.d


average.printed(
    r"$\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma]=s_jI$, "
    r"$s_j=\frac1d\operatorname{Tr}(\Sigma^{-1/2}S_j\Sigma^{1/2})$.",
    left=-1,
    share=s_j,
    image=0,
)(average_direction)
average.mutant("s_j times the inverse of Sigma", image=-2)
average.mutant("without 1 / d", share=lambda s, S: s_j(s, S) * s.d)

inside = PAPER.claim(
    "B.3, end of step 4",
    id="theorem-5/step-4/inside",
    rank="step",
    at=lines(1247),
    settings=two_layers,
    prompts=prompts,
    uses=[eq_45],
)
inside.printed(
    r"$\mathbf E_U[G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=G(X_0,B_j+t\mathbf E_U[U_\Sigma^{-1}S_jU_\Sigma])$.",
    defect="proof-step",
    because="Only the derivative at t = 0 is affine in the direction (and only it is used).",
    moving="B",
    derivative=False,
    count=4,
)(mean_inside)
inside.amended(
    r"$\mathbf E_U[\frac d{dt}G(X_0,B_j+tU_\Sigma^{-1}S_jU_\Sigma)]=\frac d{dt}G(X_0,B_j+t\mathbf E_U"
    r"[U_\Sigma^{-1}S_jU_\Sigma])$ at $t=0$.",
    adds="the derivative of G at t = 0 for G",
    moving="B",
    derivative=True,
    count=4,
)(mean_inside)
inside.mutant("three of the four directions", count=3)
inside.mutant("two neighbours", count=2)
inside.mutant("the direction in A, with B", moving="A", derivative=False)
