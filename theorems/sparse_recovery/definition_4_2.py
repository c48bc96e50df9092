r"""Definition 4.2, the query read-out: how a label is read out, with the matrix of Corollary E.1.

Read with $V$ of Corollary E.1, since the main text names no V. With it the query read-out of token $i=2n+1$
is $x_{n+1}^\top\beta_i$, as its proof says. But section 4.3 applies Definition 4.2 as $\hat
y_n=F_V(h_{2n+1},2n-1)$, which takes the row $\lfloor\frac{2n}2\rfloor=n$: $x_n$ with an estimate that has
already seen $y_n$, and $\hat y_{N+1}$ would need a token $2N+3$ that does not exist. (Its range $i\in[N+1]$
does not fit $2n-1$ either.)
"""

from collections.abc import Callable

from constructions.lista_vm import embed, query_matrix, query_readout
from constructions.transformer import Transformer
from lemmata import Margin, amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import Matrix, Vector, concat, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK


@theorem(PAPER, "Definition 4.2", rank="slip", origin="read", at=lines(155, 161), **NETWORK)
@printed(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected and $\theta^{(k)}\ge0$, $F_V(h,i)=h^\top "
    r"Vx_{\lfloor(i+1)/2\rfloor}$ with V of Corollary E.1, which reads the block of the estimate: "
    r"$F_V(h_{2n+1}^{(K+1)},2n-1)=x_{n+1}^\top\beta_{2n+1}^{(K+1)}$ for $n\in[N]$.",
    defect="typo",
    because=(
        "The index $2n - 1$ takes the row $x_n$, where the proof of Corollary E.1 has $x_{n+1}$ for this token."
    ),
)
@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected and $\theta^{(k)}\ge0$, $F_V(h,i)=h^\top "
    r"Vx_{\lfloor(i+1)/2\rfloor}$ with V of Corollary E.1, which reads the block of the estimate: "
    r"$F_V(h_{2n+1}^{(K+1)},2n+1)=x_{n+1}^\top\beta_{2n+1}^{(K+1)}$ for $n\in[N]$.",
    because="With the token's own index.",
    adds="the index $2n + 1$",
    index=lambda n: 2 * n + 1,
)
@mutants(the_index_2n=dict(index=lambda n: 2 * n), the_index_1=dict(index=lambda n: 1))
def readout_is_the_next_label(
    d: int,
    N: int,
    tf: Transformer,
    X: Matrix,
    beta_star: Vector,
    query: Vector,
    index: Callable[[int], int] = lambda n: 2 * n - 1,
) -> Margin:
    """Read out with the index $2n - 1$, the token $2n + 1$ gives $x_{n+1}$ times its estimate."""
    H, rows = tf(over_batches(embed)(X, X @ beta_star, query)), concat([X, query[None]])
    F = over_batches(lambda h, i, x: query_readout(query_matrix(d, h), h, i, x))
    read = [F(H[:, 2 * n], index(n), rows) for n in range(1, N + 1)]
    return equal(stack(read), stack([rows[n] @ H[d + 1 : -1, 2 * n] for n in range(1, N + 1)]))


readout_is_the_next_label.waive("all weights zero", because="Both sides read one network, whatever it does.")
