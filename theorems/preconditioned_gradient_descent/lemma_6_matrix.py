r"""Lemmas 6 and 7: the matrix C in blocks, and the choice of b and A.

``c-matrix``: the last entry of the displayed C is $y^{(i)\top}$ where the square is meant. ``choice``:
$b=e_{d+1}$ and $a_j$ give $ba_j^\top=X_j$.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import concatenate, diag_embed, eye, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_6 import (
    ON_PARAMETERS,
    Setting,
    optimum,
    population,
)
from theorems.preconditioned_gradient_descent.lemma_6 import seven

choice = PAPER.claim("after Lemma 7, choice", slug="lemma-7-choice", uses=[seven], **ON_PARAMETERS)
matrix = PAPER.claim("C", slug="lemma-6-c-matrix", uses=[seven], **ON_PARAMETERS)


@choice.printed(
    r"$b=e_{d+1}$ and $a_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}e_j$ satisfy "
    r"$ba_j^\top=X_j$, and are b and A of (8) for $\Sigma=\Lambda$.",
    extra=1,
)
def choice_of_b_and_A(s: Setting, prompt: Prompt, extra: int) -> Margin:
    """One choice of b and A reaches all minima at once."""
    lam = s.root * s.root
    b = eye(s.d + 1, lam)[-1]
    scale = -s.n / (lam * (s.n + extra) + lam.sum(0))
    A = concatenate([diag_embed(scale), zeros((1, s.d), lam)], 0)  # the columns a_j
    products = b[:, None] * A[:, s.j - 1][None]
    filler = prompt.A[:, :1, :1] * 0
    return equal(products[None] + filler, optimum(s)[None])


@matrix.printed(
    r"$C=\frac1n\sum_i\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&y^{(i)\top}"
    r"\end{bmatrix}$.",
    expect="refuted",
    defect="extraction",
    because="C = sum z z^T / n has the square of y in its corner; the transpose may be misread.",
    power=1,
)
@matrix.amended(
    r"$C=\frac1n\sum_i\begin{bmatrix}x^{(i)}x^{(i)\top}&y^{(i)}x^{(i)}\\y^{(i)}x^{(i)\top}&(y^{(i)})^2"
    r"\end{bmatrix}$.",
    power=2,
)
def blocks_of_C(s: Setting, prompt: Prompt, power: int) -> Margin:
    """The blocks of C."""
    m = population(s)
    cross = m.x.mT @ m.y[..., None]
    corner = (m.y**power).sum(-1)[..., None, None]
    top = concatenate([m.x.mT @ m.x, cross], -1)
    bottom = concatenate([cross.mT, corner], -1)
    C = concatenate([top, bottom], -2) / s.n
    shape = (1, C.shape[1] * (s.d + 1) ** 2)
    filler = prompt.A[:, 0, :1] * 0
    return equal(m.C.reshape(*shape) + filler, C.reshape(*shape) + filler)


choice.mutant("n in place of n + 1", extra=0)
choice.mutant("n + 2", extra=2)
matrix.mutant("the cube", power=3)
matrix.mutant("the fourth power", power=4)
