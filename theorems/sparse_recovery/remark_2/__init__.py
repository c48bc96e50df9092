r"""Recovery "for any X satisfying Assumption 1" (Remark 2, first sentence). No: only for incoherent X.

Assumption 1 bounds the rows and nothing else: among rows of signs are X with two equal columns (for n rows of
random signs they are equal with probability $2^{-n}$). The network reads the same tokens for two vectors with
the same measurements and misses one of them by half their distance, while "a convergence rate linear in K" is
an error of at most $Ce^{-K/C}$ for some C: such a rate $C'\rho^K$, $\rho<1$, is one with the larger of $C'$ and
$-\frac1{\log\rho}$ for C. Theorem 5.1 itself only speaks of most X.

What is amended holds for all sparse vectors at once, and says something where $q<1$, that is $(2S-1)m<n$:
random in Theorem 5.1 is only whether $X$ is so. Prefixes of X are in `prefixes`, another law of X in `other-x`.
"""

import math
from typing import Any

from lemmata import (
    amended,
    at_most,
    dims,
    dyadics,
    lines,
    mutants,
    printed,
    scales,
    signs,
    some,
    sparse,
    theorem,
)
from lemmata.numbers import abs, concat, exp, eye, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2 import inside
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, estimate
from theorems.sparse_recovery.theorem_5_1.setting import printed_N0


def enough_layers(C: float) -> dict[str, Any]:
    """So many layers that C exp(-K/C) is below 1/2, from the N_0 = 51 rows that two columns ask for."""
    return dict(d=2, n=51, K=2.0 ** math.ceil(math.log2(C * math.log(2 * C))), C=C)


@theorem(
    PAPER,
    "Remark 2",
    origin="read",
    at=lines(193),
    uses=[convergence],
    d=dims(2, 3),
    n=lambda d: dims(printed_N0(d, 1, 1 / 2, 7 / 8), printed_N0(d, 1, 1 / 2, 7 / 8) + 12),
    K=scales(0, 16, of="[1, inf)"),  # a bound that fails between whole numbers fails at the next one, too
    C=some(scales(0, 8), weaker="larger", fails_at=enough_layers),
    X=signs("n", "d"),
    examples=[enough_layers(4.0)],
)
@printed(
    "For any $X$ satisfying Assumption 1, the Transformer can estimate the ground-truth sparse vector "
    r"$\beta^*$ in-context at a convergence rate linear in K.",
    implies=r"Let the first two columns of X, of $n\ge N_0$ rows of signs ($N_0$ at $S=1$, $c=\frac78$, "
    r"$\delta=\frac12$; the argument is the same for any n), be equal, so that $b_\beta e_1$ and $b_\beta "
    r"e_2$ have the same measurements. Then half their distance is at most $b_\beta Ce^{-K/C}$ for some C and "
    "all K: a network of K layers has to be that near to both.",
    defect="typo",
    because="The probability of Theorem 5.1, which it quotes, is left out. Two columns of X may be equal, and "
    "two vectors with the same measurements cannot both be found, whatever the weights and however many "
    "layers.",
)
def any_X(d, K, C, X):
    """The network recovers sparse vectors from any measurement matrix that satisfies Assumption 1."""
    # b_beta = 1. No weights tell e_1 from e_2.
    X = concat([X[:, :1], X[:, :1], X[:, 2:]], 1)
    half = norm(eye(d)[0] - eye(d)[1]) / 2
    return at_most(half, C * exp(-K / C)).given(-sum(abs(X @ eye(d)[0] - X @ eye(d)[1])))


@amended(
    r"For every $X\in\{\pm1\}^{n\times d}$ with $\max_{i\ne j}|X_{:,i}^\top X_{:,j}|\le m$, $\gamma\le1$ "
    r"and $q=\gamma\frac{2(2S-1)m}{2n+1}+1-\frac{2n\gamma}{2n+1}$, the network with $M^{(k)}=2\gamma I$ and "
    r"$\theta^{(k)}=\gamma\frac{2m}{2n+1}b_\beta q^{k-1}$ has $\|\beta^{(K+1)}-\beta^*\|_1\le b_\beta q^K$ "
    r"for every $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$.",
    of=any_X,
    adds=r"X in {+-1}^(n x d), inner products of columns at most m, $\gamma \le 1$; the rate q",
    because="Incoherent columns are what the proof needs of X.",
    d=dims(1, 4),
    S=dims(1, "min(d, 2)", most="d"),
    K=dims(1, 3),
    n=dims(1, 12),
    m=lambda n, S: dims(0, (n - 1) // (2 * S - 1), most=n),  # drawn: those with q < 1
    gamma=dyadics(0, 1, open_low=True),
    b_beta=scales(-2, 4, of="(0, inf)"),
    q=lambda S, n, m, gamma: gamma * (2 * (2 * S - 1) * m - 2 * n) / (2 * n + 1) + 1,
    X=signs("n", "d"),
    beta_star=sparse("d", "S", "b_beta"),
    examples=[
        dict(d=3, S=1, K=1, n=3, m=1, gamma=1.0, b_beta=1.0),  # odd n: no two columns are orthogonal
        dict(d=3, S=2, K=2, n=64, m=20, gamma=0.5, b_beta=1.0),
        dict(d=8, S=1, K=3, n=32, m=20, gamma=1.0, b_beta=1.0),
    ],
)
@mutants(
    no_threshold=dict(threshold=0),
    the_square_of_the_rate=dict(rate=lambda q: q * q),
    without_the_coherence=dict(rate=lambda gamma, n: 1 - gamma * (2 * n) / (2 * n + 1)),
)
def incoherent_rows_suffice(
    d,
    K,
    m,
    gamma,
    b_beta,
    q,
    X,
    beta_star,
    answer,
    threshold=lambda gamma, m, n, b_beta: gamma * (2 * m) / (2 * n + 1) * b_beta,
    rate=lambda q: q,
):
    """The estimate is within b_beta times the K-th power of the rate, wherever the columns are incoherent."""
    beta_star = inside(beta_star)
    weights = Weights(gamma * 2, [threshold * q**k for k in range(K)])
    error = sum(abs(answer(estimate(weights, X, beta_star)) - beta_star))
    off, bound = abs(X.T @ X) * (1 - eye(d)), b_beta * rate**K
    # The inner products are whole numbers: "at most m" is "below m + 1/2".
    return at_most(error, bound).given(m + 1 / 2 - off).trivial_where(bound - b_beta)
