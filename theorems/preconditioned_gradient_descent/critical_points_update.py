r"""How the covariates move at the critical points of Theorem 5: the inverse of Sigma is missing.

Section 6.1, first observation: $X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k\approx X_k(I-|a_kb_k|MX_k^\top X_k)$. At
$A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (with $a_kb_k\le0$, as the absolute value wants) the update is
$X_k(I-|a_kb_k|MX_k^\top\Sigma^{-1}X_k)$: the two differ unless $\Sigma=I$, and not by something small. The
factor $\frac1n$ of (4) is left out on both sides in the text, as it says at the head of B.2; it is kept
on both sides here. The network runs literally as (4) says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata.arrays import Array, concatenate, diag_embed, eye, ones, zeros
from lemmata.margins import Margin, equal
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, space
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_5 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    spectrum: Tensor  # (d,) of Sigma, which is diagonal
    a: float
    b: float


SETTINGS = space(
    Setting,
    d=dims(1, 3),
    n=dims(1, 3),
    spectrum=lambda s: box(s.d, low=0.25, high=4.0),
    a=dyadics(-2, 0),
    b=dyadics(0, 2),
)


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


claim = PAPER.claim(
    "6.1, first observation",
    slug="observation-1",
    kind="forall",
    settings=SETTINGS,
    prompts=prompts,
    uses=[theorem],
)


@claim.construction
def layer(s: Setting) -> Transformer:
    return preconditioned_gd_transformer(
        (diag_embed(1 / s.spectrum) * s.a)[None], (eye(s.d, s.spectrum) * s.b)[None]
    )


@claim.printed(
    r"$X_{k+1}=X_k(I-|a_kb_k|\,MX_k^\top X_k)$ at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$.",
    expect="refuted",
    defect="typo",
    because="The preconditioner is missing, unless Sigma is the identity.",
    inner=lambda s: eye(s.d, s.spectrum),
)
@claim.amended(
    r"$X_{k+1}=X_k(I-|a_kb_k|\,MX_k^\top\Sigma^{-1}X_k)$ at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$, $a_kb_k\le0$.",
    inner=lambda s: diag_embed(1 / s.spectrum),
)
def update_of_the_covariates(
    s: Setting, tf: Transformer, prompt: Prompt, inner: Callable[[Setting], Array]
) -> Margin:
    """The covariates of the next layer, as a product with those of this one."""
    after = tf(embed(prompt.X, labels(prompt.X, prompt.w_star), prompt.query))[:, : s.d]
    X = concatenate([prompt.X.mT, prompt.query[..., None]], -1)
    M = diag_embed(concatenate([ones((s.n,), X), zeros((1,), X)], 0))
    factor = eye(s.n + 1, X) + M @ X.mT @ inner(s) @ X * s.a * s.b / s.n  # a b <= 0
    return equal(after, X @ factor)


claim.mutant("Sigma itself", inner=lambda s: diag_embed(s.spectrum))
claim.mutant("a times the inverse", inner=lambda s: diag_embed(1 / s.spectrum) * 2)
