r"""(C.9): how much one layer lengthens an estimate.

The label term $\frac1iM^VX^\top X\beta^*$ loses a factor $\|X\|$: at $d=1$ one row longer than 1 shows it.
Matrix norms without index are read as Frobenius'; with the operator norm it fails there, too. Its other lines,
which are not evaluated, bound these norms by $b_x$ and use $\lfloor\frac{i+1}2\rfloor/i\le1$. (The step is
taken with the $n$ rows of $D_n$, as in Proposition 1; the display adds the row of the token itself.)
"""

from baselines.proximal import soft_threshold
from lemmata import amended, at_most, dims, dyadics, in_ball, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import SIZE


@theorem(
    PAPER,
    "(C.9)",
    rank="step",
    origin="read",
    at=lines(457, 459),
    d=dims(1, 2),
    n=dims(1, 2),
    M=reals("d", "d"),  # $\gamma^{(k-1)} M^V$
    theta=dyadics(0, 2, of="[0, inf)"),
    b_x=SIZE,
    b_beta=SIZE,
    given=["M"],
    X=in_ball("n + 1", "d", radius="b_x"),  # the n rows before the token and its own
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"For rows of norm at most $b_x$, $i=2n+1$, $y=X\beta^*$, $\|\beta^*\|_1\le b_\beta$, $\theta\ge0$ and "
    r"$\beta_i^{(k)}=\mathcal S_\theta(\beta_i^{(k-1)}-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i^{(k-1)}-y"
    r"_{1:n}))$: $|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_"
    r"\beta|\gamma|\|M^V\|\|\frac1iX\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$ (Euclidean norm for vectors, "
    r"Frobenius' for matrices).",
    defect="proof-step",
    because=r"The labels are $X \beta^*$, which brings a second factor X.",
    fails_where=lambda X: norm(X) > 1,
)
@amended(
    r"For rows of norm at most $b_x$, $i=2n+1$, $y=X\beta^*$, $\|\beta^*\|_1\le b_\beta$, $\theta\ge0$ and "
    r"$\beta_i^{(k)}=\mathcal S_\theta(\beta_i^{(k-1)}-\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i^{(k-1)}-y"
    r"_{1:n}))$: $|\beta_i^{(k)}|\le|\beta_i^{(k-1)}|+|\gamma|\|M^V\|\|\frac1iX^\top X\||\beta_i^{(k-1)}|+b_"
    r"\beta|\gamma|\|M^V\|\|\frac1iX^\top X\|$ with $X=X_{1:\lfloor(i+1)/2\rfloor,:}$ (Euclidean norm for "
    r"vectors, Frobenius' for matrices).",
    adds=r"$X^\top X$ in the label term",
    size=lambda X: norm(X.T @ X),
)
@mutants(
    without_the_labels=dict(size=0), nine_tenths_of_the_label_term=dict(size=lambda X: norm(X.T @ X) * 9 / 10)
)
def one_layer_grows(n, M, theta, b_beta, X, beta, beta_star, size=lambda X: norm(X)):
    """One layer lengthens an estimate by a Gram term times its length and a label term of degree 1 in X."""
    rows, i = X[:n], 2 * n + 1
    after = soft_threshold(beta - M @ rows.T @ (rows @ (beta - beta_star)) / i, theta)
    gram = norm(M) * norm(X.T @ X) / i * norm(beta)
    return at_most(norm(after), norm(beta) + gram + norm(M) * size / i * b_beta)
