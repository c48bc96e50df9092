r"""The end of A.3: $\tilde b,\tilde A$ at the optimum for a diagonal covariance give (8).

$\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and $\tilde A=\operatorname{diag}(U^\top,1)AU$.
"""

from __future__ import annotations

from lemmata.arrays import Array, concatenate, diag_embed, sum, zeros
from lemmata.claims import Claim
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_draws import drawn
from theorems.preconditioned_gradient_descent.instances_theorem_1 import (
    Setting,
    last_unit,
    printed_form,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_6 import seven


def data(s: Setting) -> Space:
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d), X=drawn(s.n, s.d), w_star=drawn(s.d))


def display(label: str, slug: str) -> Claim:
    return PAPER.claim(
        label,
        slug=f"lemma-7-{slug}",
        kind="expectation",
        settings=settings(),
        prompts=data,
        uses=[seven],
    )


back = display("A.3, end", "optimum")


def extended(U: Array) -> Array:
    """diag(U, 1)."""
    d = U.shape[0]
    top = concatenate([U, zeros((d, 1), U)], 1)
    return concatenate([top, last_unit(d + 1, U)[None]], 0)


def turned(s: Setting, b: Array, A: Array) -> tuple[Array, Array]:
    """B and A with a tilde."""
    return b @ extended(s.U), extended(s.U).mT @ A @ s.U


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
