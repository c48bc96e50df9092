r"""Theorem 14 of the slides (Q. Liu 2025), its second part: the label by a query read-out, one row too few.

$\hat y_n$ is made from $n-1$ measurements, for which Theorem 13 has $\alpha_{n-1}<\alpha_n$. (Its first part is
Theorem 5.2's on linear read-outs, with constants that the slides do not define; see `theorem-5.2/linear`.)
"""

from lemmata import Probability, amended, choices, lines, mutants, printed, theorem
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import scaled
from theorems.sparse_recovery.theorem_5_1.setting import AS_PRINTED, rate_as_printed, up_to, with_c
from theorems.sparse_recovery.theorem_5_2.query import QUERY, label_converges_linearly, label_within
from theorems.sparse_recovery.theorem_13 import NEAR_AND_WIDE, SLIDES


@theorem(
    PAPER,
    "Theorem 14",
    at=lines(612, 618, file=SLIDES),
    kind=Probability(failure=lambda delta: delta),
    uses=[label_converges_linearly],
    **AS_PRINTED,
    **QUERY,
    # of the label that is predicted from n rows
    next_rate=lambda d, S, delta, gamma, c, n: rate_as_printed(d, S, delta, gamma, c, n + 1),
    examples=NEAR_AND_WIDE,
)
@printed(
    r"Under the same setting (Theorem 13), for any $n\in[N_0+1:N+1]$, with probability at least $1-\delta$, "
    r"$\|y_n-\hat y_n\|\le c_5e^{-\alpha_nK}$ for a query read-out function, where $c_5$ is a constant.",
    implies=r"With the network of the proof, $c_5=b_\beta$ and rows and query of signs.",
    open="It is as open as Theorem 13: known for rows of signs and steps up to 1.",
)
@amended(
    r"For rows and query of independent signs, $\frac14\le c\le\frac78$, $\gamma\le1$ and $c_5=b_\beta$ there "
    r"is a network such that for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, any "
    r"$n+1\in[N_0+1:N+1]$ and the query read-out at token $2n+1$, from n rows, with probability at least "
    r"$1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_5e^{-\alpha_{n+1}K}$, $N_0$ and $\alpha_n$ of Theorem 5.1.",
    adds=r"Rademacher rows and query, $1/4 \le c \le 7/8$, $\gamma \le 1$; $c_5 = b_\beta$",
    because=r"The network of the proof keeps the support and has an $\ell_1$ error of at most $b_\beta q^K$, "
    r"$q \le 1 - 2 \gamma/3 < \exp(-\alpha_n)$ for every n.",
    **with_c(0.25, 0.875, S=2),
)
@mutants(
    {
        "2/(2n + 1) in place of 1/(2n + 1)": dict(construction=scaled(2)),
        "half the step": dict(construction=scaled(0.5)),
        "the square of the rate": dict(rate=lambda next_rate: next_rate**2),
        "4/5 b_beta for c_5": dict(factor=lambda b_beta: b_beta * 4 / 5),
        "steps up to 5/4": dict(gamma=up_to(1.25)),
        "c = 5/4": dict(c=choices(1.25)),
    }
)
def label_converges(
    K, b_beta, tf, X, beta_star, query, answer, factor=lambda b_beta: b_beta, rate=lambda next_rate: next_rate
):
    """With some query read-out the n-th label's error falls at the rate for n rows, for steps up to 3/2."""
    return label_within(tf, X, beta_star, query, answer, factor * rate**K, b_beta)
