r"""Lemma 8: on S the order of the layers does not matter.

Data and task of Theorem 4: $x\sim N(0,\Sigma)$, $w_\star\sim N(0,\Sigma^{-1})$, $A_i=a_i\Sigma^{-1}$; the
loss is exact. The layers are those that the loss sees (claim ``lemma-8-last-index``). ``commute`` is the
display in the proof, for one prompt at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from torch import Tensor

from baselines.in_context_loss import in_context_loss
from lemmata import Margin, Prompt, Space, box, dims, equal, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, rotation, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_draws import drawn_box, drawn_symmetric
from theorems.preconditioned_gradient_descent.instances_equivariance import prompts as covariates
from theorems.preconditioned_gradient_descent.instances_equivariance import settings as models
from theorems.preconditioned_gradient_descent.instances_equivariance_model import mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting as Model


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    i: int
    j: int
    spectrum: Tensor  # (d,)
    tilt: Tensor  # (2, d - 1)

    def power(self, p: int) -> Array:
        U, lam = rotation(self.tilt), self.spectrum if p > 0 else 1 / self.spectrum
        matrix = U @ diag_embed(lam) @ U.mT
        return (matrix + matrix.mT) / 2


settings = space(
    Setting,
    d=dims(1, 2),
    n=dims(1, 3),
    L=dims(2, 3),
    i=lambda s: dims(0, s.L - 2, most=s.L - 2),
    j=lambda s: dims(s.i + 1, s.L - 1, most=s.L - 1),
    spectrum=lambda s: drawn_box(s.d, low=0.5, high=2.0),
    tilt=lambda s: drawn_box(2, s.d - 1, low=-1.0, high=1.0),
)


def scalars(s: Setting) -> Space:
    return space(a=box(s.L, low=-1.0, high=1.0), off=drawn_symmetric(s.L, s.d))


lemma = PAPER.claim("Lemma 8", kind="expectation", settings=settings, prompts=scalars)
commute = PAPER.claim(
    "proof of Lemma 8",
    slug="lemma-8-commute",
    kind="forall",
    settings=models(only_A=True, below=1),
    prompts=covariates,
)


@lemma.printed(
    r"If $A_i$ and $A_j$ change places, for any i and j, then $f(\tilde A)=f(A)$, where "
    r"$A_\ell=a_\ell\Sigma^{-1}$.",
    outside=0,
    flip=1,
)
def order_does_not_matter(s: Setting, prompt: Prompt, outside: int, flip: int) -> Margin:
    """On S the loss does not depend on the order of the layers."""
    precision = s.power(-1)
    A = prompt.a[..., None, None] * precision + prompt.off * outside
    order = list(range(s.L))
    order[s.i], order[s.j] = s.j, s.i
    losses = [
        in_context_loss(B, s.power(1), s.n, task="inverse", precision=precision)
        for B in (A, concatenate([A[:, order[:1]] * flip, A[:, order[1:]]], 1))
    ]
    return equal(losses[1], losses[0])


@commute.printed(
    r"$(I+MX_0^\top A_\ell X_0)(I+MX_0^\top A_{\ell+1}X_0)=I+MX_0^\top A_\ell X_0+MX_0^\top A_{\ell+1}X_0"
    r"+MX_0^\top A_\ell X_0MX_0^\top A_{\ell+1}X_0=(I+MX_0^\top A_{\ell+1}X_0)(I+MX_0^\top A_\ell X_0)$.",
    masked=1,
)
def factors_commute(s: Model, prompt: Prompt, masked: int) -> Margin:
    """Neighbouring factors commute."""
    first, second = (F.value for F in model(s).factors(prompt.X)[s.j : s.j + 2])
    M = mask(s, prompt.X) if masked else eye(s.n + 1, prompt.X)
    one, two = (M @ prompt.X.mT @ A @ prompt.X for A in s.A[s.j : s.j + 2])
    expanded = eye(s.n + 1, prompt.X) + one + two + one @ two
    return equal(stack([first @ second] * 2, 1), stack([expanded, second @ first], 1))


lemma.mutant("outside of S", outside=1)
lemma.mutant("one of the two takes the other sign", flip=-1)
lemma.mutant("one of the two is doubled", flip=2)
commute.mutant("without the mask", masked=0)
commute.mutant("outside of S", settings=models(in_S=False, only_A=True, below=1))
