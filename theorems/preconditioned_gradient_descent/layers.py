r"""The layers $X_0,X_1,\dots$ of (13) and their product G, with derivatives along curves.

The layers are the first d rows of the literal forward pass (4). Derivatives in t come from dual numbers
that go through the same pass, so that no product rule of the paper is used.
"""

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import torch

from constructions.attention import LinearAttention
from constructions.gradient_descent import residual_stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, concatenate, constant, eye, stack
from theorems.preconditioned_gradient_descent.dual import Dual, still
from theorems.preconditioned_gradient_descent.equivariance import Setting

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
        P, Q = (list(s.weights[name]) for name in ("P", "Q"))
        weight, scale = (Q, s.n) if self.moving == "A" else (P, 1)
        if self.C is not None:
            weight[s.j] = Dual(weight[s.j].value, stream.linear({("x", "x"): self.C * scale}))
        if self.replaced is not None:
            weight[s.j] += still(stream.linear({("x", "x"): self.shift() * scale})[None])
        layers = (LinearAttention(P_i, Q_i, stream) for P_i, Q_i in zip(P, Q, strict=True))
        return Transformer(stream, tuple(layers))

    def states(self, X_0: Array, w: Array = None) -> tuple[Dual, ...]:
        """Z_0, ..., Z_L from ``X_0 (batch, d, n + 1)``, with the label of the query filled in."""
        Y_0 = 0 if w is None else w[:, None] @ X_0
        return self.transformer.run(still(concatenate([X_0, Y_0], 1)))

    def covariates(self, X_0: Array) -> list[Dual]:
        """X_0, ..., X_L."""
        return [Z[:, : self.s.d] for Z in self.states(X_0)]

    def factors(self, X_0: Array, sign: int = 1) -> list[Dual]:
        """I + M X_i^T A_i X_i for i = 0, ..., k."""
        one, M = still(eye(self.s.n + 1, X_0)[None]), still(mask(self.s.n, X_0) * sign)
        pairs = zip(self.covariates(X_0), self.curves("A"), strict=False)
        return [one + M @ X.mT @ A @ X for X, A in pairs]

    def G(self, X_0: Array, sign: int = 1) -> Dual:
        """X_0 times the factors in order."""
        return functools.reduce(operator.matmul, self.factors(X_0, sign), still(X_0))


def model(s: Setting, moving: Moving = "A", C: Array = None) -> Model:
    """The model at the setting; ``C (batch, d, d)`` moves layer j."""
    return Model(s, moving, C)


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


Quantity = Callable[[Model, Array], list[Dual]]


def layers(m: Model, X_0: Array) -> list[Dual]:
    """X_0, ..., X_L."""
    return m.covariates(X_0)


def product(m: Model, X_0: Array) -> list[Dual]:
    """G alone."""
    return [m.G(X_0)]
