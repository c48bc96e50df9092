"""The exact loss (5) of deep networks and its slopes, for checks of one instance."""

from typing import Any

from baselines import in_context_loss as exact
from lemmata.numbers import Array, over_batches

_GIVEN = ("Sigma", "precision")


def in_context_loss(A: Array, Sigma: Array, n: int, **law: Any) -> Array:
    r"""The loss at $A$; $\Sigma$ is given."""
    return over_batches(exact.in_context_loss, given=_GIVEN)(A, Sigma=Sigma, n=n, **law)


def slope(A: Array, R: Array, Sigma: Array, n: int, **law: Any) -> Array:
    """Its slope at $A$ along $R$; a point that is the same for all instances is evaluated once."""
    given = (*_GIVEN, "A", "B") if A.shared else _GIVEN
    return over_batches(exact.slope, given=given)(A=A, R=R, Sigma=Sigma, n=n, **law)
