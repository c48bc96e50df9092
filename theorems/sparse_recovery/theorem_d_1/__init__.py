r"""Theorem D.1: the "equivalent form" of Theorem 5.1, with another rate, range and probability.

Here $e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\gamma\sqrt{\frac{
\log S-\log\delta}{nc}}$ (the last root has a factor $\gamma$ that Theorem 5.1 has not), $\gamma<1.6$ (there
1.5), the probability is $1-3\delta$ (there $1-\delta$) and $c_1=\|\beta^*\|_1$ (there $b_\beta$), which weights
cannot know. For $\frac32<\gamma<1.6$ and large n the bound is negative at $K = 1$, whatever the network and c:
at $S=1$ it is at most $1-\frac23\gamma+2\gamma r$, $r^2=\log(d/\delta)/(nc)$. The network of the proof fails
for $\gamma>\frac65$: a layer leaves $|1-\gamma|$ of the error or so, the bound allows $1-\frac23\gamma+\dots$

The amended network works for $\gamma\le\frac65$, since $\frac{2n}{2n+1}\ge\frac23$ and $\gamma-1\le1-\frac23
\gamma$. It depends on n through its thresholds; $n\ge N_0$ is not needed.
"""

from fractions import Fraction
from typing import Any

from lemmata import (
    Margin,
    Probability,
    amended,
    at_least,
    choices,
    every,
    lines,
    mutants,
    printed,
    signs,
    sparse,
    theorem,
)
from lemmata.claims.answers import Answer
from lemmata.numbers import Matrix, Number, Vector
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.network import Weights, changed, within
from theorems.sparse_recovery.theorem_d_1.setting import (
    ANY_LENGTH,
    BOUND,
    IN_THE_APPENDIX,
    best_rate,
    network,
    overshooting,
    up_to,
)

NEAR: dict[str, Any] = dict(
    d=1, S=1, K=1, delta=2.0**-4, gamma=0.5, c=0.25, N0=1, n=1200, b_beta=1.0, share=1.0
)
NEARER = NEAR | dict(gamma=0.0625)  # a layer leaves 0.938 of the error, the bound allows 0.967
TOO_LONG = NEAR | dict(K=2, delta=2.0**-6, gamma=1.5, n=2000)
TWENTY = NEAR | dict(d=20, K=12, delta=0.125, gamma=1.125, n=400)
TWO = NEAR | dict(d=2, delta=2.0**-6, n=2000)
VECTORS: dict[str, Any] = IN_THE_APPENDIX | dict(
    X=signs("n", "d"),
    direction=every(sparse("d", "S", 1.0)),
    share=every(choices(1.0, 0.5, 0.125)),
    construction=network,
)
"""beta* is ``share`` b_beta times a direction, of l1 norm at most b_beta."""
OF_N: dict[str, str] = {"N0": "the amended statement is for any n; $N_0$ does not occur in it"}


def known(K: int, b_beta: Number, rate: Number) -> Number:
    r"""With $b_\beta$, which weights may know."""
    return b_beta * rate**K


def own(K: int, b_beta: Number, rate: Number, share: Number) -> Number:
    r"""With the $\ell_1$ norm of $\beta^*$, which they cannot know."""
    return share * b_beta * rate**K


WRONG: dict[str, Any] = {
    "steps up to 3/2": dict(gamma=up_to(1.5)),
    "the cube of the rate": dict(bound=lambda K, b_beta, rate: b_beta * rate ** (3 * K)),
    "a third of the step": dict(construction=changed(network, lambda tf: Weights(tf.scale / 3, tf.theta))),
}


@theorem(
    PAPER,
    "Theorem D.1",
    origin="read",
    at=lines(652, 660),
    summary=r"For every step below 1.6 some network recovers $\beta^*$ within its $\ell_1$ norm times the "
    "K-th power of the rate (D.3)",
    pinned={"c": "the amended statement says 1/4"} | OF_N,
    kind=Probability(failure=lambda s: min(1.0, 3 * float(s.delta))),
    **BOUND,
    examples=[dict(K=1, gamma=1.5625, r=2.0**-7)],
)
@printed(
    r"Under Assumption 1, for $\gamma<1.6$ and some $c>0$ there is a network such that for any $n\in[N_0,N]$, "
    r"with probability at least $1-3\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$, "
    r"$\alpha_n$ of (D.3). Hence, at $S=1$ and any d, $0\le\left(1-\frac23\gamma+2\gamma r\right)^K$ for every "
    r"$r=\sqrt{\log(d/\delta)/(nc)}\le\frac18$, for which $n\ge N_0$ (the root with S is at most r).",
    defect="statement",
    because=r"For $3/2 < \gamma < 1.6$, large n and odd K the bound is negative: no network meets it, "
    "for no c.",
    fails_where=lambda gamma: gamma > Fraction(3, 2),
)
def bound_is_not_negative(K: int, gamma: Number, r: Number) -> Margin:
    """The bound, divided by the l1 norm of a beta* that is not 0, is not negative: no error is."""
    return at_least(best_rate(gamma, r) ** K, 0)


