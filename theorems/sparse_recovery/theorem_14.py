r"""Theorem 14 of the slides (Q. Liu 2025), its second part: the label by the query read-out, one row too few.

It says of every $n\in[N_0+1:N+1]$ that $|y_n-\hat y_n|\le c_5e^{-\alpha_nK}$: $\hat y_n$ is made from $n-1$
measurements, for which Theorem 13 has $\alpha_{n-1}<\alpha_n$. The certificate of Theorem 5.1 holds with the
bounds for n = 2 and n = 3, whatever $c_5$. With the network of the proof (`theorem-14/construction`) it fails
for steps above $\frac65$. Amended: Rademacher rows, $c=\frac12$, $\gamma\le1$, and $\alpha_n$ of the n rows
that the estimate has seen. (Its first part is Theorem 5.2's on linear read-outs, with constants that the
slides do not define; see `theorem-5.2/linear`.)
"""

from lemmata import Margin, Probability, Prompt, at_most, lines
from lemmata.numbers import Array, absolute, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import Sides, any_network
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    LONG,
    Setting,
    as_printed,
    both_lengths,
    many_rows,
    with_c_half,
)
from theorems.sparse_recovery.theorem_5_2.query import label, prompts
from theorems.sparse_recovery.theorem_13 import MANY_ROWS, SLIDES

BOUND = (
    r"For Rademacher rows, $c=\frac12$, $\gamma\le1$ and $c_5=\sqrt db_xb_\beta$, %s $n+1\in[N_0+1:N+1]$ and "
    r"the query read-out, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_5e^{-\alpha_nK}$."
)
theorem = PAPER.claim(
    "Theorem 14",
    origin="read",
    at=lines(612, 618, file=SLIDES),
    kind=Probability(failure=lambda s: s.delta),
    settings=both_lengths,
    prompts=prompts,
    uses=[label],
    examples=[Setting(d=1, S=1, K=1, delta=0.5, gamma=1.5, c=2.0**20, N0=1, n=2), MANY_ROWS],
)
of_the_proof = PAPER.claim(
    "Theorem 14",
    id="theorem-14/construction",
    origin="read",
    at=lines(612, 618, file=SLIDES),
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[label],
    examples=[LONG, MANY_ROWS],
)
theorem.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)


def next_length(s: Setting, tf: Weights, prompt: Prompt) -> tuple[Array, Array]:
    """The certificate with the bounds of Theorem 14, which are those for one row more."""
    left, _ = any_network(s, tf, prompt)
    return left, s.printed_rate_at(2) * 6 + s.printed_rate_at(3) * 5


def predicted(s: Setting, tf: Weights, prompt: Prompt, ahead: int = 0) -> tuple[Array, Array]:
    """The error of the label of the query and c_5 = d times the bound for n + ``ahead`` rows."""
    beta = path(tf, prompt.X, prompt.beta_star)[-1]
    error = absolute(sum(prompt.query * (beta - prompt.beta_star), -1))
    rate = s.printed_rate_at(s.n + ahead)
    return error, rate**s.K * s.d


@theorem.printed(
    r"There is a network such that for $n+1\in[N_0+1:N+1]$ and the query read-out, with probability at least "
    r"$1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_5e^{-\alpha_{n+1}K}$ ($\gamma\le\frac32$).",
    defect="statement",
    because="For networks of the form (4.4) with thresholds that are not negative the certificate of Theorem "
    "5.1 says that the bounds for two lengths cannot both be small, and they vanish as delta tends to 1, for "
    "every c.",
    sides=next_length,
)
@theorem.amended(
    BOUND % "there is a network such that for",
    adds="Rademacher rows, c = 1/2, gamma <= 1, S = 1; c_5 = sqrt(d) b_x b_beta; alpha_n for alpha_{n+1}",
    because="Theorem 13 as amended, at n measurements; for Rademacher rows b_x = sqrt(d).",
    settings=with_c_half(),
    sides=predicted,
)
@of_the_proof.printed(
    r"With the network of the proof (step $\gamma\le\frac32$), $c_5=\sqrt db_xb_\beta$ and the query read-out, "
    r"for $n+1\in[N_0+1:N+1]$, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le "
    r"c_5e^{-\alpha_{n+1}K}$.",
    defect="construction",
    because="As Theorem 13, on which it rests; no c_5 helps at large K.",
    sides=lambda s, tf, prompt: predicted(s, tf, prompt, ahead=1),
)
@of_the_proof.amended(
    BOUND % "with the network of the proof (step $\\gamma$), for",
    adds="Rademacher rows, c = 1/2, gamma <= 1, S = 1; alpha_n for alpha_{n+1}",
    settings=with_c_half(),
    sides=predicted,
)
def converges(s: Setting, tf: Weights, prompt: Prompt, sides: Sides) -> Margin:
    """The label is within the bound after K layers."""
    return at_most(*sides(s, tf, prompt))


for claim in (theorem, of_the_proof):
    claim.mutant("2/(2n + 1) in place of 1/(2n + 1)", construction=scaled(2), settings=many_rows(1.0))
    claim.mutant("steps of 3/2", settings=many_rows(1.5))
theorem.mutant("half the step", construction=scaled(0.5), settings=many_rows(1.0, K=4))
