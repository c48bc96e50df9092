r"""Corollary E.1: the label by the query read-out. Its inequality, which holds, and its probability.

The statement itself is `theorem-5.2/query`. The step: $|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$, after
which the paper bounds $\|x\|$ by $\sqrt db_x$; Assumption 1 has $\|x\|\le b_x$.

The probability is $1-\delta$ by "Theorem 5.1", whose $c_1=\|\beta^*\|_1$ only Theorem D.1 defines, which holds
with probability $1-3\delta$; the read-out adds no event. (That the two theorems are not equivalent is
`theorem-d.1/rate/equivalence`. Corollary D.1 loses the 3, too.)
"""

from collections.abc import Callable

from lemmata import Margin, Prompt, at_least, at_most, dims, lines, reals, space
from lemmata.numbers import Array, absolute, norm, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers
from theorems.sparse_recovery.theorem_5_1.setting import Setting, as_printed
from theorems.sparse_recovery.theorem_e_1 import Length

Size = Callable[[Setting, Array], Array]
step = PAPER.claim(
    "Corollary E.1, a step",
    id="corollary-e.1/cauchy-schwarz",
    rank="step",
    at=lines(944, 946),
    settings=as_printed,
    prompts=lambda s: space(x=reals(s.d), away=reals(s.d)),
)


@step.printed(r"$|x^\top(\beta^*-\beta)|\le\|x\|\|\beta^*-\beta\|$.", length=lambda s, v: norm(v))
def cauchy_schwarz(s: Setting, prompt: Prompt, length: Size) -> Margin:
    """The label's error is at most the length of the row times the distance to beta*."""
    score = absolute(sum(prompt.x * prompt.away, -1))
    return at_most(score, length(s, prompt.x) * norm(prompt.away))


step.mutant("half", length=lambda s, v: norm(v) / 2)
step.mutant("7/8 of the root mean square", length=lambda s, v: sqrt(sum(v * v, -1) / s.d) * 7 / 8)

probability = PAPER.claim(
    "Corollary E.1, probability",
    id="corollary-e.1/probability",
    rank="slip",
    origin="read",
    at=lines(926, 948),
    settings=space(Length, n=dims(1, 1)),
    prompts=space(delta=powers(-12, 0, open_high=True)),
)


@probability.printed(
    r"'Combining with Theorem 5.1' (its $c_1$ is Theorem D.1's) gives the label's bound with probability at "
    r"least $1-\delta$.",
    defect="typo",
    because="Theorem D.1, which defines c_1, has three events of probability delta.",
    count=1,
)
@probability.amended(r"It gives $1-3\delta$.", adds="1 - 3 delta for 1 - delta", count=3)
def promised(s: Length, prompt: Prompt, count: int) -> Margin:
    """The probability of the statement is that of its proof (one length n)."""
    return at_least(1 - prompt.delta * (3 * s.n), 1 - prompt.delta * (count * s.n))


probability.mutant("two", count=2)
probability.mutant("none", count=0)
