r"""(41), (43), (48), (49): how the layers move with $B_j$ or $A_j$, in the proof of Theorem 5.

(41) and (48) hold for any A and B. (43) and (49) are the third lines of these for $U_\Sigma^{-1}X_i$ at
$U_\Sigma X_0$, with the derivative at $X_0$ along $U_\Sigma^{-1}S_jU_\Sigma$ and
$U_\Sigma^\top R_jU_\Sigma$.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, equal
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.equivariance_derivatives import eq_40, eq_47
from theorems.preconditioned_gradient_descent.instances_equivariance import ON_A_PROMPT, settings
from theorems.preconditioned_gradient_descent.instances_equivariance_maps import (
    Transport,
    congruent,
    conjugate,
    slopes,
    turned,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_model import (
    Moving,
    mask,
    model,
)
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

anywhere = settings(in_S=False)
two = settings(below=1)
eq_41 = PAPER.claim(
    "(41)", slug="equivariance-eq-41", settings=anywhere, uses=[eq_40], **ON_A_PROMPT
)
eq_48 = PAPER.claim(
    "(48)", slug="equivariance-eq-48", settings=anywhere, uses=[eq_47], **ON_A_PROMPT
)
eq_43 = PAPER.claim("(43)", slug="equivariance-eq-43", settings=two, uses=[eq_40], **ON_A_PROMPT)
eq_49 = PAPER.claim("(49)", slug="equivariance-eq-49", settings=two, uses=[eq_47], **ON_A_PROMPT)
LINES = (
    r"$\frac d{dt}X_\ell=0$ for $\ell\le j$; $\frac d{dt}X_{j+1}=%s$; for $i\ge j+1$: "
    r"$\frac d{dt}X_{i+1}=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i"
    r"+B_iX_iMX_i^\top A_i\dot X_i$."
)


def next_slope(s: Setting, i: int, X: Array, dX: Array, terms: int) -> Array:
    """The third line, with the first ``terms`` of its three products."""
    A, B, M = s.A[i], s.B[i], mask(s, X)
    parts = [dX @ M @ X.mT @ A @ X, X @ M @ dX.mT @ A @ X, X @ M @ X.mT @ A @ dX]
    for part in parts[:terms]:
        dX = dX + B @ part
    return dX


@eq_41.printed(LINES % r"CX_jMX_j^\top A_jX_j", moving="B", terms=3)
@eq_48.printed(LINES % r"B_jX_jMX_j^\top CX_j", moving="A", terms=3)
def dynamics(s: Setting, prompt: Prompt, moving: Moving, terms: int) -> Margin:
    """The dynamics of the derivative of the layers."""
    path = model(s, moving, prompt.C).covariates(prompt.X)
    wanted = [prompt.X * 0] * (s.j + 1)
    X_j, M = path[s.j].value, mask(s, prompt.X)
    left, middle = (prompt.C, s.A[s.j]) if moving == "B" else (s.B[s.j], prompt.C)
    wanted.append(left @ X_j @ M @ X_j.mT @ middle @ X_j)
    for i in range(s.j + 1, s.L):
        wanted.append(next_slope(s, i, path[i].value, path[i].slope, terms))
    return equal(slopes(path), stack(wanted, 1))


THIRD = (
    r"For $i\ge j+1$, with $\dot X_i=\frac d{dt}X_i(X_0,%s)$: $U_\Sigma^{-1}\frac d{dt}X_{i+1}(U_\Sigma X_0,%s)"
    r"=\dot X_i+B_i\dot X_iMX_i^\top A_iX_i+B_iX_iM\dot X_i^\top A_iX_i+B_iX_iMX_i^\top A_i\dot X_i$."
)


@eq_43.printed(
    THIRD % (r"B_j+tU_\Sigma^{-1}S_jU_\Sigma", "B_j+tS_j"), moving="B", transport=conjugate, terms=3
)
@eq_49.printed(
    THIRD % (r"A_j+tU_\Sigma^\top R_jU_\Sigma", "A_j+tR_j"),
    moving="A",
    transport=congruent,
    terms=3,
)
def third_line(
    s: Setting, prompt: Prompt, moving: Moving, transport: Transport, terms: int
) -> Margin:
    """The third line of the dynamics for transformed covariates."""
    there = model(s, moving, prompt.C).covariates(turned(s, prompt))
    here = model(s, moving, transport(s, prompt.C)).covariates(prompt.X)
    wanted = [next_slope(s, i, here[i].value, here[i].slope, terms) for i in range(s.j + 1, s.L)]
    return equal(s.U_inverse @ slopes(there[s.j + 2 :]), stack(wanted, 1))


for claim in (eq_41, eq_48, eq_43, eq_49):
    claim.mutant("without the last product", terms=2)
    claim.mutant("without the products", terms=0)
eq_43.mutant("U^T in place of the inverse", transport=congruent)
eq_49.mutant("the inverse in place of U^T", transport=conjugate)
