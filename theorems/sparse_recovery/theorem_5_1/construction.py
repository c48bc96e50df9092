r"""Theorem 5.1 with the network of its proof, and with Hoeffding's constants in full.

The proof has $M^V=2I/\sigma_d^2$ and $\gamma^{(k)}=\gamma$, so that $\gamma$ is the step; the thresholds are
Lemma 1's with the index that its use needs ($\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$; it prints k - 2, see
`proposition-2/shift`) and with bounds for $\|\beta^*\|_1$ and the coherence, which weights cannot see. A
layer leaves $|1-\gamma|$ of the error or so, and the printed rate, $1-\frac23\gamma$ and two roots, is less for
$\gamma>\frac65$ once n is large: at $d=S=1$, rows $\pm1$ and $\gamma=\frac32$ nothing is random and every layer
halves the error. There only $nc$ enters, so that what fails for one c fails for every larger one at the same
n, and for every smaller one with more rows.

`explicit`: at the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$,
$\mu=\frac2{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$, for $\gamma\le1$ any $N_0$ with $q<1$ will do, which may
be much smaller than the printed one. (For larger steps q has $|1-\frac{2N_0}{2N_0+1}\gamma|$, as Lemma 1's
rate.)
"""

from dataclasses import replace
from fractions import Fraction

from lemmata import Margin, Probability, Prompt, choices, dims, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Answer, Rate, as_printed_rate
from theorems.sparse_recovery.theorem_5_1 import converges_linearly as converges
from theorems.sparse_recovery.theorem_5_1.figure import left_by_a_layer
from theorems.sparse_recovery.theorem_5_1.network import Weights, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    CLOSE,
    EXAMPLE,
    LONG,
    NEAREST,
    WIDE,
    Setting,
    as_printed,
    contracting,
    overshooting,
    prompts,
    with_c,
)

OVERSHOOTS = (
    "A step gamma > 6/5 overshoots too far: from many rows each layer leaves nearly gamma - 1 of the error, "
    "more than 1 - 2 gamma/3. At d = S = 1 that is certain, and the roots of the rate vanish with n for every "
    "c > 0."
)


NETWORK = (
    r"the network of the proof (step $\gamma\le\frac32$, thresholds $\gamma\mu b_\beta q^{k-1}$, "
    r"$\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$, 0 if $d=1$, and "
    r"$q=\gamma(2S-1)\mu+\left|1-\frac{2N_0}{2N_0+1}\gamma\right|$)"
)
"""Of the statements that follow from this one."""


def above_six_fifths(s: Setting) -> bool:
    """Steps that overshoot too far."""
    return s.gamma > Fraction(6, 5)


of_the_proof = PAPER.claim(
    "Theorem 5.1",
    part="the printed construction",
    id="theorem-5.1/construction",
    origin="read",
    at=lines(187, 189),
    summary="The network of the proof converges at the printed rate for every step up to 3/2",
    pinned={"S": "S = 1 refutes the printed statement; the amended one is tried with S = 2, too"},
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    examples=[
        CLOSE,
        NEAREST,
        WIDE,
        replace(CLOSE, gamma=1.25),
        overshooting(1.0),
        replace(LONG, K=4, gamma=1.0, n=400),
    ],
)
explicit = PAPER.claim(
    "Theorem 5.1",
    part="the printed construction, explicit constants",
    id="theorem-5.1/construction/explicit",
    origin="ours",
    summary="With Hoeffding's constants the network of the proof converges at the rate q from any N_0 with q < "
    "1",
    pinned={"c": "does not occur in this statement"},
    kind=Probability(failure=lambda s: s.delta),
    settings=contracting(),
    prompts=prompts,
    examples=[replace(EXAMPLE, d=40, n=61, K=6)],
)
of_the_proof.construction(weights_of_the_proof)
of_the_proof.figure(left_by_a_layer)
explicit.construction(weights_of_the_proof)


@of_the_proof.printed(
    r"For some $c>0$ and rows of independent signs, with the network of the proof ($M^V=2I/\sigma_d^2$, step "
    r"$\gamma^{(k)}=\gamma$, thresholds $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$, Lemma 1's with bounds for "
    r"what weights cannot know), $N_0$ and $\alpha_n$ of Theorem 5.1: for $\gamma\le\frac32$, any "
    r"$n\in[N_0:N]$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$. Here "
    r"$\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ (0 if $d=1$) and "
    r"$q=\gamma(2S-1)\mu+\left|1-\frac{2N_0}{2N_0+1}\gamma\right|$.",
    defect="construction",
    because=OVERSHOOTS,
    fails_where=above_six_fifths,
    rate=as_printed_rate,
)
@of_the_proof.amended(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma^{(k)}=\gamma$, thresholds "
    r"$\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$), for rows of independent signs, $\frac14\le c\le\frac78$, "
    r"$\gamma\le1$: for any $n\ge N_0$ and any $S$-sparse $\beta^*$ with $\|\beta^*\|_1\le b_\beta$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$, with these $\mu$ and $q$: $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ "
    r"(0 if $d=1$), $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$.",
    adds="Rademacher rows, 1/4 <= c <= 7/8, gamma <= 1",
    because="Theorem 5.1 as amended: 1 - gamma times the diagonal is not negative.",
    settings=with_c(0.25, 0.875, S=2),
    rate=as_printed_rate,
)
@explicit.printed(
    r"For rows of independent signs, $\gamma\le1$, $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ "
    r"(0 if $d=1$), any whole number $N_0\ge1$ with $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma<1$ the "
    r"network with $M^{(k)}=2\gamma I$ "
    r"and $\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$ serves every $n\ge N_0$: for any $S$-sparse $\beta^*$ "
    r"with $\|\beta^*\|_1\le b_\beta$, with probability at least $1-\delta$, "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$.",
    rate=lambda s: s.q,
)
def converges_linearly(s: Setting, tf: Weights, prompt: Prompt, rate: Rate, answer: Answer) -> Margin:
    """After K layers the estimate of the network of the proof is within b_beta rate^K."""
    return converges(s, tf, prompt, rate, answer)


def bare(s: Setting) -> Weights:
    """The network without thresholds."""
    return Weights(weights_of_the_proof(s).scale, [0] * s.K)


forty_columns = replace(
    contracting(),
    fields={
        **contracting().fields,
        "d": dims(40, 40),
        "S": dims(1, 1),
        "K": dims(6, 6),
        "n": dims(60, 62),
        "N0": dims(60, 60),
        "delta": choices(0.125),
        "gamma": choices(1.0),
    },
)
of_the_proof.mutant("half the step", construction=scaled(0.5))
of_the_proof.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
of_the_proof.mutant("steps up to 5/4", settings=with_c(0.25, 0.875, top=1.25, S=2))
of_the_proof.mutant("c = 5/4", settings=with_c(1.25, S=2))
explicit.mutant(
    "no threshold",
    why="The noise off the support exceeds the bound only where there are many columns.",
    construction=bare,
    settings=forty_columns,
)
explicit.mutant("the square of the rate", rate=lambda s: s.q * s.q)
explicit.mutant("a quarter of gamma less", rate=lambda s: s.q - s.gamma / 4)
explicit.mutant("steps up to 3/2", settings=contracting(1.5))
