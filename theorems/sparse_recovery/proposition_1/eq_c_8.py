r"""(C.8): a score is at most $b_x$ times the distance to $\beta^*$ plus $b_\beta b_x$.

It holds for every row with $\|x\|_\infty\le b_x$, which is how the proof quotes Assumption 1 (where it is
$\|x\|_2$).
"""

from lemmata import Margin, Prompt, Space, at_most, box, lines, reals, space, sparse
from lemmata.numbers import absolute, norm, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import Length, Setting, l1, settings


def prompts(s: Setting) -> Space:
    """A row with entries up to b_x, any estimate, a vector with ||beta*||_1 <= b_beta."""
    return space(x=box(s.d, low=-s.b_x, high=s.b_x), beta=reals(s.d), beta_star=sparse(s.d, s.d, s.b_beta))


c8 = PAPER.claim(
    "(C.8)",
    id="proposition-1/eq-c.8",
    rank="step",
    at=lines(449, 451),
    summary="A score is at most b_x times the l1 distance of the estimate to beta*, plus b_beta b_x",
    settings=settings,
    prompts=prompts,
)


@c8.printed(
    r"If $\|x\|_\infty\le b_x$ and $\|\beta^*\|_1\le b_\beta$, with $M^Q_u=\mp I$: $\beta_i^\top(M^Q_u)^\top x"
    r"-B\le b_x\|\beta_i-\beta^*\|_1+b_\beta b_x-B$.",
    length=l1,
)
def score_is_bounded(s: Setting, prompt: Prompt, length: Length) -> Margin:
    """A score of either sign is at most b_x times the distance to beta* plus b_beta b_x."""
    score = absolute(sum(prompt.beta * prompt.x, -1))
    away = length(prompt.beta - prompt.beta_star)
    return at_most(score - s.B, away * s.b_x + s.b_beta * s.b_x - s.B)


c8.mutant("l2 for l1", length=norm)
c8.mutant("nine tenths of the l1 norm", length=lambda v: l1(v) * 9 / 10)
