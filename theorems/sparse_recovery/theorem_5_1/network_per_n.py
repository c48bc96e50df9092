r"""Theorem 5.1 holds as printed for Rademacher rows, if the network may depend on n.

$c=\frac12$, $M=\frac{2n+1}nI$: the diagonal of $D^\top X$ is 1, and by Hoeffding the other entries are at
most $\mu=\sqrt{2\log(d(d-1)/\delta)/n}$. The rate is $(2S-1)\mu$, whatever $\gamma$ is, and $\gamma\le\frac32$
occurs in the bound only. The printed rate is linear in $\gamma$, above 1 at $\gamma=0$ and above $(2S-1)\mu$
at $\gamma=\frac32$, since $2\log(d(d-1)/\delta)\le4\log(d/\delta)\le\frac94\log(d/\delta)/c$.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Probability, Prompt, at_most, choices, dims, lines
from lemmata.numbers import Array, log, norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import Weights, path
from theorems.sparse_recovery.theorem_5_1.setting import Setting, as_printed, prompts

Rate = Callable[[Setting], Array]
any_step = replace(
    as_printed,  # S = 2 needs prompts of a thousand rows: in an example
    fields={**as_printed.fields, "c": choices(0.5), "S": lambda s: dims(1, 1, most=s.d)},
)
per_length = PAPER.claim(
    "Theorem 5.1",
    id="theorem-5.1/network-per-n",
    origin="read",
    at=lines(187, 189),
    kind=Probability(failure=lambda s: s.delta),
    settings=any_step,
    prompts=prompts,
    examples=[
        Setting(d=2, S=1, K=3, delta=0.5, gamma=1.5, c=0.5, N0=89, n=120),
        Setting(d=2, S=2, K=2, delta=0.5, gamma=1.5, c=0.5, N0=1198, n=1200),
    ],
)


@per_length.construction
def knows_n(s: Setting) -> Weights:
    """M = (2n + 1)/n I; thresholds mu ((2S - 1) mu)^(k-1)."""
    mu = sqrt(log(s.d * (s.d - 1) / s.delta) * 2 / s.n) if s.d > 1 else 0
    return Weights((2 * s.n + 1) / s.n, [mu * (mu * (2 * s.S - 1)) ** k for k in range(s.K)])


@per_length.printed(
    r"For Rademacher rows and $c=\frac12$: for every $\gamma\le\frac32$ and $n\ge N_0$ there is a network with "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ with probability at least $1-\delta$.",
    rate=lambda s: s.printed_rate,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """The printed rate, by a network made for the length of the prompt."""
    error = norm(path(tf, prompt.X, prompt.beta_star)[-1] - prompt.beta_star)
    return at_most(error, rate(s) ** s.K)


per_length.mutant("the cube of the rate", rate=lambda s: s.printed_rate**3)


@per_length.mutant("half the step")
def hesitant(tf: Weights) -> Weights:
    return Weights(tf.scale / 2, tf.theta)
