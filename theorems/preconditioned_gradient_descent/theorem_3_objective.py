r"""The display of the loss that opens the proof of Theorem 3.

The proof writes the loss as the mean trace over all $n+1$ tokens, with neither the mask $I-M$ that keeps the
query alone nor the factor $\frac1n$ of (4) (suffix ``objective``); already at $A=0$ the display is $(n+1)d$
and the loss $d$. Suffix ``order``: its left product runs upwards, $i=1,2$, and has to run downwards to be the
transpose of the right one (whose indices are 0, 1: both are read as the same pair). With $I-M$, as in (23),
$\frac1n$ and this order it is right; the rest of the proof uses invariances that all forms have. The second
line of the display, where $w_\star$ is integrated out, has the order right (from 2 down to 1) and the same
two gaps.

Both sides are means: the loss is the exact one, the display a sum over literal prompts, with
$w_\star=e_1,\dots,e_d$ (it is a quadratic form in $w_\star$).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from baselines.in_context_loss import in_context_loss
from lemmata import Claim, Margin, Prompt, dims, equal, space
from lemmata.numbers import Array, concatenate, constant, diag_embed, eye, ones, trace, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.instances_means import with_query


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


def display(part: str) -> Claim:
    return PAPER.claim(
        f"proof of Theorem 3, {part}",
        slug="theorem-3-objective" + ("-order" if part == "order" else ""),
        kind="expectation",
        settings=space(Sizes, d=dims(1, 2), n=lambda s: dims(1, 3 - s.d, most=3 - s.d)),
        prompts=lambda s: space(A=drawn_symmetric(2, s.d)),
        batch=32,  # each pair is put to hundreds of literal prompts
    )


objective, ordered = display("objective"), display("order")
Keep = Callable[[Sizes, Array], Array]
DISPLAY = (
    r"$f(A_0,A_1)=\mathbf E\operatorname{Tr}\left((I-M)\,%s\,X_0^\top w_\star w_\star^\top X_0"
    r"\prod_{i=0}^1(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$."
)


def query_alone(s: Sizes, M: Array) -> Array:
    return eye(s.n + 1, M) - M


@objective.printed(
    r"$f(A_0,A_1)=\mathbf E\operatorname{Tr}\left(\prod(I+X_0^\top A_iX_0M)X_0^\top w_\star w_\star^\top X_0"
    r"\prod(I+MX_0^\top A_iX_0)\right)$, the left product as the transpose of the right one.",
    expect="refuted",
    defect="proof-step",
    because="The trace runs over the examples as well, and the factor 1/n of (4) is missing.",
    keep=lambda s, M: eye(s.n + 1, M), over=lambda s: 1, order=(1, 0),
)  # fmt: skip
@ordered.printed(
    DISPLAY % r"\prod_{i=0}^1(I+\frac1nX_0^\top A_iX_0M)",
    expect="refuted",
    defect="typo",
    because="The left product has to run downwards, to be the transpose of the right one.",
    keep=query_alone, over=lambda s: s.n, order=(0, 1),
)  # fmt: skip
@objective.amended(
    DISPLAY % r"(I+\frac1nX_0^\top A_1X_0M)(I+\frac1nX_0^\top A_0X_0M)",
    keep=query_alone, over=lambda s: s.n, order=(1, 0),
)  # fmt: skip
@ordered.amended(
    DISPLAY % r"\prod_{i=1}^0(I+\frac1nX_0^\top A_iX_0M)",
    keep=query_alone, over=lambda s: s.n, order=(1, 0),
)  # fmt: skip
def display_is_the_loss(
    s: Sizes, prompt: Prompt, keep: Keep, over: Callable[[Sizes], int], order: tuple[int, int]
) -> Margin:
    """The display is the in-context loss."""
    one, A = eye(s.d, prompt.A), prompt.A[:, :, None]  # (batch, 2, prompts, d, d)
    law = with_query(s.n * s.d, 5, s.d)
    X = constant(law.points, one).reshape(-1, s.n + 1, s.d).mT
    M = diag_embed(concatenate([ones((s.n,), X), zeros((1,), X)], 0))
    left, right = X.mT @ one, X
    for i, j in zip((0, 1), reversed(order), strict=True):
        right = right + right @ M @ X.mT @ A[:, i] @ X / over(s)
        left = left + X.mT @ A[:, j] @ X @ M @ left / over(s)
    kept = keep(s, M)
    display = law.mean(trace(kept @ left @ right @ kept).mT)[0]
    return equal(in_context_loss(prompt.A, one, s.n, task="identity"), display)


for claim in (objective, ordered):
    claim.mutant("the examples alone", keep=lambda s, M: M)
    claim.mutant("over n + 1", over=lambda s: s.n + 1)
    claim.mutant("the last layer twice", order=(1, 1))
