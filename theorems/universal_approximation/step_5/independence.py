r"""The estimate of the transformer depends on the query, which Lemma 2 does not allow.

Heads 2 and 3 of Attn1 add the query's own term and take it away by an inexact prediction, so that from the
second step on $\rho$ depends on $x_{N+1}$, for every $\tau$ (two logistic functions cannot cancel, except at
0). The dependence is small: a linearised step with $\eta=\frac1{2n}$ does not enlarge distances, so that two
queries change $\rho^{(L)}$ by at most what both leak on the way, (125) with 2/15 for 2.
"""

import torch

from lemmata import amended, at_most, box, lines, mutants, printed, scales, theorem
from lemmata.numbers import sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import (
    IN_THE_BALL,
    INPUTS,
    run,
    shape,
    transformer,
    without_query_head,
)


@theorem(
    PAPER,
    "Step 5, use of Lemma 2",
    rank="step",
    origin="read",
    at=lines(446),
    **shape(),
    tau=scales(-3, 4, of="(0, inf)"),
    **INPUTS,
    other=box("d", **IN_THE_BALL),
    construction=transformer("repaired"),
    examples=[  # a label above the temperature is enough for a leak near its bound
        dict(
            d=1,
            n=2,
            N=1,
            T=2,
            lam=0.0,
            tau_ff=2.0,
            omega=torch.ones(2, 1).double(),
            t=torch.zeros(2).double(),
            tau=0.25,
        )
    ],
)
@printed(
    r"Invoking Lemma 2 with $\widehat\rho=\rho^{(L)}$: there $\widehat\rho$ is allowed to be statistically "
    r"dependent on $\{(x_i,y_i)\}_{1\le i\le N}$ but not on $x_{N+1}$ (Remark 2).",
    implies=r"Given the examples, $\rho^{(L)}$ is the same for all $x_{N+1}$, here for the repaired weights "
    r"with $\eta=\frac1{2n}$: it is a function of the examples and of $x_{N+1}$, and (36) is a mean over "
    "$x_{N+1}$ alone, so that no other function will do for inputs of every law.",
    defect="proof-step",
    because="From the second step on the query's own term is taken away by a prediction that is not exact.",
    fails_where=lambda T: T >= 2,
    share=0,
)
@amended(
    r"Two queries $x$ and $x'$ change $\rho^{(L)}$ by at most $\sqrt{n+1}\,\frac{4\eta}{15N\tau}\sum_{t<T}"
    r"\left((\phi(x)^\top\rho_t)^2+(\phi(x')^\top\rho'_t)^2\right)$ in the Euclidean norm, $\rho_t$ and "
    r"$\rho'_t$ the iterates of the two runs, with $\eta=\frac1{2n}$ and the repaired weights.",
    because="A step does not enlarge distances, and a query leaks no more than the error of its prediction.",
    adds="a difference of at most what both queries leak, (125) with 2/15 for 2",
    slack="The squares are compared: 0.64 is the most that is known. A leak that is large beside its square is "
    "damped by the next linearisation.",
    share=1,
)
@mutants(a_half=dict(share=1 / 2), no_query_head=dict(construction=without_query_head))
def rho_does_not_see_the_query(tf, n, N, tau_ff, omega, t, tau, X, y, query, other, share):
    """The transformer's estimate is independent of the query, as Lemma 2 wants it."""
    _, phi_query, rho, _ = run(tf, X, y, query, omega, t, tau_ff)
    _, phi_other, rho_other, _ = run(tf, X, y, other, omega, t, tau_ff)
    change = rho[-1] - rho_other[-1]
    squares = sum((rho[:-1] @ phi_query) ** 2) + sum((rho_other[:-1] @ phi_other) ** 2)
    leak = 2 * squares / (15 * n * N) / tau
    return at_most(change @ change, (n + 1) * (share * leak) ** 2)


rho_does_not_see_the_query.waive("all weights zero", because=r"without weights $\rho$ is 0 for every query")
