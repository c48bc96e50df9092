r"""The recursion of the matrices that the removals leave starts one step too late.

The slides define $A_1=XX^\top-\|XX^\top p_{3,i}\|p_{3,i}p_{3,i}^\top$ ($i=1$ is meant) and $A_{i+1}=A_i-
\|A_ip_{3,i}\|p_{3,i}p_{3,i}^\top$ (its transpose lost), and have $A_{k+1}$ after $k$ removals. So $A_2$ removes
$p_{3,1}$ once more. With $A_1=XX^\top$, as in Algorithm 1 and in $\hat\lambda_\eta=\|A_\eta p_{3,\eta}\|$ two
displays later, the rest is right. (Of an exact eigenvector nothing is left to be removed
twice, but $p_{3,1}$ is seldom one.)
"""

from collections.abc import Callable

from baselines.pca import power_method_deflation
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import norm
from theorems.pca import PAPER
from theorems.pca.tokens import ON_TOKENS, Setting

index = PAPER.claim(
    "recursion of A",
    id="removal/index",
    rank="slip",
    origin="read",
    at=lines(478, 484),
    summary="The printed recursion leaves the matrix number k + 1 after k removals",
    **ON_TOKENS,
)

Removed = Callable[[int], list[int]]
"""The numbers of the vectors that are removed, one after the other, for k."""


@index.printed(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): "
    r"$A_1=XX^\top-\|XX^\top p_1\|p_1p_1^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; after $k$ removals "
    r"$A_{k+1}$ is left.",
    defect="typo",
    because="A_1 has lost p_1 already, and A_2 loses it again.",
    removed=lambda k: [1, *range(1, k + 1)],
)
@index.amended(
    r"For every X and any vectors $p_1,\dots,p_k$ that Algorithm 1 removes one after the other (its starts, "
    r"without iterations): "
    r"$A_1=XX^\top$, $A_{i+1}=A_i-\|A_ip_i\|p_ip_i^\top$; after $k$ removals $A_{k+1}$ is left.",
    adds="A_1 = X X^T",
    removed=lambda k: list(range(1, k + 1)),
)
def matrix_left(s: Setting, prompt: Prompt, removed: Removed) -> Margin:
    """What k removals leave is the matrix with the printed index."""
    A = prompt.X @ prompt.X.mT
    left = power_method_deflation(A, prompt.starts, 0).matrices[s.k]
    for i in removed(s.k):
        p = prompt.starts[:, i - 1][..., None]
        A = A - norm((A @ p)[..., 0])[..., None, None] * (p @ p.mT)
    return equal(left, A)


index.mutant("the next vectors", removed=lambda k: [*range(2, k + 1), k])
index.mutant("one fewer", removed=lambda k: list(range(1, k)))
