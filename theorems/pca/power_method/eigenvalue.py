r"""The norm of $XX^\top p$ estimates the largest eigenvalue.

Before the removal the slides show, with $v_1$ a unit eigenvector to the largest eigenvalue of $A=XX^\top$,
$\|A\|_2=\|Av_1\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$ and (part ``lower``)
$\|A\|_2\ge\|Ap\|_2-\|A\|_2\|v_1-p\|_2$. Both hold, for any p (in the last
norm the slides print the start, without the index of the iterate, which is read). For a unit p the second is
weaker than $\|A\|_2\ge\|Ap\|_2$: the estimate is never too large. A is diagonal here, with the rotation taken
into p, and $\|A\|_2=1$, since both sides are linear in A.
"""

from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, reals, space
from lemmata.numbers import Array, concatenate, norm
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    below: Tensor  # (d - 1,) shares of the largest eigenvalue


settings = space(Setting, d=dims(1, 4), below=lambda s: box(s.d - 1, low=0, high=1))


def prompts(s: Setting) -> Space:
    return space(p=reals(s.d))


upper = PAPER.claim(
    "estimate of the eigenvalue",
    id="power-method/eigenvalue",
    rank="step",
    origin="read",
    at=lines(402, 404),
    summary="The largest eigenvalue is at most its estimate plus what the error of the vector costs",
    settings=settings,
    prompts=prompts,
)
lower = PAPER.claim(
    "estimate of the eigenvalue",
    id="power-method/eigenvalue/lower",
    rank="step",
    origin="read",
    at=lines(406, 408),
    summary="The largest eigenvalue is at least its estimate less what the error of the vector costs",
    settings=settings,
    prompts=prompts,
)


def image_norm(s: Setting, prompt: Prompt) -> Array:
    """``|A p|`` with the largest eigenvalue 1."""
    return norm(concatenate([prompt.p[:, :1], prompt.p[:, 1:] * s.below], -1))


def distance(prompt: Prompt) -> Array:
    """``|v_1 - p|``."""
    return norm(concatenate([prompt.p[:, :1] - 1, prompt.p[:, 1:]], -1))


@upper.printed(
    r"For $A=XX^\top$ with $Av_1=\|A\|_2v_1$, $\|v_1\|_2=1$, and every vector p, so for $\widetilde "
    r"p_{3,1}^{(\tau)}$ (A diagonal and $\|A\|_2=1$: "
    r"both sides turn with p and scale with A): $\|A\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$.",
    share=1,
)
def largest_is_at_most(s: Setting, prompt: Prompt, share: float) -> Margin:
    """The largest eigenvalue is at most the estimate plus the distance."""
    return at_most(1, image_norm(s, prompt) + distance(prompt) * share)


@lower.printed(
    r"For $A=XX^\top$ with $Av_1=\|A\|_2v_1$, $\|v_1\|_2=1$, and every vector p, so for $\widetilde "
    r"p_{3,1}^{(\tau)}$ (A diagonal and $\|A\|_2=1$: "
    r"both sides turn with p and scale with A): $\|A\|_2\ge\|Ap\|_2-\|A\|_2\|v_1-p\|_2$.",
    share=1,
)
def largest_is_at_least(s: Setting, prompt: Prompt, share: float) -> Margin:
    """The largest eigenvalue is at least the estimate less the distance."""
    return at_most(image_norm(s, prompt) - distance(prompt) * share, 1)


for claim in (upper, lower):
    claim.mutant("seven eighths of the distance", share=7 / 8)
    claim.mutant("half the distance", share=1 / 2)
