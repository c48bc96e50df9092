r"""The estimate of the transformer depends on the query, which Lemma 2 does not allow.

Step 5 applies Lemma 2 to $\rho^{(L)}$; the lemma wants an estimate that is statistically independent of
$x_{N+1}$. It is not: heads 2 and 3 of Attn1 add the query's own term and take it away by an inexact
prediction, so that from the second step on $\rho$ depends on $x_{N+1}$, for every $\tau$ (two logistic
functions cannot cancel, except at 0). The dependence is small: a linearised step with $\eta=\frac1{2n}$ does
not enlarge distances, so that two queries change $\rho^{(L)}$ by at most what both leak on the way, (125) with
2/15 for 2.
"""

from collections.abc import Callable

import torch

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, at_most, box, lines, reals, space
from lemmata.numbers import Array, concatenate, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import squared
from theorems.universal_approximation.lemma_4 import network


def two_queries(s: network.Setting) -> Space:
    """A prompt, and another input in the place of its query."""
    side = 0.5 if s.d > 1 else 1.0
    return space(
        X=box(s.N, s.d, low=-side, high=side),
        y=reals(s.N),
        query=box(s.d, low=-side, high=side),
        other=box(s.d, low=-side, high=side),
    )


LOUD = network.Setting(
    d=1,
    n=2,
    N=1,
    T=2,
    lam=0.0,
    tau_ff=2.0,
    omega=torch.ones(2, 1, dtype=torch.float64),
    t=torch.zeros(2, dtype=torch.float64),
    tau=0.25,
)
"""A label above the temperature is enough for a leak near its bound."""

independence = PAPER.claim(
    "Step 5, use of Lemma 2",
    id="step-5/independence",
    rank="step",
    origin="read",
    summary="The transformer's estimate is independent of the query, as Lemma 2 wants it",
    at=lines(446),
    settings=network.settings(hottest=4),
    prompts=two_queries,
    examples=[LOUD],
)
independence.construction(network.transformer("repaired"))

Bound = Callable[[Array], Array]


@independence.printed(
    r"$\rho^{(L)}$ is statistically independent of $x_{N+1}$ (needed for Lemma 2 with "
    r"$\widehat\rho=\rho^{(L)}$): it is the same for all $x_{N+1}$; here for the repaired weights "
    r"with $\eta=\frac1{2n}$.",
    defect="proof-step",
    because="From the second step on the query's own term is taken away by a prediction that is not exact.",
    fails_where=lambda s: s.T >= 2,
    bound=lambda leak: 0,
)
@independence.amended(
    r"Two queries $x$ and $x'$ change $\rho^{(L)}$ by at most $\sqrt{n+1}\,\frac{4\eta}{15N\tau}"
    r"\sum_{t<T}\left((\phi(x)^\top\rho_t)^2+(\phi(x')^\top\rho'_t)^2\right)$ in the Euclidean norm, "
    r"$\rho_t$ and $\rho'_t$ the iterates of the two runs, with $\eta=\frac1{2n}$ and the repaired weights.",
    because="A step does not enlarge distances, and a query leaks no more than the error of its prediction.",
    adds="a difference of at most what both queries leak, (125) with 2/15 for 2",
    slack="The squares are compared: 0.64 is the most that is known. A leak that is large beside its square is "
    "damped by the next linearisation.",
    bound=lambda leak: leak * leak,
)
def rho_does_not_see_the_query(s: network.Setting, tf: Transformer, prompt: Prompt, bound: Bound) -> Margin:
    """The squared change of the last iterate from one query to another."""
    half = prompt.y.shape[0]
    # Both runs at once: one batch with the query, and one with the other input in its place.
    pairs = {"X": (prompt.X, prompt.X), "y": (prompt.y, prompt.y), "query": (prompt.query, prompt.other)}
    r = network.run(s, tf, Prompt(**{name: concatenate(pair, 0) for name, pair in pairs.items()}))
    change = r.rho[:half, -1] - r.rho[half:, -1]
    predictions = sum(r.query[:, None] * r.rho[:, :-1], -1)
    leaks = squared(predictions) * 2 / (15 * s.n * s.N) / s.tau
    return at_most(squared(change), bound(leaks[:half] + leaks[half:]) * (s.n + 1))


independence.mutant("a half", bound=lambda leak: leak * leak / 4)
independence.mutant("no query head", construction=network.without_query_head)
independence.waive("all weights zero", because="without weights rho is 0 for every query")
