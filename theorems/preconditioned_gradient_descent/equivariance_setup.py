r"""The set-up around the equivariance: what $U_\Sigma$ preserves, and the dynamics (31) and (22).

``invariance``: $U_\Sigma\Sigma U_\Sigma^\top=\Sigma$ (so that $X_0\stackrel d=U_\Sigma X_0$),
$U_\Sigma^\top\Sigma^{-1}U_\Sigma=\Sigma^{-1}$, $U_\Sigma^\top A_iU_\Sigma=A_i$, and
$U_\Sigma^{-1}=\Sigma^{1/2}U^\top\Sigma^{-1/2}$ is the inverse. ``eq-31`` is the dynamics with the product form
of $Y_{i+1}$ ((22) without B).
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import concatenate, eye, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance import eq_44
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_model import mask, model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

anywhere = settings(in_S=False)
invariance = PAPER.claim(
    "invariance", slug="equivariance-invariance", settings=settings(), uses=[eq_44], **ON_A_PROMPT
)
eq_31 = PAPER.claim(
    "(31)", slug="equivariance-eq-31", settings=anywhere, uses=[eq_44], **ON_A_PROMPT
)


@invariance.printed(
    r"$U_\Sigma\Sigma U_\Sigma^\top=\Sigma$, $U_\Sigma^\top\Sigma^{-1}U_\Sigma=\Sigma^{-1}$, "
    r"$U_\Sigma^\top A_iU_\Sigma=A_i$ and $U_\Sigma U_\Sigma^{-1}=U_\Sigma^{-1}U_\Sigma=I$.",
    power=2,
)
def preserved(s: Setting, prompt: Prompt, power: int) -> Margin:
    """What the transformation of the covariates preserves."""
    U, one, A = s.U, eye(s.d, s.numbers), s.A[s.j]
    found = [U @ s.power(power) @ U.mT, U.mT @ s.power(-power) @ U, U.mT @ A @ U]
    wanted = [s.power(power), s.power(-power), A, one, one]
    found += [U @ s.U_inverse, s.U_inverse @ U]
    zero = prompt.X[:, :1, :1, None] * 0
    return equal(stack(found, 0)[None] + zero, stack(wanted, 0)[None])


@eq_31.printed(
    r"$X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ and "
    r"$Y_{i+1}=Y_i+Y_iMX_i^\top A_iX_i=Y_0\prod_{\ell=0}^i(I+MX_\ell^\top A_\ell X_\ell)$.",
    masked=1,
)
def dynamics_of_the_rows(s: Setting, prompt: Prompt, masked: int) -> Margin:
    """The dynamics of the covariates and of the labels."""
    states = [Z.value for Z in model(s).states(prompt.X, prompt.w)]
    M = mask(s, prompt.X) * masked if masked else eye(s.n + 1, prompt.X)
    found, wanted, product = [], [], states[0][:, s.d :]
    for i in range(s.L):
        X, Y, after = states[i][:, : s.d], states[i][:, s.d :], states[i + 1]
        step = M @ X.mT @ s.A[i] @ X
        product = product + product @ step
        found.append(concatenate([after, after[:, s.d :]], 1))
        wanted.append(concatenate([X + s.B[i] @ X @ step, Y + Y @ step, product], 1))
    return equal(stack(found, 1), stack(wanted, 1))


invariance.mutant("the root of Sigma", power=1)
invariance.mutant("outside of S", settings=anywhere)
eq_31.mutant("without the mask", masked=0)
eq_31.mutant("twice the step", masked=2)
