r"""Corollary D.1: knowing a set that holds the support replaces d by its size.

Zeroing all rows of $M$ outside of $\mathbb S$ (the paper's $I^{\mathbb S}M$) keeps every estimate in $\mathbb
S$, and the columns outside play no part. The recursion (4.4) stands for the network (Theorem 4.1). $\gamma$ may
be any constant below 1.6 in (D.15): for $\frac32<\gamma$ and large n the bound is negative at odd K, as that of
Theorem D.1, for every network and c. The proof's fails for $\gamma>\frac65$ ($N_0^P$ stands for $N_0^{\mathbb
S}$, $[\cdot]_{2N+1}$ for $[\cdot]_{2n+1}$). The statement is about the output of the last layer, which it calls
$\beta^{(K)}$, section 4.3 $\beta^{(K+1)}$. Amended like Theorem 5.1, with d replaced: $c\le\frac78$,
$\gamma\le1$, $b_\beta$ for $\|\beta^*\|_1$ (which weights cannot know), one network for all $n\ge N_0$. The
changed MLP of the proof is `mlp`.
"""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from lemmata import Margin, Probability, Prompt, at_most, lines
from lemmata.numbers import Array, absolute, concatenate, norm, ones, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.corollary_d_1.setting import Setting, as_printed, overshooting, prompts, settings
from theorems.sparse_recovery.theorem_5_1 import Answer, convergence
from theorems.sparse_recovery.theorem_5_1.construction import above_six_fifths
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import with_c
from theorems.sparse_recovery.theorem_d_1 import bound_is_not_negative as no_negative_bound
from theorems.sparse_recovery.theorem_d_1.setting import Bound, appendix_rate, bounds

Rate = Callable[[Setting], Array]
Size = Callable[[Setting, Array], Array]
"""What the rate is multiplied by: b_beta or the l1 norm of beta*."""
CLOSE = Setting(d=1, S=1, K=1, delta=0.875, gamma=0.5, c=0.5, N0=9, n=400, spare=3)
TOO_LONG = replace(CLOSE, gamma=1.25)
SMALL_STEP = Setting(d=1, S=1, K=1, delta=0.875, gamma=0.0625, c=0.5, N0=9, n=400, spare=3)
TWENTY = Setting(d=5, S=1, K=12, delta=0.5, gamma=1.0, c=0.5, N0=148, n=160, spare=15)  # 5 of 20 are known
SHORT = Setting(d=2, S=1, K=2, delta=0.5, gamma=1.0, c=0.5, N0=89, n=120, spare=3, share=0.125)
MANY_SPARE = Setting(d=1, S=1, K=1, delta=0.5, gamma=1.0, c=0.5, N0=45, n=46, spare=32)
corollary = PAPER.claim(
    "Corollary D.1",
    rank="headline",
    origin="read",
    at=lines(740, 748),
    summary="Knowing a set that holds the support replaces d by its size, in the least number of rows and in "
    "the rate",
    kind=Probability(failure=lambda s: s.delta),
    settings=bounds,
    prompts=prompts,
    uses=[convergence],
    examples=[Bound(K=1, gamma=1.5625, r=2.0**-7), CLOSE, SMALL_STEP, MANY_SPARE, TWENTY, TOO_LONG],
)
of_the_proof = PAPER.claim(
    "Corollary D.1",
    part="the printed construction",
    id="corollary-d.1/construction",
    origin="read",
    at=lines(740, 748),
    summary="With the rows of M outside of the known set zeroed, the network of the proof has the rate (D.15)",
    pinned={
        "S": "S = 1 refutes it; S = 2 is drawn for the amended statement",
        "N0": "it follows from c, d, S and delta; where c is large it is 1",
        "share": "long vectors refute it; short ones are drawn for the amended statement",
    },
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[convergence],
    examples=[
        overshooting(64.0),
        CLOSE,
        SMALL_STEP,
        MANY_SPARE,
        TWENTY,
        SHORT,
        TOO_LONG,
        Setting(d=8, S=1, K=1, delta=0.875, gamma=1.0, c=1.25, N0=57, n=2000),
    ],
)
corollary.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)


def own(_s: Setting, beta: Array) -> Array:
    """c_1, the l1 norm of beta*."""
    return sum(absolute(beta), -1)


def bounded(s: Setting, _beta: Array) -> Array:
    """b_beta, which weights may know."""
    return s.b_beta


