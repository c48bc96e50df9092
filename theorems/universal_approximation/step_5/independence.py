r"""The estimate of the transformer depends on the query, which Lemma 2 does not allow.

Step 5 applies Lemma 2 to $\rho^{(L)}$; the lemma wants an estimate that is statistically independent of
$x_{N+1}$. It is not: heads 2 and 3 of Attn1 add the query's own term and take it away by an inexact
prediction, so that from the second step on $\rho$ depends on $x_{N+1}$, for every $\tau$ (two logistic
functions cannot cancel, except at 0). The dependence is small: two queries change $\rho^{(L)}$ by at most
the errors of both runs.
"""

from collections.abc import Callable

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


independence = PAPER.claim(
    "Step 5, use of Lemma 2",
    id="step-5/independence",
    rank="step",
    origin="read",
    summary="The transformer's estimate is independent of the query, as Lemma 2 wants it",
    at=lines(446),
    settings=network.settings(),
    prompts=two_queries,
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
    bound=lambda total: 0,
)
@independence.amended(
    r"Two queries change $\rho^{(L)}$ by at most $\sqrt{n+1}$ times the sum of the errors (120) of both runs, "
    r"in the "
    r"Euclidean norm, with $\eta=\frac1{2n}$ and the repaired weights.",
    because="Each run stays that near to the exact method, which does not see the query.",
    adds="a difference of at most sqrt(n+1) times the errors (120) of both runs",
    bound=lambda total: total * total,
)
def rho_does_not_see_the_query(s: network.Setting, tf: Transformer, prompt: Prompt, bound: Bound) -> Margin:
    """The squared change of the last iterate from one query to another."""
    half = prompt.y.shape[0]
    # Both runs at once: one batch with the query, and one with the other input in its place.
    pairs = {"X": (prompt.X, prompt.X), "y": (prompt.y, prompt.y), "query": (prompt.query, prompt.other)}
    r = network.run(s, tf, Prompt(**{name: concatenate(pair, 0) for name, pair in pairs.items()}))
    change = r.rho[:half, -1] - r.rho[half:, -1]
    errors = sum(network.errors_120(s, r, 2 * s.n), -1)
    return at_most(squared(change), bound(errors[:half] + errors[half:]) * (s.n + 1))


independence.mutant("a thousandth", bound=lambda total: total * total / 1_000_000)
independence.mutant("no query head", construction=network.without_query_head)
