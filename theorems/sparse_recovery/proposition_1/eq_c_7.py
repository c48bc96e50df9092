r"""The inequalities that bound a score in the proof of Proposition 1: (C.7), (C.8) and the l1 distance.

All hold, (C.8) for every row with $\|x\|_\infty\le b_x$ (which is how the proof quotes Assumption 1, where
it is $\|x\|_2$).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, Space, at_most, box, choices, dims, reals, space
from lemmata.numbers import Array, absolute, norm, sqrt, stack, sum
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
    Setting, d=dims(1, 2), n=dims(1, 2), M=lambda s: reals(1, s.d, s.d), B=choices(8.0, 0.0),
    b_x=choices(4.0), b_beta=choices(1.0),
)  # fmt: skip


def prompts(s: Setting) -> Space:
    """N rows and the next one with entries up to b_x, any estimate, a vector with ||beta*||_1 <= b_beta."""
    return space(
        X=box(s.n + 1, s.d, low=-s.b_x, high=s.b_x),
        beta=reals(s.d),
        beta_star=box(s.d, low=-s.b_beta / s.d, high=s.b_beta / s.d),
    )


c7, c8, distance = (
    PAPER.claim(label, id=id, kind="forall", settings=settings, prompts=prompts)
    for label, id in (
        ("(C.7)", "proposition-1/eq-c.7"),
        ("(C.8)", "proposition-1/eq-c.8"),
        ("C.2, l1 distance", "proposition-1/distance"),
    )
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


@distance.printed(
    r"If $|\beta_i^{(k)}|\le R$ (there $R=C_\beta^k$): $b_x\|\beta_i^{(k)}-\beta^*\|_1\le b_x\sqrt d"
    r"(b_\beta+R)$.",
    factor=lambda s, x: sqrt(x * 0 + s.d),
)
def distance_is_bounded(
    s: Setting, prompt: Prompt, factor: Callable[[Setting, Array], Array]
) -> Margin:
    """The l1 distance to beta* is at most sqrt(d) times the sum of the two sizes."""
    R = norm(prompt.beta)
    return at_most(
        l1(prompt.beta - prompt.beta_star) * s.b_x, factor(s, R) * (R + s.b_beta) * s.b_x
    )


c7.mutant("7/8 of l2 for l1", length=lambda v: norm(v) * 7 / 8)
c7.mutant("half", length=lambda v: l1(v) / 2)
c8.mutant("l2 for l1", length=norm)
c8.mutant("the largest entry", length=lambda v: l1(v) / v.shape[-1])
distance.mutant("no sqrt(d)", factor=lambda s, x: x * 0 + 1)
distance.mutant("a quarter of d", factor=lambda s, x: x * 0 + s.d / 4)
