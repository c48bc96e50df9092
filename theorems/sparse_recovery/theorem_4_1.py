r"""The decoder transformer follows LISTA-VM at every layer and every prefix.

Theorem 4.1: with the structure of section 4.3 there are parameters such that for every layer $k$
and prefix length $n$ the estimate at token $2n+1$ obeys (4.4), the recursion with
$\frac{1}{2n+1}M^{(k)}X_{1:n}^\top(X_{1:n}\beta-y_{1:n})$. Read: for all sizes, all matrices $M^{(k)}$ and
thresholds $\theta^{(k)}\ge0$ there are weights that serve every prompt of Assumption 1.

The existence claim holds: with the last bias of (C.2) corrected the weights of appendix C.1 do it, at
even tokens nothing is needed, and the constant $B$ may depend on the bounds of Assumption 1 (we
take half of $\|M\|b_x^2$ times the radius reached so far as the growth of a layer). The printed weights
are a claim of their own (suffix ``construction``), which fails with (C.2).

The reference is the recursion, computed for each prefix from its own data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from torch import Tensor

from baselines.proximal import lista_vm
from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata.arrays import Array, absolute, stack, sum
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, box, dims, in_ball, reals, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.soft_threshold_mlp import displays as soft_threshold_mlp


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    K: int
    M: Tensor  # (K, d, d)
    theta: Tensor  # (K,)
    b_x: float = 2.0
    b_beta: float = 2.0

    @property
    def B(self) -> Array:
        """Exceeds ``|beta^T x|`` in every layer, by the growth of the recursion from layer to layer."""
        radius = self.b_beta * 0
        for M in self.M:
            size = sum(absolute(M), (-2, -1))  # at least the operator norm
            radius = radius + size * self.b_x * self.b_x * (radius + self.b_beta) / 2
        return self.b_x * radius + 1


def settings(largest: int = 3) -> Space:
    return space(
        Setting,
        d=dims(1, largest),
        N=dims(1, largest),
        K=dims(1, 2),
        M=lambda s: reals(s.K, s.d, s.d),
        theta=lambda s: box(s.K, low=0.0, high=2.0),
    )


def prompts(s: Setting) -> Space:
    """Assumption 1: rows and query of norm at most b_x, beta* of l1 norm at most b_beta, no noise."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        beta_star=sparse(s.d, s.d, s.b_beta),
        query=in_ball(s.d, radius=s.b_x),
    )


Recursion = Callable[[Array, Array, Array, Array], Array]
paper_size = Setting(
    d=20,
    N=10,
    K=12,
    M=reals(12, 20, 20).seeded(7) / 8,
    theta=box(12, low=0.0, high=2.0).seeded(7) / 8,
)
existence = PAPER.claim(
    "Theorem 4.1",
    kind="forall",
    settings=settings(),
    prompts=prompts,
    examples=[paper_size],
    uses=[soft_threshold_mlp],
)
weights = PAPER.claim(
    "Theorem 4.1, weights of C.1",
    slug="theorem-4.1-construction",
    kind="forall",
    settings=settings(),
    prompts=prompts,
    examples=[paper_size],
    uses=[soft_threshold_mlp],
)
RECURSION = (
    r"\beta^{(k+1)}_{2n+1}=\mathcal S_{\theta^{(k)}}\left(\beta^{(k)}_{2n+1}-\frac{1}{2n+1}M^{(k)}"
    r"X_{1:n,:}^\top\left(X_{1:n,:}\beta^{(k)}_{2n+1}-y_{1:n}\right)\right)"
)


def transformer(bias: Literal["printed", "corrected"]) -> Callable[[Setting], Transformer]:
    """The decoder transformer of (C.1) and (C.2) with the parameters given after (C.6)."""
    return lambda s: lista_vm_transformer(s.M, s.theta, s.B, bias=bias)


def estimates(tf: Transformer, prompt: Prompt, y: Array) -> Array:
    """The beta block at the tokens 3, 5, ..., 2N + 1 of H^(1), ..., H^(K+1): (batch, K + 1, N, d)."""
    states = tf.run(embed(prompt.X, y, prompt.query))[::2]
    return stack([tf.stream.read(H, "beta")[..., 2::2].mT for H in states], 1)


def reference(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The recursion (4.4) at every layer and prefix, written from the display."""
    return stack(list(lista_vm(X, y, M, theta)), 1)


@existence.printed(
    r"With the structure of section 4.3, for all $M^{(k)}$ and $\theta^{(k)}\ge0$ there are parameters "
    rf"such that for any $k\in[1:K]$, $n\in[N]$: ${RECURSION}$.",
    construction=transformer("corrected"),
    recursion=reference,
)
def some_weights_follow_the_recursion(
    s: Setting, tf: Transformer, prompt: Prompt, recursion: Recursion
) -> Margin:
    """There are weights with which the decoder transformer runs LISTA-VM at every prefix."""
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    return equal(estimates(tf, prompt, y), recursion(prompt.X, y, s.M, s.theta))


@weights.printed(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ "
    rf"being $+\theta^{{(k)}}\cdot\mathbf 1_d$, for any $k\in[1:K]$, $n\in[N]$: ${RECURSION}$.",
    expect="refuted",
    defect="construction",
    because="The fourth bias block of (C.2) has the wrong sign, so that every layer subtracts theta "
    "instead of thresholding.",
    construction=transformer("printed"),
    recursion=reference,
)
@weights.amended(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ "
    rf"being $-\theta^{{(k)}}\cdot\mathbf 1_d$, and $\theta^{{(k)}}\ge0$, for any $k\in[1:K]$, $n\in[N]$: "
    rf"${RECURSION}$.",
    because="Only the sign of that block is changed.",
    construction=transformer("corrected"),
    recursion=reference,
)
def these_weights_follow_the_recursion(
    s: Setting, tf: Transformer, prompt: Prompt, recursion: Recursion
) -> Margin:
    """The weights of appendix C.1 run LISTA-VM at every layer and prefix."""
    return some_weights_follow_the_recursion(s, tf, prompt, recursion)


def sees_everything(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The estimate from all N measurements at every prefix, as if there were no mask."""
    every = reference(X, y, M, theta)
    return every * 0 + every[:, :, -1:]


for claim in (existence, weights):
    claim.mutant("attend to the future", recursion=sees_everything)
    claim.mutant("M is transposed", recursion=lambda X, y, M, theta: reference(X, y, M.mT, theta))
    claim.mutant("the labels change sign", recursion=lambda X, y, M, th: reference(X, -y, M, th))
    claim.mutant(
        "B is zero",
        construction=lambda s: lista_vm_transformer(s.M, s.theta, s.B * 0, bias="corrected"),
    )
weights.derive_mutants(
    at=Setting(2, 2, 2, reals(2, 2, 2).seeded(1), box(2, low=0.0, high=2.0).seeded(1))
)
for head in ("+1", "-1"):
    for role in "QK":
        weights.waive(
            f"head {head} {role}[flag<-flag] one percent off",
            because="B exceeds every score it has to shut out; a percent more of it changes nothing.",
        )
