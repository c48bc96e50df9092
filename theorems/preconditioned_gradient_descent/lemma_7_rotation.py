r"""A.3, step 2: a rotation reduces Theorem 1 to a diagonal covariance.

$\tilde x=U^\top x$, $\tilde w_\star=U^\top w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$,
$\tilde A=\operatorname{diag}(U^\top,1)AU$. ``rotation`` is $f(b,A)$ at $\Sigma$ = $f(\tilde b,\tilde A)$ at
$\Lambda$. (The chain for one prompt has a file of its own.)
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
    b = prompt.b if both < 0 else b
    there = in_context_loss(b, A if both > 0 else prompt.A, diag_embed(s.spectrum), s.n)
    return equal(in_context_loss(prompt.b, prompt.A, s.Sigma, s.n), there)


rotation.mutant("A is not turned", both=0)
rotation.mutant("neither is turned", both=-1)
