r"""(C.9): how much one layer lengthens an estimate.

Its first line bounds the label term $\frac1iM^VX^\top X\beta^*$ by $b_\beta\|M^V\|\|\frac1iX\|$ and so loses a
factor $\|X\|$: at $d=1$ one row longer than 1 shows it. Matrix norms without index are read as Frobenius';
with the operator norm, which is not larger, it fails there, too. Its other lines, which are not evaluated,
bound these norms by $b_x$ and use $\lfloor\frac{i+1}2\rfloor/i\le1$. (The step is taken with the $n$ rows of
$D_n$, as in Proposition 1; the display bounds it with the row of the token itself added.)
"""

from dataclasses import dataclass

from torch import Tensor

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, in_ball, lines, reals, space, sparse
from lemmata.numbers import Array, norm, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import Length


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    M: Tensor  # (d, d), gamma^(k-1) M^V
    theta: float
    b_x: float
    b_beta: float


settings = space(
    Setting,
    d=dims(1, 2),
    n=dims(1, 2),
    M=lambda s: reals(s.d, s.d),
    theta=dyadics(0, 2, of="[0, inf)"),
    b_x=dyadics(0, 4, of="[0, inf)"),
    b_beta=dyadics(0, 4, of="[0, inf)"),
)


def prompts(s: Setting) -> Space:
    """The n rows before the token and its own, any estimate, a vector with ||beta*||_1 <= b_beta."""
    return space(X=in_ball(s.n + 1, s.d, radius=s.b_x), beta=reals(s.d), beta_star=sparse(s.d, s.d, s.b_beta))


c9 = PAPER.claim(
    "(C.9)",
    id="proposition-1/eq-c.9",
    rank="step",
    origin="read",
    at=lines(457, 459),
    summary="One layer lengthens an estimate by a Gram term times its length and a label term of degree 1 in X",
    settings=settings,
    prompts=prompts,
)


def norm_F(A: Array) -> Array:
    """The Frobenius norm of matrices."""
    return sqrt(sum(A * A, (-2, -1)))


LINE = (
    r"For rows of norm at most $b_x$, $i=2n+1$, $y=X\beta^*$, $\|\beta^*\|_1\le b_\beta$, $\theta\ge0$ and "
    r"$\beta_i^{(k)}=\mathcal S_\theta("
    r"\beta_i^{(k-1)}"
    r"-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i^{(k-1)}-y_{1:n}))$: "
    r"$|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_\beta|\gamma|"
    r"\|M^V\|\|\frac1i%s\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$ (Euclidean norm for "
    r"vectors, Frobenius' for matrices)."
)


@c9.printed(
    LINE % "X",
    defect="proof-step",
    because="The labels are X beta*, which brings a second factor X.",
    fails_where=lambda s, prompt: norm_F(prompt.X) > 1,
    size=norm_F,
)
@c9.amended(
    LINE % r"X^\top X",
    because="With the Gram matrix in both terms.",
    adds="X^T X in the label term",
    size=lambda X: norm_F(X.mT @ X),
)
def one_layer_grows(s: Setting, prompt: Prompt, size: Length) -> Margin:
    """One step lengthens an estimate by at most the two terms of the display."""
    X, beta, i = prompt.X, prompt.beta, 2 * s.n + 1
    rows = X[:, : s.n]
    residual = rows @ (beta - prompt.beta_star)[..., None]
    after = soft_threshold(beta - (s.M @ (rows.mT @ residual))[..., 0] / i, s.theta)
    gram_term = norm_F(s.M) * norm_F(X.mT @ X) / i * norm(beta)
    return at_most(norm(after), norm(beta) + gram_term + norm_F(s.M) * size(X) / i * s.b_beta)


c9.mutant("without the labels", size=lambda X: 0)
c9.mutant("nine tenths of the label term", size=lambda X: norm_F(X.mT @ X) * 9 / 10)
