r"""The end of A.3: $\tilde b,\tilde A$ at the optimum for a diagonal covariance give (8).

$\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and $\tilde A=\operatorname{diag}(U^\top,1)AU$.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import concatenate, diag_embed, sum, zeros
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_closed_form import last_unit, printed_form
from theorems.preconditioned_gradient_descent.instances_rotation import ROTATED, turned
from theorems.preconditioned_gradient_descent.instances_theorem_1 import Setting
from theorems.preconditioned_gradient_descent.lemma_6 import seven

back = PAPER.claim("A.3, end", slug="lemma-7-optimum", uses=[seven], **ROTATED)


@back.printed(
    r"From $\tilde b=e_{d+1}$ and $\tilde A=-\begin{bmatrix}\operatorname{diag}(\frac{1}{\frac{n+1}n"
    r"\lambda_j+\frac1n\sum_k\lambda_k})\\0\end{bmatrix}$ it follows that b and A are (8).",
    extra=1,
)
def back_to_the_optimum(s: Setting, prompt: Prompt, extra: int) -> Margin:
    """The diagonal optimum gives the closed form of Theorem 1."""
    scale = -s.n / (s.spectrum * (s.n + extra) + sum(s.spectrum, 0))
    diagonal = concatenate([diag_embed(scale), zeros((1, s.d), s.spectrum)], 0)
    b, A = turned(s, *printed_form(s))
    filler = prompt.A * 0
    found = concatenate([A + filler, b[..., None] + filler[..., :1]], -1)
    wanted = concatenate([diagonal[None], last_unit(s.d + 1, scale)[None, :, None]], -1)
    return equal(found, wanted)


back.mutant("n in place of n + 1", extra=0)
back.mutant("n + 2", extra=2)
