"""Theorem 1: its setting, the closed form (8) and wrong variants of it, and competitors."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import Tensor

from lemmata import Prompt, Space, box, dims, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, rotation, sum, zeros
from theorems.preconditioned_gradient_descent.draws import drawn, reflections


@dataclass(frozen=True)
class Setting:
    """Sigma by its spectrum and a rotation (a product of reflections, rational like its input)."""

    d: int
    n: int
    spectrum: Tensor  # (d,) the eigenvalues of Sigma
    tilt: Tensor  # (reflections, d - 1) the reflections whose product is U

    @cached_property
    def U(self) -> Array:
        return rotation(self.tilt)

    @cached_property
    def Sigma(self) -> Array:
        matrix = self.U @ diag_embed(self.spectrum) @ self.U.mT
        return (matrix + matrix.mT) / 2


def settings(
    anisotropic: bool = True, least: float = 0.125, holder: type[Setting] = Setting, **more: Any
) -> Space:
    """Settings, and ``more`` quantities that a ``holder`` has."""
    allowed = "(0, inf)" if least else "[0, inf)"
    return space(
        holder,
        d=dims(1, 5),
        n=dims(1, 20),
        spectrum=lambda s: (
            box(s.d, low=least, high=4.0, of=allowed) if anisotropic else box(s.d, low=1.0, high=1.0)
        ),
        tilt=lambda s: reals(reflections(s.d), s.d - 1),
        **more,
    )


def singular_too() -> Space:
    """Any covariance but zero, where (8) divides by zero."""
    base = settings(least=0.0)
    return Space(base.holder, base.fields, where=lambda s: float(s.spectrum.sum()) > 0)


def prompts(s: Setting) -> Space:
    """A competitor, or a direction: any b and A."""
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d))


def competitors(prompt: Prompt, b: Array, A: Array) -> tuple[Array, Array]:
    """The competitor itself, and three points near the optimum in its direction: (4 batch, ...)."""
    near = [2**j for j in (2, 5, 8)]
    return (
        concatenate([prompt.b, *(b + prompt.b / step for step in near)], 0),
        concatenate([prompt.A, *(A + prompt.A / step for step in near)], 0),
    )


Optimum = Callable[[Setting], tuple[Array, Array]]
Denominator = Callable[[Setting, Array, Array], Array]


def closed_form(denominator: Denominator) -> Optimum:
    """(8), b and A, with a given denominator."""

    def optimum(s: Setting) -> tuple[Array, Array]:
        lam = s.spectrum
        inner = s.U @ diag_embed(1 / denominator(s, lam, sum(lam, 0))) @ s.U.mT
        A = concatenate([-inner, zeros((1, s.d), lam)], 0)
        return last_unit(s.d + 1, lam), A

    return optimum


def last_unit(size: int, like: Array) -> Array:
    """[0, ..., 0, 1]."""
    return eye(size, like)[-1]


def isotropic(extra: int) -> Optimum:
    """The form displayed for Sigma = I, with d + extra in its denominator."""

    def optimum(s: Setting) -> tuple[Array, Array]:
        like = s.spectrum
        A = -concatenate([eye(s.d, like), zeros((1, s.d), like)], 0) * s.n / (s.n - 1 + s.d + extra)
        return last_unit(s.d + 1, like), A

    return optimum


printed_form = closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) / s.n)

WRONG = {
    "n in place of n + 1": closed_form(lambda s, lam, trace: (lam * s.n + trace) / s.n),
    "half of A": closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) * 2 / s.n),
    "nine tenths of A": closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) * 10 / (9 * s.n)),
    "the trace is not divided by n": closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace * s.n) / s.n),
}

DIVIDING = {
    "the trace is left out": closed_form(lambda s, lam, trace: lam * (s.n + 1) / s.n),
    "d lambda_i for the trace": closed_form(lambda s, lam, trace: lam * (s.n + 1 + s.d) / s.n),
}
SINGULAR = "It divides by each eigenvalue, so that the covariance may not be singular."

CLOSED_FORM = (
    r"b^\top=[0\;\dots\;0\;1],\quad A=-\begin{bmatrix}U\operatorname{diag}\left("
    r"\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}\right)U^\top\\0\end{bmatrix}"
)
