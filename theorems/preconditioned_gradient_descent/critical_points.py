r"""The set S of Theorems 4 and 5: its covariances, and arithmetic with one matrix a layer.

S holds the networks with $A_i=a_i\Sigma^{-1}$ (and $B_i=b_iI$). ``L`` is the number of layers that the
loss sees, ``A_0`` to ``A_(L-1)``. (The paper's ``k``-layer network lists ``k + 1`` matrices; by (5) the
last one has no influence, by the proof it has: the statements are checked for every ``L``, which
covers both; that the text gives $f$ two meanings is claim ``theorem-4/eq-23``.) Slopes and gradients come
from the exact loss, not from the argument of the proof; but for the claims on deep networks
(``theorem-4/deep``, ``footnote-2/attained``), which evaluate slopes within S alone: those along other
directions follow by (25), (34), for more than two layers with B by ``theorem-5/step-4/chain``.
"""

from typing import Any

import torch

from lemmata import box, reals
from lemmata.numbers import Array, diag_embed, rotation, sum

FIGURES: dict[str, Any] = (
    dict(  # the dimension of the experiments in sections 5.3 and 6.1, four times their Sigma
        d=5,
        spectrum=torch.tensor([4.0, 4.0, 1.0, 0.25, 4.0]).double(),
        tilt=box(2, 4, low=-1, high=1).seeded(1),
        m=40,
    )
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
