"""Settings, prompts and decoders shared by the claims on Proposition 6 (slides of Q. Liu 2025)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from constructions.format_conversion import format_conversion
from constructions.transformer import CausalReluAttention, Transformer
from lemmata import Prompt, Space, dims, reals, space
from lemmata.numbers import Array


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    spare: int


def prompts(s: Setting) -> Space:
    return space(X=reals(s.d, s.N), y=reals(s.N), query=reals(s.d))


common: dict[str, Any] = {
    "kind": "forall",
    "settings": space(Setting, d=dims(1, 2), N=dims(1, 4), spare=dims(0, 1)),
}
LONG = Setting(1, 25, 0)


_conversion = cache(format_conversion)


def conversion(s: Setting) -> Transformer:
    return _conversion(s.d, s.spare)


def nothing(s: Setting) -> Transformer:
    """The transformer without layers."""
    return Transformer(conversion(s).stream, ())


def without(layer: int, head: int) -> Callable[[Setting], Transformer]:
    """The conversion without one head."""

    def build(s: Setting) -> Transformer:
        tf = conversion(s)
        layers = list(tf.layers)
        whole = layers[layer]
        assert isinstance(whole, CausalReluAttention)
        kept = tuple(h for i, h in enumerate(whole.heads) if i != head)
        layers[layer] = replace(whole, heads=kept)
        return Transformer(tf.stream, tuple(layers))

    return build


def data(prompt: Prompt) -> tuple[Array, Array, Array]:
    return prompt.X, prompt.y, prompt.query
