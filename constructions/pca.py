r"""An encoder transformer with ReLU attention that computes the top k eigenvectors of $XX^\top$.

It follows the plan of the slides of Q. Liu (2025), sections 1 to 4: a covariance layer, power iterations
of two layers each, three layers that remove a component, and the read-out $\widetilde W_0=
[0,I_{kd}]$, $\widetilde W_1=(1,0,\dots,0)^\top$. What the slides print for the single layers is in
:mod:`constructions.pca_printed`; it does not work. Here every head is in vector form, and

- the covariance $XX^\top$ lies in the tokens $1,\dots,d$ by columns, so $N\ge d$ is needed;
- vectors (the iterate, its image) lie in token 1, which the first row of the identity block marks;
- a block is emptied in the layer that writes it anew, by a head that subtracts it;
- $u/\|u\|$ is $u\,g(\|u\|^2)$ with $g$ piecewise linear, one head a knot: the score is $t_m-\|u\|^2$
  (this way round all summands are positive, so nothing cancels). The factor is a scalar, so directions are
  exact as long as $g>0$; its relative error on the shell $r\le\|u\|\le R$ is :func:`shell_error`, about
  $\frac{3}{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$;
- the removal subtracts $ww^\top$ with $w=u\|u\|^{-1/2}=\sqrt{\hat\lambda}\,u/\|u\|$, $u=A\hat v$.

Depth $1+k(2\tau+3)$, heads $M$ in the widest layer; with the definition's factor $1/N$ (``mean``) the
values are $N$ times larger.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from constructions.attention import Attention, Head
from constructions.layer import Layer, beside
from constructions.pca_layers import relu_attention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, Number, concat, constant, exp, eye, log, values, zeros
from lemmata.numbers.arithmetic import using

Blocks = dict[tuple[str, str], Array]
"""What :meth:`Stream.linear` takes."""


@dataclass(frozen=True)
class Shell:
    """Norms ``r <= |u| <= R`` on which ``heads`` heads take a power of the norm."""

    r: float
    R: float
    heads: int

    def __post_init__(self) -> None:
        if not (0 < self.r < self.R < math.inf):
            raise ValueError(
                f"the shell is r={self.r}, R={self.R}; expected 0 < r < R < inf: r below and R above "
                "every norm |A v| that occurs (delta * lambda_k and lambda_1 will do)"
            )
        if self.heads < 2:
            raise ValueError(f"heads is {self.heads}; expected at least 2, for one linear piece")

    @property
    def knots(self) -> list[float]:
        """Squared norms in geometric progression, ``heads`` of them from r^2 to R^2."""
        steps = int(self.heads) - 1  # knots are floats, whatever the setting is in
        return [self.r**2 * (self.R / self.r) ** (2 * m / steps) for m in range(steps + 1)]

    def gains(self, power: float) -> Gains:
        """Those of the heads whose sum is near ``|u|^-2power``."""
        first, linear, bends = coefficients(self, power)
        knots = tuple((math.sqrt(t), c * t) for t, c in bends)
        return Gains(first, (self.R, linear * self.R**2), knots)


@dataclass(frozen=True)
class Gains:
    """What heads multiply a vector u by, ``constant + c_0 |u|^2 / R^2 + sum_m c_m relu(1 - |u|^2 / s_m^2)``.

    Attributes:
        linear: ``(R, c_0)``.
        knots: ``(s_m, c_m)``.
    """

    constant: Number
    linear: tuple[Number, Number]
    knots: tuple[tuple[Number, Number], ...]


def shell_error(shell: Shell, power: float) -> float:
    r"""The largest relative error of the piecewise linear $g(s)\approx s^{-p}$ on the shell.

    On each piece $[t,qt]$ the chord lies above by a factor of at most $1+E$; all pieces share $E$, and
    $g$ is the chord divided by $1+E/2$.
    """
    with using(None):  # in floats, as the weights are
        return float(relative_error(shell.R / shell.r, shell.heads, power))


def relative_error(ratio: Array, heads: int, power: float) -> Array:
    """:func:`shell_error` for ``ratio = R / r``, a number, in its arithmetic; ``power`` is dyadic."""
    excess = _excess(ratio, heads, power)
    return excess / (excess + 2)  # g is the chord over 1 + excess / 2: as far above as below


def _excess(ratio: Array, heads: int, power: float) -> Array:
    """How far the chord of s^-p over a piece [1, q] lies above it, relatively, where it does most."""
    width = log(ratio) * 2 / (heads - 1)  # of a piece: log q
    slope = (1 - exp(width * -power)) / (exp(width) - 1)  # the chord is 1 + slope - slope s
    # (1 + slope - slope s) s^p is largest where its derivative vanishes.
    top = power * (1 + slope) / (slope * (1 + power))
    return (1 + slope - slope * top) * exp(log(top) * power) - 1


def coefficients(shell: Shell, power: float) -> tuple[float, float, list[tuple[float, float]]]:
    r"""``(c, c_0, [(t_m, c_m), ...])`` with $g(s)=c+c_0s+\sum_mc_m\sigma(t_m-s)\approx s^{-p}$."""
    knots = shell.knots
    with using(None):  # weights are floats, whatever the tokens are
        scale = 2 / (2 + _excess(shell.R / shell.r, shell.heads, power))
    heights = [scale * t**-power for t in knots]
    slopes = [(b - a) / (t - s) for a, b, s, t in zip(heights, heights[1:], knots, knots[1:], strict=False)]
    bends = [(t, b - a) for t, a, b in zip(knots[1:-1], slopes, slopes[1:], strict=False)]
    return heights[-1] - slopes[-1] * knots[-1], slopes[-1], bends


@dataclass(frozen=True)
class Build:
    """The heads of the construction for ``d`` features, ``N`` samples and ``k`` components.

    Attributes:
        mean: whether attention divides by the number of tokens, as the definition says.

    Raises:
        TypeError, ValueError: a size is no whole number above 0, ``N < d``, or ``k > d``.
    """

    d: int
    N: int
    k: int
    mean: bool = True

    def __post_init__(self) -> None:
        for name, value in (("d", self.d), ("N", self.N), ("k", self.k)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"{name} must be a whole number, got {value!r}")
            if value < 1:
                raise ValueError(f"{name} is {value}; expected at least 1")
        if self.d > self.N:
            raise ValueError(
                f"N is {self.N} and d is {self.d}; the identity block [I_d 0] of P needs N >= d "
                "tokens: append columns of zeros to X, which do not change X X^T"
            )
        if self.k > self.d:
            raise ValueError(f"k is {self.k}; there are only d = {self.d} eigenvectors")

    @cached_property
    def stream(self) -> Stream:
        """The blocks of the residual stream.

        X, p1 (covariance), p2 (identity), p3 (starts), three working blocks, and last the k outputs.
        """
        d = self.d
        outputs = {f"found{i}": d for i in range(1, self.k + 1)}
        return Stream(x=d, covariance=d, identity=d, starts=d, iterate=d, image=d, weighted=d, **outputs)

    # -- heads -------------------------------------------------------------------------------------

    def _head(self, name: str, V: Blocks, Q: Blocks, K: Blocks) -> Head:
        gain = self.N if self.mean else 1
        V = {block: entry * gain for block, entry in V.items()}
        value, query, key = (self.stream.linear(blocks) for blocks in (V, Q, K))
        return Head(value, beside(value, query), beside(value, key), name)  # gains may be quantities

    def _mark(self, token: int, value: float = 1.0) -> Tensor:
        """Reads the identity block: ``value`` at ``token`` (from 1), 0 elsewhere; written into row 1."""
        matrix = torch.zeros(self.d, self.d, dtype=torch.float64)
        matrix[0, token - 1] = value
        return matrix

    def _move(self, name: str, source: int, V: Blocks) -> Head:
        """Token 1 receives ``V`` applied to the token ``source``."""
        Q = {("identity", "identity"): self._mark(1)}
        K = {("identity", "identity"): self._mark(source)}
        return self._head(name, V, Q, K)

    def _pair(self, name: str, V: Blocks, Q: Blocks, K: Blocks) -> list[Head]:
        """Two heads with a score and its negative: together they are linear in the score."""
        negative = {block: -entry for block, entry in Q.items()}
        flipped = {block: -entry for block, entry in V.items()}
        return [self._head(f"{name} +", V, Q, K), self._head(f"{name} -", flipped, negative, K)]

    def _power(self, gains: Gains, written: str, also: Blocks, others: tuple[Head, ...] = ()) -> list[Head]:
        """``written <- image * g(|image|^2)`` at token 1, with ``also`` moved within token 1.

        ``others`` are all heads but the first one, where a layer that differs in ``also`` alone has them.
        """
        heads = [self._move("constant", 1, {(written, "image"): gains.constant, **also})]
        if others:
            return [*heads, *others]
        size, gain = gains.linear
        # The score |u|^2 / R^2 is at most 1 on the shell; the value makes up for it.
        square = {("image", "image"): 1 / size}
        heads.append(self._head("linear", {(written, "image"): gain}, square, square))
        for number, (root, gain) in enumerate(gains.knots, 1):
            # The score is 1 - |u|^2 / t, root being that of t, and c t times its ReLU is c relu(t - |u|^2).
            V = {(written, "image"): gain}
            Q = {("image", "image"): 1 / root, ("identity", "identity"): self._mark(1)}
            K = {("image", "image"): -1 / root, ("identity", "identity"): self._mark(1)}
            heads.append(self._head(f"knot {number}", V, Q, K))
        return heads

    def _layer(self, name: str, heads: list[Head]) -> Attention:
        return relu_attention(tuple(heads), mean=self.mean, stream=self.stream, name=name)

    # -- layers ------------------------------------------------------------------------------------

    def covariance(self) -> Attention:
        """``covariance <- X X^T`` (columns in tokens 1 to d) and ``iterate <- start 1``."""
        heads = self._pair(
            "covariance", {("covariance", "x"): 1}, {("identity", "identity"): 1}, {("identity", "x"): 1}
        )
        return self._layer("covariance", [*heads, self._move("start", 1, {("iterate", "starts"): 1})])

    def apply(self) -> Attention:
        """``image <- A iterate`` at token 1."""
        heads = self._pair(
            "apply", {("image", "identity"): 1}, {("iterate", "iterate"): 1}, {("iterate", "covariance"): 1}
        )
        return self._layer("apply", [*heads, self._move("empty", 1, {("image", "image"): -1})])

    def normalise(self, shell: Shell) -> Attention:
        """``iterate <- image / |image|`` up to :func:`shell_error` (power 1/2)."""
        return self.rescale(shell.gains(0.5))

    def rescale(self, gains: Gains) -> Attention:
        """``iterate <- image`` times what the heads add up to."""
        return self._layer("normalise", self._power(gains, "iterate", {("iterate", "iterate"): -1}))

    def normalise_in_place(self, shell: Shell, *, empty: bool = True) -> Attention:
        """``image <- image / |image|``; without ``empty`` that is added to the image."""
        heads = self._power(shell.gains(0.5), "image", {})
        if empty:
            heads.append(self._move("empty", 1, {("image", "image"): -1}))
        return self._layer("normalise in place", heads)

    def weigh(self, shell: Shell, component: int, before: Attention | None = None) -> Attention:
        """``weighted <- image |image|^(-1/2)`` and ``found <- iterate``.

        Of the layer for the component ``before`` it has all heads but the first one.
        """
        also = {("weighted", "weighted"): -1, (f"found{component}", "iterate"): 1}
        others = before.heads[1:] if before else ()
        return self._layer("weigh", self._power(shell.gains(0.25), "weighted", also, others))

    def remove(self, following: int | None) -> Attention:
        """``covariance <- covariance - w w^T``; the next start becomes the iterate."""
        heads = self._pair(
            "remove",
            {("covariance", "weighted"): -1},
            {("identity", "identity"): 1},
            {("identity", "weighted"): 1},
        )
        if following is not None:
            heads.append(self._move("empty", 1, {("iterate", "iterate"): -1}))
            heads.append(self._move("start", following, {("iterate", "starts"): 1}))
        return self._layer("remove", heads)


def pca_transformer(d: int, N: int, k: int, tau: int, shell: Shell, *, mean: bool = True) -> Transformer:
    """The working transformer: depth ``1 + k (2 tau + 3)``, ``shell.heads`` heads.

    Args:
        d: features.
        N: samples, at least d.
        k: components, at most d.
        tau: power iterations for each component, at least 1.
        shell: the norms ``|A v|`` that occur, and the number of heads.
        mean: attention divides by N as the definition says; the values make up for it.

    Raises:
        TypeError, ValueError: bad sizes, as :class:`Build` and :class:`Shell` say.
    """
    build = Build(d, N, k, mean)
    if tau < 1:
        raise ValueError(f"tau is {tau}; expected at least 1 power iteration")
    apply, normalise = build.apply(), build.normalise(shell)
    layers: list[Layer] = []
    weigh: Attention | None = None
    for name, index in plan(k, tau):
        match name:
            case "covariance":
                layers.append(build.covariance())
            case "apply":
                layers.append(apply)
            case "normalise":
                layers.append(normalise)
            case "weigh":
                weigh = build.weigh(shell, index, weigh)
                layers.append(weigh)
            case "remove":
                layers.append(build.remove(index + 1 if index < k else None))
    return Transformer(build.stream, tuple(layers))


def plan(k: int, tau: int) -> list[tuple[str, int]]:
    """The layers of :func:`pca_transformer` in order, each with the component that it is for."""
    names = [*["apply", "normalise"] * tau, "apply", "weigh", "remove"]
    return [("covariance", 1), *((name, index) for index in range(1, k + 1) for name in names)]


def embed(X: Array, starts: Array) -> Array:
    """The tokens ``(batch, D, N)``: X, the identity block and the starts; zero elsewhere.

    Args:
        X: ``(batch, d, N)``, one sample a column.
        starts: ``(batch, k, d)``, one start for each component.

    Raises:
        ValueError: shapes that do not fit, ``N < d``, ``k > d``, an entry that is not finite, a
            matrix X that is zero (it has no principal component), or a start that is zero.
    """
    if X.ndim != 3 or starts.ndim != 3 or X.shape[:2] != (starts.shape[0], starts.shape[2]):
        raise ValueError(
            f"X has shape {tuple(X.shape)} and starts {tuple(starts.shape)}; expected (batch, d, N) "
            "and (batch, k, d)"
        )
    d, N = X.shape[1:]
    build = Build(d, N, starts.shape[1])
    for name, array in (("X", X), ("starts", starts)):
        bad = int((~torch.isfinite(values(array))).sum())
        if bad:
            raise ValueError(f"{name} has {bad} entries that are NaN or infinite; drop them")
    if bool((values(X) == 0).all(-1).all(-1).any()):
        raise ValueError("X is zero in an instance: X X^T = 0 has no principal component")
    if bool((values(starts) == 0).all(-1).any()):
        raise ValueError("a start is zero; expected a unit vector that is not orthogonal to v_i")
    return build.stream.embed(x=X, identity=_padded(eye(d, X)[None], N), starts=_padded(starts.mT, N))


def _padded(columns: Array, N: int) -> Array:
    missing = N - columns.shape[-1]
    if not missing:
        return columns
    return concat([columns, zeros((*columns.shape[:-1], missing), columns)], -1)


def readout(H: Array, k: int, d: int) -> Array:
    """``W_0 H W_1`` with ``W_0 = [0, I_kd]`` and ``W_1`` selecting the first token.

    ``H`` are tokens ``(batch, D, N)``; the result is ``(batch, k, d)``.
    """
    D, N = H.shape[-2:]
    W0 = concat([zeros((k * d, D - k * d), H), eye(k * d, H)], -1)
    first = constant(torch.arange(N) == 0, H)[:, None]
    return (W0 @ H @ first).reshape(H.shape[0], k, d)


def found_matrix(tf: Transformer, H: Array, after: Callable[[Layer], bool]) -> Array:
    """The covariance block in the first d tokens after the last layer that satisfies ``after``.

    Args:
        tf: on a stream with a block ``covariance`` of d rows.
        H: tokens ``(batch, D, N)``.
        after: whether a layer is meant.

    Returns:
        ``(batch, d, d)``.

    Raises:
        ValueError: no layer satisfies ``after``, or ``H`` has the wrong shape.
    """
    state, last = H, None
    for layer in tf.layers:
        state = layer(state)
        if after(layer):
            last = state
    if last is None:
        raise ValueError("no layer of the transformer satisfies `after`")
    block = tf.stream.read(last, "covariance")
    return block[..., : block.shape[-2]]


__all__ = [
    "Build",
    "Gains",
    "Shell",
    "coefficients",
    "embed",
    "found_matrix",
    "pca_transformer",
    "plan",
    "readout",
    "shell_error",
]
