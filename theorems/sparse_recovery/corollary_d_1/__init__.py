r"""Corollary D.1: knowing a set that holds the support replaces d by its size.

Zeroing all rows of $M$ outside of $\mathbb S$ (the paper's $I^{\mathbb S}M$) keeps every estimate in $\mathbb
S$, and the columns outside play no part. $\gamma$ may be any constant below 1.6 in (D.15): for
$\frac32<\gamma$ and large n the bound is negative at odd K, as that of Theorem D.1, for every network and c.
The proof's fails for $\gamma>\frac65$ ($N_0^P$ stands for $N_0^{\mathbb S}$, $[\cdot]_{2N+1}$ for
$[\cdot]_{2n+1}$). The statement is read with these and with $\beta^{(K+1)}$; it speaks of $\beta^{(K)}$
"$=[H^{(K+1)}]$": by the paper's own notation $\beta^{(K)}$ is the input of layer K, and at K = 1 it is zero,
so that no network meets a bound below $\|\beta^*\|$ (`index`). Amended like Theorem 5.1, with d replaced:
$c=\frac12$, $\gamma\le1$, $b_\beta$ for $\|\beta^*\|_1$ (which weights cannot know), one network for all
$n\ge N_0$. The changed MLP of the proof is in `mlp.py`.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Probability, Prompt, Space, at_most, dims, every, lines, signs, space, sparse
from lemmata.numbers import Array, absolute, concatenate, constant, norm, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.corollary_d_1.setting import Setting, many_spare, prompts, settings, wide
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import many_rows, with_c_half
from theorems.sparse_recovery.theorem_d_1.setting import appendix_rate

Sides = Callable[[Setting, Array, Array], tuple[Array, Array]]
corollary = PAPER.claim(
    "Corollary D.1",
    rank="headline",
    origin="read",
    at=lines(740, 748),
    kind=Probability(failure=lambda s: s.delta),
    settings=wide(1.6),
    prompts=prompts,
    uses=[convergence],
    examples=[
        Setting(d=1, S=1, K=1, delta=0.25, gamma=1.575, c=256.0, N0=1, n=64, spare=1),
        Setting(d=1, S=1, K=3, delta=0.5, gamma=1.0, c=0.5, N0=45, n=64, spare=9),
    ],
)
of_the_proof = PAPER.claim(
    "Corollary D.1",
    id="corollary-d.1/construction",
    origin="read",
    at=lines(740, 748),
    kind=Probability(failure=lambda s: s.delta),
    settings=wide(1.6),
    prompts=prompts,
    uses=[convergence],
    examples=[
        Setting(d=1, S=1, K=1, delta=0.5, gamma=1.375, c=64.0, N0=1, n=8, spare=1),
        Setting(d=1, S=1, K=2, delta=0.5, gamma=1.5, c=0.5, N0=45, n=400, spare=1),
    ],
)
corollary.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)


def own(s: Setting, error: Array, size: Array) -> tuple[Array, Array]:
    """The error and the printed bound."""
    return error, size * appendix_rate(s) ** s.K


def bounded(s: Setting, error: Array, _size: Array) -> tuple[Array, Array]:
    """The same with b_beta = 1 for the l1 norm."""
    return own(s, error, 1)


AMENDED = (
    r"For Rademacher rows, $c=\frac12$ and $\gamma\le1$ one network serves every $n\ge N_0^{\mathbb S}$: with "
    r"probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_n^{\mathbb "
    r"S}K}$."
)


@corollary.printed(
    r"For $\gamma<1.6$ there is a network: if $n\ge N_0^{\mathbb S}$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15). Hence the bound "
    r"is not negative.",
    defect="statement",
    because="For 3/2 < gamma < 1.6, large n and odd K it is negative: no network meets it, for no c.",
    sides=lambda s, error, size: own(s, 0, size),
    inside=True,
)
@corollary.amended(
    AMENDED,
    adds="Rademacher rows, c = 1/2, gamma <= 1, S = 1; b_beta for the l1 norm",
    settings=settings(with_c_half(1, 2)),
    sides=bounded,
    inside=True,
)
@of_the_proof.printed(
    r"With the network of the proof and step $\gamma<1.6$: if $n\ge N_0^{\mathbb S}$, with probability at "
    r"least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15).",
    defect="construction",
    because="A step above 6/5 overshoots, as in Theorem 5.1, for every c.",
    sides=own,
    inside=True,
)
@of_the_proof.amended(
    AMENDED,
    adds="Rademacher rows, c = 1/2, gamma <= 1, S = 1; b_beta for the l1 norm",
    settings=settings(with_c_half(1, 2)),
    sides=bounded,
    inside=True,
)
def restricted(s: Setting, tf: Weights, prompt: Prompt, sides: Sides, inside: bool) -> Margin:
    """Columns that cannot be in the support do no harm."""
    if inside:
        known = constant([1.0] * s.d + [0.0] * s.spare, prompt.X)
        tf = Weights(known * tf.scale, tf.theta)
    beta = concatenate([prompt.beta_star, zeros((len(prompt), s.spare), prompt.X)], -1)
    error = norm(path(tf, prompt.X, beta)[-1] - beta)
    return at_most(*sides(s, error, sum(absolute(beta), -1)))


corollary.mutant("all columns take part", inside=False, settings=many_spare)
corollary.mutant(
    "the cube of the rate", sides=lambda s, error, size: bounded(replace(s, K=3 * s.K), error, size)
)
of_the_proof.mutant("steps of 3/2", settings=settings(many_rows(1.5)))
of_the_proof.mutant("half the step", construction=scaled(0.5), settings=settings(many_rows(1.0, K=4)))


def deterministic(s: Setting) -> Space:
    return space(X=signs(s.n, 1), beta_star=every(sparse(1, 1, 1.0)))


alone = settings(with_c_half(1, 1))
index = PAPER.claim(
    "Corollary D.1",
    id="corollary-d.1/index",
    rank="slip",
    origin="read",
    at=lines(742, 744),
    prompts=deterministic,
    settings=replace(alone, fields={**alone.fields, "d": dims(1, 1, most=1), "spare": dims(0, 0, most=0)}),
)


@index.printed(
    r"$\|\beta^{(K)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_n^{\mathbb S}K}$ of (D.15) with $\beta^{(K)}$ as in "
    r"section 4.3 (d = 1, Rademacher rows, $c=\frac12$, $\gamma\le1$).",
    defect="typo",
    because="beta^(K) has passed K - 1 layers; beta^(1) = 0 for every network.",
    back=1,
)
@index.amended(
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_n^{\mathbb S}K}$ of (D.15) with "
    r"$\beta^{(K+1)}=[H^{(K+1)}]_{d+2:2d+1}$ (d = 1, Rademacher rows, $c=\frac12$, $\gamma\le1$).",
    adds="beta^(K+1) for beta^(K), the rows from d + 2 on",
    back=0,
)
def counted(s: Setting, prompt: Prompt, back: int) -> Margin:
    """The bound is about the output of layer K."""
    estimates = path(weights_of_the_proof(s), prompt.X, prompt.beta_star)
    error = norm(estimates[max(s.K - back, 0)] - prompt.beta_star)
    return at_most(error, norm(prompt.beta_star) * appendix_rate(s) ** s.K)


index.mutant("two layers less", back=2)
index.mutant("no layer", back=9)
