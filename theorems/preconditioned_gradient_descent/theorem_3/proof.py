r"""Proof of Theorem 3 (B.1): the loss as a trace, then rotation, signs, convexity and Jensen.

The display that opens the proof writes the loss as the mean trace over all $n+1$ tokens, with neither the
mask $I-M$ that leaves the query alone nor the factor $\frac1n$ of (4) (``objective``); already at $A=0$ the
display is $(n+1)d$ and the loss $d$. ``objective/order``: its left product runs upwards, $i=1,2$, and has to
run downwards to be the transpose of the right one (whose indices are 0, 1: both are read as the same pair).
With $I-M$, as in (23), $\frac1n$ and this order it is right; the rest of the proof uses invariances that all
forms have. The second line of the display, where $w_\star$ is integrated out, has the order right (from 2
down to 1) and the same two gaps. Both sides are means: the loss is the exact one, the display a sum over
hundreds of literal prompts, so that sizes with $d+n\le3$ alone are tried, with $w_\star=e_1,\dots,e_d$ (it is
a quadratic form in $w_\star$).

``rotation``, ``signs`` and ``jensen`` are printed at a global minimiser $A_0^*,A_1^*$. That these are symmetric
is all that is used of them: they are checked for all symmetric matrices.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Margin, Prompt, Space, at_most, dims, equal, lines, space
from lemmata import signs as any_signs
from lemmata.numbers import Array, constant, diag_embed, eye, stack, trace, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.layers import last, mask
from theorems.preconditioned_gradient_descent.normal_means import with_query
from theorems.preconditioned_gradient_descent.theorem_3.setting import (
    ISOTROPIC,
    ON_DIAGONAL,
    SPACES,
    Change,
    Diagonal,
    Setting,
    diagonal,
    losses,
    rotated,
    settings,
)


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


ON_SIZES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": space(Sizes, d=dims(1, 2, most=2), n=lambda s: dims(1, 3 - s.d, most=3 - s.d)),
    "prompts": lambda s: space(A=drawn_symmetric(2, s.d)),
    "batch": 32,  # each pair is put to hundreds of literal prompts
}
objective = PAPER.claim(
    "proof of Theorem 3, objective",
    id="theorem-3/proof/objective",
    summary="The loss of two layers is a mean trace over all tokens.",
    rank="step",
    origin="read",
    at=lines(703, 712),
    **ON_SIZES,
)
ordered = PAPER.claim(
    "proof of Theorem 3, order",
    id="theorem-3/proof/objective/order",
    summary="The loss of two layers is a trace in which both products run upwards.",
    rank="slip",
    origin="read",
    at=lines(705, 707),
    **ON_SIZES,
)
Tokens = Callable[[int, Array], Array]
DISPLAY = ISOTROPIC + (
    r"For symmetric $A_0,A_1$ (here $d+n\le3$)%s: $f(A_0,A_1)=\mathbf E\operatorname{Tr}\left((I-M)\,%s\,"
    r"X_0^\top w_\star w_\star^\top X_0"
    r"\prod_{i=0}^1(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$."
)

COMPLETED = (
    r", with the indices 0, 1 for 1, 2 on the left and with the mask $I-M$ and the factor $\frac1n$, which the "
    "display lacks"
)


@objective.printed(
    ISOTROPIC + r"For symmetric $A_0,A_1$ (here $d+n\le3$): "
    r"$f(A_0,A_1)=\mathbf E\operatorname{Tr}\left(\prod(I+X_0^\top A_iX_0M)X_0^\top w_\star w_\star^\top X_0"
    r"\prod(I+MX_0^\top A_iX_0)\right)$, the left product as the transpose of the right one.",
    defect="proof-step",
    because="The trace runs over the examples as well, and the factor 1/n of (4) is missing.",
    tokens=lambda n, X: eye(n + 1, X),
    over=lambda s: 1,
    order=(1, 0),
)
@ordered.printed(
    DISPLAY % (COMPLETED, r"\prod_{i=0}^1(I+\frac1nX_0^\top A_iX_0M)"),
    defect="typo",
    because="The left product has to run downwards, to be the transpose of the right one. (With d = 1 its "
    "factors commute.)",
    fails_where=lambda s: s.d > 1,
    tokens=last,
    over=lambda s: s.n,
    order=(0, 1),
)
@objective.amended(
    DISPLAY % ("", r"(I+\frac1nX_0^\top A_1X_0M)(I+\frac1nX_0^\top A_0X_0M)"),
    adds="the mask I - M and the factor 1/n",
    tokens=last,
    over=lambda s: s.n,
    order=(1, 0),
)
@ordered.amended(
    DISPLAY % ("", r"\prod_{i=1}^0(I+\frac1nX_0^\top A_iX_0M)"),
    adds="the left product downwards",
    tokens=last,
    over=lambda s: s.n,
    order=(1, 0),
)
def display_is_the_loss(
    s: Sizes, prompt: Prompt, tokens: Tokens, over: Callable[[Sizes], int], order: tuple[int, int]
) -> Margin:
    """The display is the in-context loss."""
    one, A = eye(s.d, prompt.A), prompt.A[:, :, None]  # (batch, 2, prompts, d, d)
    law = with_query(s.n * s.d, 5, s.d)
    X = constant(law.points, one).reshape(-1, s.n + 1, s.d).mT
    M = mask(s.n, X)
    left, right = X.mT @ one, X
    # Both products grow from the inside, X_0^T w w^T X_0 for w = e_1, ..., e_d at once.
    for i, j in zip((0, 1), reversed(order), strict=True):
        right = right + right @ M @ X.mT @ A[:, i] @ X / over(s)
        left = left + X.mT @ A[:, j] @ X @ M @ left / over(s)
    over_tokens = tokens(s.n, X)
    display = law.mean(trace(over_tokens @ left @ right @ over_tokens).mT)[0]
    return equal(in_context_loss(prompt.A, one, s.n, task="identity"), display)


for claim in (objective, ordered):
    claim.mutant("the examples alone", tokens=mask)
    claim.mutant("over n + 1", over=lambda s: s.n + 1)
    claim.mutant("the last layer twice on the left", order=(1, 1))

rotation = PAPER.claim(
    "Theorem 3, rotation",
    id="theorem-3/proof/rotation",
    summary="Rotating both matrices does not change the loss of two layers.",
    rank="step",
    at=lines(714, 718),
    **SPACES,
)


@rotation.printed(
    ISOTROPIC + r"For diagonal $D_0$, symmetric $A_1$ and orthogonal U: $f(UD_0U^\top,A_1)=f(D_0,U^\top "
    r"A_1U)$.",
    change=rotated,
)
def law_is_invariant(s: Setting, prompt: Prompt, change: Change) -> Margin:
    """Rotating both matrices does not change the loss."""
    A_1 = prompt.A_1[:, 0]
    return equal(*losses(s, (s.A_0, A_1), (diag_embed(s.D_0), change(s, A_1))))


rotation.mutant("the other way round", change=lambda s, A: s.U @ A @ s.U.mT)
rotation.mutant("anisotropic covariates", settings=settings(isotropic=False))


def with_signs(s: Diagonal) -> Space:
    """A_1, and a diagonal S of signs."""
    return space(A_1=drawn_symmetric(1, s.d), S=any_signs(s.d))


def pairs(s: Setting) -> Space:
    """Two matrices in the place of A_1."""
    return space(P=drawn_symmetric(1, s.d), Q=drawn_symmetric(1, s.d))


signs = PAPER.claim(
    "Theorem 3, signs",
    id="theorem-3/proof/signs",
    summary="Flipping signs of coordinates does not change the loss of two layers.",
    rank="step",
    at=lines(720, 726),
    **{**ON_DIAGONAL, "prompts": with_signs},
)


@signs.printed(
    ISOTROPIC + r"For diagonal $D_0$ and symmetric $A_1$: $f(D_0,A_1)=f(SD_0S,SA_1S)=f(D_0,SA_1S)$ for "
    r"diagonal $S$ "
    r"with diagonal elements $1$ or $-1$.",
    scale=lambda s, S: S,
    first=lambda s, S: s.D_0,
)
def signs_do_not_matter(s: Diagonal, prompt: Prompt, scale: Change, first: Change) -> Margin:
    """Flipping signs of coordinates does not change the loss."""
    A_1, D_0, S = prompt.A_1[:, 0], diag_embed(s.D_0), diag_embed(scale(s, prompt.S))
    flipped = S @ A_1 @ S
    left, middle, right = losses(
        s, (D_0, A_1), (S @ D_0 @ S, flipped), (diag_embed(first(s, prompt.S)), flipped)
    )
    return equal(stack([middle, right], 1), stack([left, left], 1))


signs.mutant("not only signs", scale=lambda s, S: S * 2)
signs.mutant("on one side of the first matrix", first=lambda s, S: s.D_0 * S)

convex = PAPER.claim(
    "Theorem 3, convexity",
    id="theorem-3/proof/convexity",
    summary="The loss of two layers is convex in the second matrix.",
    rank="step",
    at=lines(726),
    **{**SPACES, "prompts": pairs},
)


@convex.printed(
    ISOTROPIC + r"f is convex in $A_1$: for symmetric $A_0$, P and Q, "
    r"$2f(A_0,\frac{P+Q}2)\le f(A_0,P)+f(A_0,Q)$ (enough, as f is continuous).",
    first=lambda s, A: s.A_0,
    twice=2,
)
def middle_is_below_the_mean(s: Setting, prompt: Prompt, first: Change, twice: int) -> Margin:
    """The loss in the middle of two matrices is at most the mean of the two losses."""
    P, Q = prompt.P[:, 0], prompt.Q[:, 0]
    A, B = first(s, P), first(s, Q)
    middle, *ends = losses(s, ((A + B) / 2, (P + Q) / 2), (A, P), (B, Q))
    return at_most(middle * twice, ends[0] + ends[1])


convex.mutant("along A_0 = -A_1, where both move", first=lambda s, A: -A)
convex.mutant("below two thirds of the mean", twice=3)

jensen = PAPER.claim(
    "Theorem 3, Jensen",
    id="theorem-3/proof/jensen",
    summary="With a diagonal first matrix, the diagonal of the second is at least as good as all of it.",
    rank="step",
    at=lines(726, 730),
    uses=[signs, convex],
    **ON_DIAGONAL,
)


@jensen.printed(
    ISOTROPIC + r"For diagonal $D_0$ and symmetric $A_1$: $f(D_0,A_1)\ge f(D_0,\operatorname{diag}(A_1))$.",
    part=lambda s, A: diagonal(A),
)
def diagonal_is_better(s: Diagonal, prompt: Prompt, part: Change) -> Margin:
    """With a diagonal first matrix the diagonal part of the second is at least as good."""
    A_1, D_0 = prompt.A_1[:, 0], diag_embed(s.D_0)
    return at_most(*losses(s, (D_0, part(s, A_1)), (D_0, A_1)))


jensen.mutant("all of it removed", part=lambda s, A: zeros(tuple(A.shape), A))
jensen.mutant("half the diagonal", part=lambda s, A: diagonal(A) / 2)
