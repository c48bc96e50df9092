r"""Proof of Theorem 1 (appendix A): from Lemmas 6 and 7 to the closed form (8).

For data $N(0,\Lambda)$ the loss is $f(b,A)=\sum_j\lambda_jf_j(ba_j^\top)$; after Lemma 7 the text writes
$f(b,A)=\sum_jf_j(b,A_j)$, which is right for $\Lambda=I$ only (``decomposition``; its part ``isotropic`` is
the display of A.2, step 1). Both forms of the $f_j$ are sums over literal prompts, f is the closed form.
``choice``: $b=e_{d+1}$ and $a_j$ give $ba_j^\top=X_j$.

A.3, step 2, reduces any covariance to a diagonal one, by $\tilde x=U^\top x$, $\tilde w_\star=U^\top
w_\star$, $\tilde b^\top=b^\top\operatorname{diag}(U,1)$, $\tilde A=\operatorname{diag}(U^\top,1)AU$.
``rotation`` is $f(b,A)$ at $\Sigma$ = $f(\tilde b,\tilde A)$ at $\Lambda$. In the chain for one prompt the
text loses tildes: its last line has $\langle x^{(i)},\tilde w_\star\rangle$ for $\langle\tilde
x^{(i)},\tilde w_\star\rangle$ (``chain``), the second and the third have $\langle Ux^{(i)},w_\star\rangle$
for $\langle U\tilde x^{(i)},w_\star\rangle$ (``second-line``). ``optimum``: the way back gives (8).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import Tensor

from baselines.gaussian_moments import in_context_loss
from lemmata import Expectation, ForAll, Margin, Prompt, Space, dims, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, stack, sum, zeros
from lemmata.numbers import rotation as rotation_of
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.draws import drawn, reflections
from theorems.preconditioned_gradient_descent.eq_15 import eq_15
from theorems.preconditioned_gradient_descent.lemma_6.setting import (
    ON_PARAMETERS,
    Diagonal,
    diagonals,
    inner,
    optimum,
    population,
    settings,
)
from theorems.preconditioned_gradient_descent.lemma_6.setting import Setting as Coordinate
from theorems.preconditioned_gradient_descent.lemma_7 import seven
from theorems.preconditioned_gradient_descent.theorem_1.setting import (
    Setting,
    last_unit,
    printed_form,
    prompts,
    singular_too,
)
from theorems.preconditioned_gradient_descent.theorem_1.setting import settings as diagonalised

isotropic = PAPER.claim(
    "A.2, step 1",
    id="theorem-1/proof/decomposition/isotropic",
    summary="For isotropic data the loss is the sum of the components f_j.",
    rank="step",
    at=lines(404, 416),
    uses=[eq_15],
    pinned={"root": "A.2 is about x ~ N(0, I)"},
    **{**ON_PARAMETERS, "settings": diagonals(True)},
)
diagonal = PAPER.claim(
    "after Lemma 7",
    id="theorem-1/proof/decomposition",
    summary="For a diagonal covariance the loss is the sum of the components f_j.",
    rank="slip",
    at=lines(636),
    uses=[isotropic],
    **ON_PARAMETERS,
)
Weight = Callable[[Array], Array]


COMPONENTS = (
    r"f the loss of one layer with the parametrisation (7), $a_j$ the columns of A, "
    r"$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$ of n samples $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, "
    r"and $f_j(b,A)=\mathbf E(b^\top Ca_j+w_\star[j])^2"
    r"=\mathbf E(\langle C,ba_j^\top\rangle+w_\star[j])^2$: "
)
DIAGONAL = (
    r"For $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)\ne0$ with $\lambda_i=\mathrm{root}_i^2$, "
    r"and independent $x^{(i)}\sim N(0,\Lambda)$, $i\le n+1$, and $w_\star\sim N(0,I)$, with "
    rf"{COMPONENTS}"
)


@isotropic.printed(
    r"For independent $x^{(i)}\sim N(0,I)$, $i\le n+1$, and $w_\star\sim N(0,I)$, with "
    rf"{COMPONENTS}$f(b,A)=\sum_jf_j(b,A)$.",
    weight=lambda lam: 1,
)
@diagonal.printed(
    DIAGONAL + r"$f(b,A)=\sum_jf_j(b,A)$ (printed $f_j(b,A_j)$).",
    defect="typo",
    because="The factor lambda_j = E[x[j]^2] is lost (A.3 has it in its step 2).",
    fails_where=lambda s: (s.root != 1).any(),
    weight=lambda lam: 1,
)
@diagonal.amended(
    DIAGONAL + r"$f(b,A)=\sum_j\lambda_jf_j(b,A)$.", adds="the factor lambda_j", weight=lambda lam: lam
)
def sum_of_components(s: Diagonal, prompt: Prompt, weight: Weight) -> Margin:
    """The loss is a sum over the coordinates of the query."""
    m = population(s)
    lam = m.lam[0]
    rows = prompt.b[:, None, None] @ m.C @ prompt.A[:, None]  # (batch, points, 1, d)
    products = prompt.b[:, None, :, None] * prompt.A.mT[:, :, None]  # b a_j^T: (batch, d, d + 1, d + 1)
    terms = stack([rows[..., 0, :], inner(m.C[:, :, None], products[:, None])], -1) + m.w[..., None]
    components = m.mean(terms * terms)  # (batch, d, 2), each f_j in its two forms
    total = sum(components * weight(lam[:, None]), 1)
    loss = in_context_loss(prompt.b, prompt.A, diag_embed(lam), s.n)
    one, other = components[..., 0], components[..., 1]
    return equal(concatenate([total, one], 1), concatenate([stack([loss, loss], -1), other], 1))


isotropic.mutant("any covariance", settings=diagonals(isotropic=False))
isotropic.mutant("a tenth more", weight=lambda lam: lam * 11 / 10)
diagonal.mutant("the square of the eigenvalue", weight=lambda lam: lam * lam)
diagonal.mutant("twice", weight=lambda lam: lam * 2)

choice = PAPER.claim(
    "after Lemma 7, choice",
    id="theorem-1/proof/choice",
    summary="One choice of b and A meets the minima of all components at once.",
    rank="step",
    at=lines(630, 650),
    kind=ForAll(),
    settings=settings(False),
    uses=[seven],
)


@choice.printed(
    r"For $\Lambda=\operatorname{diag}(\lambda_1,\dots,\lambda_d)\ne0$, $\lambda_i=\mathrm{root}_i^2$, "
    r"$b=e_{d+1}$ and $a_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}e_j$ satisfy "
    r"$ba_j^\top=X_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}E_{d+1,j}$, the minimum of "
    r"Lemma 7, for all j.",
    extra=1,
)
def choice_of_b_and_A(s: Coordinate, extra: int) -> Margin:
    """One choice of b and A reaches all minima at once."""
    lam = s.root * s.root
    b = eye(s.d + 1, lam)[-1]
    scale = -s.n / (lam * (s.n + extra) + lam.sum(0))
    A = concatenate([diag_embed(scale), zeros((1, s.d), lam)], 0)  # the columns a_j
    products = b[:, None] * A[:, s.j - 1][None]
    return equal(products[None], optimum(s)[None])


choice.mutant("n in place of n + 1", extra=0)
choice.mutant("n + 2", extra=2)


@dataclass(frozen=True)
class Basis:
    d: int
    n: int
    tilt: Tensor  # (reflections, d - 1) whose product is U

    @cached_property
    def U(self) -> Array:
        return rotation_of(self.tilt)


def data(s: Basis) -> Space:
    """Parameters b and A, samples and w_star."""
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d), X=drawn(s.n, s.d), w_star=drawn(s.d))


ROTATED: dict[str, Any] = {
    "kind": ForAll(),
    "settings": space(Basis, d=dims(1, 5), n=dims(1, 20), tilt=lambda s: reals(reflections(s.d), s.d - 1)),
    "prompts": data,
}


def extended(U: Array) -> Array:
    """diag(U, 1)."""
    d = U.shape[0]
    top = concatenate([U, zeros((d, 1), U)], 1)
    return concatenate([top, last_unit(d + 1, U)[None]], 0)


def turned(s: Setting | Basis, b: Array, A: Array) -> tuple[Array, Array]:
    """B and A with a tilde."""
    return b @ extended(s.U), extended(s.U).mT @ A @ s.U


rotation = PAPER.claim(
    "A.3, step 2",
    id="theorem-1/proof/rotation",
    summary="The loss in the eigenbasis of the covariance is that of the rotated parameters.",
    rank="step",
    origin="read",
    at=lines(658, 687),
    kind=Expectation(),
    settings=diagonalised(least=0.0),
    prompts=prompts,
    uses=[eq_15],
)


@rotation.printed(
    r"Read as an equation of losses: let $\Sigma=U\Lambda U^\top$ with a rotation U (each $\Sigma$ has one), "
    r"$\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and "
    r"$\tilde A=\operatorname{diag}(U^\top,1)AU$. The loss $f(b,A)$ for independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$i\le n+1$, and $w_\star\sim N(0,I)$ is $f(\tilde b,\tilde A)$ for independent "
    r"$\tilde x^{(i)}\sim N(0,\Lambda)$ and $\tilde w_\star\sim N(0,I)$.",
    both=1,
)
def loss_in_the_eigenbasis(s: Setting, prompt: Prompt, both: int) -> Margin:
    """The loss in the eigenbasis of the covariance."""
    b, A = turned(s, prompt.b, prompt.A)
    b = prompt.b if both < 0 else b
    transformed = in_context_loss(b, A if both > 0 else prompt.A, diag_embed(s.spectrum), s.n)
    return equal(in_context_loss(prompt.b, prompt.A, s.Sigma, s.n), transformed)


rotation.mutant("A is not turned", both=0)
rotation.mutant("neither is turned", both=-1)

last_line = PAPER.claim(
    "A.3, step 2, chain",
    id="theorem-1/proof/rotation/chain",
    summary="In the eigenbasis the vector inside the loss has the same form, with the plain covariates times "
    "the rotated weights for labels.",
    rank="slip",
    at=lines(664, 685),
    **ROTATED,
)
middle_line = PAPER.claim(
    "A.3, step 2, chain, second line",
    id="theorem-1/proof/rotation/second-line",
    summary="The vector inside the loss may be written with labels of covariates that are rotated once more.",
    rank="slip",
    at=lines(664, 673),
    **ROTATED,
)


def row(X: Array, y: Array, b: Array, A: Array) -> Array:
    """b^T (1/n) sum_i (x_i, y_i)(x_i, y_i)^T A, ``(batch, d)``."""
    z = concatenate([X, y[..., None]], -1)
    return (b[:, None] @ (z.mT @ z) @ A)[:, 0] / X.shape[1]


def times(X: Array, w: Array) -> Array:
    return (X @ w[..., None])[..., 0]


ROTATION = r"With U orthogonal, of determinant 1 (each $\Sigma=U\Lambda U^\top$ has such a U), "
TILDES = (
    rf"{ROTATION}"
    r"$\tilde x_i=U^\top x^{(i)}$, $\tilde w_\star=U^\top w_\star$, "
    r"$\tilde b^\top=b^\top\operatorname{diag}(U,1)$, $\tilde A=\operatorname{diag}(U^\top,1)AU$, C the mean "
    r"of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle x^{(i)},w_\star\rangle)$, and $v^{\otimes2}=vv^\top$, "
    r"for every prompt: "
)


@last_line.printed(
    TILDES + r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle x^{(i)},"
    r"\tilde w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    defect="typo",
    because="The tilde of x is lost: <x, w> is the inner product of both with tildes, or of none.",
    tilde=0,
)
@last_line.amended(
    TILDES
    + r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_i\tilde b^\top\begin{bmatrix}\tilde x_i\\\langle\tilde x_i,"
    r"\tilde w_\star\rangle\end{bmatrix}^{\otimes2}\tilde A+\tilde w_\star^\top$.",
    adds="x with a tilde",
    tilde=1,
)
def chain(s: Basis, prompt: Prompt, tilde: int) -> Margin:
    """The vector in the brackets of (15), rotated."""
    X, w, U = prompt.X, prompt.w_star, s.U
    first = (row(X, times(X, w), prompt.b, prompt.A) + w) @ U
    x, w_tilde = (X @ U if tilde else X), w @ U
    b, A = turned(s, prompt.b, prompt.A)
    return equal(first, row(X @ U, times(x, w_tilde * (tilde or 1)), b, A) + w_tilde)


TURNED = (
    rf"{ROTATION}"
    r"$\tilde x_i=U^\top x^{(i)}$, C the mean of $z^{(i)}z^{(i)\top}$, $z^{(i)}=(x^{(i)},\langle "
    r"x^{(i)},w_\star\rangle)$, and $v^{\otimes2}=vv^\top$, for every prompt: "
)


@middle_line.printed(
    TURNED + r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U\tilde x_i\\\langle "
    r"Ux^{(i)},w_\star\rangle\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    defect="typo",
    because="The tilde of x is lost: x = U x~.",
    tilde=0,
)
@middle_line.amended(
    TURNED + r"$(b^\top CA+w_\star^\top)U=\frac1n\sum_ib^\top\begin{bmatrix}U\tilde x_i\\\langle U\tilde x_i,"
    r"w_\star\rangle\end{bmatrix}^{\otimes2}AU+w_\star^\top U$.",
    adds="x with a tilde",
    tilde=1,
)
def second_line(s: Basis, prompt: Prompt, tilde: int) -> Margin:
    """The same vector, with the covariates written by their rotated ones."""
    X, w, U = prompt.X, prompt.w_star, s.U
    first = (row(X, times(X, w), prompt.b, prompt.A) + w) @ U
    turned_back = X @ U @ U.mT  # U x~
    label = times(turned_back if tilde else X @ U.mT, w * (tilde or 1))
    return equal(first, row(turned_back, label, prompt.b, prompt.A) @ U + w @ U)


last_line.mutant("minus the label", tilde=-1)
last_line.mutant("twice the label", tilde=2)
middle_line.mutant("minus the label", tilde=-1)
middle_line.mutant("twice the label", tilde=2)

back = PAPER.claim(
    "A.3, end",
    id="theorem-1/proof/optimum",
    summary="Rotating the diagonal optimum back gives (8).",
    rank="step",
    at=lines(685, 695),
    kind=ForAll(),
    settings=singular_too(),
    uses=[choice, rotation],
)


@back.printed(
    r"With $\Sigma=U\Lambda U^\top\ne0$, U a rotation (each $\Sigma$ has one), "
    r"$\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and "
    r"$\tilde A=\operatorname{diag}(U^\top,1)AU$: from $\tilde b=e_{d+1}$ and $\tilde "
    r"A=-\begin{bmatrix}\operatorname{diag}(\frac{1}{\frac{n+1}n"
    r"\lambda_j+\frac1n\sum_k\lambda_k})\\0\end{bmatrix}$ it follows that b and A are (8).",
    extra=1,
)
def back_to_the_optimum(s: Setting, extra: int) -> Margin:
    """The turned (8) is the diagonal optimum; turning is one to one, so that no other b and A give it."""
    scale = -s.n / (s.spectrum * (s.n + extra) + sum(s.spectrum, 0))
    diagonal = concatenate([diag_embed(scale), zeros((1, s.d), s.spectrum)], 0)
    b, A = (x[None] for x in printed_form(s))
    b, A = turned(s, b, A)
    turned_optimum = concatenate([A, b[..., None]], -1)
    stated = concatenate([diagonal, last_unit(s.d + 1, scale)[:, None]], -1)
    return equal(turned_optimum, stated[None])


back.mutant("n in place of n + 1", extra=0)
back.mutant("n + 2", extra=2)
