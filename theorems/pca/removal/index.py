r"""The recursion of the matrices that the removals leave starts one step too late.

With $A_1=XX^\top$, as in Algorithm 1 and in $\hat\lambda_\eta=\|A_\eta p_{3,\eta}\|$ two displays later, the
rest is right. (Of an exact eigenvector nothing is left to be removed twice, but $p_{3,1}$ is seldom one. The
slides print i for 1 in $A_1$, and $A_{i+1}$ has lost its transpose.)
"""

from baselines.pca import power_method_deflation
from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Array, norm, outer, over_batches
from theorems.pca import PAPER
from theorems.pca.tokens import TOKENS


@over_batches
def without_iterations(A: Array, starts: Array) -> Array:
    """What Algorithm 1 leaves of the matrices when it has removed all starts, not having iterated."""
    return power_method_deflation(A, starts, 0).matrices[starts.shape[1]]


@theorem(PAPER, "recursion of A", at=lines(478, 484), **TOKENS | {"rank": "slip"})
@printed(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): $A_1=XX^\top-\|XX^\top p_1\|p_1p_1^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; "
    "after $k$ removals $A_{k+1}$ is left.",
    defect="typo",
    because="$A_1$ has lost $p_1$ already, and $A_2$ loses it again.",
)
@amended(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): $A_1=XX^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; after $k$ removals $A_{k+1}$ "
    "is left.",
    adds=r"$A_1 = X X^\top$",
    removed=lambda k: list(range(1, k + 1)),
)
@mutants(
    the_next_vectors=dict(removed=lambda k: [*range(2, k + 1), k]),
    one_fewer=dict(removed=lambda k: list(range(1, k))),
)
def matrix_left(X, starts, removed=lambda k: [1, *range(1, k + 1)]):
    """The printed recursion leaves the matrix number $k + 1$ after k removals."""
    A = X @ X.T
    for i in removed:
        p = starts[i - 1]
        A = A - norm(A @ p) * outer(p, p)
    return equal(without_iterations(X @ X.T, starts), A)
