r"""The label read out with the query: Theorem 5.2's second part, Corollary E.1.

With probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le c_6e^{-\alpha_nK}$, $c_6=\sqrt db_xc_1$,
$c_1=\|\beta^*\|_1$. It combines $|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, which holds, with
Theorem 5.1, whose printed rate fails for steps $\gamma>1$, and falls with it (for every $c>0$: at $d=S=1$
and $\gamma=\frac32$ no layer does much better than halving the error, while the bound tends to 0 with $n$;
for Theorem 5.2 with any $c_5$ the same instance does it at large $K$). Amended as Theorem 5.1 is, for
Rademacher rows, where $b_x=\sqrt d$; the further $\sqrt d$ of $c_6$ is not needed, since $\|x\|\le b_x$.
"""

from __future__ import annotations

from collections.abc import Callable

from baselines.proximal import lista_vm_from_all
from constructions.lista_vm import query_matrix, query_readout, residual_stream
from lemmata.arrays import Array, absolute, as_array, norm, sqrt, sum
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, reals, signs, space, sparse
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_theorem_5_1 import (
    Setting,
    Weights,
    as_printed,
    dense,
    explicit,
    network,
)
from theorems.sparse_recovery.theorem_5_1 import convergence


def prompts(s: Setting) -> Space:
    """Rademacher rows and query, an S-sparse vector with ||beta*||_1 <= 1."""
    return space(X=signs(s.n, s.d), query=signs(s.d), beta_star=sparse(s.d, s.S, 1.0))


label = PAPER.claim(
    "Theorem 5.2, query read-out", slug="theorem-5.2-query", kind="probability",
    settings=as_printed, prompts=prompts, failure=lambda s: s.delta, uses=[convergence],
)  # fmt: skip
label.construction(network)
Rate = Callable[[Setting], Array]
Size = Callable[[Setting, Array], Array]


@label.printed(
    r"With the network of the proof (step $\gamma\le\frac32$) and the read-out $V$ of Corollary E.1, for "
    r"$n\ge N_0$, with probability at least $1-\delta$: $|y_{n+1}-\hat y_{n+1}|\le\sqrt db_x\|\beta^*\|_1"
    r"e^{-\alpha_nK}$.",
    expect="refuted",
    defect="statement",
    because="It rests on Theorem 5.1, whose rate fails for steps above 1.",
    rate=lambda s: s.printed_rate,
    size=lambda s, like: sqrt(like * 0 + s.d) * sqrt(like * 0 + s.d),
)
@label.amended(
    r"For Rademacher rows, $\gamma\le1$ and Theorem 5.1's amended $q<1$, with probability at least $1-\delta$: "
    r"$|y_{n+1}-\hat y_{n+1}|\le b_xb_\beta q^K$.",
    because="Theorem 5.1 as amended, and the inequality of Cauchy and Schwarz.",
    settings=explicit(),
    rate=lambda s: s.q,
    size=lambda s, like: sqrt(like * 0 + s.d),
)
def label_converges_linearly(
    s: Setting, tf: Weights, prompt: Prompt, rate: Rate, size: Size
) -> Margin:
    """The label's error after K layers is within a multiple of the K-th power of the rate."""
    y = (prompt.X @ prompt.beta_star[..., None])[..., 0]
    beta = lista_vm_from_all(prompt.X, y, *dense(s, tf, prompt.X))[-1]
    h = residual_stream(s.d).embed(x=prompt.query[..., None], beta=beta[..., None], flag=1)[..., 0]
    read = query_readout(query_matrix(s.d, h), h, 1, prompt.query[:, None])
    error = absolute(read - sum(prompt.query * prompt.beta_star, -1))
    bound = as_array(rate(s) ** s.K, like=error) * size(s, error)
    return at_most(error, bound).report(label_error=error, bound=bound)


@label.mutant("no threshold")
def unthresholded(tf: Weights) -> Weights:
    return Weights(tf.scale, [t * 0 for t in tf.theta])


label.mutant("the square of the rate", rate=lambda s: s.q * s.q)
label.mutant("the step counts twice", rate=lambda s: s.q - s.gamma / 4)

step = PAPER.claim(
    "Corollary E.1, a step", slug="theorem-5.2-query-step", kind="forall",
    settings=as_printed,
    prompts=lambda s: space(x=reals(s.d), away=reals(s.d)),
)  # fmt: skip


@step.printed(r"$|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$.", length=lambda s, v: norm(v))
def cauchy_schwarz(s: Setting, prompt: Prompt, length: Size) -> Margin:
    """The label's error is at most the length of the row times the distance to beta*."""
    score = absolute(sum(prompt.x * prompt.away, -1))
    return at_most(score, length(s, prompt.x) * norm(prompt.away))


step.mutant("half", length=lambda s, v: norm(v) / 2)
step.mutant("the largest entry", length=lambda s, v: sqrt(sum(v * v, -1) / s.d) * 7 / 8)
