"""What the proofs apply to the model of (13): U_Sigma, and what is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lemmata import Prompt
from lemmata.numbers import Array, stack
from theorems.preconditioned_gradient_descent.instances_dual import Dual
from theorems.preconditioned_gradient_descent.instances_equivariance_model import Model
from theorems.preconditioned_gradient_descent.instances_equivariance_setting import Setting

Transport = Callable[[Setting, Array], Array]


def turned(s: Setting, prompt: Prompt) -> Array:
    """U_Sigma X_0."""
    return s.U @ prompt.X


def conjugate(s: Setting, C: Array) -> Array:
    """U_Sigma^-1 C U_Sigma."""
    return s.U_inverse @ C @ s.U


def congruent(s: Setting, C: Array) -> Array:
    """U_Sigma^T C U_Sigma."""
    return s.U.mT @ C @ s.U


def values(path: Sequence[Dual]) -> Array:
    return stack([x.value for x in path], 1)


def slopes(path: Sequence[Dual]) -> Array:
    """The derivatives, all of one shape."""
    shape = path[-1].slope * 0
    return stack([x.slope + shape for x in path], 1)


Quantity = Callable[[Model, Array], list[Dual]]


def layers(m: Model, X_0: Array) -> list[Dual]:
    """X_0, ..., X_L."""
    return m.covariates(X_0)


def product(m: Model, X_0: Array) -> list[Dual]:
    """G alone."""
    return [m.G(X_0)]
