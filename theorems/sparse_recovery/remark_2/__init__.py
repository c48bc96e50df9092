r"""Recovery "for any X satisfying Assumption 1" (Remark 2, first sentence). No: only for incoherent X.

Read for every such X and every sparse vector, at the rate of Theorem 5.1. Assumption 1 bounds the rows and
nothing else. If two $S$-sparse vectors have the same measurements the network reads the same tokens for both,
so that whatever its weights it misses one of them by half their distance: if a column of $X$ vanishes, $\pm
b_\beta e_1$ by $b_\beta$. (Here $d\ge2$: that X is 0 is not needed.) Theorem 5.1 itself only speaks of most
$X$. Its rate is below 1 for every $c$, $\delta$ and $\gamma$ from some $n$ on, so that no constant saves the
sentence.

What is amended holds for all sparse vectors at once, and says something where $q<1$, that is $(2S-1)m<n$:
random in Theorem 5.1 is only whether $X$ is so.

The remark's other sentences, on prefixes of X, are in `prefixes`; an experiment with another law of X is in
`other-x`.
"""

import math
from fractions import Fraction
from typing import Any

from lemmata import (
    Margin,
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
from lemmata.claims.answers import Answer
from lemmata.numbers import Matrix, Number, Vector, abs, eye, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_4_2.lista_cp import inside
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, estimate
from theorems.sparse_recovery.theorem_5_1.setting import printed_N0, rate_as_printed


def two_columns(c: float) -> dict[str, Any]:
    """Two columns, N_0 rows and a step of 1."""
    return dict(d=2, S=1, K=1, delta=0.5, gamma=1.0, c=c, n=math.ceil(32 * math.log(4) / c))


@theorem(
    PAPER,
    "Remark 2",
    origin="read",
    at=lines(193),
    uses=[convergence],
    d=dims(2, 3),
    S=dims(1, 2, most="d"),
    K=dims(1, 6),
    delta=scales(-2, 0, open_high=True, of="(0, 1)"),
    gamma=dyadics(0, 1.5, open_low=True),
    c=some(scales(3, 9), weaker="smaller", fails_at=two_columns),
    n=lambda d, S, delta, c: dims(printed_N0(d, S, delta, c), printed_N0(d, S, delta, c) + 8),
    printed_rate=rate_as_printed,
    X=signs("n", "d"),
    examples=[two_columns(8.0)],
)
@printed(
    r"For some $c>0$, any $X$ satisfying Assumption 1 and $n\ge N_0$ the network (any weights) estimates "
    r"every $S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$: $\|\beta_{2n+1}^{(K+1)}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$, with $N_0$, $\alpha_n$, $\delta$ and $\gamma\le\frac32$ of Theorem 5.1. If $d\ge2$ "
    r"and the first column of X is 0 (the others: signs), it implies $1\le e^{-\alpha_nK}$, since $\pm "
    r"b_\beta e_1$ have the same measurements.",
    defect="statement",
    because="A column of X may vanish. Two vectors with the same measurements cannot both be found, whatever "
    r"the weights, and for $\gamma > 2/5$ the bound is below $b_\beta$, for every c, $\delta$ and $n \ge N_0$.",
    fails_where=lambda gamma: gamma > Fraction(2, 5),
)
def any_X(d: int, K: int, printed_rate: Number, X: Matrix) -> Margin:
    """The network recovers sparse vectors from any measurement matrix that satisfies Assumption 1."""
    # b_beta = 1. The first column is 0, so that rows have a norm below b_x = sqrt(d), and no weights tell e_1
    # from -e_1.
    e_1 = eye(d)[0]
    X = X * (1 - e_1)
    half = norm(e_1 - (-e_1)) / 2
    return at_most(half, printed_rate**K).given(-sum(abs(X @ e_1 - X @ -e_1)))


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
    {
        "no threshold": dict(threshold=0),
        "the square of the rate": dict(rate=lambda q: q * q),
        "without the coherence": dict(rate=lambda gamma, n: 1 - gamma * (2 * n) / (2 * n + 1)),
    }
)
def incoherent_rows_suffice(
    d: int,
    K: int,
    m: int,
    gamma: Number,
    b_beta: Number,
    q: Number,
    X: Matrix,
    beta_star: Vector,
    answer: Answer,
    threshold: Number = lambda gamma, m, n, b_beta: gamma * (2 * m) / (2 * n + 1) * b_beta,
    rate: Number = lambda q: q,
) -> Margin:
    """The estimate is within b_beta times the K-th power of the rate, wherever the columns are incoherent."""
    beta_star = inside(beta_star)
    weights = Weights(gamma * 2, [threshold * q**k for k in range(K)])
    error = sum(abs(answer(estimate(weights, X, beta_star)) - beta_star))
    off, bound = abs(X.T @ X) * (1 - eye(d)), b_beta * rate**K
    # The inner products are whole numbers: "at most m" is "below m + 1/2".
    return at_most(error, bound).given(m + 1 / 2 - off).trivial_where(bound - b_beta)
