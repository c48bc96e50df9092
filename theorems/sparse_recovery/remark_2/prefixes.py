r"""What the estimate of a prefix depends on: Remark 2's sentences on $\beta_{2n+1}^{(K+1)}$.

"Even if the measurement matrix is of dimension $n\times d$": the network run on $n$ rows, weights unchanged,
has that very estimate at its last token, since attention divides by $i$ and not by $N$. (That it is accurate
there is Theorem 5.1. "For any $X$" is Remark 2's own claim.)
"""

from typing import Any

from constructions.lista_vm import embed
from constructions.transformer import Transformer
from lemmata import box, dims, equal, in_ball, lines, mutants, printed, sparse, theorem
from lemmata.numbers import Matrix, Vector, concat, over_batches
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import existence
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK, without_B

INSTANCE: dict[str, Any] = NETWORK | dict(
    theta=box("K", low=0.0, high=1.0, of="[0, inf)"),
    n=dims(1, "N", most="N"),
    other_query=in_ball("d", radius="b_x"),
)
"""An instance, and what another one has instead."""


def estimate(tf: Transformer, n: int, X: Matrix, y: Vector, query: Vector) -> Vector:
    """The last estimate at token 2n + 1."""
    return tf(over_batches(embed)(X, y, query))[X.shape[1] + 1 : -1, 2 * n]


@theorem(
    PAPER,
    "Remark 2, prefixes",
    origin="read",
    at=lines(193),
    uses=[existence],
    **INSTANCE,
    rows=in_ball("N", "d", radius="b_x"),
)
@printed(
    r"With the network of Theorem 4.1 (any $M^{(k)}$, any $\theta^{(k)}\ge0$, the bias of (C.2) corrected), "
    r"under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), "
    r"$\beta_{2n+1}^{(K+1)}$ is the same for two instances with the same $x_1,\dots,x_n$ and one $\beta^*$, "
    "whatever the other rows and the query."
)
@mutants(B_is_zero=dict(construction=without_B), one_row_fewer_in_common=dict(shared=lambda n: n - 1))
def only_rows_count(n, tf, X, rows, beta_star, query, other_query, shared=lambda n: n):
    r"""For one $\beta^*$ the estimate at token $2n + 1$ depends on the first n rows only."""
    other = concat([X[:shared], rows[shared:]])
    own = estimate(tf, n, X, X @ beta_star, query)
    return equal(own, estimate(tf, n, other, other @ beta_star, other_query))


@theorem(
    PAPER,
    "Remark 2, fewer rows",
    id="remark-2/prefixes/shorter",
    origin="read",
    at=lines(193),
    uses=[existence],
    **INSTANCE,
    other_beta=sparse("d", "d", "b_beta"),
)
@printed(
    r"With the network of Theorem 4.1 (any $M^{(k)}$, any $\theta^{(k)}\ge0$, the bias of (C.2) corrected), "
    r"under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), run on $X_{1:n,:}$ "
    r"and another query the last estimate $\beta_{2n+1}^{(K+1)}$ is the one at token $2n+1$ for all $N$ rows."
)
@mutants({"B is zero": dict(construction=without_B), "another beta*": dict(beta=lambda other_beta: other_beta)})
def fewer_rows_suffice(n, tf, X, beta_star, query, other_query, beta=lambda beta_star: beta_star):
    """The network run on the first n rows alone has the estimate that it has there among all N rows."""
    own = estimate(tf, n, X, X @ beta_star, query)
    return equal(own, estimate(tf, n, X[:n], X[:n] @ beta, other_query))


for claim in (only_rows_count, fewer_rows_suffice):
    claim.waive("all weights zero", because="An estimate that is always 0 depends on nothing.")
