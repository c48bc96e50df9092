r"""The working transformer on matrices with relative gaps: what it reaches, and bounds on it.

$X=U\operatorname{diag}(\lambda_i^{1/2})W^\top$ is any d x N matrix ($N\ge d$) with the spectrum; U and W are
drawn as products of two reflections. The M heads of a normalisation are made for vectors u with $r\le\|u\|\le
R$, the *shell*: $r=\lambda_k\delta/2$ and $R=2\lambda_1$ hold the norms that occur. On it the normalisation is
good to $\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$, relatively.
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
from lemmata import Domain, Prompt, Space, box, dims, dyadics, reals, scales, space
from lemmata.numbers import Array, concatenate, eye, log, minimum, norm, ones, sign, sqrt, stack, sum, values


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues by their ratios, how far the starts are off, and the heads."""

    d: int
    N: int
    k: int
    lambda_1: float
    delta: float
    phi: Tensor  # (d - 1,): its cube is the share that lambda_(i+1) / lambda_i lacks of the largest allowed
    M: int

    @property
    def largest_quotient(self) -> Array:
        """Of ``lambda_(i+1) / lambda_i`` for i = 1, ..., k."""
        return 1

    @property
    def eigenvalues(self) -> list[Array]:
        """``lambda_1, ..., lambda_d``, and 0."""
        quotients = [
            (1 - x * x * x) * (self.largest_quotient if i < self.k else 1) for i, x in enumerate(self.phi)
        ]
        return [*accumulate(quotients, mul, initial=self.lambda_1), 0]

    @property
    def Delta(self) -> Array:
        """The smallest of ``lambda_i - lambda_(i+1)``, i = 1, ..., k."""
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
    def largest_quotient(self) -> Array:
        """``(1 - eps_0)^2``."""
        return (1 - self.eps0) ** 2

    @property
    def tau(self) -> int:
        """``ln(1 / (eps_0 delta)) / (2 eps_0)``, rounded up."""
        eps, delta = float(values(self.eps0)), float(values(self.delta))
        return math.ceil(math.log(1 / (eps * delta)) / (2 * eps))


@dataclass(frozen=True)
class Iterated(Spectrum):
    """The same, with any number of iterations."""

    tau: int


def small_beside_gaps(s: Working) -> bool:
    """Whether ``eps + eps_0^2 <= 2 Delta / (5 lambda_1)``."""
    # A removal leaves up to 2 eps lambda_1 of v_1, and about eps_0^2 lambda_1 since v_1 is not met exactly:
    # the power method must not find that before v_k.
    return bool((s.eps + s.eps0**2) * s.lambda_1 * 5 <= s.Delta * 2)


def settings(
    where: Callable[[Working], bool] = small_beside_gaps, quotient: float = 4, **pinned: Domain
) -> Space:
    """Relative gaps, heads that are many enough for the least gap, starts with ``delta >= quotient eps_0``."""
    fields: dict[str, Any] = {
        "eps0": dyadics(Fraction(1, 256), Fraction(1, 4), open_high=True, grid=16, of="(0, 1/4)"),
        "d": lambda s: dims(1, 16 if s.eps0 >= 1 / 8 else 6 if s.eps0 >= 1 / 32 else 3),  # as iterations allow
        "N": lambda s: dims(s.d, s.d + 2),
        "k": lambda s: dims(1, min(s.d, 5), most=s.d),
        "lambda_1": scales(-20, 20, of="(0, inf)"),
        "phi": lambda s: box(s.d - 1, low=0, high=1),
        "delta": lambda s: dyadics(quotient * s.eps0, 1, open_high=True),
        "M": dims(3, 16),
    }
    return space(Working, where=where, **(fields | pinned))


sizes = settings()
one_component = space(
    Iterated,
    d=dims(1, 6),
    N=lambda s: dims(s.d, s.d + 2),
    k=dims(1, 1, most=1),
    lambda_1=scales(-20, 20, of="(0, inf)"),
    phi=lambda s: box(s.d - 1, low=0, high=1),
    delta=dyadics(0, 1, open_low=True, open_high=True),
    M=dims(3, 9),
    tau=dims(1, 6),
)


def matrices(s: Spectrum) -> Space:
    """Reflections of both sides of X, and starts in the eigenvectors' own coordinates.

    ``omega`` says how far ``|p_i^T v_i|`` is above delta, the k-th row of ``starts`` the rest of the start and
    its side.
    """
    return space(
        starts=reals(s.k, s.d),
        omega=box(s.k, low=0, high=1),
        left=box(2, s.d - 1, low=-1, high=1),
        right=box(2, s.N - 1, low=-1, high=1),
    )


@cache
def _transformer(d: int, N: int, k: int, tau: int, shell: Shell) -> Transformer:
    return pca_transformer(d, N, k, tau, shell)


def build(s: Working | Iterated) -> Transformer:
    """The working transformer; it knows the sizes, the shell and the number of iterations only."""
    return _transformer(s.d, s.N, s.k, s.tau, s.shell)


def frame(tilts: Array) -> Array:
    """Products of reflections along ``(1, tilt)``, one for each tilt.

    Tilts ``(batch, reflections, n - 1)`` give ``(batch, n, n)``.
    """
    normals = concatenate([ones((*tilts.shape[:2], 1), tilts), tilts], -1)
    matrix = eye(normals.shape[-1], tilts)[None]
    for i in range(tilts.shape[1]):
        v = normals[:, i, :, None]
        matrix = matrix - (matrix @ v) @ v.mT * 2 / sum(v * v, (-2, -1))[:, None, None]
    return matrix


def inputs(s: Spectrum, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X, the unit starts, and the eigenvectors on the sides of the starts.

    X is ``(batch, d, N)``, the other two are ``(batch, k, d)``.
    """
    U, W = frame(prompt.left), frame(prompt.right)
    X = U * sqrt(stack(s.eigenvalues[: s.d], 0)) @ W[..., : s.d].mT
    own = eye(s.d, X)[: s.k]
    side = sign(sign(sum(prompt.starts * own, -1)) * 2 + 1)[..., None]
    rest = prompt.starts * (1 - own)
    empty = 1 - sign(sum(rest * rest, -1))[..., None]
    rest = rest + empty * concatenate([own[:, 1:], own[:, :1]], -1) * (1 - own)  # some other direction
    cosine = s.delta + (1 - s.delta) * prompt.omega[..., None] ** 2
    if s.d > 1:
        start = own * side * cosine + rest / norm(rest)[..., None] * sqrt(1 - cosine**2)
    else:
        start = own * side
    return X, start @ U.mT, side * U.mT[:, : s.k]


def tokens(s: Spectrum, X: Array, start: Array) -> Array:
    """What the transformer is given."""
    H = embed(X, start)
    return H.detach() if isinstance(H, Tensor) else H  # a step through all layers costs a whole batch


def outputs(s: Spectrum, tf: Transformer, X: Array, start: Array) -> Array:
    """What the transformer returns, ``k`` vectors.

    The shape is ``(batch, k, d)``.
    """
    return readout(tf(tokens(s, X, start)), s.k, s.d)


def accuracy(s: Working) -> Array:
    """``eps + 3 eps_0 / 2``."""
    return s.eps + s.eps0 * 3 / 2
