"""The exact loss (5) of deep networks and its slopes, for checks of one instance."""

from collections.abc import Callable
from typing import Any

from baselines import in_context_loss as exact
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata.numbers import Array, constant, over_batches
from theorems.preconditioned_gradient_descent.critical_points import times

_GIVEN = ("Sigma", "precision")


def in_context_loss(A: Array, Sigma: Array, n: int, **law: Any) -> Array:
    r"""The loss at $A$; $\Sigma$ is given."""
    return over_batches(exact.in_context_loss, given=_GIVEN)(A, Sigma=Sigma, n=n, **law)


def inverse_loss(Sigma: Array, precision: Array, n: int) -> Callable[..., Array]:
    r"""$f(A)$, or $f(A,B)$, for $w_\star\sim N(0,\Sigma^{-1})$."""

    def f(A: Array, **B: Array) -> Array:
        return in_context_loss(A, Sigma, n, task="inverse", precision=precision, **B)

    return f


def minimiser_over_S(d: int, n: int, L: int, precision: Array) -> Array:
    r"""The minimiser of f over $A_i=a_i\Sigma^{-1}$, its numbers rounded to 60 bits."""
    return times(constant(minimiser_near(d, n, L, 60)), precision)


def slope(A: Array, R: Array, Sigma: Array, n: int, **law: Any) -> Array:
    """Its slope at $A$ along $R$; a point that is the same for all instances is evaluated once."""
    given = (*_GIVEN, "A", "B") if A.shared else _GIVEN
    return over_batches(exact.slope, given=given)(A=A, R=R, Sigma=Sigma, n=n, **law)
