r"""The proof of Theorem E.1: what the norm in (E.1) holds.

(E.1) and (E.2) subtract numbers $x_n^\top\beta_j$ from the vector $\beta^*$. At d = 1, where that has a
meaning, it is false: x = -1 changes the sign. Without the $x_n^\top$ both are right (on $\mathcal E_2$).
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, reals, space
from lemmata.numbers import absolute, norm, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    m: int  # how many tokens are above the threshold
    epsilon: float
    p: float


def sizes(d: int) -> Space:
    """Event E_2: the count m is within epsilon of (n - 1/2) p."""
    return space(
        Setting,
        where=lambda s: abs(s.m - (s.n - 0.5) * s.p) <= s.epsilon,
        d=dims(1, d, most=d),
        n=dims(1, 6),
        m=lambda s: dims(0, s.n, most=s.n),
        epsilon=dyadics(0, 2),
        p=dyadics(0.25, 1),
    )


def data(s: Setting) -> Space:
    """The query, beta*, B' and the estimates of the tokens above the threshold."""
    return space(x=reals(s.d), beta_star=reals(s.d), B=reals(1), betas=reals(max(s.m, 1), s.d))


error = PAPER.claim(
    "(E.1)", slug="theorem-5.2-linear-e.1", kind="forall", settings=sizes(1), prompts=data
)


@error.printed(
    r"On $\mathcal E_2(\epsilon)$: $|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}x_n^"
    r"\top\beta_j\big\|+\frac{2\epsilon}{2np-p}|B'|$ (d = 1).",
    expect="refuted",
    defect="typo",
    because="The x_n in the norm counts twice; for d > 1 a number is subtracted from a vector.",
    twice=True,
    share=1,
)
@error.amended(
    r"On $\mathcal E_2(\epsilon)$: $|y_n-\hat y_n|\le\|x_n\|\big\|\beta^*-\frac2{2np-p}\sum_{o_j=1}\beta_j"
    r"\big\|+\frac{2\epsilon}{2np-p}|B'|$, for every d.",
    settings=sizes(3),
    twice=False,
    share=1,
)
def bounded_error(s: Setting, prompt: Prompt, twice: bool, share: int) -> Margin:
    """The error of the read-out by that of the averaged estimates."""
    tokens = s.p * (2 * s.n - 1)
    betas = prompt.betas[:, : s.m] if s.m else prompt.betas * 0
    mean = sum(betas, 1) * 2 / tokens
    B = prompt.B[:, 0]
    predicted = sum(prompt.x * mean, -1) - B * (s.m * 2) / tokens + B
    left = absolute(sum(prompt.x * prompt.beta_star, -1) - predicted)
    inside = mean * prompt.x if twice else mean
    right = norm(prompt.x) * norm(prompt.beta_star - inside) * share
    return at_most(left, right + absolute(B) * s.epsilon * 2 / tokens)


error.mutant("without the estimates", share=0)
error.mutant("the x_n in the norm, d = 1", settings=sizes(1), twice=True)
