r"""Theorem D.1: the "equivalent form" of Theorem 5.1, with another rate, range and probability.

Here $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\gamma\sqrt{\frac{
\log S-\log\delta}{nc}}$ (the last root has a factor $\gamma$ that Theorem 5.1 has not), $\gamma<1.6$ (there
1.5), the probability is $1-3\delta$ (there $1-\delta$) and $c_1=\|\beta^*\|_1$ (there $b_\beta$), which weights
cannot know. As a step, $\gamma>1$ overshoots: false for every c, as Theorem 5.1.

Amended for Rademacher rows, $c=\frac14$, at the printed rate: for each $n\ge1$ the network $M=2\gamma I$
with thresholds $\gamma\mu b_\beta e^{-\alpha_n(k-1)}$, $\mu=2\sqrt{\log(d/\delta)/n}$, works for
$\gamma\le1$, since $\frac{2n}{2n+1}\ge\frac23$. It depends on n through its thresholds; $n\ge N_0$ is
not needed.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import Array, as_array, log, norm, sqrt
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, choices, dims, dyadics, scales, signs, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import Setting, Weights, dense, printed_N0

Scale = Callable[[Setting, Prompt], Array]


def settings(top: float, c: tuple[int, int] | None) -> Space:
    """The printed hypotheses with c from a span of powers of 2, or any n >= 1 with c = 1/4."""

    def shortest(s: Setting) -> int:
        return printed_N0(s) if c else 1

    return space(
        Setting,
        d=dims(1, 6),
        S=lambda s: dims(1, min(s.d, 2), most=s.d),
        K=dims(1, 5),
        delta=scales(-6, -2),
        gamma=dyadics(0, top, open_low=True, open_high=top == 1.6, grid=40),
        c=scales(*c) if c else choices(0.25),
        N0=lambda s: dims(shortest(s), shortest(s), most=shortest(s)),
        n=lambda s: dims(s.N0, 2 * s.N0 if c else 60),
    )


def prompts(s: Setting) -> Space:
    """Rademacher rows; S-sparse vectors of l1 norm at most b_beta = 1, also much smaller ones."""
    return space(X=signs(s.n, s.d), direction=sparse(s.d, s.S, 1.0), size=choices(1.0, 0.5, 0.125))


def rate(s: Setting) -> Array:
    """exp(-alpha_n) by (D.3)."""
    x = sqrt(log(s.d / s.delta) / (s.n * s.c)) * (2 * s.S - 1)
    return 1 - s.gamma * 2 / 3 + s.gamma * (x + sqrt(log(s.S / s.delta) / (s.n * s.c)))


theorem = PAPER.claim(
    "Theorem D.1", kind="probability", settings=settings(1.6, (2, 9)), prompts=prompts,
    failure=lambda s: min(1.0, 3 * float(s.delta)),
    examples=[
        Setting(d=1, S=1, K=2, delta=0.25, gamma=1.5, c=2.0, N0=23, n=46),
        Setting(d=1, S=1, K=2, delta=2.0**-6, gamma=1.5, c=0.25, N0=1, n=2000),
        Setting(d=2, S=1, K=1, delta=2.0**-6, gamma=1.0, c=0.25, N0=1, n=2000),
    ],
)  # fmt: skip


@theorem.construction
def network(s: Setting) -> Weights:
    """The network of the proof, with bounds for what weights cannot know."""
    mu = sqrt(log(s.d / s.delta) / (s.n * s.c))
    return Weights(s.gamma * 2, [s.gamma * mu * rate(s) ** k for k in range(s.K)])


@theorem.printed(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma$): for $\gamma<1.6$ and $n\in[N_0,N]$, "
    r"with probability at least $1-3\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$, "
    r"$\alpha_n$ of (D.3).",
    expect="refuted",
    defect="statement",
    because="A step above 1 overshoots; thresholds that do not know the l1 norm lose small vectors.",
    scale=lambda s, prompt: prompt.size,
)
@theorem.amended(
    r"For Rademacher rows, $c=\frac14$, $\gamma\le1$ and each $n\ge1$ there is a network with $\|\beta^{(K+1)}_"
    r"{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ with probability at least $1-3\delta$, $\alpha_n$ of (D.3).",
    settings=settings(1.0, None),
    scale=lambda s, prompt: prompt.size * 0 + 1,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, scale: Scale) -> Margin:
    """After K layers the error is at most the K-th power of the rate."""
    beta = prompt.direction * prompt.size[:, None]
    y = (prompt.X @ beta[..., None])[..., 0]
    M, theta = dense(s, tf, prompt.X)
    error = norm(lista_vm_from_all(prompt.X, y, M, theta)[-1] - beta)
    return at_most(error, scale(s, prompt) * as_array(rate(s) ** s.K, like=error))


theorem.mutant("c_1 is the l1 norm", scale=lambda s, prompt: prompt.size)
theorem.mutant("steps up to 3/2", settings=settings(1.5, None))


@theorem.mutant("a third of the step, no threshold")
def hesitant(tf: Weights) -> Weights:
    return Weights(tf.scale / 3, [t * 0 for t in tf.theta])
