"""Theorem 3: two layers, isotropic covariates; its setting, competitors and losses."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from torch import Tensor

from baselines.in_context_loss import in_context_loss
from lemmata import Expectation, Space, box, choices, dims, reals, space
from lemmata.numbers import Array, broadcast_to, concatenate, diag_embed, eye, rotation, stack
from theorems.preconditioned_gradient_descent.draws import drawn_symmetric


@dataclass(frozen=True)
class Diagonal:
    """A diagonal first matrix."""

    d: int
    n: int
    D_0: Tensor  # (d,) the diagonal of the matrix D_0
    spectrum: Tensor  # (d,) of Sigma, which is I in the theorem


@dataclass(frozen=True)
class Setting(Diagonal):
    """``A_0 = U D_0 U^T``: every symmetric matrix is of this form."""

    reflections: int  # how many make up U
    tilt: Tensor  # (reflections, d - 1) the reflections whose product is U

    @cached_property
    def U(self) -> Array:
        return rotation(self.tilt)

    @cached_property
    def A_0(self) -> Array:
        U = self.U
        matrix = U @ diag_embed(self.D_0) @ U.mT
        return (matrix + matrix.mT) / 2


def diagonals(isotropic: bool = True, holder: type[Diagonal] = Diagonal, **more: Any) -> Space:
    """Sizes and D_0, and ``more`` quantities that a ``holder`` has."""
    return space(
        holder,
        d=dims(1, 4),
        n=dims(1, 20),
        D_0=lambda s: reals(s.d),
        spectrum=lambda s: box(s.d, low=1.0 if isotropic else 0.25, high=1.0 if isotropic else 4.0),
        **more,
    )


def settings(isotropic: bool = True) -> Space:
    """Any symmetric A_0 = U D_0 U^T, with any orthogonal U: up to d = 4 four reflections, or three, are all."""
    return diagonals(
        isotropic, Setting, reflections=choices(2, 3, 4), tilt=lambda s: reals(s.reflections, s.d - 1)
    )


def prompts(s: Diagonal) -> Space:
    """A competitor ``A_1``."""
    return space(A_1=drawn_symmetric(1, s.d))


def losses(s: Diagonal, *pairs: tuple[Array, Array]) -> list[Array]:
    """The in-context losses f(A_0, A_1), w ~ N(0, I): ``A_0`` ``(d, d)`` or, as ``A_1``, ``(batch, d, d)``."""
    shape = tuple(pairs[0][1].shape)
    A = [stack([broadcast_to(A_0, shape), A_1], -3) for A_0, A_1 in pairs]
    loss = in_context_loss(concatenate(A, 0), diag_embed(s.spectrum), s.n, task="identity")
    return list(loss.reshape(len(pairs), shape[0]))


def rotated(s: Setting, A: Array) -> Array:
    """U^T A U, symmetric to the last digit."""
    U = s.U
    matrix = U.mT @ A @ U
    return (matrix + matrix.mT) / 2


def diagonal(A: Array) -> Array:
    """diag(A), the matrix with all other entries zero."""
    return A * eye(A.shape[-1], A)


Change = Callable[[Any, Array], Array]
SPACES: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(),
    "prompts": prompts,
    "pinned": {"spectrum": "the theorem is about x ~ N(0, I)"},
}
ON_DIAGONAL: dict[str, Any] = {**SPACES, "settings": diagonals()}
ISOTROPIC = (
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    r"(9). "
)
