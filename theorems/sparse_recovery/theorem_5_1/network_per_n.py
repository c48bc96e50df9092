r"""Theorem 5.1 holds as printed for Rademacher rows, if the network may depend on n.

With $M=\frac{2n+1}nI$ the diagonal of $D^\top X$ is 1, and by Hoeffding the other entries are at most
$\mu=\sqrt{2\log(d(d-1)/\delta)/n}$. The rate is $(2S-1)\mu$, whatever $\gamma$ is. The printed rate is linear
in $\gamma$, above 1 at $\gamma=0$ and above $(2S-1)\mu$ at $\gamma=\frac32$, since
$2\log(d(d-1)/\delta)\le4\log(d/\delta)\le\frac94\log(d/\delta)/c$ (nearly equal for many columns).
"""

from lemmata import Probability, choices, lines, mutants, printed, theorem
from lemmata.numbers import Number, log, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import Weights, changed, within
from theorems.sparse_recovery.theorem_5_1.setting import AS_PRINTED, as_printed, squared, with_c


def coherence_at_n(d: int, delta: Number, n: int) -> Number:
    r"""Hoeffding's bound on the off-diagonal entries of $D^\top X$ at n rows (0 if $d = 1$)."""
    return sqrt(log(d * (d - 1) / delta) * 2 / n) if d > 1 else 0


def rate_of_coherence(d: int, S: int, delta: Number, n: int) -> Number:
    """What a layer leaves."""
    return coherence_at_n(d, delta, n) * (2 * S - 1)


def knows_n(d: int, S: int, K: int, delta: Number, n: int, b_beta: Number) -> Weights:
    r"""$M = (2n + 1)/n I$; thresholds $\mu b_\beta((2S - 1) \mu)^{k-1}$."""
    mu, rate = coherence_at_n(d, delta, n), rate_of_coherence(d, S, delta, n)
    return Weights((2 * n + 1) / n, [mu * b_beta * rate**k for k in range(K)])


@theorem(
    PAPER,
    "Theorem 5.1",
    part="a network for each n",
    origin="ours",
    at=lines(187, 189),
    kind=Probability(failure=lambda delta: delta),
    **(AS_PRINTED | with_c(0.25, 0.5625, top=1.5, S=2)),
    construction=knows_n,
    examples=[
        dict(d=8, S=1, K=1, delta=0.984375, gamma=1.5, c=0.5625, N0=120, n=120, b_beta=1.0),  # near the bound
        dict(d=12, S=1, K=1, delta=0.96875, gamma=1.5, c=0.75, N0=108, n=108, b_beta=1.0),
        dict(d=2, S=1, K=3, delta=0.5, gamma=1.5, c=0.5, N0=89, n=120, b_beta=1.0),
        dict(d=2, S=2, K=2, delta=0.5, gamma=1.5, c=0.5, N0=1198, n=1200, b_beta=1.0),
    ],
)
@printed(
    r"For rows of independent signs and $\frac14\le c\le\frac9{16}$: for every $\gamma\le\frac32$ and $n\ge "
    r"N_0$ there is a network such that for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$."
)
@mutants(
    {
        "the square of the rate": dict(bound=squared),
        "c = 3/4": dict(c=choices(0.75)),
        "half the step": dict(construction=changed(knows_n, lambda tf: Weights(tf.scale / 2, tf.theta))),
    }
)
def converges(b_beta, tf, X, beta_star, answer, bound=as_printed):
    """With a network for each n Theorem 5.1 holds for rows of signs, c up to 9/16 and every step up to 3/2."""
    return within(tf, X, beta_star, answer, bound, b_beta)
