r"""The map $X_0\mapsto U_\Sigma X_0$, to which the layers of (13) are equivariant on the set S.

$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with U orthogonal, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$; layers
$0,\dots,k$, of which the j-th may move in a direction C ($R_j$ for $A_j$, $S_j$ for $B_j$).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

from lemmata import ForAll, Prompt, Space, choices, dims, space
from lemmata.numbers import Array, diag_embed, eye, full, rotation
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_box


@dataclass(frozen=True)
class Covariance:
    """Sigma by the eigenvalues of its root, and its eigenvectors."""

    d: int
    root: Tensor  # (d,) the eigenvalues of the root of Sigma
    tilt: Tensor  # (2, d - 1) two reflections, whose product turns to the eigenvectors (any up to d = 3)

    @cached_property
    def powers(self) -> dict[int, Array]:
        """Sigma^(p / 2) for p = -2, ..., 2."""
        V = rotation(self.tilt)
        spectra = {1: self.root, -1: 1 / self.root, 2: self.root**2, -2: 1 / self.root**2}
        return {p: V @ diag_embed(spectrum) @ V.mT for p, spectrum in spectra.items()}

    def power(self, p: int) -> Array:
        """Sigma^(p / 2)."""
        return self.powers[p]


@dataclass(frozen=True)
class Turned(Covariance):
    """Sigma and an orthogonal U."""

    reflections: int  # how many make U
    turn: Tensor  # (reflections, d - 1) the reflections whose product is U

    @cached_property
    def U_Sigma(self) -> Array:
        """U_Sigma = Sigma^(1/2) U Sigma^(-1/2)."""
        return self.power(1) @ rotation(self.turn) @ self.power(-1)

    @cached_property
    def U_Sigma_inverse(self) -> Array:
        """U_Sigma^-1 = Sigma^(1/2) U^T Sigma^(-1/2)."""
        return self.power(1) @ rotation(self.turn).mT @ self.power(-1)


@dataclass(frozen=True)
class Frame(Turned):
    """Layers 0, ..., k, of which the j-th may move."""

    n: int  # samples, beside the query
    k: int  # the last layer
    j: int  # the layer that may move


@dataclass(frozen=True)
class InSWithoutB(Frame):
    """A point of S in Theorem 4, where the covariates stand still."""

    a: Tensor  # (k + 1,)

    @cached_property
    def A(self) -> Array:
        """A_i = a_i Sigma^-1."""
        return self.power(-2) * self.a[:, None, None]

    @cached_property
    def B(self) -> Array:
        """B_i = 0."""
        return full(0, like=self.A)


@dataclass(frozen=True)
class InS(Frame):
    """A point of S in Theorem 5."""

    a: Tensor  # (k + 1,)
    b: Tensor  # (k + 1,)

    @cached_property
    def A(self) -> Array:
        """A_i = a_i Sigma^-1."""
        return self.power(-2) * self.a[:, None, None]

    @cached_property
    def B(self) -> Array:
        """B_i = b_i I."""
        return eye(self.d, self.b) * self.b[:, None, None]


@dataclass(frozen=True)
class Anywhere(Frame):
    """Any matrices, in S or not."""

    A: Tensor  # (k + 1, d, d)
    B: Tensor  # (k + 1, d, d)


Setting = InS | InSWithoutB | Anywhere


@dataclass(frozen=True)
class Layers:
    """Layers 0, ..., k with any matrices; no covariance."""

    d: int
    n: int
    k: int
    A: Tensor  # (k + 1, d, d)
    B: Tensor  # (k + 1, d, d)


@dataclass(frozen=True)
class MovingLayers(Layers):
    """Of which the j-th moves."""

    j: int


def scalars(s: Frame) -> drawn:
    """One number a layer."""
    return drawn(s.k + 1)


def matrices(s: Frame | Layers) -> drawn:
    """One matrix a layer."""
    return drawn(s.k + 1, s.d, s.d)


WEIGHTS: dict[type, dict[str, Any]] = {
    InS: {"a": scalars, "b": scalars},
    InSWithoutB: {"a": scalars},
    Anywhere: {"A": matrices, "B": matrices},
}


COVARIANCES: dict[str, Any] = {
    "d": dims(1, 3),
    "root": lambda s: drawn_box(s.d, low=0.125, high=8.0, of="(0, inf)"),
    "tilt": lambda s: drawn(2, s.d - 1),
    "reflections": choices(2, 1, 3),  # one or two are not all of the orthogonal matrices for d = 3
    "turn": lambda s: drawn(s.reflections, s.d - 1),
}
ANY_LAYERS: dict[str, Any] = {"d": dims(1, 4), "n": dims(1, 4), "k": dims(0, 2), "A": matrices, "B": matrices}
turned_covariances = space(Turned, **COVARIANCES)
any_layers = space(Layers, **ANY_LAYERS)
moving_layers = space(MovingLayers, **ANY_LAYERS, j=lambda s: dims(0, s.k, most=s.k))


def settings(
    holder: type[Setting] = InS, below: int = 0, d: tuple[int, int] = (1, 3), layers: int = 3
) -> Space:
    """``below`` layers, at least, lie above layer j; ``d`` are the least and the largest dimension."""
    return space(
        holder,
        **{**COVARIANCES, "d": dims(*d)},
        n=dims(1, 4),
        k=dims(below, layers - 1),
        j=lambda s: dims(0, s.k - below, most=s.k - below),
        **WEIGHTS[holder],
    )


PLANE = InS(
    d=2,
    n=2,
    k=1,
    j=0,
    root=torch.tensor([0.75, 1.5]).double(),
    tilt=torch.tensor([[0.25], [-0.5]]).double(),
    reflections=2,
    turn=torch.tensor([[0.5], [1.0]]).double(),
    a=torch.tensor([0.5, -0.75]).double(),
    b=torch.tensor([-0.5, 0.25]).double(),
)


def along(s: Frame | Layers) -> Space:
    """X_0 and a direction C, which is R_j or S_j."""
    return space(X=drawn(s.d, s.n + 1), C=drawn(s.d, s.d))


def with_task(s: Layers) -> Space:
    """X_0 and w_star."""
    return space(X=drawn(s.d, s.n + 1), w=drawn(s.d))


ON_S: dict[str, Any] = {"kind": ForAll(), "settings": settings(), "prompts": along}
ON_S_WITHOUT_B: dict[str, Any] = {**ON_S, "settings": settings(InSWithoutB)}
ANYWHERE: dict[str, Any] = {**ON_S, "settings": moving_layers}

# What the statements about these layers share, in words.
LAYERS = (
    r"Let $X_{i+1}=X_i+B_iX_iMX_i^\top A_iX_i$ for $i=0,\dots,k$, from any $X_0\in\mathbb R^{d\times(n+1)}$, "
    r"with $M=\operatorname{diag}(1,\dots,1,0)$"
)
PRODUCT = r"$G=X_0\prod_{i=0}^k(I+MX_i^\top A_iX_i)$"
SPARSE_PRODUCT = (
    r"Let $G(X_0)=X_0\prod_{i=0}^k(I+MX_0^\top A_iX_0)$ for any $X_0\in\mathbb R^{d\times(n+1)}$, with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$"
)
SIGMA = r"$\Sigma\succ0$ and $U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with any orthogonal $U$"
POINT = r"$(A,B)\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$ and $B_i=b_iI$"
SPARSE_POINT = r"$A\in\mathcal S$, that is, $A_i=a_i\Sigma^{-1}$"
LAYERS_IN_S = rf"{LAYERS}; {POINT}; {SIGMA}. Then "
PRODUCT_IN_S = rf"{LAYERS}, and {PRODUCT}; {POINT}; {SIGMA}. Then "
SPARSE_IN_S = rf"{SPARSE_PRODUCT}; {SPARSE_POINT}; {SIGMA}. Then "

Transport = Callable[[Setting, Array], Array]


def turned(s: Setting, prompt: Prompt) -> Array:
    """U_Sigma X_0."""
    return s.U_Sigma @ prompt.X


def conjugate(s: Setting, C: Array) -> Array:
    """U_Sigma^-1 C U_Sigma."""
    return s.U_Sigma_inverse @ C @ s.U_Sigma


def congruent(s: Setting, C: Array) -> Array:
    """U_Sigma^T C U_Sigma."""
    return s.U_Sigma.mT @ C @ s.U_Sigma
