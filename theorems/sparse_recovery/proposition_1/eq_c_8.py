r"""(C.8): a score is at most $b_x$ times the distance to $\beta^*$ plus $b_\beta b_x$.

It holds for every row with $\|x\|_\infty\le b_x$, which is how the proof quotes Assumption 1 (where it is
$\|x\|_2$).
"""

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import absolute, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import Length, Setting, l1, prompts, settings

c8 = PAPER.claim(
    "(C.8)", id="proposition-1/eq-c.8", rank="step", at=lines(449, 451), settings=settings, prompts=prompts
)


@c8.printed(
    r"If $\|x\|_\infty\le b_x$ and $\|\beta^*\|_1\le b_\beta$: $\beta_i^\top(M^Q_u)^\top x-B\le b_x"
    r"\|\beta_i-\beta^*\|_1+b_\beta b_x-B$.",
    length=l1,
)
def score_is_bounded(s: Setting, prompt: Prompt, length: Length) -> Margin:
    """A score is at most b_x times the distance to beta* plus b_beta b_x."""
    score = absolute(sum(prompt.beta * prompt.X[:, -1], -1))
    away = length(prompt.beta - prompt.beta_star)
    return at_most(score - s.B, away * s.b_x + s.b_beta * s.b_x - s.B)


c8.mutant("l2 for l1", length=norm)
c8.mutant("the largest entry", length=lambda v: l1(v) / v.shape[-1])
