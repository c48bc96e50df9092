r"""Corollary D.1: knowing a set that holds the support replaces d by its size.

Zeroing all rows of $M$ outside of $\mathbb S$ (the paper's $I^{\mathbb S}M$) keeps every estimate in $\mathbb
S$, and the columns outside play no part. The recursion (4.4) stands for the network (Theorem 4.1). $\gamma$ may
be any constant below 1.6 in (D.15): for $\frac32<\gamma$ and large n the bound is negative at odd K, as that of
Theorem D.1, for every network and c. The proof's fails for $\gamma>\frac65$ ($N_0^P$ stands for $N_0^{\mathbb
S}$, $[\cdot]_{2N+1}$ for $[\cdot]_{2n+1}$). The statement is about the output of the last layer, which it calls
$\beta^{(K)}$, section 4.3 $\beta^{(K+1)}$. Amended like Theorem 5.1, with d replaced. The changed MLP of the
proof is `mlp`.
"""

from fractions import Fraction
from typing import Any

from lemmata import Margin, Probability, amended, at_least, at_most, choices, lines, mutants, printed, theorem
from lemmata.claims.answers import Answer
from lemmata.numbers import Matrix, Number, Vector, abs, concat, norm, ones, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.corollary_d_1.setting import AMENDED, KNOWN, overshooting
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, estimate, scaled
from theorems.sparse_recovery.theorem_5_1.setting import up_to
from theorems.sparse_recovery.theorem_d_1.setting import BOUND, best_rate

CLOSE: dict[str, Any] = dict(d=1, S=1, K=1, delta=0.875, gamma=0.5, c=0.5, N0=9, n=400, spare=3)
CLOSE |= dict(b_beta=1.0, share=1.0)
SMALL_STEP, TOO_LONG = CLOSE | dict(gamma=0.0625), CLOSE | dict(gamma=1.25)
HALF = CLOSE | dict(delta=0.5, gamma=1.0)
TWENTY = HALF | dict(d=5, K=12, N0=148, n=160, spare=15)  # 5 of 20 are known
MANY_SPARE = HALF | dict(N0=45, n=46, spare=32)
WRONG: dict[str, Any] = {"the square of the rate": dict(power=2), "steps up to 5/4": dict(gamma=up_to(1.25))}


@theorem(
    PAPER,
    "Corollary D.1",
    rank="headline",
    origin="read",
    at=lines(740, 748),
    summary="Knowing a set that holds the support replaces d by its size, in the least number of rows and in "
    "the rate",
    kind=Probability(failure=lambda s: s.delta),
    uses=[convergence],
    **BOUND,
    examples=[dict(K=1, gamma=1.5625, r=2.0**-7)],
)
@printed(
    r"Under Assumption 1, for $\gamma<1.6$ and some $c>0$ there is a network: if $n\ge N_0^{\mathbb S}$ and "
    r"$\beta^*$ has its support in $\mathbb S$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15). Hence, at $S=1$ "
    r"and any $|\mathbb S|$, $0\le\left(1-\frac23\gamma+2\gamma r\right)^K$ for every $r=\sqrt{\log(|\mathbb "
    r"S|/\delta)/(nc)}\le\frac18$, for which $n\ge N_0^{\mathbb S}$ (the root with S is at most r).",
    defect="statement",
    because=r"For $3/2 < \gamma < 1.6$, large n and odd K the bound is negative (and $\alpha_n$, minus the "
    "logarithm of a negative rate, undefined): no network meets it, for no c.",
    fails_where=lambda gamma: gamma > Fraction(3, 2),
)
def corollary(K: int, gamma: Number, r: Number) -> Margin:
    """The bound for a known set of size d, divided by the l1 norm of a beta* that is not 0, is not negative."""
    return at_least(best_rate(gamma, r) ** K, 0)


def own(beta_star: Vector) -> Number:
    r"""$c_1$, the $\ell_1$ norm of $\beta^*$."""
    return sum(abs(beta_star))


def within(
    d: int,
    K: int,
    spare: int,
    rate: Number,
    tf: Weights,
    X: Matrix,
    beta_star: Vector,
    answer: Answer,
    size: Number,
    inside: bool,
) -> Margin:
    """After K layers with the rows of M outside of the known set zeroed the estimate is within the bound."""
    beta = concat([beta_star, zeros(spare)])
    known = concat([ones(d), zeros(spare)]) * tf.scale if inside else tf.scale
    error = norm(answer(estimate(tf, X, beta, known)) - beta)
    return at_most(error, size * rate**K).trivial_where(rate - 1)  # the estimate 0 has |beta*|


