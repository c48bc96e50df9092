r"""Theorem D.1: the "equivalent form" of Theorem 5.1, with another rate, range and probability.

Here $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\gamma\sqrt{\frac{
\log S-\log\delta}{nc}}$ (the last root has a factor $\gamma$ that Theorem 5.1 has not), $\gamma<1.6$ (there
1.5), the probability is $1-3\delta$ (there $1-\delta$) and $c_1=\|\beta^*\|_1$ (there $b_\beta$), which weights
cannot know. For $\frac32<\gamma<1.6$ and large n the bound is negative at K = 1, whatever the network and c:
at $d=S=1$ it is $1-\frac23\gamma+2\gamma\sqrt x$, $x=\log(1/\delta)/(nc)$. The network of the proof fails for
$\gamma>\frac65$: a layer leaves $|1-\gamma|$ of the error or so, and the bound allows $1-\frac23\gamma+\dots$

Amended for Rademacher rows, $c=\frac14$, at the printed rate: for each $n\ge1$ the network $M=2\gamma I$
with thresholds $\gamma\mu b_\beta e^{-\alpha_n(k-1)}$, $\mu=2\sqrt{\log(d/\delta)/n}$, works for
$\gamma\le\frac65$, since $\frac{2n}{2n+1}\ge\frac23$ and $\gamma-1\le1-\frac23\gamma$. It depends on n through
its thresholds; $n\ge N_0$ is not needed.
"""

from collections.abc import Callable

from lemmata import Margin, Probability, Prompt, at_most, lines
from lemmata.numbers import Array, norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import Weights, path
from theorems.sparse_recovery.theorem_5_1.setting import Setting
from theorems.sparse_recovery.theorem_d_1.setting import (
    any_network,
    appendix_rate,
    known,
    long,
    network,
    own,
    prompts,
    settings,
)

theorem = PAPER.claim(
    "Theorem D.1",
    at=lines(652, 660),
    kind=Probability(failure=lambda s: min(1.0, 3 * float(s.delta))),
    settings=settings(1.6, (2, 9)),
    prompts=prompts,
    examples=[
        Setting(d=1, S=1, K=1, delta=0.25, gamma=1.575, c=256.0, N0=1, n=64),
        Setting(d=2, S=1, K=1, delta=2.0**-6, gamma=1.1875, c=0.25, N0=1, n=2000),
    ],
)
of_the_proof = PAPER.claim(
    "Theorem D.1",
    id="theorem-d.1/construction",
    origin="read",
    at=lines(652, 660),
    kind=Probability(failure=lambda s: min(1.0, 3 * float(s.delta))),
    settings=settings(1.6, (2, 9)),
    prompts=prompts,
    examples=[
        Setting(d=1, S=1, K=2, delta=0.25, gamma=1.5, c=4.0, N0=12, n=24),
        Setting(d=1, S=1, K=2, delta=2.0**-6, gamma=1.5, c=0.25, N0=1, n=2000),
        Setting(d=2, S=1, K=1, delta=2.0**-6, gamma=1.0, c=0.25, N0=1, n=2000),
    ],
)
Sides = Callable[[Array, Prompt], tuple[Array, Array]]
theorem.construction(network)
of_the_proof.construction(network)
AMENDED = (
    r"For Rademacher rows, $c=\frac14$, $\gamma\le\frac65$ and each $n\ge1$ there is a network with $\|\beta^{"
    r"(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ with probability at least $1-3\delta$, $\alpha_n$ of "
    r"(D.3)."
)


@theorem.printed(
    r"For $\gamma<1.6$ and $n\in[N_0,N]$ there is a network such that with probability at least $1-3\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$. Hence $0\le e^{-\alpha_nK}$.",
    defect="statement",
    because="For 3/2 < gamma < 1.6, large n and odd K the bound is negative: no network meets it, for no c.",
    sides=any_network,
)
@theorem.amended(
    AMENDED,
    adds="Rademacher rows, c = 1/4, gamma <= 6/5; b_beta for the l1 norm; any n >= 1",
    because="A step of at most 6/5 leaves |1 - gamma| <= 1 - 2 gamma/3; weights know b_beta, not the l1 norm.",
    settings=settings(1.2, None),
    sides=known,
)
@of_the_proof.printed(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma$): for $\gamma<1.6$ and $n\in[N_0,N]$, "
    r"with probability at least $1-3\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$, "
    r"$\alpha_n$ of (D.3).",
    defect="construction",
    because="A step above 6/5 overshoots; thresholds that do not know the l1 norm lose small vectors.",
    sides=own,
)
@of_the_proof.amended(
    AMENDED + r" It is that of the proof with $b_\beta$ and $\mu=2\sqrt{\log(d/\delta)/n}$.",
    adds="Rademacher rows, c = 1/4, gamma <= 6/5; b_beta for the l1 norm; any n >= 1",
    settings=settings(1.2, None),
    sides=known,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, sides: Sides) -> Margin:
    """After K layers the error is at most the K-th power of the rate."""
    beta = prompt.direction * prompt.size[:, None]
    left, scale = sides(norm(path(tf, prompt.X, beta)[-1] - beta), prompt)
    return at_most(left, scale * appendix_rate(s) ** s.K)


def hesitant(s: Setting) -> Weights:
    """A third of the step and no threshold."""
    return Weights(network(s).scale / 3, [0] * s.K)


theorem.mutant("c_1 is the l1 norm", sides=own, settings=long(1.0))
of_the_proof.mutant("steps of 3/2", settings=long(1.5))
for claim in (theorem, of_the_proof):
    claim.mutant("a third of the step, no threshold", construction=hesitant, settings=long(1.0))
