"""The closed form (8) of Theorem 1, and wrong variants of it (Ahn et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable

from lemmata.numbers import Array, as_array, concatenate, diag_embed, eye, sum, zeros
from theorems.preconditioned_gradient_descent.instances_theorem_1 import Setting

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


def rescaled(optimum: Optimum, inverse: bool = True) -> Optimum:
    """B times gamma and A divided by gamma (multiplied, unless ``inverse``)."""

    def scaled(s: Setting) -> tuple[Array, Array]:
        b, A = optimum(s)
        gamma = as_array(s.gamma, like=b)
        return b * gamma, A / gamma if inverse else A * gamma

    return scaled


printed_form = closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) / s.n)
WRONG = {
    "n in place of n + 1": closed_form(lambda s, lam, trace: (lam * s.n + trace) / s.n),
    "half of A": closed_form(lambda s, lam, trace: (lam * (s.n + 1) + trace) * 2 / s.n),
    "the trace is left out": closed_form(lambda s, lam, trace: lam * (s.n + 1) / s.n),
    "d lambda_i for the trace": closed_form(lambda s, lam, trace: lam * (s.n + 1 + s.d) / s.n),
    "the trace is not divided by n": closed_form(
        lambda s, lam, trace: (lam * (s.n + 1) + trace * s.n) / s.n
    ),
}


CLOSED_FORM = (
    r"b^\top=[0\;\dots\;0\;1],\quad A=-\begin{bmatrix}U\operatorname{diag}\left("
    r"\frac{1}{\frac{n+1}{n}\lambda_i+\frac1n\sum_k\lambda_k}\right)U^\top\\0\end{bmatrix}"
)
