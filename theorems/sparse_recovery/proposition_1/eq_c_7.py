r"""(C.7): a score is at most the $\ell_1$ norm of the estimate times the length of the row. It holds.

Read with $b_\beta\|x\|$ for the $b_\beta b_x$ of its last line, which is no less where $\|x\|\le b_x$.
"""

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, lines, reals, space
from lemmata.numbers import Array, absolute, norm, stack, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    M: Tensor  # (1, d, d), gamma^(k-1) M^V
    B: float
    b_x: float = 4.0
    b_beta: float = 1.0


settings = space(
    Setting,
    d=dims(1, 2),
    n=dims(1, 2),
    M=lambda s: reals(1, s.d, s.d),
    B=choices(8.0, 0.0),
    b_x=choices(4.0),
    b_beta=choices(1.0),
)


def prompts(s: Setting) -> Space:
    """N rows and the next one with entries up to b_x, any estimate, a vector with ||beta*||_1 <= b_beta."""
    return space(
        X=box(s.n + 1, s.d, low=-s.b_x, high=s.b_x),
        beta=reals(s.d),
        beta_star=box(s.d, low=-s.b_beta / s.d, high=s.b_beta / s.d),
    )


c7 = PAPER.claim(
    "(C.7)",
    id="proposition-1/eq-c.7",
    rank="step",
    origin="read",
    at=lines(445, 449),
    settings=settings,
    prompts=prompts,
)
Length = Callable[[Array], Array]


def l1(v: Array) -> Array:
    return sum(absolute(v), -1)


@c7.printed(
    r"For $u=\pm1$: $\beta_i^\top(M^Q_u)^\top x-B\le|\beta_i^\top x|-B\le\|\beta_i\|_1\|x\|-B\le"
    r"\|\beta_i-\beta^*\|_1\|x\|+b_\beta\|x\|-B$ (with $\|x\|\le b_x$ the last line).",
    length=l1,
)
def hoelder(s: Setting, prompt: Prompt, length: Length) -> Margin:
    """A score is at most the l1 norm of the estimate times the length of the row."""
    x = prompt.X[:, -1]
    score = sum(prompt.beta * x, -1)
    size = norm(x)
    away = (length(prompt.beta - prompt.beta_star) + s.b_beta) * size
    chain = [absolute(score), length(prompt.beta) * size, away]
    lower = stack([score, -score, *chain[:-1]], 1) - s.B
    return at_most(lower, stack([chain[0], *chain], 1) - s.B)


c7.mutant("7/8 of l2 for l1", length=lambda v: norm(v) * 7 / 8)
c7.mutant("half", length=lambda v: l1(v) / 2)
