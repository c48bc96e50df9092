r"""The exact loss (5) of deep networks and its slopes, and the set S of Theorems 4 and 5.

S holds the networks with $A_i=a_i\Sigma^{-1}$ (and $B_i=b_iI$). ``L`` is the number of layers that the loss
sees, ``A_0`` to ``A_(L-1)``. (The paper's ``k``-layer network lists ``k + 1`` matrices; by (5) the last one has
no influence, by the proof it has: claim ``theorem-4/eq-23``. The statements are checked for every ``L``.) The
claims on deep networks (``theorem-4/deep``, ``footnote-2/attained``) evaluate slopes within S alone: those
along other directions follow by (25), (34), for more than two layers with B by ``theorem-5/step-4/chain``.
"""

from collections.abc import Callable
from typing import Any

import torch

from baselines import in_context_loss as exact
from baselines.in_context_loss_minimisers import minimiser_near
from lemmata import box, reals
from lemmata.numbers import Array, constant, diag_embed, over_batches, rotation, sum

# The dimension of the experiments in sections 5.3 and 6.1, four times their Sigma.
FIGURES: dict[str, Any] = dict(
    d=5,
    spectrum=torch.tensor([4.0, 4.0, 1.0, 0.25, 4.0]).double(),
    tilt=box(2, 4, low=-1, high=1).seeded(1),
    m=40,
)


def covariance(largest: float = 4.0, bounded: bool = False) -> dict[str, Any]:
    r"""$\Sigma$ by its spectrum and a rotation, and its inverse.

    Eigenvalues are drawn between ``1 / largest`` and ``largest``; where it is ``bounded`` they lie there.
    """

    def turned(spectrum: Array, tilt: Array) -> Array:
        U = rotation(tilt)
        matrix = U @ diag_embed(spectrum) @ U.mT
        return (matrix + matrix.mT) / 2

    return {
        "spectrum": box("d", low=1 / largest, high=largest, of="" if bounded else "(0, inf)"),
        "tilt": reals(2, "d - 1"),  # two reflections: their product turns to the eigenvectors (any to d = 3)
        "Sigma": turned,
        "precision": lambda spectrum, tilt: turned(1 / spectrum, tilt),
    }


def times(scalars: Array, matrix: Array) -> Array:
    """``(..., L)`` numbers times one matrix: ``(..., L, d, d)``."""
    return scalars[..., None, None] * matrix


def half_traces(matrices: Array, matrix: Array) -> Array:
    r"""The traces of $\Sigma^{1/2}R_i\Sigma^{1/2}$, which are those of $\Sigma R_i$: ``(..., L)``."""
    return sum(matrices * matrix.mT, (-2, -1))


def squared(matrices: Array) -> Array:
    """Sums of the squared Frobenius norms of L matrices, ``(batch,)``."""
    return sum(matrices * matrices, (-3, -2, -1))


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
