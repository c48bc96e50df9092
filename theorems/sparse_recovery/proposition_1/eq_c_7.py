r"""(C.7): a score is at most the $\ell_1$ norm of the estimate times the length of the row. It holds.

The norm of the row has no index in the display and is read as that of Assumption 1, the Euclidean one (with the
largest entry, which is smaller, it holds by Hoelder's inequality).
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, in_ball, lines, reals, space, sparse
from lemmata.numbers import Array, absolute, norm, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    b_x: float
    b_beta: float
    B: float = 0.0


settings = space(
    Setting,
    d=dims(1, 3),
    b_x=dyadics(0, 4, of="[0, inf)"),
    b_beta=dyadics(0, 4, of="[0, inf)"),
    B=dyadics(0, 16, of="[0, inf)"),
)


def prompts(s: Setting) -> Space:
    """A row of norm at most b_x, any estimate, a vector with ||beta*||_1 <= b_beta."""
    return space(x=in_ball(s.d, radius=s.b_x), beta=reals(s.d), beta_star=sparse(s.d, s.d, s.b_beta))


c7 = PAPER.claim(
    "(C.7)",
    id="proposition-1/eq-c.7",
    rank="step",
    origin="read",
    at=lines(445, 449),
    summary="A score is at most the l1 distance to beta* times the length of the row, plus b_beta b_x",
    settings=settings,
    prompts=prompts,
)
Length = Callable[[Array], Array]


def l1(v: Array) -> Array:
    """The l1 norm of vectors."""
    return sum(absolute(v), -1)


@c7.printed(
    r"For a row x with $\|x\|\le b_x$, $\|\beta^*\|_1\le b_\beta$ and $M^Q_u=\mp I$, the norm of a row read as "
    r"the Euclidean one: $\beta_i^\top(M^Q_u)^\top x-B\le|\beta_i^\top x|-B\le\|\beta_i\|_1\|x\|-B\le"
    r"\|\beta_i-\beta^*\|_1\|x\|+b_\beta b_x-B$.",
    length=l1,
)
def hoelder(s: Setting, prompt: Prompt, length: Length) -> Margin:
    """A score is at most the l1 norm of the estimate times the length of the row."""
    x, beta = prompt.x, prompt.beta
    score, size = sum(beta * x, -1), norm(x)
    away = length(beta - prompt.beta_star) * size + s.b_beta * s.b_x
    chain = [absolute(score), length(beta) * size, away]
    lower = stack([score, -score, *chain[:-1]], 1) - s.B
    return at_most(lower, stack([chain[0], *chain], 1) - s.B)


c7.mutant("nine tenths of the l2 norm", length=lambda v: norm(v) * 9 / 10)
c7.mutant("nine tenths of the l1 norm", length=lambda v: l1(v) * 9 / 10)
