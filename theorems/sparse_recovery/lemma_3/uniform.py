r"""Lemma 3 for rows with independent entries uniform on [-1, 1]: $c = 1/12$ is good for every N.

$\sigma^2=\frac13$. Squares lie in $[0,3]\sigma^2$ (Hoeffding: $e^{-2Ns^2/9}$); given one column, the products
are strictly sub-Gaussian with variance at most $3\sigma^4$ each, so that a pair exceeds s with probability at
most $2e^{-Ns^2/6}$, and $d(d-1)\big(\frac\delta d\big)^2\le\delta$. The prefactor $\frac N{N+2}$ is saved by
the slack of the constant.
"""

from lemmata import Probability, at_most, dims, mutants, printed, scales, theorem, uniform
from lemmata.numbers import abs, diag, eye, max
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import LAWS, root


@theorem(
    PAPER,
    "Lemma 3",
    part="rows uniform on [-1, 1]",
    rank="step",
    origin="ours",
    kind=Probability(failure=lambda delta: min(1.0, 3 * float(delta))),
    N=dims(1, 128),
    d=dims(1, 6),
    S=dims(1, "d", most="d"),
    delta=scales(-8, -2, of="(0, 1)"),
    X=uniform("N", "d", low=-1.0, high=1.0),
    examples=[dict(N=48, d=6, S=6, delta=2.0**-7), dict(N=128, d=1, S=1, delta=0.25)],
)
@printed(
    r"Independent rows uniform on $[-1,1]^d$, $D=\frac1{2N+1}X(M^V)^\top$, $M^V=6I$, $c=\frac1{12}$, every N: "
    r"with probability at least $1-3\delta$ all $D_{:,i}^\top X_{:,i}$, $i\in\mathbb S$, lie in $\frac "
    r"N{N+2}(1\pm s)$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$, and all $|D_{:,i}^\top X_{:,j}|$, $i\ne j$, "
    r"are at most $\sqrt{\frac{\log d-\log\delta}{Nc}}$."
)
@mutants({"c = 1/2": dict(inverse=2), "M^V = I / sigma^2": dict(M=3), "M^V = 3 I / sigma^2": dict(M=9)})
def concentrates(N, d, S, delta, X, inverse=LAWS["uniform"], M=6):
    """For rows uniform on [-1, 1] Lemma 3 holds with $c = 1/12$, for every number of rows."""
    G, c = M / (2 * N + 1) * X.T @ X, 1 / inverse
    diagonal = diag(G)[:S] * (N + 2) / N
    return at_most(
        [max(abs(diagonal - 1)), max(abs(G * (1 - eye(d))))], [root(S, delta, N, c), root(d, delta, N, c)]
    )
