r"""The model of (13) under $X_0\mapsto U_\Sigma X_0$, with derivatives along curves (Ahn et al. 2023).

The layers $X_0,X_1,\dots$ are the first d rows of the literal forward pass (4). Derivatives in t come from
dual numbers that go through the same pass, so that no product rule of the paper is used.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

import torch
from torch import Tensor

from constructions.gradient_descent import residual_stream
from constructions.transformer import LinearAttention, Transformer
from lemmata.arrays import Array, concatenate, constant, diag_embed, eye, rotation, stack
from lemmata.spaces import Prompt, Space, choices, dims, space
from theorems.preconditioned_gradient_descent.instances_draws import drawn, drawn_box
from theorems.preconditioned_gradient_descent.instances_dual import Dual, still


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
    in_S: int
    with_B: int
    numbers: Tensor

    @cached_property
    def parts(self) -> list[Array]:
        """Eigenvalues of Sigma^(1/2), its eigenvectors, U, a, b, and what leads out of S."""
        d, L = self.d, self.L
        sizes = [d, 2 * (d - 1), self.reflections * (d - 1), L, L, 2 * L * d * d]
        ends = list(accumulate(sizes))
        return [self.numbers[end - size : end] for end, size in zip(ends, sizes, strict=True)]

    @cached_property
    def frame(self) -> tuple[Array, Array]:
        """The eigenvectors of Sigma, and the eigenvalues of its square root, in [1/2, 2]."""
        return rotation(self.parts[1].reshape(2, self.d - 1)), (self.parts[0] * 3 + 5) / 4

    def power(self, p: int) -> Array:
        """Sigma^(p / 2)."""
        V, root = self.frame
        return V @ diag_embed((root if p > 0 else 1 / root) ** abs(p)) @ V.mT

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
    2,
    2,
    2,
    0,
    2,
    1,
    1,
    drawn_box(26, low=-1.0, high=1.0).sample(torch.Generator().manual_seed(1), 1)[0],
)


def settings(
    in_S: bool = True, only_A: bool = False, below: int = 0, d: int = 1, layers: int = 2
) -> Space:
    """``below`` layers, at least, lie above layer j; the dimension is at least ``d``."""
    return space(
        Setting,
        d=dims(d, 2),
        n=dims(1, 2),
        L=dims(1 + below, layers),
        j=lambda s: dims(0, s.L - 1 - below, most=s.L - 1 - below),
        reflections=choices(2, 1),
        in_S=choices(int(in_S)),
        with_B=choices(int(not only_A)),
        numbers=lambda s: drawn_box(
            (s.d - 1) * (2 + s.reflections) + s.d + 2 * s.L * (1 + s.d**2), low=-1.0, high=1.0
        ),
    )


def prompts(s: Setting) -> Space:
    """X_0, a direction C (R_j or S_j) and w."""
    return space(X=drawn(s.d, s.n + 1), C=drawn(s.d, s.d), w=drawn(s.d))


Moving = Literal["A", "B"]


@dataclass(frozen=True)
class Model:
    """The layers at a setting, of which the j-th A or B moves in the direction C ``(batch, d, d)``.

    With ``replaced`` that A or B is that of another layer.
    """

    s: Setting
    moving: Moving = "A"
    C: Array = None
    replaced: int | None = None

    def shift(self) -> Array:
        """What ``replaced`` adds to the j-th A or B."""
        all_ones = self.s.A if self.moving == "A" else self.s.B
        return all_ones[self.replaced] - all_ones[self.s.j]

    def curves(self, name: Moving) -> list[Dual]:
        """A_0, ..., A_k or B_0, ..., B_k."""
        still_ones = [still(value[None]) for value in (self.s.A if name == "A" else self.s.B)]
        if self.C is not None and name == self.moving:
            still_ones[self.s.j] = Dual(still_ones[self.s.j].value, self.C)
        return still_ones

    @cached_property
    def transformer(self) -> Transformer:
        s, stream = self.s, residual_stream(self.s.d)
        # The proof drops the factor 1 / n of (4) into A.
        Q = [still(Q_i[None]) for Q_i in stream.linear({("x", "x"): s.A * s.n})]
        P = [still(P_i[None]) for P_i in stream.linear({("x", "x"): s.B, ("y", "y"): 1})]
        if self.C is not None:
            weight, scale = (Q, s.n) if self.moving == "A" else (P, 1)
            weight[s.j] = Dual(weight[s.j].value, stream.linear({("x", "x"): self.C * scale}))
        if self.replaced is not None:
            weight, scale = (Q, s.n) if self.moving == "A" else (P, 1)
            weight[s.j] += still(stream.linear({("x", "x"): self.shift() * scale})[None])
        layers = (LinearAttention(P_i, Q_i, stream) for P_i, Q_i in zip(P, Q, strict=True))
        return Transformer(stream, tuple(layers))

    def states(self, X_0: Array, w: Array = None) -> tuple[Dual, ...]:
        """Z_0, ..., Z_L from ``X_0 (batch, d, n + 1)``, with the label of the query filled in."""
        Y_0 = X_0[:, :1] * 0 if w is None else w[:, None] @ X_0
        return self.transformer.run(still(concatenate([X_0, Y_0], 1)))

    def covariates(self, X_0: Array) -> list[Dual]:
        """X_0, ..., X_L."""
        return [Z[:, : self.s.d] for Z in self.states(X_0)]

    def factors(self, X_0: Array, sign: int = 1) -> list[Dual]:
        """I + M X_i^T A_i X_i for i = 0, ..., k."""
        one, M = still(eye(self.s.n + 1, X_0)[None]), still(mask(self.s, X_0) * sign)
        pairs = zip(self.covariates(X_0), self.curves("A"), strict=False)
        return [one + M @ X.mT @ A @ X for X, A in pairs]

    def G(self, X_0: Array, sign: int = 1) -> Dual:
        """X_0 times the factors in order."""
        return functools.reduce(operator.matmul, self.factors(X_0, sign), still(X_0))


def model(s: Setting, moving: Moving = "A", C: Array = None) -> Model:
    """The model at the setting; ``C (batch, d, d)`` moves layer j."""
    return Model(s, moving, C)


def mask(s: Setting, like: Array) -> Array:
    kept = torch.eye(s.n + 1, dtype=torch.float64)
    kept[-1, -1] = 0
    return constant(kept, like)


def last(s: Setting, like: Array) -> Array:
    """I - M."""
    return eye(s.n + 1, like) - mask(s, like)


def values(path: Sequence[Dual]) -> Array:
    return stack([x.value for x in path], 1)


def slopes(path: Sequence[Dual]) -> Array:
    """The derivatives, all of one shape."""
    shape = path[-1].slope * 0
    return stack([x.slope + shape for x in path], 1)


def turned(s: Setting, prompt: Prompt) -> Array:
    """U_Sigma X_0."""
    return s.U @ prompt.X


Transport = Callable[[Setting, Array], Array]


def conjugate(s: Setting, C: Array) -> Array:
    """U_Sigma^-1 C U_Sigma."""
    return s.U_inverse @ C @ s.U


def congruent(s: Setting, C: Array) -> Array:
    """U_Sigma^T C U_Sigma."""
    return s.U.mT @ C @ s.U


Quantity = Callable[[Model, Array], list[Dual]]


def layers(m: Model, X_0: Array) -> list[Dual]:
    """X_0, ..., X_L."""
    return m.covariates(X_0)


def product(m: Model, X_0: Array) -> list[Dual]:
    """G alone."""
    return [m.G(X_0)]
