r"""Corollary E.1: the label by the query read-out. Its inequality, which holds, and its probability.

The statement itself is `theorem-5.2/query`. The step: $|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, after
which the paper bounds $\|x\|$ by $\sqrt db_x$; Assumption 1 has $\|x\|\le b_x$.

The probability is $1-\delta$ by "Theorem 5.1", whose $c_1=\|\beta^*\|_1$ only Theorem D.1 defines, which holds
with probability $1-3\delta$; the read-out adds no event. (That the two theorems are not equivalent is
`theorem-d.1/rate/equivalence`. Corollary D.1 loses the 3, too.)
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_least, at_most, dims, lines, reals, space
from lemmata.numbers import Array, absolute, amax, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers
from theorems.sparse_recovery.theorem_e_1 import Length


@dataclass(frozen=True)
class Size:
    d: int


step = PAPER.claim(
    "Corollary E.1, a step",
    id="corollary-e.1/cauchy-schwarz",
    rank="step",
    at=lines(944, 946),
    summary="The label's error is at most the length of the row times the distance of the estimate to beta*",
    settings=space(Size, d=dims(1, 6)),
    prompts=lambda s: space(x=reals(s.d), beta_star=reals(s.d), beta=reals(s.d)),
)


@step.printed(
    r"$|y-\hat y|\le\|x\|\|\beta^*-\beta\|$ for a row x, its label $y=x^\top\beta^*$ and the label $\hat "
    r"y=x^\top\beta$ that is read out: for all x, $\beta$, $\beta^*\in\mathbb R^d$.",
    length=norm,
)
def cauchy_schwarz(s: Size, prompt: Prompt, length: Callable[[Array], Array]) -> Margin:
    """The label's error is at most the length of the row times the distance to beta*."""
    error = absolute(sum(prompt.x * prompt.beta_star, -1) - sum(prompt.x * prompt.beta, -1))
    return at_most(error, length(prompt.x) * norm(prompt.beta_star - prompt.beta))


step.mutant("7/8 of the length", length=lambda x: norm(x) * 7 / 8)
step.mutant("the largest entry for the length", length=lambda x: amax(absolute(x), -1))

probability = PAPER.claim(
    "Corollary E.1, probability",
    id="corollary-e.1/probability",
    rank="slip",
    origin="read",
    at=lines(926, 948),
    summary="Corollary E.1 holds with probability 1 - delta, as Theorem 5.1, from which its constant c_1 is "
    "taken",
    pinned={"n": "the corollary speaks of one label, so that n delta is delta"},
    settings=space(Length, n=dims(1, 1)),
    prompts=space(delta=powers(-12, 0, open_high=True)),
)


@probability.printed(
    r"'Combining with Theorem 5.1' (which itself says $1-\delta$, but has no $c_1$: it is Theorem D.1's, which "
    r"holds with probability at least $1-3\delta$) gives the label's bound with probability at least "
    r"$1-\delta$: $1-3\delta\ge1-\delta$.",
    defect="typo",
    because="Theorem D.1, which defines c_1, has three events of probability delta.",
    count=1,
)
@probability.amended(
    r"It gives the label's bound with probability at least "
    r"$1-3\delta$.",
    adds="1 - 3 delta for 1 - delta",
    count=3,
)
def promised(s: Length, prompt: Prompt, count: int) -> Margin:
    """The probability of Corollary E.1 is that of its proof (one length n)."""
    return at_least(1 - prompt.delta * (3 * s.n), 1 - prompt.delta * (count * s.n))


probability.mutant("2 delta for 3 delta", count=2)
probability.mutant("no delta", count=0)
