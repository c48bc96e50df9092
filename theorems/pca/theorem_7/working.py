r"""The working transformer on matrices of size 2 with a relative gap, and what it reaches."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from torch import Tensor

from constructions.pca import Shell, embed, pca_transformer, readout
from constructions.transformer import Transformer
from lemmata import Prompt, Space, box, choices, dims, reals, space
from lemmata.numbers import (
    Array,
    absolute,
    as_array,
    concatenate,
    diag_embed,
    eye,
    log,
    minimum,
    norm,
    relu,
    rotation,
    sign,
    sqrt,
    stack,
    sum,
    values,
    zeros,
)
from theorems.pca.theorem_7.pair import Pair


@dataclass(frozen=True)
class Working:
    k: int
    ratio: float  # lambda_2 / lambda_1, a square
    eps0: float
    delta: float
    tilt: Tensor  # (1, 1)
    M: int

    @property
    def tau(self) -> int:
        eps, delta = float(values(self.eps0)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))

    @property
    def shell(self) -> Shell:
        return Shell(float(values(self.ratio)) * float(values(self.delta)) / 2, 2.0, self.M)

    def law(self, like: Array) -> Array:
        """``3/64 (2 ln(R/r) / (M - 1))^2``, the relative error of one normalisation."""
        span = log(as_array(4 / (self.ratio * self.delta), like=like))
        return 3 * (2 * span / (self.M - 1)) ** 2 / 64


working = space(
    Working,
    k=dims(1, 2, most=2),
    ratio=choices(0.0625, 0.25),
    eps0=choices(0.5),
    delta=choices(0.5, 0.25),
    tilt=box(1, 1, low=-1.0, high=1.0),
    M=dims(4, 6),
)


def starts(s: Pair | Working) -> Space:
    """In the eigenvectors' own coordinates, before normalisation."""
    return space(starts=reals(s.k, 2))


@cache
def _transformer(k: int, tau: int, shell: Shell) -> Transformer:
    return pca_transformer(2, 2, k, tau, shell)


def build(s: Working | Pair) -> Transformer | None:
    """The working transformer; the certificate needs none."""
    return _transformer(s.k, s.tau, s.shell) if isinstance(s, Working) else None


def inputs(s: Working, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X ``(batch, 2, 2)``, unit starts ``(batch, k, 2)`` with ``|p^T v_i| > delta``, and the eigenvectors."""
    own = eye(2, prompt.starts)[: s.k]
    along = sum(prompt.starts * own, -1)
    good = relu(sign(absolute(along) - norm(prompt.starts) * s.delta))[..., None]
    start = prompt.starts * good + own * (1 - good)
    start = start / norm(start)[..., None]
    U = rotation(s.tilt)
    roots = concatenate([s.tilt[0] * 0 + 1, s.tilt[0] * 0 + sqrt(s.ratio)], 0)
    X = U @ diag_embed(roots) + zeros((len(prompt), 2, 2), prompt.starts)
    return X, start @ U.mT, U


def outputs(s: Working, tf: Transformer, X: Array, start: Array) -> Array:
    """``(batch, k, 2)`` what the transformer returns."""
    H = embed(X, start)
    H = H.detach() if isinstance(H, Tensor) else H  # a step through all layers costs a whole batch
    return readout(tf(H), s.k, 2)


def reached(s: Working, prompt: Prompt, tf: Transformer) -> Array:
    """``(batch, k)`` distances of the outputs to the eigenvectors on the side of the starts."""
    X, start, U = inputs(s, prompt)
    found = outputs(s, tf, X, start)
    sides = sign(sum(start * U.mT[: s.k], -1))
    return stack([norm(found[:, i] - U[:, i] * sides[:, i : i + 1]) for i in range(s.k)], -1)


def amended_bounds(s: Working, like: Array) -> Array:
    """``(k,)``: the law, and lambda_1 sqrt(eps_0) / Delta times the product up to eta."""
    root, ratio = sqrt(as_array(s.eps0, like=like)), as_array(s.ratio, like=like)
    gap = minimum(ratio, 1 - ratio)
    return stack([s.law(like) + root / gap, s.law(like) + root * 5 * ratio / gap / gap][: s.k], -1)
