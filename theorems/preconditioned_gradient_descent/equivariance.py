r"""The map $X_0\mapsto U_\Sigma X_0$, to which the layers of (13) are equivariant on the set S.

$U_\Sigma=\Sigma^{1/2}U\Sigma^{-1/2}$ with U orthogonal, $A_i=a_i\Sigma^{-1}$, $B_i=b_iI$; layers
$0,\dots,k$, of which the j-th may move in a direction C ($R_j$ for $A_j$, $S_j$ for $B_j$).
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any

import torch
from torch import Tensor

from constructions.gradient_descent import residual_stream
from lemmata import ForAll, Prompt, Space, choices, dims, space
from lemmata.numbers import Array, diag_embed, eye, rotation
from theorems.preconditioned_gradient_descent.draws import drawn, drawn_box
from theorems.preconditioned_gradient_descent.dual import Dual, still


@dataclass(frozen=True)
class Setting:
    """``L = k + 1`` layers 0, ..., k, and ``j`` one of them.

    ``in_S = 0`` leads A and B out of S, ``with_B = 0`` is the model without B. The real numbers are
    drawn together, between -1 and 1.
    """

    d: int
    n: int
    L: int
    j: int
    reflections: int
    numbers: Tensor
    in_S: int = 1
    with_B: int = 1

    @cached_property
    def parts(self) -> list[Array]:
        """Eigenvalues of Sigma^(1/2), its eigenvectors, U, a, b, and what leads out of S."""
        d, L = self.d, self.L
        sizes = [d, 2 * (d - 1), self.reflections * (d - 1), L, L, 2 * L * d * d]
        ends = list(accumulate(sizes))
        return [self.numbers[end - size : end] for end, size in zip(ends, sizes, strict=True)]

    @cached_property
    def powers(self) -> dict[int, Array]:
        """Sigma^(p / 2) for p = -2, ..., 2; the eigenvalues of Sigma^(1/2) lie in [1/2, 2]."""
        V = rotation(self.parts[1].reshape(2, self.d - 1))
        root = (self.parts[0] * 3 + 5) / 4
        spectra = {1: root, -1: 1 / root, 2: root * root, -2: 1 / (root * root)}
        return {p: V @ diag_embed(spectrum) @ V.mT for p, spectrum in spectra.items()}

    def power(self, p: int) -> Array:
        """Sigma^(p / 2)."""
        return self.powers[p]

    @cached_property
    def weights(self) -> dict[str, list[Dual]]:
        """P_i and Q_i of (13); the proof drops the factor 1 / n of (4) into A."""
        stream = residual_stream(self.d)
        P = stream.linear({("x", "x"): self.B, ("y", "y"): 1})
        Q = stream.linear({("x", "x"): self.A * self.n})
        return {"P": [still(P_i[None]) for P_i in P], "Q": [still(Q_i[None]) for Q_i in Q]}

    @cached_property
    def turn(self) -> Array:
        """The orthogonal U."""
        return rotation(self.parts[2].reshape(self.reflections, self.d - 1))

    @cached_property
    def U(self) -> Array:
        """U_Sigma."""
        return self.power(1) @ self.turn @ self.power(-1)

    @cached_property
    def U_inverse(self) -> Array:
        return self.power(1) @ self.turn.mT @ self.power(-1)

    @cached_property
    def off(self) -> Array:
        return self.parts[5].reshape(2, self.L, self.d, self.d) * (1 - self.in_S)

    @cached_property
    def A(self) -> Array:
        return self.power(-2) * self.parts[3][:, None, None] + self.off[0]

    @cached_property
    def B(self) -> Array:
        scaled = eye(self.d, self.numbers) * self.parts[4][:, None, None]
        return (scaled + self.off[1]) * self.with_B


PLANE = Setting(
    d=2,
    n=2,
    L=2,
    j=0,
    reflections=2,
    numbers=drawn_box(26, low=-1.0, high=1.0).sample(torch.Generator().manual_seed(1), 1)[0],
)


def settings(
    in_S: bool = True, only_A: bool = False, below: int = 0, d: tuple[int, int] = (1, 3), layers: int = 3
) -> Space:
    """``below`` layers, at least, lie above layer j; ``d`` are the least and the largest dimension."""
    changed: dict[str, Any] = {} if in_S else {"in_S": choices(0)}
    changed |= {"with_B": choices(0)} if only_A else {}
    return space(
        Setting,
        d=dims(*d, most=d[1] if d[1] < 3 else None),
        n=dims(1, 3),
        L=dims(1 + below, layers),
        j=lambda s: dims(0, s.L - 1 - below, most=s.L - 1 - below),
        reflections=choices(2, 1),
        numbers=lambda s: drawn_box(
            (s.d - 1) * (2 + s.reflections) + s.d + 2 * s.L * (1 + s.d**2), low=-1.0, high=1.0
        ),
        **changed,
    )


def prompts(s: Setting) -> Space:
    """X_0, a direction C (R_j or S_j) and w."""
    return space(X=drawn(s.d, s.n + 1), C=drawn(s.d, s.d), w=drawn(s.d))


ON_S: dict[str, Any] = {"kind": ForAll(), "settings": settings(), "prompts": prompts}
ON_S_WITHOUT_B: dict[str, Any] = {**ON_S, "settings": settings(only_A=True)}
BELOW_THE_LAST: dict[str, Any] = {**ON_S, "settings": settings(below=1)}
ANYWHERE: dict[str, Any] = {**ON_S, "settings": settings(in_S=False)}

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
