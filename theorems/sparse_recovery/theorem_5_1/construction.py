r"""Theorem 5.1 with the network of its proof, and with Hoeffding's constants in full.

The proof has $M^V=2I/\sigma_d^2$ and $\gamma^{(k)}=\gamma$, so that $\gamma$ is the step; the thresholds are
Lemma 1's with the index that its use needs ($\theta^{(k)}=\gamma\mu b_\beta q^{k-1}$; it prints k - 2, see
`proposition-2/shift`) and with bounds for $\|\beta^*\|_1$ and the coherence, which weights cannot see. A
layer leaves $|1-\gamma|$ of the error or so, and the printed rate, $1-\frac23\gamma$ and two roots, is less for
$\gamma>\frac65$ once n is large: at $d=S=1$, rows $\pm1$ and $\gamma=\frac32$ nothing is random and every layer
halves the error. Only $nc$ enters, so that the refutation holds for every $c>0$ (the hunt draws it).

`explicit`: at the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$,
$\mu=\frac2{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$, for $\gamma\le1$ any $N_0$ with $q<1$ will do, which may
be much smaller than the printed one.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Probability, Prompt, at_most, choices, dims, lines
from lemmata.numbers import Array, norm
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    EXAMPLE,
    LONG,
    Setting,
    as_printed,
    contracting,
    many_rows,
    prompts,
    with_c_half,
)

of_the_proof = PAPER.claim(
    "Theorem 5.1",
    id="theorem-5.1/construction",
    origin="read",
    at=lines(187, 189),
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[convergence],
    examples=[LONG],
)
explicit = PAPER.claim(
    "Theorem 5.1",
    id="theorem-5.1/construction/explicit",
    origin="ours",
    kind=Probability(failure=lambda s: s.delta),
    settings=contracting(),
    prompts=prompts,
    examples=[replace(EXAMPLE, d=40, n=61, K=6)],
)
of_the_proof.construction(weights_of_the_proof)
explicit.construction(weights_of_the_proof)
Rate = Callable[[Setting], Array]


@of_the_proof.printed(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma^{(k)}=\gamma$): for "
    r"$\gamma\le\frac32$ and any $n\in[N_0:N]$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    defect="construction",
    because="A step gamma > 6/5 overshoots too far: each layer leaves |1 - gamma| of the error, more than "
    "1 - 2 gamma/3. It fails for every c > 0, with probability 1.",
    rate=lambda s: s.printed_rate,
)
@of_the_proof.amended(
    r"With the network of the proof ($M^V=2I/\sigma_d^2$, step $\gamma^{(k)}=\gamma$), for Rademacher rows, "
    r"$c=\frac12$ and $\gamma\le1$: one network serves every $n\ge N_0$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    adds="Rademacher rows, c = 1/2, gamma <= 1; S = 1",
    because="Theorem 5.1 as amended: 1 - gamma times the diagonal is not negative.",
    settings=with_c_half(),
    rate=lambda s: s.printed_rate,
)
@explicit.printed(
    r"For Rademacher rows, $\gamma\le1$, $\mu=\frac{2}{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}{\delta}}$ and "
    r"$q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma<1$, one network serves every $n\ge N_0$: with "
    r"probability at least $1-\delta$, $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta q^K$.",
    rate=lambda s: s.q,
)
def converges_linearly(s: Setting, tf: Weights, prompt: Prompt, rate: Rate) -> Margin:
    """After K layers the estimate is within b_beta times the K-th power of the rate."""
    error = norm(path(tf, prompt.X, prompt.beta_star)[-1] - prompt.beta_star)
    bound = rate(s) ** s.K
    return at_most(error, bound).report(distance=error, bound=bound)


def bare(s: Setting) -> Weights:
    """The network without thresholds."""
    return Weights(weights_of_the_proof(s).scale, [0] * s.K)


forty_columns = replace(
    contracting(),
    fields={
        **contracting().fields,
        "d": dims(40, 40, most=40),
        "S": dims(1, 1),
        "K": dims(6, 6),
        "n": dims(60, 62),
        "N0": dims(60, 60),
        "delta": choices(0.125),
        "gamma": choices(1.0),
    },
)
"""Where noise off the support is noticed."""
of_the_proof.mutant("half the step", construction=scaled(0.5), settings=many_rows(1.0, K=4))
of_the_proof.mutant("steps of 3/2", settings=many_rows(1.5))
explicit.mutant("no threshold", construction=bare, settings=forty_columns)
explicit.mutant("the square of the rate", rate=lambda s: s.q * s.q)
explicit.mutant("the step counts twice", rate=lambda s: s.q - s.gamma / 4)
explicit.mutant("steps of 3/2", settings=replace(many_rows(1.5), where=lambda s: float(s.q) < 1))
