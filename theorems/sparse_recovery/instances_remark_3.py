"""The network of appendix D.2 (Liu et al. 2025), which knows a set that holds the support."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from constructions.lista_vm import Bias, embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Prompt, dims
from lemmata.numbers import Array, absolute, concatenate, constant, eye, sum
from theorems.sparse_recovery.theorem_4_1 import setting as instances_theorem_4_1


@dataclass(frozen=True)
class Setting(instances_theorem_4_1.Setting):
    S: int = 1  # the size of the set, its first S coordinates

    def matrices(self, kind: Literal["dense", "multiples of I"]) -> Array:
        """The matrices as drawn, or multiples of the identity by their first entries."""
        return self.M if kind == "dense" else self.M[:, :1, :1] * eye(self.d, self.M)

    @property
    def B(self) -> Array:
        """Exceeds ``|beta^T x|`` in every layer, by the growth from layer to layer."""
        radius = self.b_beta * 0
        for M in self.M:
            size = sum(absolute(M), (-2, -1)) * self.d
            radius = radius + size * self.b_x * self.b_x * (radius + self.b_beta) / 2
        return self.b_x * radius + 1


_whole = instances_theorem_4_1.settings(2, 1.0)
settings = replace(
    _whole, holder=Setting, fields={**_whole.fields, "S": lambda s: dims(1, s.d, most=s.d)}
)


def inside(s: Setting, like: Array) -> Array:
    """The diagonal of I^S."""
    return constant([1.0] * s.S + [0.0] * (s.d - s.S), like)


def data(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X, y and the query, beta* having its support in the set."""
    beta = prompt.beta_star * inside(s, prompt.X)
    return prompt.X, (prompt.X @ beta[..., None])[..., 0], prompt.query


def network(
    kind: Literal["dense", "multiples of I"], bias: Bias = "corrected", restricted: bool = True
) -> Callable[[Setting], Transformer]:
    return lambda s: lista_vm_transformer(
        s.matrices(kind), s.theta, s.B, bias=bias, support=s.S if restricted else None
    )


def states(s: Setting, tf: Transformer, prompt: Prompt) -> list[Array]:
    """H^(2), ..., H^(K+1): ``(batch, 2d + 2, 2N + 1)`` each."""
    return list(tf.run(embed(*data(s, prompt)))[2::2])


def projected(s: Setting, H: Array, x: bool) -> Array:
    """``diag(I^S or I, 1, I^S, 1) H``."""
    on = inside(s, H)
    one = on[:1] * 0 + 1
    return concatenate([on if x else on * 0 + 1, one, on, one], 0)[:, None] * H