@amended(
    r"For rows of independent signs, $\mathbb S$ the first $d$ of $d+\mathrm{spare}$ columns, $\frac14\le "
    r"c\le\frac78$ and $\gamma\le1$ one network serves every $n\ge N_0^{\mathbb S}$ and every $S$-sparse "
    r"$\beta^*$ with support in $\mathbb S$ and $\|\beta^*\|_1\le b_\beta$: with probability at least "
    r"$1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_n^{\mathbb S}K}$, "
    r"$\alpha_n^{\mathbb S}$ of (D.15).",
    of=corollary,
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$; $b_\beta$ for the $\ell_1$ norm",
    **(KNOWN | AMENDED),
    examples=[CLOSE, SMALL_STEP, MANY_SPARE, TWENTY, TOO_LONG],
)
@mutants({"all columns take part": dict(inside=False)} | WRONG)
def known_set(
    d: int,
    K: int,
    spare: int,
    b_beta: Number,
    rate: Number,
    tf: Weights,
    X: Matrix,
    beta_star: Vector,
    answer: Answer,
    inside: bool = True,
    power: int = 1,
) -> Margin:
    """After K layers with the rows of M outside of the known set zeroed the estimate is within the bound."""
    return within(d, K, spare, rate**power, tf, X, beta_star, answer, b_beta, inside)


@theorem(
    PAPER,
    "Corollary D.1",
    part="the printed construction",
    id="corollary-d.1/construction",
    origin="read",
    at=lines(740, 748),
    summary="With the rows of M outside of the known set zeroed, the network of the proof has the rate (D.15)",
    pinned={
        "S": "$S = 1$ refutes it; $S = 2$ is drawn for the amended statement",
        "N0": r"it follows from c, d, S and $\delta$; where c is large it is 1",
        "share": "long vectors refute it; short ones are drawn for the amended statement",
    },
    kind=Probability(failure=lambda delta: delta),
    uses=[convergence],
    **KNOWN,
    examples=[
        overshooting(64.0),
        CLOSE,
        SMALL_STEP,
        MANY_SPARE,
        TWENTY,
        HALF | dict(d=2, K=2, N0=89, n=120, share=0.125),
        TOO_LONG,
        CLOSE | dict(d=8, gamma=1.0, c=1.25, N0=57, n=2000, spare=0),
    ],
)
@printed(
    r"For some $c>0$ and rows of independent signs, with the network of the proof ($M=2\gamma I$, its rows "
    r"outside of $\mathbb S$ zeroed, $\gamma<1.6$, $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ as in "
    r"`theorem-5.1/construction`, $\mu=\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}$, 0 if $d=1$, "
    r"$q=\gamma(2S-1)\mu+\left|1-\frac{2N_0}{2N_0+1}\gamma\right|$, $d=|\mathbb S|$, $N_0=N_0^{\mathbb S}$): "
    r"if $n\ge N_0^{\mathbb S}$ and $\beta^*$ is $S$-sparse, $\|\beta^*\|_1\le b_\beta$, its support in "
    r"$\mathbb S$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_n^{\mathbb S}K}$, (D.15).",
    defect="construction",
    because="A step above 6/5 overshoots, as in Theorem 5.1, for every c. (With two columns in the set "
    r"thresholds that do not know the $\ell_1$ norm lose short vectors as well.)",
    fails_where=lambda gamma: gamma > Fraction(6, 5),
)
@amended(
    r"For rows of independent signs, $\mathbb S$ the first $d$ of $d+\mathrm{spare}$ columns, $\frac14\le "
    r"c\le\frac78$ and $\gamma\le1$ the network of the proof serves every $n\ge N_0^{\mathbb S}$ and every "
    r"$S$-sparse $\beta^*$ with support in $\mathbb S$ and $\|\beta^*\|_1\le b_\beta$: with probability at "
    r"least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_n^{\mathbb S}K}$, "
    r"$\alpha_n^{\mathbb S}$ of (D.15).",
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$; $b_\beta$ for the $\ell_1$ norm",
    **AMENDED,
    size=lambda b_beta: b_beta,
)
@mutants(
    {"the l1 norm of beta* for b_beta": dict(size=own)}
    | WRONG
    | {"c = 5/4": dict(c=choices(1.25)), "half the step": dict(construction=scaled(0.5))}
)
def of_the_proof(
    d: int,
    K: int,
    spare: int,
    rate: Number,
    tf: Weights,
    X: Matrix,
    beta_star: Vector,
    answer: Answer,
    size: Number = own,
    power: int = 1,
) -> Margin:
    """After K layers with the rows of M outside of the known set zeroed the estimate is within the bound."""
    return within(d, K, spare, rate**power, tf, X, beta_star, answer, size, True)
