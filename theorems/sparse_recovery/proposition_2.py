r"""On event A the estimate converges linearly: for steps up to 0.84, not 1.6; or trivially.

Proposition 2: under event A (D.4), for $\gamma<1.6$ and $n\ge N_0$, there are parameters with
$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_nK}$, $c_1=\|\beta^*\|_1$ (the proof has $c_1=e^\alpha\|
\beta^*\|_1$ as well). With the parameters of the proof, $M^V=2I/\sigma_d^2$, step $\gamma$ and the thresholds
of Lemma 1 (which see the data), a step above 1 overshoots: with d = S = 1 and a diagonal of 1 a layer leaves
$|1-\gamma|$, the bound allows $1-\frac23\gamma+\dots$. Only nc enters: false for every c. For $\gamma\le0.84$
and $n\ge4$ it holds for every $D^\top X$ of event A.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import soft_threshold
from lemmata.arrays import Array, absolute, amax, concatenate, diag_embed, eye, norm, sum, zeros
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, box, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_d_n0 import Setting, Sizes, at, sizes
from theorems.sparse_recovery.instances_d_scalars import powers
from theorems.sparse_recovery.n0_chain import chain

LAYERS = 3
Rate = Callable[[Setting], Array]


def data(s: Sizes) -> Space:
    """A D^T X of event A, symmetric, S being the first coordinates; and beta* on them."""
    return space(
        delta=powers(-6, 0, open_high=True),
        excess=powers(0, 6),
        t=box(s.d, low=0.0, high=1.0),
        off=box(s.d, s.d, low=-1.0, high=1.0),
        beta_star=sparse(s.S, s.S, 1.0),
    )


def rate(q: Setting) -> Array:
    """exp(-alpha_n) by (D.3)."""
    return (q.dimension * (2 * q.S - 1) + q.support) * q.gamma + 1 - q.gamma * 2 / 3


def too_fast(q: Setting) -> Array:
    return rate(q) - q.gamma / 3


converges = PAPER.claim(
    "Proposition 2",
    kind="forall",
    settings=sizes(1.6, first=2),
    prompts=data,
    uses=[chain],
    examples=[Sizes(1, 1, 40, 1.5, 128)],
)


@converges.printed(
    r"Under event A, for $\gamma<1.6$ and $n\ge N_0$, with the parameters of the proof: $\|\beta^{(K+1)}_{2n+1}"
    r"-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$ with $\alpha_n$ of (D.3).",
    expect="refuted",
    defect="statement",
    because="A step above 1 overshoots by |1 - gamma|, while the printed rate falls to 1 - 2 gamma/3.",
    bound=rate,
    shrink=1,
)
@converges.amended(
    r"The same for $\gamma\le0.84$ and $n\ge\max(4,N_0)$.",
    because="(D.14) and the last line of the proof, corrected.",
    settings=sizes(0.84, first=4),
    bound=rate,
    shrink=1,
)
def linear(s: Sizes, prompt: Prompt, bound: Rate, shrink: int) -> Margin:
    """K layers, for every K up to three, on any D^T X of event A."""
    q, t = at(s, prompt), prompt.t
    low = (q.support * -1 + 1) * s.n / (s.n + 2)
    inside = low[:, None] + (q.support * s.n * 2 / (s.n + 2))[:, None] * t[:, : s.S]
    diagonal = concatenate([inside, t[:, s.S :] * 2], -1)
    hollow = (prompt.off + prompt.off.mT) / 2 * (eye(s.d, t) * -1 + 1)
    G = hollow * q.dimension[:, None, None] + diag_embed(diagonal)
    sigma_min = -amax(-inside, -1)
    sigma_max = amax(absolute(hollow).reshape(len(t), s.d * s.d), -1) * q.dimension
    factor = sigma_max * s.gamma * (2 * s.S - 1) + absolute(sigma_min * s.gamma * -1 + 1)
    beta_star = concatenate([prompt.beta_star, zeros((len(t), s.d - s.S), t)], -1)
    size = sum(absolute(beta_star), -1)
    beta, threshold, allowed, errors = beta_star * 0, sigma_max * size * s.gamma, size, []
    for _ in range(LAYERS):
        gradient = (G @ (beta - beta_star)[..., None])[..., 0]
        beta = soft_threshold(beta - gradient * s.gamma, (threshold * shrink)[:, None])
        threshold, allowed = threshold * factor, allowed * bound(q)
        errors.append(norm(beta - beta_star)[:, None] - allowed[:, None])
    found = concatenate(errors, -1)
    return at_most(found, found * 0)


converges.mutant("steps up to 3/2", settings=sizes(1.5, first=4))
converges.mutant("the whole step in the rate", bound=too_fast)
converges.mutant("sixteen times the threshold", shrink=16)
