r"""LISTA-VM recovers a sparse vector at a linear rate, with high probability.

Theorem 5.1: for $n\ge N_0$, with probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le
b_\beta e^{-\alpha_nK}$, where $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+
\sqrt{\frac{\log S-\log\delta}{nc}}$, $c$ is some positive constant and $0<\gamma\le\frac32$. Here $\gamma$ is
read as the step of the network, as in the proof ($\gamma^{(k)}=\gamma$, $M^V=2I/\sigma_d^2$), and the
thresholds as in Lemma 1 with $\|\beta^*\|_1$ and the coherence replaced by their bounds, since weights
cannot see the data. With a step above 1 every layer overshoots by $|1-\gamma|$, while the printed rate
falls to $1-\frac23\gamma$: at $d=S=1$, rows $\pm1$ and $\gamma=\frac32$ nothing is random, every layer halves
the error or so, and the printed bound is smaller from moderate $n$ on. Only $nc$ enters, so that the
refutation holds for every $c>0$ (the hunt draws it). The laws are Rademacher, $\sigma=1$.

The readings in which $\gamma$ is but a number in the bound and the network is free are claims of their
own (`-one-network`, `-network-per-n`); so is the one for all sparse vectors at once (`-uniform`).

Amended, with explicit constants for Rademacher rows: the diagonal of $D^\top X$ is $\frac{2n}{2n+1}$, and
Hoeffding's inequality bounds its other entries by $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$ for
all $n\ge N_0$. One network serves all of these $n$, at the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}
\gamma$ of $N_0$: the printed order of quantifiers is kept, its rate $\alpha_n$ is not.

The recursion stands for the network (Theorem 4.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import Array, as_array, norm
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt
from theorems.sparse_recovery import PAPER, figures
from theorems.sparse_recovery.instances_theorem_5_1 import (
    EXAMPLE,
    OVERSHOOT,
    Setting,
    Weights,
    as_printed,
    dense,
    explicit,
    network,
    prompts,
)
from theorems.sparse_recovery.theorem_4_1 import existence as theorem_4_1

convergence = PAPER.claim(
    "Theorem 5.1",
    kind="probability",
    settings=as_printed,
    prompts=prompts,
    failure=lambda s: s.delta,
    uses=[theorem_4_1],
    examples=[OVERSHOOT, replace(EXAMPLE, n=61, K=6)],
)
convergence.construction(network)
convergence.figure(figures.errors_by_layer)
Rate = Callable[[Setting], Array]


@convergence.printed(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma^{(k)}=\gamma$): for "
    r"$\gamma\le\frac32$ and any $n\in[N_0:N]$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$, with $e^{-\alpha_n}=1-\frac23\gamma+"
    r"\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\sqrt{\frac{\log S-\log\delta}{nc}}$ and "
    r"$N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}{c}$.",
    expect="refuted",
    defect="statement",
    because="A step gamma > 1 overshoots: each layer leaves |1 - gamma| of the error, and the printed "
    "rate, which falls with gamma up to 3/2, is smaller. It fails for every c > 0, with "
    "probability 1. (Read with gamma as the step, as in the proof.)",
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
    M, theta = dense(s, tf, prompt.X)
    error = norm(lista_vm_from_all(prompt.X, y, M, theta)[-1] - prompt.beta_star)
    bound = as_array(rate(s) ** s.K, like=error)
    return at_most(error, bound + error * 0).report(distance=error, bound=bound)


@convergence.mutant("no threshold")
def unthresholded(tf: Weights) -> Weights:
    return Weights(tf.scale, [t * 0 for t in tf.theta])


@convergence.mutant("1/n in place of 1/(2n+1)")
def doubled(tf: Weights) -> Weights:
    return Weights(tf.scale * 2, tf.theta)


convergence.mutant("the square of the rate", rate=lambda s: s.q * s.q)
convergence.mutant("the step counts twice", rate=lambda s: s.q - s.gamma / 4)
convergence.mutant("steps up to 3/2", settings=explicit(1.5))
