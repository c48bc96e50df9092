r"""Theorem 13 of the slides (Q. Liu 2025): Theorem 5.1 for "any randomly generated sparse recovery instance".

It speaks of any instance and any $n\in[N_0:N]$ (one length at a time here, as there), and fails as
Theorem 5.1 does, by the same certificate; with the network of the proof (`theorem-13/construction`) for steps
above $\frac65$. Amended: Rademacher rows, $c=\frac12$, $\gamma\le1$. (Theorem 12 of the slides is Theorem 4.1
word for word: its claims cover it.)
"""

from dataclasses import replace

from lemmata import Margin, Probability, Prompt, at_most, lines
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Sides, after_k_layers, any_network, convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    LONG,
    Setting,
    as_printed,
    both_lengths,
    many_rows,
    with_c_half,
)
from theorems.sparse_recovery.theorem_5_2.query import prompts

SLIDES = "pca_and_sparse_recovery_slides.txt"
MANY_ROWS = replace(LONG, K=4, gamma=1.0, n=400)

BOUND = (
    r"For Rademacher rows, $c=\frac12$ and $\gamma\le1$, %s any randomly generated instance and any "
    r"$n\in[N_0:N]$, with probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$."
)
theorem = PAPER.claim(
    "Theorem 13",
    origin="read",
    at=lines(606, 610, file=SLIDES),
    kind=Probability(failure=lambda s: s.delta),
    settings=both_lengths,
    prompts=prompts,
    uses=[convergence],
    examples=[Setting(d=1, S=1, K=1, delta=0.5, gamma=1.5, c=2.0**20, N0=1, n=2), MANY_ROWS],
)
of_the_proof = PAPER.claim(
    "Theorem 13",
    id="theorem-13/construction",
    origin="read",
    at=lines(606, 610, file=SLIDES),
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[convergence],
    examples=[LONG, MANY_ROWS],
)
theorem.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)


@theorem.printed(
    r"There is a network such that for any randomly generated instance and any $n\in[N_0:N]$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ "
    r"($\gamma\le\frac32$).",
    defect="statement",
    because="For networks of the form (4.4) with thresholds that are not negative the certificate of Theorem "
    "5.1 says that the bounds for two lengths cannot both be small, and they vanish as delta tends to 1, for "
    "every c.",
    sides=any_network,
)
@theorem.amended(
    BOUND % "there is a network such that for",
    adds="Rademacher rows, c = 1/2, gamma <= 1; S = 1",
    settings=with_c_half(),
    sides=after_k_layers,
)
@of_the_proof.printed(
    r"With the network of the proof (step $\gamma\le\frac32$), for any randomly generated instance and any "
    r"$n\in[N_0:N]$, with probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta "
    r"e^{-\alpha_nK}$.",
    defect="construction",
    because="As Theorem 5.1: a step above 6/5 overshoots, and the printed rate falls.",
    sides=after_k_layers,
)
@of_the_proof.amended(
    BOUND % "with the network of the proof (step $\\gamma$), for",
    adds="Rademacher rows, c = 1/2, gamma <= 1; S = 1",
    settings=with_c_half(),
    sides=after_k_layers,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, sides: Sides) -> Margin:
    """The estimate is within the bound after K layers."""
    return at_most(*sides(s, tf, prompt))


for claim in (theorem, of_the_proof):
    claim.mutant("2/(2n + 1) in place of 1/(2n + 1)", construction=scaled(2), settings=many_rows(1.0))
    claim.mutant("steps of 3/2", settings=many_rows(1.5))
theorem.mutant("half the step", construction=scaled(0.5), settings=many_rows(1.0, K=4))
