"""Definition 4.2, the query read-out: from which token a label is read.

The second index of $F_V(h_{2i+1},2i-1)$ is right: token $2i-1$ has the row $x_i$. Token $2i+1$ has seen $y_i$.
"""

from collections.abc import Callable

from constructions.lista_vm import embed, query_matrix, query_readout
from lemmata import amended, at_most, dims, equal, lines, mutants, printed, theorem
from lemmata.numbers import concat, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK


@theorem(PAPER, "Definition 4.2", rank="slip", at=lines(155, 161), N=dims(1, 8))
@printed(
    r"$i\in[N+1]$ is an index number; the estimation $\hat y_i$ obtained by the K-layer Transformer is $\hat "
    r"y_i=F_v(h_{2i+1}^{(K+1)})$ or $\hat y_i=F_V(h_{2i+1}^{(K+1)},2i-1)$.",
    implies=r"The token from which $\hat y_{N+1}$ is read is one of the $2N+1$ tokens: $2(N+1)+1\le2N+1$.",
    defect="typo",
    because="The index is two too large. Corollary E.1 reads the label of the row $(i + 1)/2$ from token i, so "
    "that of the row i from token $2i - 1$.",
)
def token_exists(N):
    r"""The label of the query is read from token $2(N + 1) + 1$, which the sequence has."""
    return at_most(2 * (N + 1) + 1, 2 * N + 1)


@amended(
    r"Under Assumption 1 (rows of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for the "
    r"network of section 4.3 with the bias of (C.2) corrected and $\theta^{(k)}\ge0$, $F_V(h,i)=h^\top "
    r"Vx_{\lfloor(i+1)/2\rfloor}$ with V of Corollary E.1, which reads the block of the estimate: "
    r"$F_V(h_{2n-1}^{(K+1)},2n-1)=x_n^\top\beta_{2n-1}^{(K+1)}$ for $n\in[N+1]$.",
    of=token_exists,
    because="Read from the token of the row itself, which has not seen its label.",
    adds="the token $2i - 1$",
    **NETWORK,
)
@mutants(
    the_index_of_the_next_row=dict(index=lambda n, N: min(2 * n + 1, 2 * N + 1)),
    the_token_of_the_label=dict(token=lambda n, N: min(2 * n, 2 * N + 1)),
)
def readout_is_the_label(
    d,
    N,
    tf,
    X,
    beta_star,
    query,
    index: Callable[[int, int], int] = lambda n, N: 2 * n - 1,
    token: Callable[[int, int], int] = lambda n, N: 2 * n - 1,
):
    """Read from the token $2n - 1$ with its index, the label is $x_n$ times the estimate there."""
    H, rows = tf(over_batches(embed)(X, X @ beta_star, query)), concat([X, query[None]])
    F = over_batches(lambda h, i, x: query_readout(query_matrix(d, h), h, i, x))
    places = range(1, N + 2)
    read = [F(H[:, token(n, N) - 1], index(n, N), rows) for n in places]
    return equal(stack(read), stack([rows[n - 1] @ H[d + 1 : -1, 2 * n - 2] for n in places]))


token_exists.waive("all weights zero", because="Both sides read one network, whatever it does.")
