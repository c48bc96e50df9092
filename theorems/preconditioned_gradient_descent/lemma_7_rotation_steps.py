r"""A.3, step 2: the chain for one prompt, where the text loses tildes.

$\tilde x=U^\top x$ and so on. The last line has $\langle x^{(i)},\tilde w_\star\rangle$ for
$\langle\tilde x^{(i)},\tilde w_\star\rangle$ (``rotation-steps``), the second and the third have
$\langle Ux^{(i)},w_\star\rangle$ for $\langle U\tilde x^{(i)},w_\star\rangle$ (``rotation-middle``).
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, concatenate
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_rotation import ROTATED, turned
from theorems.preconditioned_gradient_descent.instances_theorem_1 import Setting
from theorems.preconditioned_gradient_descent.lemma_6 import seven

steps = PAPER.claim("A.3, step 2, chain", slug="lemma-7-rotation-steps", uses=[seven], **ROTATED)
middle = PAPER.claim(
    "A.3, step 2, chain, second and third line",
    slug="lemma-7-rotation-middle",
    uses=[seven],
    **ROTATED,
)


def row(X: Array, y: Array, b: Array, A: Array) -> Array:
    """b^T (1/n) sum_i (x_i, y_i)(x_i, y_i)^T A, ``(batch, d)``."""
    z = concatenate([X, y[..., None]], -1)
    return (b[:, None] @ (z.mT @ z) @ A)[:, 0] / X.shape[1]


def times(X: Array, w: Array) -> Array:
    return (X @ w[..., None])[..., 0]


@steps.printed(
    r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle x^{(i)},"
    r"\tilde w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    expect="refuted",
    defect="typo",
    because="The tilde of x is lost: <x, w> is the inner product of both with tildes, or of none.",
    tilde=0,
)
@steps.amended(
    r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle\tilde x^{(i)},"
    r"\tilde w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    tilde=1,
)
def chain(s: Setting, prompt: Prompt, tilde: int) -> Margin:
    """The vector in the brackets of (15), rotated."""
    X, w, U = prompt.X, prompt.w_star, s.U
    first = (row(X, times(X, w), prompt.b, prompt.A) + w) @ U
    seen, w_tilde = (X @ U if tilde else X), w @ U
    b, A = turned(s, prompt.b, prompt.A)
    return equal(first, row(X @ U, times(seen, w_tilde * (tilde or 1)), b, A) + w_tilde)


@middle.printed(
    r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U\tilde x_i\\\langle Ux^{(i)},w_\star\rangle"
    r"\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    expect="refuted",
    defect="typo",
    because="The tilde of x is lost: x = U x~.",
    tilde=0,
)
@middle.amended(
    r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U\tilde x_i\\\langle U\tilde x^{(i)},"
    r"w_\star\rangle\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    tilde=1,
)
def second_line(s: Setting, prompt: Prompt, tilde: int) -> Margin:
    """The same vector, with the covariates written by their rotated ones."""
    X, w, U = prompt.X, prompt.w_star, s.U
    first = (row(X, times(X, w), prompt.b, prompt.A) + w) @ U
    turned_back = X @ U @ U.mT  # U x~
    seen = turned_back if tilde else X @ U.mT
    label = times(seen, w * (tilde or 1))
    return equal(first, row(turned_back, label, prompt.b, prompt.A) @ U + w @ U)


steps.mutant("minus", tilde=-1)
steps.mutant("twice", tilde=2)
middle.mutant("minus", tilde=-1)
middle.mutant("twice", tilde=2)
