r"""The label read out with the query: Theorem 5.2's second part, Corollary E.1.

Read as Corollary E.1 has it, n + 1 for n: with probability at least $1-\delta$, $|y_{n+1}-\hat y_{n+1}|\le
c_6e^{-\alpha_nK}$, $c_6=\sqrt db_xc_1$, $c_1=\|\beta^*\|_1$. It combines
$|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, which holds, with Theorem 5.1, and fails with it: at
$d=S=K=1$ the error of the label is that of the estimate, and the certificate of Theorem 5.1 has bounds that
vanish for every c and every constant $c_5$, too. With the network of the proof (`construction`) the printed
rate fails for steps $\gamma>\frac65$ (for every $c>0$, and any $c_5$ at large K). Amended as Theorem 5.1 is,
for Rademacher rows, with $b_\beta$ for $\|\beta^*\|_1$, which weights cannot know; there $b_x=\sqrt d$, and
the further $\sqrt d$ of $c_6$ is not needed, since $\|x\|\le b_x$.
"""

from collections.abc import Callable

from constructions.lista_vm import query_matrix, query_readout, residual_stream
from lemmata import Margin, Probability, Prompt, Space, at_most, every, lines, signs, space, sparse
from lemmata.numbers import Array, absolute, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import any_network, convergence
from theorems.sparse_recovery.theorem_5_1.network import Weights, path, scaled, weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import (
    LONG,
    Setting,
    as_printed,
    both_lengths,
    many_rows,
    with_c_half,
)


def prompts(s: Setting) -> Space:
    """Rademacher rows and query, an S-sparse vector with ||beta*||_1 <= 1."""
    return space(X=signs(s.n, s.d), query=signs(s.d), beta_star=every(sparse(s.d, s.S, 1.0)))


label = PAPER.claim(
    "Theorem 5.2, query read-out",
    id="theorem-5.2/query",
    rank="headline",
    origin="read",
    at=lines(205, 209),
    kind=Probability(failure=lambda s: s.delta),
    settings=both_lengths,
    prompts=prompts,
    uses=[convergence],
    examples=[Setting(d=1, S=1, K=1, delta=0.5, gamma=1.5, c=2.0**20, N0=1, n=2)],
)
of_the_proof = PAPER.claim(
    "Theorem 5.2, query read-out",
    id="theorem-5.2/query/construction",
    origin="read",
    at=lines(926, 934),
    kind=Probability(failure=lambda s: s.delta),
    settings=as_printed,
    prompts=prompts,
    uses=[convergence],
    examples=[LONG],
)
label.construction(weights_of_the_proof)
of_the_proof.construction(weights_of_the_proof)
Sides = Callable[[Setting, Weights, Prompt], tuple[Array, Array]]


def read_out(s: Setting, tf: Weights, prompt: Prompt, power: int = 1, root: int = 1) -> tuple[Array, Array]:
    """The label's error, and sqrt(d) ** ``root`` times the rate, to a power."""
    beta = path(tf, prompt.X, prompt.beta_star)[-1]
    h = residual_stream(s.d).embed(x=prompt.query[..., None], beta=beta[..., None], flag=1)[..., 0]
    read = query_readout(query_matrix(s.d, h), h, 1, prompt.query[:, None])
    error = absolute(read - sum(prompt.query * prompt.beta_star, -1))
    return error, s.printed_rate ** (power * s.K) * sqrt(s.d) ** root


@label.printed(
    r"There are a network and a read-out such that for $n\ge N_0$, with probability at least $1-\delta$: "
    r"$|y_{n+1}-\hat y_{n+1}|\le\sqrt db_x\|\beta^*\|_1e^{-\alpha_nK}$. For networks of the form (4.4), "
    r"$\theta\ge0$, at d = S = K = 1 and $N_0\le1$ it implies "
    r"$\frac1{11}\le\frac6{11}e^{-\alpha_1}+\frac5{11}e^{-\alpha_2}$.",
    defect="statement",
    because="The certificate of Theorem 5.1: the two bounds vanish as delta tends to 1, for every c and c_5.",
    sides=any_network,
)
@label.amended(
    r"For Rademacher rows, $c=\frac12$ and $\gamma\le1$, with probability at least $1-\delta$: $|y_{n+1}-"
    r"\hat y_{n+1}|\le b_xb_\beta e^{-\alpha_nK}$.",
    adds="Rademacher rows, c = 1/2, gamma <= 1, S = 1; b_x b_beta for c_6",
    because="Theorem 5.1 as amended, and the inequality of Cauchy and Schwarz.",
    settings=with_c_half(),
    sides=read_out,
)
@of_the_proof.printed(
    r"With the network of the proof (step $\gamma\le\frac32$) and the read-out $V$ of Corollary E.1, for "
    r"$n\ge N_0$, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le\sqrt db_xb_\beta "
    r"e^{-\alpha_nK}$.",
    defect="construction",
    because="It rests on Theorem 5.1, whose rate fails for steps above 6/5.",
    sides=lambda s, tf, prompt: read_out(s, tf, prompt, root=2),
)
@of_the_proof.amended(
    r"With the network of the proof and the read-out $V$ of Corollary E.1, for Rademacher rows, $c=\frac12$, "
    r"$\gamma\le1$ and $n\ge N_0$, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le\sqrt "
    r"db_xb_\beta e^{-\alpha_nK}$.",
    adds="Rademacher rows, c = 1/2, gamma <= 1; S = 1",
    settings=with_c_half(),
    sides=lambda s, tf, prompt: read_out(s, tf, prompt, root=2),
)
def label_converges_linearly(s: Setting, tf: Weights, prompt: Prompt, sides: Sides) -> Margin:
    """The label's error after K layers is within a multiple of the K-th power of the rate."""
    return at_most(*sides(s, tf, prompt))


label.mutant("six layers for one", sides=lambda s, tf, prompt: read_out(s, tf, prompt, power=6))
for claim in (label, of_the_proof):
    claim.mutant("2/(2n + 1) in place of 1/(2n + 1)", construction=scaled(2), settings=many_rows(1.0))
    claim.mutant("steps of 3/2", settings=many_rows(1.5))
