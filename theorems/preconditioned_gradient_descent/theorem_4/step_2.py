r"""Step 2 of the proof of Theorem 4 (B.2): G and its derivative under $X_0\mapsto U_\Sigma X_0$.

(29) and the outer sides of (30) are in ``theorem-5/step-2/eq-39``, as B.3 has both again for any B, for every
layer and for G. The first line of (30) is ``product``.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import (
    IN_S_WITHOUT_B,
    MOVING,
    congruent,
    conjugate,
    itself,
)
from theorems.preconditioned_gradient_descent.layers import G, as_A_moves, mask


@theorem(
    PAPER,
    "(30), first line",
    id="theorem-4/step-2/eq-30/product",
    rank="slip",
    origin="read",
    at=lines(865, 868),
    **IN_S_WITHOUT_B,
    **MOVING,
)
@printed(
    r"Let $G(X_0)=X_0\prod_{i=0}^k(I+MX_0^\top A_iX_0)$ for any $X_0\in\mathbb R^{d\times(n+1)}$, with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$; $A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$; $\Sigma\succ0$ "
    r"and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $R_j$, at $t=0$, "
    r"with the j-th matrix of G as its argument: $\frac d{dt}G(U_\Sigma X_0,R_j)=U_\Sigma "
    r"X_0\left(\prod_{i<j}(I+MX_0^\top A_iX_0)\right)MX_0^\top U_\Sigma^\top R_jU_\Sigma "
    r"X_0\prod_{i>j}(I+MX_0^\top A_iX_0)$.",
    defect="typo",
    because="Read letter by letter, as the rate of a constant, the left side is 0: $R_j$ stands where Step "
    "3 writes $A_j + t R_j$, which is meant.",
)
@amended(
    r"Let $G(X_0)=X_0\prod_{i=0}^k(I+MX_0^\top A_iX_0)$ for any $X_0\in\mathbb R^{d\times(n+1)}$, with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$; $A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$; $\Sigma\succ0$ "
    r"and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$. Then for any matrix $R_j$, at $t=0$, "
    r"with the j-th matrix of G as its argument: $\frac d{dt}G(U_\Sigma X_0,A_j+tR_j)=U_\Sigma "
    r"X_0\left(\prod_{i<j}(I+MX_0^\top A_iX_0)\right)MX_0^\top U_\Sigma^\top R_jU_\Sigma "
    r"X_0\prod_{i>j}(I+MX_0^\top A_iX_0)$.",
    adds="$A_j + t R_j$ for $R_j$ on the left",
    speed=1,
)
@mutants(
    {
        "the direction itself": dict(inner=itself),
        "the inverse in place of U^T": dict(inner=conjugate),
        "twice as fast": dict(speed=2),
    }
)
def eq_30_product(n, j, U_Sigma, A, B, X, C, speed=0, inner=congruent):
    """The derivative of G at the direction alone is a product with it in place of one factor."""
    derivative = as_A_moves(lambda A, B: G(U_Sigma @ X, A, B), A, B, j, speed * C)
    chain, M = U_Sigma @ X, mask(n)
    for i, A_i in enumerate(A):
        step = chain @ M @ X.T @ (inner if i == j else A_i) @ X
        chain = step if i == j else chain + step
    return equal(derivative, chain)
