r"""The working transformer on matrices with relative gaps: what it reaches, and bounds on it.

X is square, $X=U\operatorname{diag}(\lambda_i^{1/2})$ with one reflection U: its left singular vectors are the
columns of U, its right ones the unit vectors. The M heads of a normalisation
are made for vectors u with $r\le\|u\|\le R$, the *shell*: $r=\lambda_k\delta/2$ and $R=2\lambda_1$ hold the
norms that occur. On it the normalisation is good to $\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$, relatively.
"""

import math
from dataclasses import dataclass
from functools import cache, reduce
from itertools import accumulate
from operator import mul
from typing import Any

from torch import Tensor

from constructions.pca import Shell, embed, pca_transformer, readout
from constructions.transformer import Transformer
from lemmata import Prompt, Space, box, choices, dims, reals, space
from lemmata.numbers import (
    Array,
    absolute,
    broadcast_to,
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


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues ``lambda_i = first ratio^(i - 1)``, how far the starts are off, and the heads."""

    d: int
    k: int
    first: float  # lambda_1, a square
    ratio: float  # lambda_(i+1) / lambda_i, a square
    delta: float
    tilt: Tensor  # (1, d - 1): U reflects along (1, tilt)
    M: int

    @property
    def eigenvalues(self) -> list[Array]:
        """``lambda_1, ..., lambda_d``, and 0."""
        return [self.first * self.ratio**i for i in range(self.d)] + [0]

    @property
    def gap(self) -> Array:
        """Delta: the smallest of ``lambda_i - lambda_(i+1)``, i = 1, ..., k."""
        values = self.eigenvalues
        return reduce(minimum, [values[i] - values[i + 1] for i in range(self.k)])

    @property
    def shell(self) -> Shell:
        """``lambda_k delta / 2`` to ``2 lambda_1``, with M heads."""
        first, ratio, delta = (float(values(x)) for x in (self.first, self.ratio, self.delta))
        return Shell(first * ratio ** (self.k - 1) * delta / 2, 2 * first, self.M)

    @property
    def eps(self) -> Array:
        """``3/64 (2 ln(R/r) / (M - 1))^2``, the relative error of one normalisation."""
        span = log(4 / (self.ratio ** (self.k - 1) * self.delta))
        return 3 * (2 * span / (self.M - 1)) ** 2 / 64


@dataclass(frozen=True)
class Working(Spectrum):
    """The same, with the accuracy that says how many iterations there are."""

    eps0: float

    @property
    def tau(self) -> int:
        """``ln(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
        eps, delta = float(values(self.eps0)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


@dataclass(frozen=True)
class Iterated(Spectrum):
    """The same, with any number of iterations."""

    tau: int


FREE: dict[str, Any] = {
    "first": choices(1.0, 4.0, 0.25),
    "ratio": choices(0.0625, 0.25, 0.5625),
    "delta": choices(0.5, 0.25),
    "tilt": lambda s: box(1, s.d - 1, low=-1.0, high=1.0),
    "M": dims(3, 9),
}
sizes = space(
    Working,
    d=dims(1, 3),
    k=lambda s: dims(1, min(s.d, 2), most=s.d),
    **FREE,
    eps0=choices(0.5, 0.25, 0.125),
    where=lambda s: s.ratio <= (1 - s.eps0) ** 2 and 5 * s.eps * s.first <= s.gap,
)
"""The relative gap of the power method, and heads enough for a removal that leaves no other component first."""


one_component = space(Iterated, d=dims(1, 6), k=dims(1, 1, most=1), **FREE, tau=dims(1, 6))


def starts(s: Spectrum) -> Space:
    """In the eigenvectors' own coordinates, before normalisation."""
    return space(starts=reals(s.k, s.d))


@cache
def _transformer(d: int, k: int, tau: int, shell: Shell) -> Transformer:
    return pca_transformer(d, d, k, tau, shell)


def build(s: Working | Iterated) -> Transformer:
    """The working transformer; it knows the sizes, the shell and the number of iterations only."""
    return _transformer(s.d, s.k, s.tau, s.shell)


def inputs(s: Spectrum, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X ``(batch, d, d)``, unit starts ``(batch, k, d)`` with ``|p^T v_i| > delta``, and the eigenvectors.

    A start that is too near the hyperplane is replaced by the eigenvector.
    """
    exact = eye(s.d, prompt.starts)[: s.k]
    along = sum(prompt.starts * exact, -1)
    admissible = relu(sign(absolute(along) - norm(prompt.starts) * s.delta))[..., None]
    start = prompt.starts * admissible + exact * (1 - admissible)
    start = start / norm(start)[..., None]
    U = rotation(s.tilt)
    X = U @ diag_embed(sqrt(stack(s.eigenvalues[: s.d], 0)))
    return broadcast_to(X[None], (len(prompt), s.d, s.d)), start @ U.mT, U


def outputs(s: Spectrum, tf: Transformer, X: Array, start: Array) -> Array:
    """``(batch, k, d)`` what the transformer returns."""
    H = embed(X, start)
    H = H.detach() if isinstance(H, Tensor) else H  # a step through all layers costs a whole batch
    return readout(tf(H), s.k, s.d)


def targets(s: Spectrum, start: Array, U: Array) -> Array:
    """``(batch, k, d)`` the eigenvectors on the side of the starts."""
    exact = U.mT[: s.k]
    return exact * sign(sum(start * exact, -1))[..., None]


def bounds(s: Working) -> Array:
    """``(k,)``: ``(eps + eps_0) lambda_1 / Delta prod_(i < eta) 5 lambda_(i+1) / Delta``."""
    start = (s.eps + s.eps0) * s.first / s.gap
    factors = [5 * value / s.gap for value in s.eigenvalues[1 : s.k]]
    return stack(list(accumulate(factors, mul, initial=start)), 0)
