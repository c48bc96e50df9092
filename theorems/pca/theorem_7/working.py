r"""The working transformer on matrices with relative gaps: what it reaches, and bounds on it.

X is square, $X=U\operatorname{diag}(\lambda_i^{1/2})$ with one reflection U: its left singular vectors are the
columns of U, its right ones the unit vectors (X enters through $XX^\top$ alone). The M heads of a normalisation
are made for vectors u with $r\le\|u\|\le R$, the *shell*: $r=\lambda_k\delta/2$ and $R=2\lambda_1$ hold the
norms that occur. On it the normalisation is good to $\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$, relatively.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from itertools import accumulate
from operator import mul
from typing import Any

from torch import Tensor

from constructions.pca import Shell, embed, pca_transformer, readout
from constructions.transformer import Transformer
from lemmata import Prompt, Space, box, choices, dims, dyadics, reals, scales, space
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
    """Eigenvalues by their ratios, how far the starts are off, and the heads."""

    d: int
    k: int
    lambda_1: float
    delta: float
    ratios: Tensor  # (d - 1,), lambda_(i+1) / lambda_i
    tilt: Tensor  # (1, d - 1): U reflects along (1, tilt)
    M: int

    @property
    def eigenvalues(self) -> list[Array]:
        """``lambda_1, ..., lambda_d``, and 0."""
        return [*accumulate(self.ratios, mul, initial=self.lambda_1), 0]

    @property
    def gap(self) -> Array:
        """Delta: the smallest of ``lambda_i - lambda_(i+1)``, i = 1, ..., k."""
        values = self.eigenvalues
        return reduce(minimum, [values[i] - values[i + 1] for i in range(self.k)])

    @property
    def shell(self) -> Shell:
        """``lambda_k delta / 2`` to ``2 lambda_1``, with M heads."""
        first, last, delta = (
            float(values(x)) for x in (self.lambda_1, self.eigenvalues[self.k - 1], self.delta)
        )
        return Shell(last * delta / 2, 2 * first, self.M)

    @property
    def eps(self) -> Array:
        """``3/64 (2 ln(R/r) / (M - 1))^2``, the relative error of one normalisation."""
        span = log(4 * self.lambda_1 / (self.eigenvalues[self.k - 1] * self.delta))
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
    "lambda_1": scales(-20, 20),
    "tilt": lambda s: box(1, s.d - 1, low=-1.0, high=1.0),
    "M": dims(3, 9),
}


def enough_heads(s: Working) -> bool:
    """Whether ``eps + eps_0^2 <= 2/5 Delta / lambda_1``."""
    # A removal leaves up to 2 eps lambda_1 of v_1, and about eps_0^2 lambda_1 since v_1 is not met exactly:
    # the power method must not find that before v_k.
    return bool(5 * (s.eps + s.eps0**2) * s.lambda_1 <= 2 * s.gap)


def fewer_heads(s: Working) -> bool:
    """Whether ``eps + eps_0^2 <= Delta / lambda_1``."""
    return bool((s.eps + s.eps0**2) * s.lambda_1 <= s.gap)


def settings(where: Callable[[Working], bool], **fields: Any) -> Space:
    """Relative gaps; accuracies eps_0 of at most a quarter of delta."""
    own: dict[str, Any] = {
        "d": dims(1, 3),
        "k": lambda s: dims(1, min(s.d, 3), most=s.d),
        **FREE,
        "eps0": dyadics(0, Fraction(1, 4), open_low=True, open_high=True, grid=16),
        "delta": lambda s: dyadics(4 * s.eps0, 1, open_high=True),
        "ratios": lambda s: box(s.d - 1, low=0, high=(1 - s.eps0) ** 2),
    }
    return space(Working, where=where, **(own | fields))


sizes = settings(enough_heads)
fewer = settings(
    fewer_heads,
    d=dims(2, 2),
    k=dims(2, 2, most=2),
    M=dims(4, 4),
    eps0=choices(0.0625),
    delta=choices(0.25),
    ratios=box(1, low=0.40625, high=0.4375),
)
"""So few heads that the first removal leaves more of ``v_1`` than there is of ``v_2``."""
nearer = settings(
    enough_heads,
    d=dims(2, 2),
    k=dims(2, 2, most=2),
    M=dims(9, 9),
    eps0=choices(0.25),
    delta=choices(0.0615234375),
    ratios=box(1, low=0.5625, high=0.5625),
)
"""Starts may be nearer to their hyperplanes than the directions are exact."""
one_component = space(
    Iterated,
    d=dims(1, 6),
    k=dims(1, 1, most=1),
    **FREE,
    delta=dyadics(0, 1, open_low=True, open_high=True),
    ratios=lambda s: box(s.d - 1, low=0, high=1),
    tau=dims(1, 6),
)


def starts(s: Spectrum) -> Space:
    """In the eigenvectors' own coordinates, before normalisation."""
    return space(starts=reals(s.k, s.d))


def near_hyperplanes(s: Spectrum) -> Space:
    """Starts with a cosine of about 1/16 in the corners."""
    return space(starts=box(s.k, s.d, low=0.0625, high=1.0))


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


def accuracy(s: Working) -> Array:
    """``eps + 3 eps_0 / 2``."""
    return s.eps + s.eps0 * 3 / 2
