r"""Theorem 5.1 with the network of its proof, and with Hoeffding's constants in full.

The thresholds are Lemma 1's with the index that its use needs (it prints $k - 2$, see `proposition-2/shift`)
and with bounds for $\|\beta^*\|_1$ and the coherence, which weights cannot see. A layer leaves $|1-\gamma|$ of
the error or so, and the printed rate, $1-\frac23\gamma$ and two roots, is less for $\gamma>\frac65$ once n is
large. (It is no matter of one column: at $d=20$, $c=\frac14$, $\delta=\frac12$ and $16N_0=7568$ rows it was
above the bound in 40 of 40 draws of ours.) With one column only $nc$ enters, so that what fails for one c fails
for every larger one at the same n, and for every smaller one with more rows. At the rate q (`explicit`) any
$N_0$ with $q<1$ will do, which may be much smaller than the printed one.
"""

from fractions import Fraction

from lemmata import Probability, amended, choices, dims, lines, mutants, printed, theorem
from lemmata.numbers import Number
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.figure import left_by_a_layer
from theorems.sparse_recovery.theorem_5_1.network import WRONG, Weights, scaled, within
from theorems.sparse_recovery.theorem_5_1.setting import (
    AS_PRINTED,
    CLOSE,
    EXAMPLE,
    LONG,
    NEAREST,
    WIDE,
    as_printed,
    contracting,
    overshooting,
    up_to,
    with_c,
)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="the printed construction",
    origin="read",
    at=lines(187, 189),
    pinned={"S": "$S = 1$ refutes the printed statement; the amended one is tried with $S = 2$, too"},
    kind=Probability(failure=lambda delta: delta),
    **AS_PRINTED,
    construction=scaled(1),
    examples=[CLOSE, NEAREST, WIDE, CLOSE | dict(gamma=1.25), overshooting(1.0), LONG],
)
@printed(
    r"For some $c>0$ and rows of independent signs, with the network of the proof ($M^V=2I/\sigma_d^2$, step "
    r"$\gamma^{(k)}=\gamma$, thresholds $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$, Lemma 1's with bounds for "
    r"what weights cannot know), $N_0$ and $\alpha_n$ of Theorem 5.1: for $\gamma\le\frac32$, any "
    r"$n\in[N_0:N]$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$. Here "
    r"$\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ (0 if $d=1$) and "
    r"$q=\gamma(2S-1)\mu+\left|1-\frac{2N_0}{2N_0+1}\gamma\right|$.",
    defect="construction",
    because=r"A step $\gamma > 6/5$ overshoots too far: from many rows each layer leaves nearly $\gamma - 1$ "
    r"of the error, more than $1 - 2 \gamma/3$. At $d = S = 1$ that is certain, and the roots of the rate "
    "vanish with n for every $c > 0$. (So it does in Theorem D.1, Corollary D.1 and Corollary E.1.)",
    fails_where=lambda gamma: gamma > Fraction(6, 5),
)
@amended(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma^{(k)}=\gamma$, thresholds "
    r"$\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$), for rows of independent signs, $\frac14\le c\le\frac78$, "
    r"$\gamma\le1$: for any $n\ge N_0$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$, with these $\mu$ and $q$: $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ "
    r"(0 if $d=1$), $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$.",
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$",
    because=r"Theorem 5.1 as amended: $1 - \gamma$ times the diagonal is not negative.",
    **with_c(0.25, 0.875, S=2),
)
@mutants(WRONG)
def of_the_proof(b_beta, tf, X, beta_star, answer, bound=as_printed):
    """The network of the proof converges at the printed rate for every step up to 3/2."""
    return within(tf, X, beta_star, answer, bound, b_beta)


of_the_proof.figure(left_by_a_layer)


def by_layers(K: int, b_beta: Number, q: Number) -> Number:
    """The bound of the explicit constants."""
    return b_beta * q**K


@theorem(
    PAPER,
    "Theorem 5.1",
    part="the printed construction, explicit constants",
    id="theorem-5.1/construction/explicit",
    origin="ours",
    pinned={"c": "does not occur in this statement"},
    kind=Probability(failure=lambda delta: delta),
    **(AS_PRINTED | contracting()),
    construction=scaled(1),
    examples=[vars(EXAMPLE) | dict(d=40, n=61, K=6)],
)
@printed(
    r"For rows of independent signs, $\gamma\le1$, $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ "
    r"(0 if $d=1$), any whole number $N_0\ge1$ with $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma<1$ the "
    r"network with $M^{(k)}=2\gamma I$ and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ serves every $n\ge N_0$: "
    r"for any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$."
)
@mutants(
    {
        "no threshold": dict(
            why="The noise off the support exceeds the bound only where there are many columns.",
            construction=lambda gamma, K: Weights(gamma * 2, [0] * K),
            d=dims(40, 40),
            S=dims(1, 1),
            K=dims(6, 6),
            n=dims(60, 62),
            N0=dims(60, 60),
            delta=choices(0.125),
            gamma=choices(1.0),
        ),
        "the square of the rate": dict(bound=lambda K, b_beta, q: b_beta * q ** (2 * K)),
        "a quarter of gamma less": dict(bound=lambda K, b_beta, q, gamma: by_layers(K, b_beta, q - gamma / 4)),
        "steps up to 3/2": dict(gamma=up_to(1.5)),
    }
)
def explicit(b_beta, tf, X, beta_star, answer, bound=by_layers):
    """With Hoeffding's constants the network of the proof has the rate q from any $N_0$ with $q < 1$ on."""
    return within(tf, X, beta_star, answer, bound, b_beta)
