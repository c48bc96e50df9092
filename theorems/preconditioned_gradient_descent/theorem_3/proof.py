r"""Proof of Theorem 3 (B.1): the loss as a trace, then rotation, signs, convexity and Jensen.

The rest of the proof uses invariances that all forms of the display that opens it have. Its second line, where
$w_\star$ is integrated out, has the order right (from 2 down to 1) and the same gap. The display is a sum over
hundreds of literal prompts, so that sizes with $d+n\le3$ alone are tried, with $w_\star=e_1,\dots,e_d$ (it is a
quadratic form in $w_\star$). ``rotation``, ``signs`` and ``jensen`` are printed at a global minimiser; that its
matrices are symmetric is all that is used.
"""

from collections.abc import Callable
from typing import Any

from lemmata import Expectation, Margin, amended, at_most, box, dims, equal, lines, mutants, printed, theorem
from lemmata import signs as any_signs
from lemmata.numbers import Array, constant, diag, eye, trace
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric
from theorems.preconditioned_gradient_descent.exact_loss import in_context_loss
from theorems.preconditioned_gradient_descent.layers import last, mask
from theorems.preconditioned_gradient_descent.normal_means import with_query
from theorems.preconditioned_gradient_descent.theorem_3.setting import A_1 as SECOND
from theorems.preconditioned_gradient_descent.theorem_3.setting import ISOTROPIC, TURNED, diagonal, loss, turned

Order = tuple[int, int]
SMALL: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    "kind": Expectation(),
    "batch": 32,  # each pair is put to hundreds of literal prompts
    "d": dims(1, 2, most=2),
    "n": dims(1, "3 - d", most="3 - d"),
    "A": drawn_symmetric(2, "d"),
}
WRONG: dict[str, Any] = {
    "the examples alone": dict(tokens=lambda n: mask(n)),
    "over n + 1": dict(over=lambda n: n + 1),
    "the last layer twice on the left": dict(order=(1, 1)),
}


def display_is_the_loss(d: int, n: int, A: Array, tokens: Array, over: Array, order: Order) -> Margin:
    """The mean trace, with products of factors over ``over`` in an order on the left, against the loss."""
    law = with_query(n * d, 5, d)
    X = constant(law.points).reshape(-1, n + 1, d).mT
    M, left, right = mask(n), X.mT, X
    # Both products grow from the inside, X_0^T w w^T X_0 for w = e_1, ..., e_d at once.
    for i, j in zip((0, 1), reversed(order), strict=True):
        right = right + right @ M @ X.mT @ A[i] @ X / over
        left = left + X.mT @ A[j] @ X @ M @ left / over
    display = law.mean(trace(tokens @ left @ right @ tokens))
    return equal(in_context_loss(A, eye(d), n, task="identity"), display)


@theorem(PAPER, "proof of Theorem 3, objective", id="theorem-3/proof/objective", at=lines(703, 712), **SMALL)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the "
    r"weights (9). For symmetric $A_0,A_1$ (here $d+n\le3$): $f(A_0,A_1)=\mathbf "
    r"E\operatorname{Tr}\left(\prod(I+\frac1nX_0^\top A_iX_0M)X_0^\top w_\star w_\star^\top "
    r"X_0\prod(I+\frac1nMX_0^\top A_iX_0)\right)$, the left product as the transpose of the right one, and "
    r"with the factor $\frac1n$ of (4), which the text drops by absorbing it into the $A_i$, written out.",
    defect="proof-step",
    because="The trace runs over all n + 1 tokens: the mask $I - M$ of (23), which leaves the query alone, "
    "is missing. At $A_i = 0$ the display is (n + 1) d and the loss d.",
)
@amended(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). For symmetric $A_0,A_1$ (here $d+n\le3$): $f(A_0,A_1)=\mathbf E\operatorname{Tr}\left((I-M)\,"
    r"(I+\frac1nX_0^\top A_1X_0M)(I+\frac1nX_0^\top A_0X_0M)\,X_0^\top w_\star w_\star^\top X_0"
    r"\prod_{i=0}^1(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$.",
    adds="the mask $I - M$",
    tokens=lambda n: last(n),
)
@mutants(WRONG)
def objective(d, n, A, tokens=lambda n: eye(n + 1), over=lambda n: n, order: Order = (1, 0)):
    """The loss of two layers is a mean trace over all tokens."""
    return display_is_the_loss(d, n, A, tokens, over, order)


