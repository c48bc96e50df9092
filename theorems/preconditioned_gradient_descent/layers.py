r"""The layers $X_0,X_1,\dots$ of (13) and their product G, with derivatives along curves.

The layers are the first d rows of the literal forward pass (4). Derivatives in t come from dual numbers
that go through the same pass, so that no product rule of the paper is used.
"""

import functools
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import torch

from constructions.attention import LinearAttention
from constructions.gradient_descent import residual_stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concatenate, constant, eye, stack
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import Layers, Setting

Moving = Literal["A", "B"]


@dataclass(frozen=True)
class Model:
    """The layers at a setting, of which the j-th A or B moves in the direction C ``(batch, d, d)``.

    ``shift (..., d, d)`` is added to that A or B before it moves.
    """

    s: Any  # a setting with d, n, A and B, and j if one of them moves
    moving: Moving = "A"
    C: Array = None
    shift: Array = None

    def curves(self, name: Moving) -> list[Dual]:
        """A_0, ..., A_k or B_0, ..., B_k."""
        matrices = [still(value[None]) for value in (self.s.A if name == "A" else self.s.B)]
        if name == self.moving and (self.C is not None or self.shift is not None):
            value = matrices[self.s.j].value
            matrices[self.s.j] = Dual(value if self.shift is None else value + self.shift, self.C)
        return matrices

    @cached_property
    def transformer(self) -> Transformer:
        """The layers (13); the proof drops the factor 1 / n of (4) into A."""
        stream = residual_stream(self.s.d)
        layers = []
        for A, B in zip(self.curves("A"), self.curves("B"), strict=True):
            P = stream.linear({("x", "x"): B.value, ("y", "y"): 1})
            Q = stream.linear({("x", "x"): A.value * self.s.n})
            P_moves, Q_moves = (
                None if X.moves is None else stream.linear({("x", "x"): X.moves * scale})
                for X, scale in ((B, 1), (A, self.s.n))
            )
            layers.append(LinearAttention(Dual(P, P_moves), Dual(Q, Q_moves), stream))
        return Transformer(stream, tuple(layers))

    def states(self, X_0: Array, w: Array = None) -> tuple[Dual, ...]:
        """Z_0, ..., Z_L from ``X_0 (batch, d, n + 1)``, with the label of the query filled in."""
        Y_0 = 0 if w is None else w[:, None] @ X_0
        return self.transformer.run(still(concatenate([X_0, Y_0], 1)))

    def covariates(self, X_0: Array) -> list[Dual]:
        """X_0, ..., X_L."""
        return [Z[:, : self.s.d] for Z in self.states(X_0)]

    def factors(self, X_0: Array, sign: int = 1) -> list[Dual]:
        """I + sign M X_i^T A_i X_i for i = 0, ..., k."""
        one, M = still(eye(self.s.n + 1, X_0)[None]), still(mask(self.s.n, X_0) * sign)
        pairs = zip(self.covariates(X_0), self.curves("A"), strict=False)
        return [one + M @ X.mT @ A @ X for X, A in pairs]

    def G(self, X_0: Array, sign: int = 1) -> Dual:
        """X_0 times the factors in order."""
        return functools.reduce(operator.matmul, self.factors(X_0, sign), still(X_0))


def model(s: Setting | Layers, moving: Moving = "A", C: Array = None) -> Model:
    """The model at the setting; ``C (batch, d, d)`` moves layer j."""
    return Model(s, moving, C)


def covariates_with(s: Setting, moving: Moving, X_0: Array) -> list[list[Dual]]:
    """For each layer l the covariates of the network whose B_j (or A_j) is its B_l (or A_l)."""
    matrices = s.A if moving == "A" else s.B
    return [Model(s, moving, shift=other - matrices[s.j]).covariates(X_0) for other in matrices]


def mask(n: int, like: Array) -> Array:
    """M: the identity, but for the query."""
    return constant(torch.diag(torch.tensor([1.0] * n + [0.0]).double()), like)


def last(n: int, like: Array) -> Array:
    """I - M."""
    return eye(n + 1, like) - mask(n, like)


def values(path: Sequence[Dual]) -> Array:
    return stack([x.value for x in path], 1)


def slopes(path: Sequence[Dual]) -> Array:
    return stack([x.slope for x in path], 1)
