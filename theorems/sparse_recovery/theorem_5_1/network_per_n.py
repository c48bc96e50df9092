r"""Theorem 5.1 holds as printed for Rademacher rows, if the network may depend on n.

$c\le\frac9{16}$, $M=\frac{2n+1}nI$: the diagonal of $D^\top X$ is 1, and by Hoeffding the other entries are at
most $\mu=\sqrt{2\log(d(d-1)/\delta)/n}$. The rate is $(2S-1)\mu$, whatever $\gamma$ is, and $\gamma\le\frac32$
occurs in the bound only. The printed rate is linear in $\gamma$, above 1 at $\gamma=0$ and above $(2S-1)\mu$
at $\gamma=\frac32$, since $2\log(d(d-1)/\delta)\le4\log(d/\delta)\le\frac94\log(d/\delta)/c$ (nearly equal for
many columns).
"""

from lemmata import Margin, Probability, Prompt, at_most, lines
from lemmata.numbers import Array, log, norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Answer, Rate, as_printed_rate
from theorems.sparse_recovery.theorem_5_1.network import Weights, path
from theorems.sparse_recovery.theorem_5_1.setting import Setting, prompts, with_c

per_length = PAPER.claim(
    "Theorem 5.1",
    part="a network for each n",
    id="theorem-5.1/network-per-n",
    origin="ours",
    at=lines(187, 189),
    summary="With a network made for each number n of rows, Theorem 5.1 holds for rows of signs, c up to 9/16 "
    "and every step up to 3/2",
    kind=Probability(failure=lambda s: s.delta),
    settings=with_c(0.25, 0.5625, top=1.5, S=2),
    prompts=prompts,
    examples=[
        Setting(d=8, S=1, K=1, delta=0.984375, gamma=1.5, c=0.5625, N0=120, n=120),  # near the bound
        Setting(d=12, S=1, K=1, delta=0.96875, gamma=1.5, c=0.75, N0=108, n=108),
        Setting(d=2, S=1, K=3, delta=0.5, gamma=1.5, c=0.5, N0=89, n=120),
        Setting(d=2, S=2, K=2, delta=0.5, gamma=1.5, c=0.5, N0=1198, n=1200),
    ],
)


def coherence(s: Setting) -> Array:
    """Hoeffding's bound on the off-diagonal entries of D^T X at n rows (0 if d = 1)."""
    return sqrt(log(s.d * (s.d - 1) / s.delta) * 2 / s.n) if s.d > 1 else 0


def rate_of_coherence(s: Setting) -> Array:
    """What a layer leaves."""
    return coherence(s) * (2 * s.S - 1)


@per_length.construction
def knows_n(s: Setting) -> Weights:
    """M = (2n + 1)/n I; thresholds mu b_beta ((2S - 1) mu)^(k-1)."""
    mu = coherence(s)
    return Weights((2 * s.n + 1) / s.n, [mu * s.b_beta * rate_of_coherence(s) ** k for k in range(s.K)])


@per_length.printed(
    r"For rows of independent signs and $\frac14\le c\le\frac9{16}$: for every $\gamma\le\frac32$ and $n\ge "
    r"N_0$ there is a network such that for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    rate=as_printed_rate,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, rate: Rate, answer: Answer) -> Margin:
    """After K layers of a network made for n rows the estimate is within b_beta rate^K."""
    estimate = answer(path(tf, prompt.X, prompt.beta_star)[-1])
    bound = s.b_beta * rate(s) ** s.K
    return at_most(norm(estimate - prompt.beta_star), bound).trivial_where(bound - s.b_beta)


per_length.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
per_length.mutant("c = 3/4", settings=with_c(0.75, top=1.5, S=2))


@per_length.mutant("half the step")
def hesitant(tf: Weights) -> Weights:
    return Weights(tf.scale / 2, tf.theta)
