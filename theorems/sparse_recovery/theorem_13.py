r"""Theorems 12 to 14 of the slides (Q. Liu 2025), which restate 4.1, 5.1 and 5.2.

Theorem 12 is Theorem 4.1 word for word (its claims cover it). Theorem 13 adds "for any randomly generated
sparse recovery instance and any $n\in[N_0:N]$" to Theorem 5.1 (one length at a time here, as there), and
fails as that does, by the same certificate. Theorem 14's second part says of every $n\in[N_0+1:N+1]$ that
$|y_n-\hat y_n|\le c_5e^{-\alpha_nK}$: $\hat y_n$ is made from $n-1$ measurements, for which Theorem 13 has
$\alpha_{n-1}<\alpha_n$. The certificate holds with the bounds for n = 2 and n = 3, whatever $c_5$. (Its first
part is Theorem 5.2's on linear read-outs, with constants that the slides do not define; see
theorem-5.2-linear.) With the network of the proof (`-construction`) both fail for steps above $\frac65$.
Amended: Rademacher rows, $c=\frac12$, $\gamma\le1$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_most
from lemmata.numbers import Array
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import (
    Setting,
    as_printed,
)
from theorems.sparse_recovery.instances_theorem_5_1_free import (
    LONG,
    any_network,
    both_lengths,
    far,
    half,
)
from theorems.sparse_recovery.instances_theorem_5_1_network import Weights, network
from theorems.sparse_recovery.instances_theorem_13 import estimate, next_length, predicted
from theorems.sparse_recovery.theorem_5_1 import convergence, scaled
from theorems.sparse_recovery.theorem_5_2_query import label, prompts

SHORT = Setting(1, 1, 1, 0.5, 1.5, 2.0**20, 1, 2)
Sides = Callable[[Setting, Weights, Prompt], tuple[Array, Array]]
thirteen, fourteen, thirteen_proof, fourteen_proof = (
    PAPER.claim(
        name, suffix=suffix, kind="probability", settings=settings, prompts=prompts,
        failure=lambda s: s.delta, uses=[claim], examples=[example, replace(LONG, K=4, gamma=1.0, n=400)],
    )
    for suffix, settings, example in (
        ("", both_lengths, SHORT), ("construction", as_printed, LONG)
    )
    for name, claim in (("Theorem 13", convergence), ("Theorem 14", label))
)  # fmt: skip

ALL = (thirteen, fourteen, thirteen_proof, fourteen_proof)
for claim in ALL:
    claim.construction(network)


CERTIFICATE = (
    "For networks of the form (4.4) with thresholds that are not negative the certificate of Theorem 5.1 says "
    "that the bounds for two lengths cannot both be small, and they vanish as delta tends to 1, for every c."
)


@thirteen.printed(
    r"There is a network such that for any randomly generated instance and any $n\in[N_0:N]$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$ "
    r"($\gamma\le\frac32$).",
    expect="refuted", defect="statement", because=CERTIFICATE, sides=any_network,
)  # fmt: skip
@thirteen.amended(
    r"For Rademacher rows, $c=\frac12$ and $\gamma\le1$ there is.", settings=half(), sides=estimate
)
@fourteen.printed(
    r"There is a network such that for $n+1\in[N_0+1:N+1]$ and the query read-out, with probability at least "
    r"$1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_5e^{-\alpha_{n+1}K}$ ($\gamma\le\frac32$).",
    expect="refuted", defect="statement", because=CERTIFICATE, sides=next_length,
)  # fmt: skip
@fourteen.amended(
    r"For Rademacher rows, $c=\frac12$, $\gamma\le1$ and $c_5=\sqrt db_xb_\beta$ there is, with $\alpha_{n}$.",
    because="Theorem 13 as amended, at n measurements; for Rademacher rows b_x = sqrt(d).",
    settings=half(), sides=lambda s, tf, prompt: predicted(s, tf, prompt, 0),
)  # fmt: skip
@thirteen_proof.printed(
    r"Theorem 13 with the network of the proof (step $\gamma\le\frac32$).",
    expect="refuted", defect="construction", sides=estimate,
    because="As Theorem 5.1: a step above 6/5 overshoots, and the printed rate falls.",
)  # fmt: skip
@thirteen_proof.amended(
    r"For Rademacher rows, $c=\frac12$ and $\gamma\le1$.", settings=half(), sides=estimate
)
@fourteen_proof.printed(
    r"Theorem 14 with the network of the proof (step $\gamma\le\frac32$) and $c_5=\sqrt db_xb_\beta$.",
    expect="refuted", defect="construction", sides=lambda s, tf, prompt: predicted(s, tf, prompt, 1),
    because="As Theorem 13, on which it rests; no c_5 helps at large K.",
)  # fmt: skip
@fourteen_proof.amended(
    r"For Rademacher rows, $c=\frac12$, $\gamma\le1$, with $\alpha_n$.",
    settings=half(), sides=lambda s, tf, prompt: predicted(s, tf, prompt, 0),
)  # fmt: skip
def converges(s: Setting, tf: Weights, prompt: Prompt, sides: Sides) -> Margin:
    """The estimate, or the label, is within the bound after K layers."""
    return at_most(*sides(s, tf, prompt))


for claim in ALL:
    claim.mutant("1/n in place of 1/(2n+1)", construction=scaled(2), settings=far(1.0))
    claim.mutant("steps of 3/2", settings=far(1.5))
for claim in (thirteen, fourteen):
    claim.mutant("half the step", construction=scaled(0.5), settings=far(1.0, K=4))
