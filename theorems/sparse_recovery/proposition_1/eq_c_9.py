r"""(C.9): how much one layer lengthens an estimate.

Its first line bounds the label term $\frac1iM^VX^\top X\beta^*$ by $b_\beta\|M^V\|\|\frac1iX\|$ and so loses
a factor $\|X\|$: at $d=1$ one row longer than 1 shows it. Matrix norms without index are read as
Frobenius', the largest; the smaller ones fail all the more. Its other lines only use
$\lfloor\frac{i+1}2\rfloor/i\le1$, which holds.
"""

from baselines.proximal import lista_vm_from_all
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, norm, sqrt, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import Length, Setting, prompts, settings

c9 = PAPER.claim(
    "(C.9)",
    id="proposition-1/eq-c.9",
    rank="step",
    origin="read",
    at=lines(457, 461),
    settings=settings,
    prompts=prompts,
)


def frobenius(A: Array) -> Array:
    return sqrt(sum(A * A, (-2, -1)))


LINE = (
    r"$|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_\beta|\gamma|"
    r"\|M^V\|\|\frac1i%s\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$."
)


@c9.printed(
    LINE % "X",
    defect="proof-step",
    because="The labels are X beta*, which brings a second factor X.",
    size=frobenius,
)
@c9.amended(
    LINE % r"X^\top X",
    because="With the Gram matrix in both terms.",
    adds="X^T X in the label term",
    size=lambda X: frobenius(X.mT @ X),
)
def one_layer_grows(s: Setting, prompt: Prompt, size: Length) -> Margin:
    """One step lengthens an estimate by at most the two terms of the display."""
    X, n = prompt.X, s.n
    y = (X @ prompt.beta_star[..., None])[..., 0]
    # One step of the recursion from any estimate is one from 0, on the labels of the difference.
    shifted = y[:, :n] - (X[:, :n] @ prompt.beta[..., None])[..., 0]
    after = prompt.beta + lista_vm_from_all(X[:, :n], shifted, s.M, zeros((1,), s.M))[-1]
    M, i = frobenius(s.M[0]), 2 * n + 1
    grown = norm(prompt.beta) * (M * frobenius(X.mT @ X) / i + 1)
    return at_most(norm(after), grown + M * size(X) * s.b_beta / i)


c9.mutant("without the labels", size=lambda X: 0)
c9.mutant("the norm of X once, squared entries", size=lambda X: frobenius(X.mT @ X) / 4)
