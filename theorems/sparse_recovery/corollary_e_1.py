r"""Corollary E.1: the label by the query read-out, from Theorem 5.1. Its inequality, which holds.

The statement itself is `theorem-5.2/query`. The paper bounds $\|x\|$ by $\sqrt db_x$; Assumption 1 has
$\|x\|\le b_x$. The read-out adds no event: the probability $1-\delta$ is that of Theorem 5.1. Its proof,
Theorem D.1, which also defines $c_1$, has $1-3\delta$ (`theorem-d.1/rate/equivalence`).
"""

from lemmata import at_most, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, max, norm
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "Corollary E.1, a step",
    id="corollary-e.1/cauchy-schwarz",
    rank="step",
    at=lines(944, 946),
    d=dims(1, 6),
    x=reals("d"),
    beta_star=reals("d"),
    beta=reals("d"),
)
@printed(
    r"$|y-\hat y|\le\|x\|\|\beta^*-\beta\|$ for a row x, its label $y=x^\top\beta^*$ and the label $\hat "
    r"y=x^\top\beta$ that is read out: for all x, $\beta$, $\beta^*\in\mathbb R^d$.",
    length=lambda x: norm(x),
)
@mutants(
    {
        "7/8 of the length": dict(length=lambda x: norm(x) * 7 / 8),
        "the largest entry for the length": dict(length=lambda x: max(abs(x))),
    }
)
def cauchy_schwarz(x, beta_star, beta, length):
    r"""The label's error is at most the row's length times the distance of the estimate to $\beta^*$."""
    return at_most(abs(x @ beta_star - x @ beta), length * norm(beta_star - beta))
