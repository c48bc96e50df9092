r"""A.3, step 2: a rotation reduces Theorem 1 to a diagonal covariance.

$\tilde x=U^\top x$, $\tilde w_\star=U^\top w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$,
$\tilde A=\operatorname{diag}(U^\top,1)AU$. ``rotation`` is $f(b,A)$ at $\Sigma$ = $f(\tilde b,\tilde A)$ at
$\Lambda$, ``rotation-steps`` the chain for one prompt, where the text loses tildes: its last line has
$\langle x^{(i)},\tilde w_\star\rangle$ for $\langle\tilde x^{(i)},\tilde w_\star\rangle$.
"""

from __future__ import annotations

from baselines.gaussian_moments import in_context_loss
from lemmata.arrays import Array, concatenate, diag_embed, zeros
from lemmata.claims import Claim
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_draws import drawn
from theorems.preconditioned_gradient_descent.instances_theorem_1 import (
    Setting,
    last_unit,
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


rotation = display("A.3, step 2", "rotation")
steps = display("A.3, step 2, chain", "rotation-steps")


def extended(U: Array) -> Array:
    """diag(U, 1)."""
    d = U.shape[0]
    top = concatenate([U, zeros((d, 1), U)], 1)
    return concatenate([top, last_unit(d + 1, U)[None]], 0)


def turned(s: Setting, b: Array, A: Array) -> tuple[Array, Array]:
    """B and A with a tilde."""
    return b @ extended(s.U), extended(s.U).mT @ A @ s.U


@rotation.printed(
    r"$f(b,A)$ for $x\sim N(0,\Sigma)$ is $f(\tilde b,\tilde A)$ for $\tilde x\sim N(0,\Lambda)$.",
    both=1,
)
def loss_in_the_eigenbasis(s: Setting, prompt: Prompt, both: int) -> Margin:
    """The loss in the eigenbasis of the covariance."""
    b, A = turned(s, prompt.b, prompt.A)
    there = in_context_loss(b, A if both else prompt.A, diag_embed(s.spectrum), s.n)
    return equal(in_context_loss(prompt.b, prompt.A, s.Sigma, s.n), there)


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


rotation.mutant("A is not turned", both=0)
steps.mutant("minus", tilde=-1)
steps.mutant("twice", tilde=2)
