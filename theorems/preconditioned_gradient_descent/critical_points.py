r"""The set S of Theorems 4 and 5: its settings, points and directions.

S holds the networks with $A_i=a_i\Sigma^{-1}$ (and $B_i=b_iI$). ``L`` is the number of layers that the
loss sees, ``A_0`` to ``A_(L-1)``. (The paper's ``k``-layer network lists ``k + 1`` matrices; by (5) the
last one has no influence, by the proof it has: the statements are checked for every ``L``, which
covers both; that the text gives $f$ two meanings is claim ``theorem-4/eq-23``.) Slopes and gradients come
from the exact loss, not from the argument of the proof; but for the claims on deep networks
(``theorem-4/deep``, ``footnote-2/attained``), which evaluate slopes within S alone: those along other
directions follow by (25), (34), for more than two layers with B by ``theorem-5/step-4/chain``.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import Tensor

from lemmata import Space, box, dims, reals, space
from lemmata.numbers import Array, diag_embed, rotation, sum
from theorems.preconditioned_gradient_descent.draws import drawn


@dataclass(frozen=True)
class Covariance:
    """Sigma by its spectrum and a rotation."""

    d: int
    n: int
    spectrum: Tensor  # (d,) the eigenvalues of Sigma, positive
    tilt: Tensor  # (2, d - 1) two reflections, whose product turns to the eigenvectors (any up to d = 3)

    @cached_property
    def Sigma(self) -> Array:
        return self.turned(self.spectrum)

    @cached_property
    def precision(self) -> Array:
        """The inverse of Sigma."""
        return self.turned(1 / self.spectrum)

    def turned(self, spectrum: Array) -> Array:
        """The matrix with these eigenvalues and the eigenvectors of Sigma."""
        U = rotation(self.tilt)
        matrix = U @ diag_embed(spectrum) @ U.mT
        return (matrix + matrix.mT) / 2


@dataclass(frozen=True)
class Setting(Covariance):
    """And the number of layers."""

    L: int


@dataclass(frozen=True)
class Precise(Setting):
    """A gradient of norm at most 2^-m is wanted."""

    m: int


def settings(
    d: int = 3,
    n: int = 4,
    L: int = 3,
    first: int = 1,
    bits: int = 0,
    most: int | None = None,
    deepest: int | None = None,
    largest: float = 4.0,
    bounded: bool = False,
) -> Space:
    """Up to so many dimensions, samples and layers; with ``bits`` m is drawn between a half of it and it.

    ``most`` and ``deepest`` are the largest m and L of the statement, where it has a largest one. Eigenvalues
    of Sigma are drawn between ``1 / largest`` and ``largest``; if the statement is ``bounded`` they lie there.
    """
    more: dict[str, Any] = {"m": dims(bits // 2, bits, most=most)} if bits else {}
    allowed = "" if bounded else "(0, inf)"
    return space(
        Precise if bits else Setting,
        d=dims(1, d),
        n=dims(1, n),
        L=dims(first, L, most=deepest),
        spectrum=lambda s: box(s.d, low=1 / largest, high=largest, of=allowed),
        tilt=lambda s: reals(2, s.d - 1),
        **more,
    )


def any_direction(s: Setting) -> Space:
    return space(R=drawn(s.L, s.d, s.d))


def direction_at_a_point(s: Setting) -> Space:
    return space(a=reals(s.L), R=reals(s.L, s.d, s.d))


def direction_with_B(s: Setting) -> Space:
    return space(R=drawn(s.L, s.d, s.d), S=drawn(s.L, s.d, s.d))


def direction_at_a_point_with_B(s: Setting) -> Space:
    return space(a=reals(s.L), b=reals(s.L), R=reals(s.L, s.d, s.d), S=reals(s.L, s.d, s.d))


def times(scalars: Array, matrix: Array) -> Array:
    """``(..., L)`` numbers times one matrix: ``(..., L, d, d)``."""
    return scalars[..., None, None] * matrix


def half_traces(matrices: Array, matrix: Array) -> Array:
    r"""The traces of $\Sigma^{1/2}R_i\Sigma^{1/2}$, which are those of $\Sigma R_i$: ``(..., L)``."""
    return sum(matrices * matrix.mT, (-2, -1))


def squared(matrices: Array) -> Array:
    """Sums of the squared Frobenius norms of L matrices, ``(batch,)``."""
    return sum(matrices * matrices, (-3, -2, -1))
