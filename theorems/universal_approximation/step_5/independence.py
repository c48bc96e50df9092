r"""The estimate of the transformer depends on the query, which Lemma 2 does not allow.

Step 5 applies Lemma 2 to $\rho^{(L)}$; the lemma wants an estimate that is statistically independent of
$x_{N+1}$. It is not: heads 2 and 3 of Attn1 add the query's own term and take it away by an inexact
prediction, so that from the second step on $\rho$ depends on $x_{N+1}$, for every $\tau$ (two logistic
functions cannot cancel, except at 0). The dependence is small: two queries change $\rho^{(L)}$ by at most
the errors of both runs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, at_most, box, lines
from lemmata.numbers import Array, concatenate, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import (
    Setting,
    errors_120,
    prompts,
    run,
    settings,
    transformer,
)


def two_queries(s: Setting) -> Space:
    one = prompts(s)
    return replace(one, fields={**one.fields, "other": box(s.d, low=-1.0, high=1.0)})


step_5 = PAPER.claim(
    "Step 5, use of Lemma 2",
    id="step-5/independence",
    rank="step",
    origin="read",
    at=lines(446),
    kind="forall",
    settings=settings(n=1, N=1, T=2),
    prompts=two_queries,
)
step_5.construction(transformer("repaired"))

Bound = Callable[[Array], Array]


@step_5.printed(
    r"$\rho^{(L)}$ is statistically independent of $x_{N+1}$ (needed for Lemma 2 with "
    r"$\widehat\rho=\rho^{(L)}$): it is the same "
    r"for all $x_{N+1}$.",
    expect="refuted",
    defect="proof-step",
    because="The query's own term is taken away by a prediction that is not exact.",
    bound=lambda total: total * 0,
)
@step_5.amended(
    r"Two queries change $\rho^{(L)}$ by at most $\sqrt{n+1}$ times the sum of the errors (120) of both runs.",
    because="Each run stays that near to the exact method, which does not see the query.",
    adds="a difference of at most sqrt(n+1) times the errors (120) of both runs",
    bound=lambda total: total * total,
)
def rho_does_not_see_the_query(s: Setting, tf: Transformer, prompt: Prompt, bound: Bound) -> Margin:
    """The estimate of the transformer hardly depends on the query."""
    pairs = ((prompt.X, prompt.X), (prompt.y, prompt.y), (prompt.query, prompt.other))
    X, y, query = (concatenate(pair, 0) for pair in pairs)
    r, half = run(s, tf, Prompt(X=X, y=y, query=query)), prompt.y.shape[0]
    change = r.rho[:half, -1] - r.rho[half:, -1]
    errors = sum(errors_120(s, r, 2 * s.n), -1)
    return at_most(sum(change * change, -1), bound(errors[:half] + errors[half:]) * (s.n + 1))


step_5.mutant("a thousandth", bound=lambda total: total * total / 1_000_000)
step_5.mutant("no query head", construction=lambda s: _without(transformer("repaired")(s)))


def _without(tf: Transformer) -> Transformer:
    return tf.derived_mutant("Attn1 head query Q[x<-one] zeroed")
