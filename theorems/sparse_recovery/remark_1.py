r"""Remark 1: a matrix $D$ that follows the measurements. LISTA-CP and the network (with section 4.3).

With $D_n^{(k)}=\frac1{2n+1}X_{1:n}(M^{(k)})^\top$ in (4.1), (4) of the slides, LISTA-CP's update is (4.4);
section 4.3 says it for $n=N$. So the network recovers under measurement matrices that differ.

Must LISTA-CP have one? Since $D^{(k)}$ is fixed, it "requires the measurement matrix $X$ to stay the same
during pre-training and inference" (Remark 2: it "only works for fixed $X$"), without a bound. In one dimension
the error after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$,
$D^{(2)}=-1$ it vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$
given $X\ne0$. Under $K+1$ numbers the factor is a polynomial in $X$ of degree K that is 1 at 0, so that
Lagrange's formula bounds its largest value. With thresholds two layers can have less.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

from baselines.proximal import soft_threshold
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import at_least, box, dims, equal, lines, mutants, printed, reals, signs, theorem
from lemmata.numbers import Matrix, abs, diag, eye, max, over_batches, stack, zeros
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
            path.append(soft_threshold(path[-1] - D(X[:n], M[k]).T @ residual, theta[k]))
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


# LISTA-CP itself, in one dimension
def distances(nodes: list[Any]) -> Any:
    """The product of the distances of all pairs."""
    return math.prod(abs(x - y) for x, y in combinations(nodes, 2))


def weights(nodes: list[Any]) -> Any:
    r"""$\sum_i\prod_{j \ne i}|X_j/(X_j - X_i)|$ times the product of the distances of all pairs."""
    total: Any = 0
    for i in range(len(nodes)):
        others = nodes[:i] + nodes[i + 1 :]
        total = total + math.prod(map(abs, others)) * distances(others)
    return total


@theorem(
    PAPER,
    "Remark 1, LISTA-CP",
    id="remark-1/lista-cp",
    rank="step",
    origin="ours",
    pinned={"theta": r"the statement says $\theta = 0$"},
    given=["D", "theta", "X"],
    K=dims(1, 3),
    D=reals("K"),  # the whole matrices, since $d = N = 1$
    theta=box("K", low=0.0, high=0.0),
    X=reals("K + 1"),  # measurement matrices
    beta_star=reals(),
    where=lambda X: distances([*X]) > 0,
    examples=[
        # exact under 1 and -1, not under 2; 0.98 of the bound; with thresholds, below the bound at beta* = 1
        dict(K=2, D=[1.0, -1.0], theta=[0.0, 0.0], X=[1.0, -1.0, 2.0]),
        dict(K=2, D=[0.625, -0.625], theta=[0.0, 0.0], X=[1.0, -1.0, 2.0]),
        dict(K=2, D=[-2.625, 0.375], theta=[2.375, 0.0], X=[-1.125, 0.875, 2.875]),
    ],
)
@printed(
    r"At $d=N=1$, for K layers, $\theta=0$, all $D^{(k)}$ and any $K+1$ different $X_i$ LISTA-CP's largest "
    r"error over $\pm\beta^*$ and these matrices is at least $|\beta^*|/\sum_i\prod_{j\ne "
    r"i}\left|\frac{X_j}{X_j-X_i}\right|$: K layers cannot serve $K+1$ matrices.",
    because="A polynomial of degree K that is 1 at 0 has no $K + 1$ roots.",
)
@mutants(
    as_many_matrices_as_layers=dict(count=lambda K: K),
    a_tenth_more=dict(share=Fraction(11, 10)),
    thresholds=dict(theta=box("K", low=0.0, high=4.0)),
)
def another_matrix_is_missed(K, D, theta, X, beta_star, count=lambda K: K + 1, share=1):
    """In one dimension K layers of LISTA-CP without thresholds cannot serve $K + 1$ measurement matrices."""
    nodes, errors = [X[i] for i in range(count)], []
    for x in nodes:
        for target in (beta_star, -beta_star):
            beta = 0 * beta_star
            for k in range(K):
                beta = soft_threshold(beta - D[k] * (x * beta - x * target), theta[k])
            errors.append(abs(beta - target))
    # Both sides are multiplied by the distances of all pairs.
    return at_least(max(stack(errors)) * weights(nodes), abs(beta_star) * distances(nodes) * share)
