r"""The rotation of A.3, step 2: $\tilde b^\top=b^\top\operatorname{diag}(U,1)$ and so on (Ahn et al. 2023)."""

from __future__ import annotations

from typing import Any

from lemmata import Space, space
from lemmata.numbers import Array, concatenate, zeros
from theorems.preconditioned_gradient_descent.instances_closed_form import last_unit
from theorems.preconditioned_gradient_descent.instances_draws import drawn
from theorems.preconditioned_gradient_descent.instances_theorem_1 import Setting, singular_too


def data(s: Setting) -> Space:
    """Parameters b and A, samples and w_star."""
    return space(b=drawn(s.d + 1), A=drawn(s.d + 1, s.d), X=drawn(s.n, s.d), w_star=drawn(s.d))


ROTATED: dict[str, Any] = {"kind": "expectation", "settings": singular_too(), "prompts": data}


def extended(U: Array) -> Array:
    """diag(U, 1)."""
    d = U.shape[0]
    top = concatenate([U, zeros((d, 1), U)], 1)
    return concatenate([top, last_unit(d + 1, U)[None]], 0)


def turned(s: Setting, b: Array, A: Array) -> tuple[Array, Array]:
    """B and A with a tilde."""
    return b @ extended(s.U), extended(s.U).mT @ A @ s.U
