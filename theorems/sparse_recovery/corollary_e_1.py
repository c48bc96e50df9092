r"""Corollary E.1: the label by the query read-out. Its inequality, which holds, and its probability.

The statement itself is `theorem-5.2/query`. The step: $|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, after
which the paper bounds $\|x\|$ by $\sqrt db_x$; Assumption 1 has $\|x\|\le b_x$.

The probability is $1-\delta$ by "Theorem 5.1", whose $c_1=\|\beta^*\|_1$ only Theorem D.1 defines, which holds
with probability $1-3\delta$; the read-out adds no event. (That the two theorems are not equivalent is
`theorem-d.1/rate/equivalence`. Corollary D.1 loses the 3, too.)
"""

from lemmata import Margin, amended, at_least, at_most, box, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import Number, Vector, abs, max, norm, sum
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
def cauchy_schwarz(x: Vector, beta_star: Vector, beta: Vector, length: Number) -> Margin:
    r"""The label's error is at most the row's length times the distance of the estimate to $\beta^*$."""
    return at_most(abs(x @ beta_star - x @ beta), length * norm(beta_star - beta))


@theorem(
    PAPER,
    "Corollary E.1, probability",
    id="corollary-e.1/probability",
    rank="slip",
    origin="read",
    at=lines(926, 948),
    delta=box(low=2.0**-12, high=1, of="(0, 1)", scale="log"),
)
@printed(
    r"'Combining with Theorem 5.1' (which itself says $1-\delta$, but has no $c_1$: it is Theorem D.1's, which "
    r"holds with probability at least $1-3\delta$) gives the label's bound with probability at least "
    r"$1-\delta$: $1-3\delta\ge1-\delta$.",
    defect="typo",
    because=r"Theorem D.1, which defines $c_1$, has three events of probability $\delta$.",
)
@amended(
    r"It gives the label's bound with probability at least $1-3\delta$.",
    adds=r"$1 - 3 \delta$ for $1 - \delta$",
    count=3,
)
@mutants({"2 delta for 3 delta": dict(count=2), "no delta": dict(count=0)})
def promised(delta: Number, count: int = 1) -> Margin:
    r"""Corollary E.1 holds with probability $1 - \delta$, as Theorem 5.1, from which its constant $c_1$ is."""
    events = [delta] * 3  # of Theorem D.1, by the union bound
    return at_least(1 - sum(events), 1 - count * delta)
