r"""The norm of $XX^\top p$ estimates the largest eigenvalue.

Before the removal the slides show, with $v_1$ a unit eigenvector to the largest eigenvalue of $A=XX^\top$,
$\|A\|_2=\|Av_1\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$ and
$\|A\|_2\ge\|Ap\|_2-\|A\|_2\|v_1-p\|_2$. Both hold, for any p (in the last
norm the slides print the start, without the index of the iterate, which is read). For a unit p the second is
weaker than $\|A\|_2\ge\|Ap\|_2$: the estimate is never too large. A is diagonal here, with the rotation taken
into p, and $\|A\|_2=1$, since both sides are linear in A.
"""

from dataclasses import dataclass

from torch import Tensor

from lemmata import Margin, Prompt, Space, at_most, box, dims, lines, reals, space
from lemmata.numbers import Array, concatenate, norm, stack
from theorems.pca import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    below: Tensor  # (d - 1,) shares of the largest eigenvalue


settings = space(Setting, d=dims(1, 4), below=lambda s: box(s.d - 1, low=0, high=1))


def prompts(s: Setting) -> Space:
    return space(p=reals(s.d))


estimate = PAPER.claim(
    "estimate of the eigenvalue",
    id="power-method/eigenvalue",
    rank="step",
    origin="read",
    at=lines(402, 408),
    summary="The estimate of the largest eigenvalue is off by at most what the error of the vector costs",
    settings=settings,
    prompts=prompts,
)


def image_norm(s: Setting, prompt: Prompt) -> Array:
    """``|A p|`` with the largest eigenvalue 1."""
    return norm(concatenate([prompt.p[:, :1], prompt.p[:, 1:] * s.below], -1))


def distance(prompt: Prompt) -> Array:
    """``|v_1 - p|``."""
    return norm(concatenate([prompt.p[:, :1] - 1, prompt.p[:, 1:]], -1))


@estimate.printed(
    r"For $A=XX^\top$ with $Av_1=\|A\|_2v_1$, $\|v_1\|_2=1$, and every vector p, so for $\widetilde "
    r"p_{3,1}^{(\tau)}$ (A diagonal and $\|A\|_2=1$: both sides turn with p and scale with A): "
    r"$\|Ap\|_2-\|A\|_2\|v_1-p\|_2\le\|A\|_2\le\|Ap\|_2+\|A\|_2\|v_1-p\|_2$.",
    below=1,
    above=1,
)
def largest_is_near_its_estimate(s: Setting, prompt: Prompt, below: float, above: float) -> Margin:
    """The largest eigenvalue is its estimate up to the distance of the vectors."""
    found, off = image_norm(s, prompt), distance(prompt)
    return at_most(stack([found - off * below, 1], -1), stack([1, found + off * above], -1))


estimate.mutant("seven eighths of the distance below", below=7 / 8)
estimate.mutant("seven eighths of the distance above", above=7 / 8)
