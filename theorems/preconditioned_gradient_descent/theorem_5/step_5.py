"""Step 5 of the proof of Theorem 5 (B.3): steps 2 to 4 again, where $A_j$ moves.

What it repeats is claimed with its model, in steps 2 to 4 (the number of (51) is lost in the text extraction).
``eq-49/match``: with the direction of the other case, (40), (47) is wrong. ``inside`` is true in B.2, where the
covariates stand still, and fails here as in step 4.
"""

from lemmata import amended, dims, equal, lines, mutants, printed, theorem
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import IN_S, MOVING, congruent, conjugate, itself
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, replaced
from theorems.preconditioned_gradient_descent.theorem_4.step_3 import mean, transformed_R
from theorems.preconditioned_gradient_descent.theorem_5.step_2 import all_layers, eq_39, eq_41, eq_43
from theorems.preconditioned_gradient_descent.theorem_5.step_4 import circle, mean_of_the_derivative


@theorem(
    PAPER,
    "after (49)",
    id="theorem-5/step-5/eq-49/match",
    rank="slip",
    origin="read",
    at=lines(1353),
    uses=[eq_41, eq_43],
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$; $(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and "
    r"$B_i=b_iI$; $\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for "
    r"any matrix $R_j$, at $t=0$, with $C=U_\Sigma^{-1}SU_\Sigma$ with $S=R_j$, at which (49) is to match the "
    r"third line of (48): $U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tC)$ for "
    "all i.",
    defect="typo",
    because=r"It is that of (40), copied; (47) and (49) have $C = U_\Sigma^\top R_j U_\Sigma$.",
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$; $(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and "
    r"$B_i=b_iI$; $\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for "
    r"any matrix $R_j$, at $t=0$, with $C=U_\Sigma^\top R_jU_\Sigma$, at which (49) is to match the third line "
    r"of (48): $U_\Sigma^{-1}\frac d{dt}X_i(U_\Sigma X_0,A_j+tR_j)=\frac d{dt}X_i(X_0,A_j+tC)$ for all i.",
    adds=r"$U_\Sigma^\top R_j U_\Sigma$ for $U_\Sigma^{-1} S U_\Sigma$",
    direction=congruent,
)
@mutants(
    {"R_j itself": dict(direction=itself), "minus": dict(direction=lambda C, U_Sigma: -congruent(C, U_Sigma))}
)
def match(j, A, B, X, C, U_Sigma, U_inverse, direction=conjugate):
    """As A moves, transforming the covariates transforms the direction as it does where B moves."""
    found = as_A_moves(lambda A, B: all_layers(U_Sigma @ X, A, B), A, B, j, C)
    return equal(U_inverse @ found, as_A_moves(lambda A, B: all_layers(X, A, B), A, B, j, direction))


@theorem(
    PAPER,
    "B.3, end of step 5",
    id="theorem-5/step-5/inside",
    rank="slip",
    at=lines(1434),
    uses=[eq_39],
    pinned=dict.fromkeys(("d", "k", "j"), "as printed: one counterexample is enough to refute"),
    **IN_S,
    **MOVING,
)
@printed(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $R_j$ and a uniformly "
    r"random orthogonal $U$: $\mathbf E_U[G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=G(X_0,A_j+t\mathbf "
    r"E_U[U_\Sigma^\top R_jU_\Sigma])$ for all t (absorbed into $R_j$).",
    defect="typo",
    because="A derivative is lost: only that at $t = 0$ is affine in the direction (and only it is used). "
    r"With two layers G is cubic in $A_0$, which moves $X_1$. (Here with $R_0 = \Sigma^{-1/2} K \Sigma^{-1/2}$ "
    r"for the symmetric K of trace 0 that has the first row of C: $U^\top K U$ runs uniformly around a circle, "
    "and four points of it have its means up to degree 3.)",
    d=dims(2, 2),
    k=dims(1, 1),
    j=dims(0, "k - 1", most="k - 1"),
    falls_with="preconditioned_gradient_descent/theorem-5/step-4/inside",
)
@amended(
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$, and $G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$; "
    r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$; $\Sigma\succ0$ and "
    r"$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $R_j$ and a uniformly "
    r"random orthogonal $U$: $\mathbf E_U[\frac d{dt}G(X_0,A_j+tU_\Sigma^\top R_jU_\Sigma)]=\frac "
    r"d{dt}G(X_0,A_j+t\mathbf E_U[U_\Sigma^\top R_jU_\Sigma])$ at $t=0$ (means are taken over the signed "
    r"permutations U; of what is affine in $U^\top KU$ they are those over all orthogonal U).",
    adds="the derivative of G at $t = 0$ for G",
    check=mean_of_the_derivative,
    directions=transformed_R,
    as_it_moves=as_A_moves,
)
@mutants(
    all_but_one_of_the_signed_permutations=dict(average=lambda each: mean(each[1:])),
    nine_tenths_of_the_mean=dict(average=lambda each: mean(each) * 9 / 10),
    zero_for_the_mean=dict(average=lambda each: 0 * each[0]),
)
def inside(j, half_inverse, A, B, X, C):
    """With B the mean over rotations may be taken inside of G, as A moves."""
    shifts = half_inverse @ circle(C[0]) @ half_inverse  # their mean is 0
    return equal(mean(G(X, replaced(A, j, A[j] + shifts), B)), G(X, A, B))
