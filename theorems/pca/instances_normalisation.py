"""Settings and errors shared by the claims on the normalisation layer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from torch import Tensor

from constructions.pca import Build, Shell
from constructions.pca_layers import ReluAttention
from constructions.pca_printed import normalisation_layer, printed_stream
from lemmata import Prompt, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, broadcast_to, eye, log, norm, sign, values
from theorems.pca.instances_layers import padded


@dataclass(frozen=True)
class Setting:
    d: int
    M: int
    r: float
    ratio: float  # R / r
    eps: float
    a: Tensor  # (M, d)
    c: Tensor  # (M,)

    def shell(self, heads: int = 0) -> Shell:
        r = float(values(self.r))
        return Shell(r, r * float(values(self.ratio)), heads or self.M)


settings = space(
    Setting,
    d=dims(1, 2),
    M=dims(2, 7),
    r=scales(-2, 1),
    ratio=scales(1, 4),
    eps=dyadics(0, 1, open_low=True, open_high=True),
    a=lambda s: box(s.M, s.d, low=-4, high=4),
    c=lambda s: box(s.M, low=-4, high=4),
)


Error = Callable[[Setting, Prompt], Array]


common: dict[str, Any] = {
    "kind": "forall",
    "settings": settings,
    "prompts": lambda s: space(u=reals(s.d)),
}


def unit_vector(u: Array) -> Array:
    """``u / |u|``, and 0 for 0."""
    size = norm(u)[..., None]
    return u / (size + 1 - sign(size))


def printed_error(s: Setting, prompt: Prompt) -> Array:
    """How far the sum over the heads of pow,2 is from ``u / |u|`` in token 1 of p4."""
    stream = printed_stream(s.d, 1)
    one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
    H = stream.embed(p2=one, p4=padded(prompt.u[..., None], s.d))
    a, c = values(s.a), [float(v) for v in values(s.c)]
    change = normalisation_layer(stream, a, c)(H) - H
    return norm(stream.read(change, "p4")[..., 0] - unit_vector(prompt.u))


@lru_cache(64)
def _layer(d: int, shell: Shell, written: str) -> ReluAttention:
    build = Build(d, d, 1)
    return build.normalise(shell) if written == "iterate" else build.weigh(shell, 1)


def working_error(heads: Callable[[int], int] = lambda M: M, written: str = "iterate") -> Error:
    """The same for the normalisation layer of the working transformer (or the one that weighs)."""

    def error(s: Setting, prompt: Prompt) -> Array:
        layer = _layer(s.d, s.shell(heads(s.M)), written)
        stream = Build(s.d, s.d, 1).stream
        one = broadcast_to(eye(s.d, prompt.u)[None], (len(prompt), s.d, s.d))
        H = stream.embed(identity=one, image=padded(prompt.u[..., None], s.d))
        return norm(stream.read(layer(H), written)[..., 0] - unit_vector(prompt.u))

    return error


def law(s: Setting, share: int = 1) -> Array:
    """The relative error ``3/64 (2 ln(R/r) / (M - 1))^2``."""
    return 3 * (2 * log(s.ratio) / (s.M - 1)) ** 2 / (64 * share)
