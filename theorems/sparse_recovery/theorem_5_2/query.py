r"""The label read out with the query: Theorem 5.2's second part, Corollary E.1.

Read with $n + 1$ for n, as Corollary E.1 has it; there the constant is $c_6=\sqrt db_xc_1$,
$c_1=\|\beta^*\|_1$. It is as open as Theorem 5.1. Definition 4.2 allows read-outs that use more than the
estimate: with one column and $\delta$ near 1, where no network of the form (4.4) keeps the bounds of Theorem
5.1 for steps near $\frac32$, the constant label 1, $V=(0,0,0,1)^\top$, is right for half of the signs, which is
all that is asked there. With $V$ of Corollary E.1 the network of the proof overshoots for steps
$\gamma>\frac65$, as its estimate does (`theorem-5.1/construction`). In the amended form neither $b_x=\sqrt d$
nor the further $\sqrt d$ of $c_6$ is needed, since the proof bounds $\|\beta^*-\beta\|_1$ and no entry of x
exceeds 1.
"""

from typing import Any

from constructions.lista_vm import query_matrix, query_readout, residual_stream
from lemmata import Margin, Probability, amended, at_most, choices, lines, mutants, printed, signs, theorem
from lemmata.claims.answers import Answer
from lemmata.numbers import Array, Matrix, Number, Vector, abs, over_batches
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.corollary_e_1 import cauchy_schwarz
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, estimate, scaled
from theorems.sparse_recovery.theorem_5_1.setting import AS_PRINTED, CLOSE, NEAREST, TWENTY, WIDE, up_to, with_c
from theorems.sparse_recovery.theorem_5_2.figure import labels_by_layer

QUERY: dict[str, Any] = dict(query=signs("d"), construction=scaled(1))


def read_out(beta: Array, query: Array) -> Array:
    """The label of Corollary E.1, of batches."""
    d = query.shape[-1]
    h = residual_stream(d).embed(x=query[..., None], beta=beta[..., None], flag=1)[..., 0]
    return query_readout(query_matrix(d, h), h, 1, query[:, None])


def label_within(
    tf: Weights, X: Matrix, beta_star: Vector, query: Vector, answer: Answer, bound: Number, b_beta: Number
) -> Margin:
    """The label's error is within a bound."""
    error = abs(answer(over_batches(read_out)(estimate(tf, X, beta_star), query)) - query @ beta_star)
    # The label 0 misses at most |beta*|_1, since the query has entries +-1.
    return at_most(error, bound).trivial_where(bound - b_beta)


@theorem(
    PAPER,
    "Theorem 5.2, query read-out",
    id="theorem-5.2/query",
    rank="headline",
    at=lines(201, 209),
    kind=Probability(failure=lambda delta: delta),
    uses=[convergence, cauchy_schwarz],
    **AS_PRINTED,
    **QUERY,
    examples=[
        CLOSE,
        NEAREST,
        WIDE,
        TWENTY,
        CLOSE | dict(gamma=1.25),
        CLOSE | dict(K=2, delta=0.25, gamma=1.0, N0=89, n=200),
    ],
)
@printed(
    r"Under the same setting as in Section 4.3 there are a network and a query read-out such that, with "
    r"probability at least $1-\delta$, $\|y_n-\hat y_n\|\le c_5e^{-\alpha_nK}$, where $c_5$ is a constant "
    r"($\gamma\le\frac32$, $n\ge N_0$, $N_0$ and $\alpha_n$ of Theorem 5.1).",
    open=r"It is as open as Theorem 5.1: known for rows of signs, from the estimate that this theorem makes. "
    r"(At $d=S=1$, where no network keeps its bounds for steps near $\frac32$ and $\delta$ near 1, a constant "
    r"label is "
    "right often enough.)",
)
@amended(
    r"For rows and query of independent signs, $\frac14\le c\le\frac78$ and $\gamma\le1$ there are a network "
    r"and a query read-out such that for any $n\ge N_0$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le "
    r"b_\beta$, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le b_\beta e^{-\alpha_nK}$, "
    r"$N_0$ and $\alpha_n$ as in Theorem 5.1.",
    adds=r"Rademacher rows and query, $1/4 \le c \le 7/8$, $\gamma \le 1$; $b_\beta$ for $c_5$",
    because=r"Theorem 5.1 as amended, in the $\ell_1$ norm, and Hoelder's inequality.",
    **with_c(0.25, 0.875, S=2),
)
@mutants(
    {
        "2/(2n + 1) in place of 1/(2n + 1)": dict(construction=scaled(2)),
        "the square of the rate": dict(rate=lambda printed_rate: printed_rate**2),
        "steps up to 5/4": dict(gamma=up_to(1.25)),
        "4/5 b_beta for c_5": dict(factor=lambda b_beta: b_beta * 4 / 5),
        "c = 5/4": dict(c=choices(1.25)),
    }
)
def label_converges_linearly(
    K,
    b_beta,
    tf,
    X,
    beta_star,
    query,
    answer,
    factor=lambda b_beta: b_beta,
    rate=lambda printed_rate: printed_rate,
):
    """With some query read-out the next label's error falls at Theorem 5.1's rate, for steps up to 3/2."""
    return label_within(tf, X, beta_star, query, answer, factor * rate**K, b_beta)


label_converges_linearly.figure(labels_by_layer)
