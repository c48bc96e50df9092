r"""Theorem 13 of the slides (Q. Liu 2025): Theorem 5.1 for "any randomly generated sparse recovery instance".

It speaks of any instance and any $n\in[N_0:N]$ (one length at a time here, as there), and fails as
Theorem 5.1 does, by the same certificate; with the network of the proof (`theorem-13/construction`) for steps
above $\frac65$. Amended: Rademacher rows, $c\le\frac78$, $\gamma\le1$. (Theorem 12 of the slides is Theorem 4.1
word for word: its claims cover it.)
"""

from dataclasses import replace
from fractions import Fraction

from lemmata import Margin, Probability, Prompt, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import (
    Answer,
    Rate,
    as_printed_rate,
    construction,
    convergence,
    converges_linearly,
    no_network_serves_both_lengths,
)
from theorems.sparse_recovery.theorem_5_1.construction import OVERSHOOTS, above_six_fifths
from theorems.sparse_recovery.theorem_5_1.network import Weights, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    CLOSE,
    LONG,
    NEAREST,
    TWENTY,
    WIDE,
    Lengths,
    Setting,
    as_printed,
    both_lengths,
    overshooting,
    prompts,
    with_c,
)

SLIDES = "pca_and_sparse_recovery_slides.txt"
MANY_ROWS = replace(LONG, K=4, gamma=1.0, n=400)
NEAR_AND_WIDE = (CLOSE, NEAREST, MANY_ROWS, WIDE, TWENTY, replace(CLOSE, gamma=1.25))

theorem = PAPER.claim(
    "Theorem 13",
    origin="read",
    at=lines(606, 610, file=SLIDES),
    summary="For every step up to 3/2 one network recovers any randomly generated instance of any length from "
    "N_0 on, its error falling with K at the printed rate",
    kind=Probability(failure=lambda s: s.delta),
    settings=both_lengths,
    prompts=prompts,
    uses=[convergence],
    examples=[Lengths(gamma=1.5, r=2.0**-6), *NEAR_AND_WIDE],
)
of_the_proof = PAPER.claim(
    "Theorem 13",
    part="the printed construction",
    id="theorem-13/construction",
    origin="read",
    at=lines(606, 610, file=SLIDES),
    summary="The network of the proof recovers any randomly generated instance at the printed rate, for every "
    "step up to 3/2",
    pinned={"S": "S = 1 refutes the printed statement; S = 2 is drawn for the amended one"},
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[construction.of_the_proof],
    examples=[overshooting(1.0), *NEAR_AND_WIDE],
)
theorem.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)


@theorem.printed(
    r"Under Assumption 1, for $\gamma\le\frac32$ and some $c>0$, with $N_0$ and $\alpha_n$ of Theorem 5.1, "
    r"there is "
    r"a network such that for any randomly generated instance and any $n\in[N_0:N]$, with probability at "
    r"least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le "
    r"b_\beta e^{-\alpha_nK}$. For networks of the form (4.4), $\theta\ge0$, at $d=S=K=1$, rows $\pm1$, it "
    r"implies for every $r=\sqrt{\log(1/\delta)/c}\le\frac18$, for which $N_0\le1$: "
    r"$1\le6e^{-\alpha_1}+5e^{-\alpha_2}$, $e^{-\alpha_n}=1-\frac23\gamma+(1+\gamma)\frac r{\sqrt n}$.",
    defect="statement",
    because="For networks of the form (4.4) with thresholds that are not negative the certificate of Theorem "
    "5.1 says that the bounds for two lengths cannot both be small; for gamma above 15/11 they are as delta "
    "tends to 1, for every c.",
    fails_where=lambda s: s.gamma > Fraction(15, 11),
    prompts=None,
    construction=None,
)
def no_network_serves_both(s: Lengths) -> Margin:
    """What every network misses at n = 1 and n = 2 together is within the two bounds together."""
    return no_network_serves_both_lengths(s)


@theorem.amended(
    r"For rows of independent signs, $\frac14\le c\le\frac78$ and $\gamma\le1$ there is a network such that "
    r"for any instance with an $S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$, and any $n\in[N_0:N]$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    adds="Rademacher rows, 1/4 <= c <= 7/8, gamma <= 1",
    because="Theorem 5.1 as amended.",
    settings=with_c(0.25, 0.875, S=2),
    rate=as_printed_rate,
)
@of_the_proof.printed(
    rf"For some $c>0$ and rows of independent signs, with {construction.NETWORK}, $N_0$ and $\alpha_n$ of "
    rf"Theorem 5.1, for any "
    r"randomly generated instance with an $S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$, and any "
    r"$n\in[N_0:N]$, with probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$.",
    defect="construction",
    because=OVERSHOOTS,
    fails_where=above_six_fifths,
    rate=as_printed_rate,
)
@of_the_proof.amended(
    r"For rows of independent signs, $\frac14\le c\le\frac78$ and $\gamma\le1$, with this network of the proof "
    r"(step $\gamma$), for any instance with an $S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$, and any "
    r"$n\in[N_0:N]$, with probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$.",
    adds="Rademacher rows, 1/4 <= c <= 7/8, gamma <= 1",
    because="Theorem 5.1 as amended, with the network of its proof.",
    settings=with_c(0.25, 0.875, S=2),
    rate=as_printed_rate,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, rate: Rate, answer: Answer) -> Margin:
    """After K layers the estimate from n rows is within b_beta times the K-th power of the rate."""
    return converges_linearly(s, tf, prompt, rate, answer)


for claim in (theorem, of_the_proof):
    claim.mutant("2/(2n + 1) in place of 1/(2n + 1)", construction=scaled(2))
    claim.mutant("half the step", construction=scaled(0.5))
    claim.mutant("the square of the rate", rate=lambda s: s.printed_rate**2)
    claim.mutant("steps up to 5/4", settings=with_c(0.25, 0.875, top=1.25, S=2))
    claim.mutant("c = 5/4", settings=with_c(1.25, S=2))
