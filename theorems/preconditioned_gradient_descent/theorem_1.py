r"""The closed form (8) minimises the in-context loss of one linear attention layer.

Theorem 1: $x\sim N(0,\Sigma)$ with $\Sigma=U\Lambda U^\top$, $w_\star\sim N(0,I)$, parametrisation (7) with
$b\in\mathbb R^{d+1}$ and $A\in\mathbb R^{(d+1)\times d}$, loss (5) (squared; (6) has lost the square, which is
a claim of its own). The loss is not sampled: it is a polynomial in $b$ and $A$ whose coefficients are
moments of a Wishart matrix, evaluated in rational arithmetic where $\Sigma$ is rational.

Three more ids: the rescalings $(\gamma b,\gamma^{-1}A)$, the isotropic form displayed after the theorem, and
that (8) is a critical point: the derivative of the loss in every direction vanishes (the loss
along a line has degree 4, so a five-point formula is exact); the norm of the gradient that
autograd finds is reported beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata.arrays import Array, as_array, concatenate, diag_embed, eye, rotation, sum, zeros
from lemmata.margins import Margin, at_least, equal
from lemmata.spaces import Prompt, Space, box, dims, dyadics, reals, space
from theorems.preconditioned_gradient_descent import PAPER


@dataclass(frozen=True)
class Setting:
    """Sigma by its spectrum and a rotation (a product of two reflections, rational like its input)."""

    d: int
    n: int
    spectrum: Tensor  # (d,) positive
    tilt: Tensor  # (2, d - 1)
    gamma: float = 1.0

    @property
    def U(self) -> Array:
        return rotation(self.tilt)

    @property
    def Sigma(self) -> Array:
        matrix = self.U @ diag_embed(self.spectrum) @ self.U.mT
        return (matrix + matrix.mT) / 2


def settings(anisotropic: bool = True) -> Space:
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 6),
        spectrum=lambda s: box(
            s.d, low=0.125 if anisotropic else 1.0, high=4.0 if anisotropic else 1.0
        ),
        tilt=lambda s: box(2, s.d - 1, low=-1.0, high=1.0),
        gamma=dyadics(-4, 4),
    )


def nonzero_gamma() -> Space:
    base = settings()
    return Space(base.holder, base.fields, where=lambda s: s.gamma != 0)


def prompts(s: Setting) -> Space:
    """A competitor, or a direction: any b and A."""
    return space(b=reals(s.d + 1), A=reals(s.d + 1, s.d))


Optimum = Callable[[Setting], tuple[Array, Array]]
Denominator = Callable[[Setting, Array, Array], Array]


def closed_form(denominator: Denominator) -> Optimum:
    """(8) with a given denominator, as batches of one."""

    def optimum(s: Setting) -> tuple[Array, Array]:
        lam = s.spectrum
        inner = s.U @ diag_embed(1 / denominator(s, lam, sum(lam, 0))) @ s.U.mT
        A = concatenate([-inner, zeros((1, s.d), lam)], 0)
        return last_unit(s.d + 1, lam)[None], A[None]

    return optimum


def last_unit(size: int, like: Array) -> Array:
    return eye(size, like)[-1]


def isotropic(extra: int) -> Optimum:
    """The form displayed for Sigma = I, with d + extra in its denominator."""

    def optimum(s: Setting) -> tuple[Array, Array]:
        like = s.spectrum
        A = -concatenate([eye(s.d, like), zeros((1, s.d), like)], 0) * s.n / (s.n - 1 + s.d + extra)
        return last_unit(s.d + 1, like)[None], A[None]

    return optimum


def rescaled(optimum: Optimum) -> Optimum:
    def scaled(s: Setting) -> tuple[Array, Array]:
        b, A = optimum(s)
        gamma = as_array(s.gamma, like=b)
        return b * gamma, A / gamma

    return scaled


printed = closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) / s.n)
wrong = {
    "n in place of n + 1": closed_form(lambda s, lam, trace: (lam * s.n + trace) / s.n),
    "the trace is not divided by n": closed_form(
        lambda s, lam, trace: lam * (s.n + 1) / s.n + trace
    ),
    "the trace is left out": closed_form(lambda s, lam, trace: lam * (s.n + 1) / s.n),
}
minimum = PAPER.claim("Theorem 1", kind="expectation", settings=settings(), prompts=prompts)
rescaling = PAPER.claim(
    "Theorem 1, rescalings",
    slug="theorem-1-rescaling",
    kind="expectation",
    settings=nonzero_gamma(),
    prompts=prompts,
    uses=[minimum],
)
identity = PAPER.claim(
    "after Theorem 1",
    slug="theorem-1-isotropic",
    kind="expectation",
    settings=settings(anisotropic=False),
    prompts=prompts,
    uses=[minimum],
)
critical = PAPER.claim(
    "Theorem 1, gradient",
    slug="theorem-1-critical-point",
    kind="expectation",
    settings=settings(),
    prompts=prompts,
    uses=[minimum],
)
CLOSED_FORM = (
    r"b^\top=[0\;\dots\;0\;1],\quad A=-\begin{bmatrix}U\operatorname{diag}\left("
    r"\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}\right)U^\top\\0\end{bmatrix}"
)


@minimum.printed(rf"${CLOSED_FORM}$ is a global minimum of $f(b,A)$.", optimum=printed)
@rescaling.printed(
    rf"With ${CLOSED_FORM}$, also $(\gamma b,\gamma^{{-1}}A)$ is a global minimum of $f(b,A)$.",
    optimum=rescaled(printed),
)
@identity.printed(
    r"For $\Sigma=I_d$: $b=e_{d+1}$ and $A=-\frac{1}{\frac{n-1}{n}+(d+2)\frac1n}"
    r"\begin{bmatrix}I_d\\0\end{bmatrix}$ is a global minimum.",
    optimum=isotropic(2),
)
def no_competitor_is_below(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """No choice of b and A has a smaller in-context loss."""
    return at_least(
        in_context_loss(prompt.b, prompt.A, s.Sigma, s.n), in_context_loss(*optimum(s), s.Sigma, s.n)
    )


@critical.printed(rf"The gradient of $f$ vanishes at ${CLOSED_FORM}$.", optimum=printed)
def derivative_vanishes(s: Setting, prompt: Prompt, optimum: Optimum) -> Margin:
    """The loss has derivative zero in every direction at the closed form."""
    b, A = optimum(s)

    def along(t: int) -> Array:
        return in_context_loss(b + prompt.b * t, A + prompt.A * t, s.Sigma, s.n)

    margin = equal((along(1) - along(-1)) * 8, along(2) - along(-2))
    if not isinstance(b, Tensor):
        return margin
    with torch.enable_grad():
        point = [b.detach().requires_grad_(), A.detach().requires_grad_()]
        loss = in_context_loss(*point, s.Sigma, s.n).sum()
        gradient = torch.autograd.grad(loss, point)
    return margin.report(gradient_norm=torch.cat([g.ravel() for g in gradient]).norm())


for name, optimum in wrong.items():
    minimum.mutant(name, optimum=optimum)
    critical.mutant(name, optimum=optimum)
    rescaling.mutant(name, optimum=rescaled(optimum))
identity.mutant("Sigma is not the identity", settings=settings())
identity.mutant("d in place of d + 2", optimum=isotropic(0))
identity.mutant("n in place of n - 1", optimum=isotropic(3))
