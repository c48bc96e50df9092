r"""Theorem 5.1 with a free network: one for all lengths (no), one for each length (yes).

Read literally, $\gamma\le\frac32$ occurs in the bound alone, and "there exists a set of parameters such
that for any $n\in[N_0:N]$" asks for one network. Let $d=S=K=1$, rows $\pm1$, $\beta^*=b_\beta=1$. The
estimate from n examples is $\mathcal S_\theta(m\frac n{2n+1})$, and for $\theta\ge0$ no m, $\theta$ serve n = 1
and n = 2: if $o_1\le\frac m3$ then $o_2\ge\frac65o_1$, so the errors satisfy $\frac6{11}e_1+\frac5{11}e_2\ge
\frac1{11}$. Take $\gamma=\frac32$ and $\delta=e^{-cx}$ with small x: then $N_0=32x\le1$ and both bounds,
$\frac52\sqrt{x/n}$, are as small as one likes, for every c > 0. (Nothing is random.) If $N_0\ge1$ the
network $M=2I$ serves every n, at d = 1.

If the network may depend on n the theorem is true as printed for Rademacher rows, with $c=\frac12$:
$M=\frac{2n+1}nI$ makes the diagonal 1, Hoeffding gives $\mu=\sqrt{2\log(d(d-1)/\delta)/n}$, and the rate
$(2S-1)\mu$ is below the printed one for $\gamma=0$ and $\gamma=\frac32$, hence between.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import lista_vm_from_all
from lemmata.arrays import Array, as_array, norm, sqrt
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, dims, dyadics, scales, signs, space
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import (
    Setting,
    Weights,
    dense,
)


@dataclass(frozen=True)
class Single:
    n: int
    K: int
    gamma: float
    x: float  # (log 1/delta) / c = N_0 / 32

    def rate(self, n: int) -> Array:
        """exp(-alpha_n) at d = S = 1."""
        return 1 - self.gamma * 2 / 3 + (self.gamma + 1) * sqrt(self.x / n)


Sides = Callable[[Single, Prompt], tuple[Array, Array]]


def any_network(s: Single, prompt: Prompt) -> tuple[Array, Array]:
    """The certificate for n = 1 and n = 2, and what the theorem makes of it (11 times both)."""
    zero = prompt.X[:, 0, 0] * 0
    return zero + 1, zero + s.rate(1) * 6 + s.rate(2) * 5


def twice_identity(scale: int) -> Sides:
    """The error of the network ``M = scale I`` after K layers, and the printed bound."""

    def sides(s: Single, prompt: Prompt) -> tuple[Array, Array]:
        beta = prompt.X[:, 0, :] * prompt.X[:, 0, :]
        y = (prompt.X @ beta[..., None])[..., 0]
        one = Setting(1, 1, s.K, 0.5, 1.0, 1.0, 1, s.n)
        M, theta = dense(one, Weights(s.x / s.x * scale, [s.x * 0] * s.K), prompt.X)
        error = norm(lista_vm_from_all(prompt.X, y, M, theta)[-1] - beta)
        return error, error * 0 + as_array(s.rate(s.n) ** s.K, error)

    return sides


def lengths(first: float) -> Space:
    """N >= N_0 = 32 x, where N_0 >= 1 if ``first`` says so."""
    return space(
        Single,
        where=lambda s: first <= 32 * s.x <= s.n,
        n=dims(1, 40),
        K=dims(1, 1) if not first else dims(1, 5),
        gamma=dyadics(0, 1.5, open_low=True),
        x=scales(-16, -5) if not first else scales(-5, 0),
    )


one = PAPER.claim(
    "Theorem 5.1", suffix="one-network", kind="forall", settings=lengths(0),
    prompts=lambda s: space(X=signs(s.n, 1)), examples=[Single(2, 1, 1.5, 2.0**-14)],
)  # fmt: skip


@one.printed(
    r"For every $\gamma\le\frac32$ there is one network such that for any $n\in[N_0:N]$ ... $\|\beta_{2n+1}^{"
    r"(K+1)}-\beta^*\|\le b_\beta e^{-\alpha_nK}$. At d = S = K = 1 and $N_0\le1$ this implies $\frac1{11}\le"
    r"\frac6{11}e^{-\alpha_1}+\frac5{11}e^{-\alpha_2}$ ($\theta\ge0$).",
    expect="refuted",
    defect="statement",
    because="One step size cannot be right for n = 1 and n = 2, and the bounds vanish as delta tends to "
    "1, for every c. The left side is a certificate that holds for every network.",
    sides=any_network,
)
@one.amended(
    r"At d = S = 1 and $N_0\ge1$ the network $M=2I$, $\theta=0$ serves every $n\ge N_0$, $K$ and $\gamma\le"
    r"\frac32$.",
    settings=lengths(1),
    sides=twice_identity(2),
)
def serves(s: Single, prompt: Prompt, sides: Sides) -> Margin:
    """One network serves all prompt lengths."""
    return at_most(*sides(s, prompt))


one.mutant("M = I", sides=twice_identity(1))
one.mutant("M = 4 I", sides=twice_identity(4))