@theorem(
    PAPER,
    "proof of Theorem 3, order",
    id="theorem-3/proof/objective/order",
    at=lines(705, 707),
    **SMALL | {"rank": "slip"},
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). For symmetric $A_0,A_1$ (here $d+n\le3$), with the indices 0, 1 for 1, 2 on the left, with the "
    r"mask $I-M$, which the display lacks, and with the factor $\frac1n$ written out: $f(A_0,A_1)=\mathbf "
    r"E\operatorname{Tr}\left((I-M)\,\prod_{i=0}^1(I+\frac1nX_0^\top A_iX_0M)\,X_0^\top w_\star w_\star^\top "
    r"X_0\prod_{i=0}^1(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$.",
    defect="typo",
    because="The left product has to run downwards, to be the transpose of the right one. (With $d = 1$ its "
    "factors commute.)",
    fails_where=lambda d: d > 1,
)
@amended(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). For symmetric $A_0,A_1$ (here $d+n\le3$): $f(A_0,A_1)=\mathbf "
    r"E\operatorname{Tr}\left((I-M)\,\prod_{i=1}^0(I+\frac1nX_0^\top A_iX_0M)\,X_0^\top w_\star w_\star^\top "
    r"X_0\prod_{i=0}^1(I+\frac1nMX_0^\top A_iX_0)(I-M)\right)$.",
    adds="the left product downwards",
    order=(1, 0),
)
@mutants(WRONG)
def ordered(d, n, A, tokens=lambda n: last(n), over=lambda n: n, order: Order = (0, 1)):
    """The loss of two layers is a trace in which both products run upwards."""
    return display_is_the_loss(d, n, A, tokens, over, order)


@theorem(PAPER, "Theorem 3, rotation", id="theorem-3/proof/rotation", at=lines(714, 718), **TURNED, **SECOND)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). For diagonal $D_0$, symmetric $A_1$ and orthogonal U: $f(UD_0U^\top,A_1)=f(D_0,U^\top A_1U)$."
)
@mutants(
    the_other_way_round=dict(changed=lambda U, A_1: U @ A_1 @ U.T),
    anisotropic_covariates=dict(spectrum=box("d", low=0.25, high=4.0)),
)
def rotation(D_0, A_0, A_1, f=loss, changed=lambda U, A_1: turned(U, A_1)):
    """Rotating both matrices does not change the loss of two layers."""
    return equal(f(A_0, A_1), f(diag(D_0), changed))


@theorem(
    PAPER,
    "Theorem 3, signs",
    id="theorem-3/proof/signs",
    at=lines(720, 726),
    **ISOTROPIC,
    **SECOND,
    S=any_signs("d"),
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    "(9). For diagonal $D_0$ and symmetric $A_1$: $f(D_0,A_1)=f(SD_0S,SA_1S)=f(D_0,SA_1S)$ for diagonal $S$ "
    "with diagonal elements $1$ or $-1$."
)
@mutants(not_only_signs=dict(scale=2), on_one_side_of_the_first_matrix=dict(first=lambda D_0, S: D_0 * S))
def signs(D_0, A_1, S, f=loss, scale=1, first=lambda D_0: D_0):
    """Flipping signs of coordinates does not change the loss of two layers."""
    D, S = diag(D_0), diag(S * scale)
    flipped = S @ A_1 @ S
    return equal([f(S @ D @ S, flipped), f(diag(first), flipped)], [f(D, A_1)] * 2)


@theorem(
    PAPER,
    "Theorem 3, convexity",
    id="theorem-3/proof/convexity",
    at=lines(726),
    **TURNED,
    P=drawn_symmetric("d"),
    Q=drawn_symmetric("d"),
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). f is convex in $A_1$: for symmetric $A_0$, P and Q, $2f(A_0,\frac{P+Q}2)\le f(A_0,P)+f(A_0,Q)$ "
    "(enough, as f is continuous)."
)
@mutants(
    {
        "along A_0 = -A_1, where both move": dict(first=lambda A_0, A_1: -A_1),
        "below two thirds of the mean": dict(twice=3),
    }
)
def convex(A_0, P, Q, f=loss, first: Callable[[Array, Array], Array] = lambda A_0, A_1: A_0, twice=2):
    """The loss of two layers is convex in the second matrix."""
    A, B = first(A_0, P), first(A_0, Q)
    return at_most(f((A + B) / 2, (P + Q) / 2) * twice, f(A, P) + f(B, Q))


@theorem(
    PAPER,
    "Theorem 3, Jensen",
    id="theorem-3/proof/jensen",
    at=lines(726, 730),
    uses=[signs, convex],
    **ISOTROPIC,
    **SECOND,
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). For diagonal $D_0$ and symmetric $A_1$: $f(D_0,A_1)\ge f(D_0,\operatorname{diag}(A_1))$."
)
@mutants(
    all_of_it_removed=dict(part=lambda A_1: 0 * A_1), half_the_diagonal=dict(part=lambda A_1: diagonal(A_1) / 2)
)
def jensen(D_0, A_1, f=loss, part=lambda A_1: diagonal(A_1)):
    """With a diagonal first matrix, the diagonal of the second is at least as good as all of it."""
    return at_most(f(diag(D_0), part), f(diag(D_0), A_1))
