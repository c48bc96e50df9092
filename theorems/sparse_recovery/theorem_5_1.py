r"""LISTA-VM recovers a sparse vector at a linear rate, with high probability.

Theorem 5.1: for $n\ge N_0$, with probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le
b_\beta e^{-\alpha_nK}$, where $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+
\sqrt{\frac{\log S-\log\delta}{nc}}$, $c$ is some positive constant and $0<\gamma\le\frac32$. Here $\gamma$ is
read as the step of the network, as in the proof ($\gamma^{(k)}=\gamma$, $M^V=2I/\sigma_d^2$), and the
thresholds as in Lemma 1 with $\|\beta^*\|_1$ and the coherence replaced by their bounds, since weights
cannot see the data. With a step above 1 every layer overshoots by $|1-\gamma|$, while the printed rate
falls to $1-\frac23\gamma$: at $d=S=1$, rows $\pm1$ and $\gamma=\frac32$ nothing is random, every layer halves
the error or so, and the printed bound is smaller at $n=N_0$ already. $c$ cancels there, so the
refutation holds for every $c>0$ (the hunt draws it). The laws are Rademacher, $\sigma=1$.

Amended, with explicit constants for Rademacher rows: the diagonal of $D^\top X$ is $\frac{2n}{2n+1}$, and
Hoeffding's inequality bounds its other entries by $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$ for
all $n\ge N_0$. One network serves all of these $n$, at the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}
\gamma$ of $N_0$: the printed order of quantifiers is kept, its rate $\alpha_n$ is not.

The recursion stands for the network (Theorem 4.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import Array, as_array, eye, log, norm, sqrt, stack
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, dims, dyadics, scales, signs, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import existence as theorem_4_1


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    K: int
    delta: float
    gamma: float
    c: float
    N0: int
    n: int

    @property
    def coherence(self) -> Array:
        """Hoeffding's bound on the off-diagonal entries of D^T X for every n >= N0 (0 if d = 1)."""
        if self.d == 1:
            return self.delta * 0
        pairs = log(self.d * (self.d - 1) / self.delta)
        return sqrt(pairs * (2 * self.N0)) * 2 / (2 * self.N0 + 1)

    @property
    def q(self) -> Array:
        """The amended rate of a layer."""
        off = self.gamma * (2 * self.S - 1) * self.coherence
        return off + 1 - self.gamma * (2 * self.N0) / (2 * self.N0 + 1)

    @property
    def printed_rate(self) -> Array:
        """exp(-alpha_n) as printed in the main text."""
        dimension = sqrt(log(self.d / self.delta) / (self.n * self.c))
        support = sqrt(log(self.S / self.delta) / (self.n * self.c))
        return 1 - self.gamma * 2 / 3 + self.gamma * (2 * self.S - 1) * dimension + support


@dataclass(frozen=True)
class Weights:
    """What the network embeds: M^(k) = scale times the identity, and theta^(k), for each layer."""

    scale: Array
    theta: list[Array]


def printed_N0(s: Setting) -> int:
    logs = math.log(s.d) + math.log(s.S) - math.log(s.delta)
    return math.ceil(8 * (4 * s.S - 2) ** 2 * logs / s.c)


as_printed = space(
    Setting,
    d=dims(1, 3),
    S=lambda s: dims(1, min(s.d, 2)),
    K=dims(1, 6),
    delta=scales(-6, 0, open_high=True),
    gamma=dyadics(0, 1.5, open_low=True),
    c=scales(-2, 8),
    N0=lambda s: dims(printed_N0(s), printed_N0(s)),
    n=lambda s: dims(s.N0, 2 * s.N0),
)


def explicit(largest_step: float = 1.0) -> Space:
    """Sizes for which the amended rate is below 1."""
    return space(
        Setting,
        where=lambda s: float(s.q) < 1,
        d=dims(1, 24),
        S=lambda s: dims(1, min(s.d, 2)),
        K=dims(1, 6),
        delta=scales(-4, 0, open_high=True),
        gamma=dyadics(0.25, largest_step),
        c=dyadics(1, 1),
        N0=lambda s: dims(8 * s.S**2, 100 * s.S**2),
        n=lambda s: dims(s.N0, 2 * s.N0),
    )


def prompts(s: Setting) -> Space:
    """Rademacher rows and an S-sparse vector with ||beta*||_1 <= b_beta = 1."""
    return space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.S, 1.0))


convergence = PAPER.claim(
    "Theorem 5.1", kind="probability", settings=as_printed, prompts=prompts,
    failure=lambda s: s.delta, uses=[theorem_4_1],
    examples=[
        Setting(d=200, S=1, K=12, delta=0.125, gamma=1.0, c=1.0, N0=60, n=60),
    ],
)  # fmt: skip
Rate = Callable[[Setting], Array]


@convergence.construction
def network(s: Setting) -> Weights:
    """M^(k) = 2 gamma I; the threshold of a layer is its coherence times the error bound before it."""
    thresholds = [s.gamma * s.coherence * s.q**k for k in range(s.K)]
    return Weights(s.gamma * 2, thresholds)


@convergence.printed(
    r"For $\gamma\le\frac32$ and $n\in[N_0:N]$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$, with $e^{-\alpha_n}=1-\frac23\gamma+"
    r"\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\sqrt{\frac{\log S-\log\delta}{nc}}$ and "
    r"$N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}{c}$.",
    expect="refuted",
    defect="statement",
    because="A step gamma > 1 overshoots: each layer leaves |1 - gamma| of the error, and the printed "
    "rate, which falls with gamma up to 3/2, is smaller. It fails for every c > 0, with "
    "probability 1.",
    rate=lambda s: s.printed_rate,
)
@convergence.amended(
    r"For Rademacher rows, $\gamma\le1$, $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ and "
    r"$q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma<1$, one network serves every $n\ge N_0$: with "
    r"probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$.",
    because="The constants are Hoeffding's; the rate is that of N_0 because one threshold has to serve "
    "all n.",
    settings=explicit(),
    rate=lambda s: s.q,
)
def converges_linearly(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """After K layers the estimate is within b_beta times the K-th power of the rate."""
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    like = prompt.X
    M = stack([eye(s.d, like) * as_array(tf.scale, like)] * s.K, 0)
    theta = stack([as_array(t, like) for t in tf.theta], 0)
    error = lista_vm_from_all(prompt.X, y, M, theta)[-1] - prompt.beta_star
    bound = as_array(rate(s) ** s.K, like)
    return at_most(norm(error), bound + norm(error) * 0)


@convergence.mutant("no threshold")
def unthresholded(tf: Weights) -> Weights:
    return Weights(tf.scale, [t * 0 for t in tf.theta])


@convergence.mutant("1/n in place of 1/(2n+1)")
def doubled(tf: Weights) -> Weights:
    return Weights(tf.scale * 2, tf.theta)


convergence.mutant("the square of the rate", rate=lambda s: s.q * s.q)
convergence.mutant("the step counts twice", rate=lambda s: s.q - s.gamma / 4)