AMENDED = (
    r"For rows of independent signs, $\mathbb S$ the first $d$ of $d+\mathrm{spare}$ columns, $\frac14\le "
    r"c\le\frac78$ and $\gamma\le1$ %s serves every $n\ge N_0^{\mathbb S}$ and every $S$-sparse $\beta^*$ with "
    r"support in $\mathbb S$ and $\|\beta^*\|_1\le b_\beta$: with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_n^{\mathbb S}K}$, $\alpha_n^{\mathbb S}$ of "
    r"(D.15)."
)


@corollary.printed(
    r"Under Assumption 1, for $\gamma<1.6$ and some $c>0$ there is a network: if $n\ge N_0^{\mathbb S}$ and "
    r"$\beta^*$ has its support in $\mathbb S$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15). Hence, "
    r"at $S=1$ and any $|\mathbb S|$, $0\le\left(1-\frac23\gamma+2\gamma r\right)^K$ for every "
    r"$r=\sqrt{\log(|\mathbb S|/\delta)/(nc)}\le\frac18$, for which $n\ge N_0^{\mathbb S}$ (the root with S is "
    r"at most r).",
    defect="statement",
    because="For 3/2 < gamma < 1.6, large n and odd K the bound is negative (and alpha_n, minus the "
    "logarithm of a negative rate, undefined): no network meets it, for no c.",
    fails_where=lambda s: s.gamma > Fraction(3, 2),
    prompts=None,
    construction=None,
)
def bound_is_not_negative(s: Bound) -> Margin:
    """The bound for a known set of size d, divided by the l1 norm of a beta* that is not 0, is not negative."""
    return no_negative_bound(s)


@corollary.amended(
    AMENDED % "one network",
    adds="Rademacher rows, 1/4 <= c <= 7/8, gamma <= 1; b_beta for the l1 norm",
    settings=settings(with_c(0.25, 0.875, d=2, S=2), 32, 1.0, 0.125),
    size=bounded,
    rate=appendix_rate,
    inside=True,
)
@of_the_proof.printed(
    r"For some $c>0$ and rows of independent signs, with the network of the proof ($M=2\gamma I$, its rows "
    r"outside of $\mathbb S$ zeroed, $\gamma<1.6$, $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ as in "
    r"`theorem-5.1/construction`, "
    r"$\mu=\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}$, 0 if $d=1$, "
    r"$q=\gamma(2S-1)\mu+\left|1-\frac{2N_0}{2N_0+1}\gamma\right|$, $d=|\mathbb S|$, $N_0=N_0^{\mathbb S}$): "
    r"if $n\ge N_0^{\mathbb S}$ and $\beta^*$ is $S$-sparse, $\|\beta^*\|_1\le b_\beta$, its support in "
    r"$\mathbb S$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15).",
    defect="construction",
    because="A step above 6/5 overshoots, as in Theorem 5.1, for every c. (With two columns in the set "
    "thresholds that do not know the l1 norm lose short vectors as well.)",
    fails_where=above_six_fifths,
    size=own,
    rate=appendix_rate,
    inside=True,
)
@of_the_proof.amended(
    AMENDED % "the network of the proof",
    adds="Rademacher rows, 1/4 <= c <= 7/8, gamma <= 1; b_beta for the l1 norm",
    settings=settings(with_c(0.25, 0.875, d=2, S=2), 32, 1.0, 0.125),
    size=bounded,
    rate=appendix_rate,
    inside=True,
)
def restricted(
    s: Setting, tf: Weights, prompt: Prompt, size: Size, rate: Rate, inside: bool, answer: Answer
) -> Margin:
    """After K layers with the rows of M outside of the known set zeroed the estimate is within the bound."""
    if inside:
        known = concatenate([ones((s.d,), prompt.X), zeros((s.spare,), prompt.X)], -1)
        tf = Weights(known * tf.scale, tf.theta)
    beta = concatenate([prompt.beta_star, zeros((len(prompt), s.spare), prompt.X)], -1)
    estimate = answer(path(tf, prompt.X, beta)[-1])
    bound = size(s, beta) * rate(s) ** s.K
    return at_most(norm(estimate - beta), bound).trivial_where(rate(s) - 1)  # the estimate 0 has |beta*|


corollary.mutant("all columns take part", inside=False)
of_the_proof.mutant("the l1 norm of beta* for b_beta", size=own)
for claim in (corollary, of_the_proof):
    claim.mutant("the square of the rate", rate=lambda s: appendix_rate(s) ** 2)
    claim.mutant("steps up to 5/4", settings=settings(with_c(0.25, 0.875, top=1.25, d=2, S=2), 32))
of_the_proof.mutant("c = 5/4", settings=settings(with_c(1.25, d=2, S=2), 32, 1.0, 0.125))
of_the_proof.mutant("half the step", construction=scaled(0.5))
