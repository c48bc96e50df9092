r"""On one event of X, every S-sparse vector is recovered at the rate q of `construction/explicit`.

Theorem 5.1 speaks of a $\beta^*$ drawn with X. Its proof bounds the coherence of X alone, and what follows is
for all sparse vectors at once. With Hoeffding's $\mu$ the event has probability at least $1-\delta$. (For
$\gamma>1$ a layer overshoots, and q would need the bars of the paper's $|1-\gamma\sigma_{\min}|$.)
"""

from lemmata import at_most, dims, dyadics, mutants, printed, scales, signs, sparse, theorem
from lemmata.numbers import abs, eye, max, norm, over_batches
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import Weights, path


@theorem(
    PAPER,
    "Theorem 5.1",
    part="one event for all vectors",
    origin="ours",
    d=dims(1, 4),
    S=dims(1, "min(d, 3)", most="d"),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    mu=dyadics(0, 1, of="[0, inf)"),
    N0=dims(1, 8),
    n=lambda N0: dims(N0, N0 + 8),
    b_beta=scales(-2, 4, of="(0, inf)"),
    q=lambda S, gamma, mu, N0: gamma * mu * (2 * S - 1) + 1 - gamma * 2 * N0 / (2 * N0 + 1),
    X=signs("n", "d"),
    beta_star=sparse("d", "S", "b_beta"),
    examples=[
        dict(d=1, S=1, K=3, gamma=1.5, mu=0.0625, N0=4, n=4, b_beta=1.0),
        dict(d=3, S=2, K=3, gamma=1.0, mu=0.25, N0=64, n=64, b_beta=1.0),
        dict(d=8, S=1, K=3, gamma=0.5, mu=0.5, N0=32, n=48, b_beta=1.0),
        dict(d=16, S=2, K=2, gamma=1.0, mu=0.3125, N0=256, n=256, b_beta=1.0),
    ],
)
@printed(
    r"For $X\in\{\pm1\}^{n\times d}$ with columns $\frac2{2n+1}|x_i^\top x_j|\le\mu$ for all $i\ne j$, "
    r"$\gamma\le1$, any whole numbers $n\ge N_0\ge1$ and $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$, "
    r"the network with $M^{(k)}=2\gamma I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ has "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$ for all $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le "
    r"b_\beta$."
)
@mutants(
    {
        "twice the threshold": dict(share=2),
        "half the step": dict(slope=1),
        "steps up to 3/2": dict(gamma=dyadics(0, 1.5, open_low=True)),
    }
)
def recovers_all(d, K, gamma, mu, n, b_beta, q, X, beta_star, answer, share=1, slope=2):
    """One event of X, that its columns are incoherent, serves all sparse vectors at once."""
    # The threshold of layer k is gamma mu b_beta q^(k-1), at least what the gradient has outside of the
    # support; on it a layer leaves 1 - gamma 2n/(2n+1) of an entry, S - 1 coherences and S thresholds: q.
    weights = Weights(gamma * slope, [gamma * mu * b_beta * q**k * share for k in range(K)])
    estimate = answer(over_batches(path)(weights, X, beta_star)[-1])
    coherence = max(abs(X.T @ X) * (1 - eye(d))) * 2 / (2 * n + 1)
    bound = b_beta * q**K
    margin = at_most(norm(estimate - beta_star), bound).given(mu - coherence)
    return margin.trivial_where(bound - b_beta)
