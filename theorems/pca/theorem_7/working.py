r"""The working transformer on matrices of size 2 with a relative gap: what it reaches, and bounds on it.

Eigenvalues are 1 and ``ratio``; starts are given in the eigenvectors' own coordinates. The M heads of a
normalisation are made for vectors u with $r\le\|u\|\le R$, the *shell*: here r is ``ratio * delta / 2`` and R
is 2, which hold the norms that occur.
"""

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
    broadcast_to,
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

    @property
    def law(self) -> Array:
        """``3/64 (2 ln(R/r) / (M - 1))^2``, the relative error of one normalisation."""
        span = log(4 / (self.ratio * self.delta))
        return 3 * (2 * span / (self.M - 1)) ** 2 / 64


sizes = space(
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


def build(s: Working) -> Transformer:
    """The working transformer; it knows the sizes, the shell and the number of iterations only."""
    return _transformer(s.k, s.tau, s.shell)


def inputs(s: Working, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X ``(batch, 2, 2)``, unit starts ``(batch, k, 2)`` with ``|p^T v_i| > delta``, and the eigenvectors.

    A start that is too near the hyperplane is replaced by the eigenvector.
    """
    exact = eye(2, prompt.starts)[: s.k]
    along = sum(prompt.starts * exact, -1)
    admissible = relu(sign(absolute(along) - norm(prompt.starts) * s.delta))[..., None]
    start = prompt.starts * admissible + exact * (1 - admissible)
    start = start / norm(start)[..., None]
    U = rotation(s.tilt)
    X = U @ diag_embed(concatenate([1, sqrt(s.ratio)], 0))
    return broadcast_to(X[None], (len(prompt), 2, 2)), start @ U.mT, U


def outputs(s: Working, tf: Transformer, X: Array, start: Array) -> Array:
    """``(batch, k, 2)`` what the transformer returns."""
    H = embed(X, start)
    H = H.detach() if isinstance(H, Tensor) else H  # a step through all layers costs a whole batch
    return readout(tf(H), s.k, 2)


def distances(s: Working, prompt: Prompt, tf: Transformer) -> Array:
    """``(batch, k)`` distances of the outputs to the eigenvectors on the side of the starts."""
    X, start, U = inputs(s, prompt)
    output = outputs(s, tf, X, start)
    sides = sign(sum(start * U.mT[: s.k], -1))
    return stack([norm(output[:, i] - U[:, i] * sides[:, i : i + 1]) for i in range(s.k)], -1)


def amended_bounds(s: Working) -> Array:
    """``(k,)``: the law, and ``lambda_1 sqrt(eps_0) / Delta`` times the product up to eta."""
    gap = minimum(s.ratio, 1 - s.ratio)
    first = sqrt(s.eps0) / gap
    return stack([s.law + first, s.law + first * 5 * s.ratio / gap][: s.k], -1)