@amended(
    r"For rows of independent signs, $c=\frac14$, $\gamma\le\frac65$ and each $n\ge1$ there is a network "
    r"such that for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$ (share $b_\beta$ times "
    r"direction): $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ with probability at least "
    r"$1-3\delta$, $\alpha_n$ of (D.3).",
    of=bound_is_not_negative,
    adds=r"Rademacher rows, $c = 1/4$, $\gamma \le 6/5$; $b_\beta$ for the $\ell_1$ norm; any $n \ge 1$",
    because=(
        r"A step of at most 6/5 leaves $|1 - \gamma| \le 1 - 2 \gamma/3$; weights know $b_\beta$, not the "
        r"$\ell_1$ norm."
    ),
    **(VECTORS | ANY_LENGTH),
    examples=[TWO | dict(gamma=1.1875), TOO_LONG, NEAR, NEARER, TWENTY],
)
@mutants({"the l1 norm of beta* for b_beta": dict(bound=own)} | WRONG)
def converges(
    b_beta: Number,
    tf: Weights,
    X: Matrix,
    direction: Vector,
    share: Number,
    answer: Answer,
    bound: Number = known,
) -> Margin:
    """After K layers the estimate is within b_beta times the K-th power of the rate."""
    return within(tf, X, direction * (share * b_beta), answer, bound, b_beta)


@theorem(
    PAPER,
    "Theorem D.1",
    part="the printed construction",
    id="theorem-d.1/construction",
    origin="read",
    at=lines(652, 660),
    pinned={
        "S": "$S = 1$ refutes it; $S = 2$ is drawn for the amended statement",
        "c": "the amended statement says 1/4",
    }
    | OF_N,
    kind=Probability(failure=lambda delta: min(1.0, 3 * float(delta))),
    **VECTORS,
    examples=[overshooting(64.0), TOO_LONG, TWO | dict(gamma=1.0), NEAR, NEARER, TWENTY],
)
@printed(
    r"For some $c>0$ and rows of independent signs, with the network of the proof ($M^V=2I/\sigma_d^2$, step "
    r"$\gamma$, $\theta^{(k)}=\gamma\mu b_\beta e^{-\alpha_n(k-1)}$, Lemma 1's with bounds for what weights "
    r"cannot know, $\mu=\sqrt{\log(d/\delta)/(nc)}$): for $\gamma<1.6$, any $n\in[N_0,N]$ and any $S$-sparse "
    r"$\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with probability at least $1-3\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le\|\beta^*\|_1e^{-\alpha_nK}$, $\alpha_n$ of (D.3).",
    defect="construction",
    because=r"A step above 6/5 overshoots: from many rows each layer leaves nearly $\gamma - 1$ of the "
    r"error, more than $1 - 2 \gamma/3$, for every c. (Thresholds that do not know the $\ell_1$ norm "
    "lose short vectors as well, whatever the step.)",
    fails_where=lambda gamma: gamma > Fraction(6, 5),
)
@amended(
    r"For rows of independent signs, $c=\frac14$, $\gamma\le\frac65$ and each $n\ge1$ the network "
    r"$M=2\gamma I$, $\theta^{(k)}=\gamma\mu b_\beta e^{-\alpha_n(k-1)}$, $\mu=2\sqrt{\log(d/\delta)/n}$, "
    r"is such that for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$ (share $b_\beta$ times "
    r"direction): $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ with probability at least "
    r"$1-3\delta$, $\alpha_n$ of (D.3).",
    adds=r"Rademacher rows, $c = 1/4$, $\gamma \le 6/5$; $b_\beta$ for the $\ell_1$ norm; any $n \ge 1$",
    **ANY_LENGTH,
    bound=known,
)
@mutants(WRONG)
def of_the_proof(
    b_beta: Number,
    tf: Weights,
    X: Matrix,
    direction: Vector,
    share: Number,
    answer: Answer,
    bound: Number = own,
) -> Margin:
    r"""For every step below 1.6 the network of the proof recovers $\beta^*$ at the rate (D.3)."""
    return within(tf, X, direction * (share * b_beta), answer, bound, b_beta)
