r"""Remark 1: a matrix $D$ that follows the measurements. LISTA-CP and the network (with section 4.3).

With $D_n^{(k)}=\frac1{2n+1}X_{1:n}(M^{(k)})^\top$ in (4.1), (4) of the slides, LISTA-CP's update is (4.4);
section 4.3 says it for $n=N$. So the network recovers under measurement matrices that differ: with
$M=(2d+1)I$ one layer recovers every $\beta^*$ under every $X=\mathrm{diag}(\pm1)$. What the remark says of
LISTA-CP itself is in `remark-1/lista-cp`.
"""

from collections.abc import Callable

from baselines.proximal import shrunk
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import dims, equal, lines, mutants, printed, reals, signs, theorem
from lemmata.numbers import Matrix, diag, eye, over_batches, stack, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import existence
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK, estimates


@theorem(PAPER, "Remark 1", origin="read", at=lines(179), uses=[existence], **NETWORK)
@printed(
    r"For all $M^{(k)}$ and $\theta^{(k)}\ge0$, with $D_n^{(k)}=\frac1{2n+1}X_{1:n,:}(M^{(k)})^\top$, under "
    r"Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), LISTA-CP's update (4.1) on "
    r"the first $n$ measurements, $\beta^{(k+1)}=\mathcal "
    r"S_{\theta^{(k)}}\left(\beta^{(k)}-(D_n^{(k)})^\top(X_{1:n,:}\beta^{(k)}-y_{1:n})\right)$, is what the "
    "network of Theorem 4.1 (the bias of (C.2) corrected) computes at token $2n+1$, for all k and n."
)
@mutants(
    {
        "D = X M / (2n + 1)": dict(D=lambda X, M: X @ M / (2 * len(X) + 1)),
        "D = X M^T / (2n)": dict(D=lambda X, M: X @ M.T / (2 * len(X))),
    }
)
def network_is_lista_cp(
    d,
    N,
    K,
    M,
    theta,
    tf,
    X,
    beta_star,
    query,
    D: Callable[[Matrix, Matrix], Matrix] = lambda X, M: X @ M.T / (2 * len(X) + 1),
):
    """The network runs LISTA-CP with a matrix D that follows the measurements."""
    y, paths = X @ beta_star, []
    for n in range(1, N + 1):
        path = [zeros(d)]
        for k in range(K):
            residual = X[:n] @ path[-1] - y[:n]
            path.append(shrunk(path[-1] - D(X[:n], M[k]).T @ residual, theta[k]))
        paths.append(stack(path))
    return equal(estimates(tf, X, y, query), stack(paths, 1))


def one_layer(d: int, scale: int) -> Transformer:
    """M = scale I, no threshold; B exceeds every score, which is 0 before the first layer."""
    M = (eye(d, d) * scale)[None]
    return lista_vm_transformer(M, zeros((1,), M), 1, bias="corrected")


@theorem(
    PAPER,
    "Remark 1, flexibility",
    id="remark-1/adaptive",
    rank="step",
    origin="ours",
    d=dims(1, 12),
    X=signs("d"),  # its diagonal
    beta_star=reals("d"),
    query=reals("d"),
    construction=lambda d: one_layer(d, 2 * d + 1),
)
@printed(
    r"One layer of the form (4.4) with $M=(2d+1)I$, $\theta=0$ recovers $\beta^*$ from $y=X\beta^*$ for every "
    r"$X=\mathrm{diag}(\pm1,\dots,\pm1)$ and every $\beta^*$, whatever the query: $\beta^{(2)}_{2d+1}=\beta^*$."
)
@mutants(
    {
        "M = 2d I": dict(construction=lambda d: one_layer(d, 2 * d)),
        "M = 3 I": dict(construction=lambda d: one_layer(d, 3)),
    }
)
def recovers_under_every_matrix(d, tf, X, beta_star, query, answer):
    """One layer recovers every vector under every diagonal matrix of signs."""
    H = tf(over_batches(embed)(diag(X), X * beta_star, query))
    return equal(answer(H[d + 1 : -1, -1]), beta_star)
