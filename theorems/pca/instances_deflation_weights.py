"""Settings and tokens of the claims on rpe,2 (slides of Q. Liu 2025)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from torch import Tensor

from constructions.pca_printed import printed_stream
from lemmata import Prompt, box, dims, reals, space
from lemmata.numbers import Array
from theorems.pca.instances_layers import identity, padded


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    b: Tensor  # (M, d)
    c: Tensor  # (M,), the slides' d_m


common: dict[str, Any] = {
    "kind": "forall",
    "settings": space(
        Setting,
        d=dims(1, 2),
        N=lambda s: dims(s.d, s.d + 1),
        b=lambda s: box(2, s.d, low=-2, high=2),
        c=box(2, low=-2, high=2),
    ),
    "prompts": lambda s: space(p=reals(s.d), u=reals(s.d)),
}


def state(s: Setting, prompt: Prompt, p5: Array) -> Array:
    """The tokens before or after the layer; X is 0, to which the layer does not refer."""
    first = {"p4": prompt.p, "p5": p5}
    columns = {name: padded(part[..., None], s.N) for name, part in first.items()}
    return printed_stream(s.d, 2).embed(p2=identity(s, prompt.p), **columns)
