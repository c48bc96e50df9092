r"""The transformer of Li et al. 2025, appendix A.4, which runs a proximal gradient method in context.

Every layer is an attention (11) with logistic scores and a ReLU feed-forward map (13), both residual.
(Attn0, FF0) write the features and the penalty; then (Attn1, FF1) take one inexact proximal gradient
step and (Attn2, FF2) write the prediction, in turn. ``weights="printed"`` are the matrices that the
paper lists; they need two repairs, which ``weights="repaired"`` has:

- Attn1 is said to have four heads, of which three are listed. The fourth takes away what the third one
  adds at score 0: $V_4=-V_1$, $Q_4=K_4=0$.
- (124) has no factor 1/N, but (11) has: the value matrices of Attn2 need the factor N.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import torch
from torch import Tensor

from constructions.streams import Stream
from constructions.transformer import Head, Layer, Mlp, Transformer, Weight
from lemmata.numbers import (
    Array,
    as_array,
    concatenate,
    constant,
    exp,
    norm,
    ones,
    stack,
    stored,
    sum,
    values,
    zeros,
)

Weights = Literal["printed", "four heads", "repaired"]
"""As listed; with the fourth head of Attn1; with that and the factor N in Attn2."""
Taus = tuple[Array, Array]
"""The temperatures of Attn1 and of Attn2, numbers."""
_SLACK = 2.0**-40
"""A vector that was divided by its norm in floats may be longer than 1 by that much."""
_MANY = 2**10
"""From this many rows in a batch on it pays to look for the zero rows and columns of the heads."""


def residual_stream(d: int, n: int) -> Stream:
    """The rows of (50): x (d), one, y, w, phi (n + 1), rho (n + 1), lam, yhat; d + 2n + 7 in all.

    Raises:
        ValueError: ``d`` or ``n`` is below 1.
    """
    for name, value in (("d", d), ("n", n)):
        if value < 1:
            raise ValueError(f"{name} is {value}; expected at least 1")
    return Stream(x=d, one=1, y=1, w=1, phi=n + 1, rho=n + 1, lam=1, yhat=1)


def embed(X: Array, y: Array, query: Array, n: int) -> Array:
    """The input matrix (57).

    Args:
        X: inputs ``(batch, N, d)`` of norm at most 1.
        y: labels ``(batch, N)``.
        query: ``(batch, d)``, of norm at most 1.
        n: number of features.

    Returns:
        ``(batch, d + 2n + 7, N + 1)``.

    Raises:
        ValueError: the shapes do not fit together, an input is longer than 1, or ``n`` is below 1.
    """
    batch, N, d = X.shape
    if tuple(y.shape) != (batch, N) or tuple(query.shape) != (batch, d):
        raise ValueError(
            f"X has shape {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, N, d), (batch, N), (batch, d)"
        )
    for name, inputs in (("X", X), ("query", query)):
        floats = values(inputs).detach()
        longest = float((floats * floats).sum(-1).amax().sqrt()) if floats.numel() else 0.0
        if not longest <= 1 + _SLACK:
            raise ValueError(
                f"{name} holds an input of norm {longest:.6g}; expected at most 1, as (3) says "
                f"(divide by the largest norm)"
            )
    examples = constant([[[1.0] * N + [0.0]]], X)
    return residual_stream(d, n).embed(
        x=concatenate([X.mT, query[:, :, None]], -1),
        one=1.0,
        y=concatenate([y[:, None, :], y[:, None, :1] * 0], -1),
        w=examples,
    )


def logistic(x: Array) -> Array:
    """The logistic function of (14) entrywise; exact numbers have it at 0 or as balls."""
    return torch.sigmoid(x) if isinstance(x, Tensor) else 1 / (exp(-x) + 1)


@dataclass(frozen=True)
class _Part:
    """A head without its zero rows and columns, and which rows of the tokens are left."""

    V: Tensor
    Q: Tensor
    K: Tensor
    writes: Tensor
    reads: Tensor
    asks: Tensor
    answers: Tensor

    @classmethod
    def of(cls, head: Head) -> _Part:
        V, Q, K = head.V, head.Q, head.K
        both = ((Q != 0).any(1) & (K != 0).any(1)).nonzero()[:, 0]  # other rows score nothing
        writes, reads = (V != 0).any(1).nonzero()[:, 0], (V != 0).any(0).nonzero()[:, 0]
        asks, answers = ((w[both] != 0).any(0).nonzero()[:, 0] for w in (Q, K))
        return cls(
            V[writes][:, reads], Q[both][:, asks], K[both][:, answers], writes, reads, asks, answers
        )


@dataclass(frozen=True)
class LogisticAttention:
    """Attention with logistic scores, summed over its first index: (11) and (12).

    Token ``j`` becomes ``h_j + (1/N) sum_m sum_i V_m h_i logistic(<Q_m h_i, K_m h_j>)``; ``i`` runs
    over all N + 1 tokens.
    """

    heads: tuple[Head, ...]
    stream: Stream | None = None
    name: str = ""

    def __call__(self, H: Array) -> Array:
        """The output ``(batch, D, N + 1)`` for tokens ``(batch, D, N + 1)``.

        Raises:
            ValueError: ``H`` has the wrong shape, or no token besides the query.
            TypeError: ``H`` and the weights have different dtypes.
        """
        D = self.heads[0].V.shape[-1]
        if H.ndim != 3 or H.shape[1] != D or H.shape[-1] < 2:
            raise ValueError(
                f"H has shape {tuple(H.shape)}; expected (batch, {D}, N + 1) with N of at least 1"
            )
        floats = isinstance(H, Tensor) and isinstance(self.heads[0].V, Tensor)
        if floats and H.shape[0] * D >= _MANY:
            return self._narrow(H)
        V, Q, K = (
            _follow(H, stack([getattr(head, role) for head in self.heads], 0)) for role in "VQK"
        )
        tokens = H[:, None]
        scores = logistic((Q @ tokens).mT @ (K @ tokens))
        return H + sum((V @ tokens) @ scores, 1) / (H.shape[-1] - 1)

    def _narrow(self, H: Tensor) -> Tensor:
        """The same, by the rows and columns of the heads that are not zero."""
        total = torch.zeros_like(H)
        for part in self._parts:
            V, Q, K = (_follow(H, w) for w in (part.V, part.Q, part.K))
            scores = logistic((Q @ H[:, part.asks]).mT @ (K @ H[:, part.answers]))
            written = (V @ H[:, part.reads]) @ scores
            total = total.index_add(1, part.writes.to(H.device), written)
        return H + total / (H.shape[-1] - 1)

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        return tuple(_Part.of(head) for head in self.heads if bool((head.V != 0).any()))

    def on(self, stream: Stream) -> LogisticAttention:
        if self.stream is not None and self.stream != stream:
            raise ValueError(
                f"a layer is written on {self.stream!r}, the transformer on {stream!r}"
            )
        return replace(self, stream=stream)

    def weights(self) -> dict[str, Weight]:
        stream = self.stream or Stream(h=self.heads[0].V.shape[0])
        return {
            f"head {head.name or k} {role}": Weight(getattr(head, role), stream, stream)
            for k, head in enumerate(self.heads, 1)
            for role in "VQK"
        }

    def with_weights(self, arrays: Mapping[str, Array]) -> LogisticAttention:
        heads = []
        for k, head in enumerate(self.heads, 1):
            V, Q, K = (
                arrays.get(f"head {head.name or k} {role}", getattr(head, role)) for role in "VQK"
            )
            heads.append(Head(V, Q, K, head.name))
        return replace(self, heads=tuple(heads))

    def derived_mutants(self) -> Iterator[tuple[str, LogisticAttention]]:
        """As :meth:`Transformer.derived_mutants`, for the layer alone."""
        for name, tf in _alone(self).derived_mutants():
            yield name, tf.layers[0]  # type: ignore[misc]

    def derived_mutant(self, name: str) -> LogisticAttention:
        """As :meth:`Transformer.derived_mutant`, for the layer alone."""
        for k, head in enumerate(self.heads):
            if name.removeprefix(f"{self.name} ").startswith(f"head {head.name or k + 1} "):
                named = replace(head, name=head.name or str(k + 1))
                one = _alone(replace(self, heads=(named,))).derived_mutant(name).layers[0]
                heads = [*self.heads[:k], *one.heads, *self.heads[k + 1 :]]  # type: ignore[attr-defined]
                return replace(self, heads=tuple(heads))
        return _alone(self).derived_mutant(name).layers[0]  # type: ignore[return-value]


def _alone(layer: LogisticAttention) -> Transformer:
    stream = layer.stream or Stream(h=layer.heads[0].V.shape[0])
    return Transformer(stream, (layer,))


def _follow(H: Array, w: Array) -> Array:
    """The weight where the tokens are, and in their arithmetic if it is made of floats."""
    if not isinstance(w, Tensor):
        return w
    if not isinstance(H, Tensor):
        return stored(w, H)
    if w.dtype != H.dtype:
        raise TypeError(
            f"H has dtype {H.dtype} and the weights have {w.dtype}; move one of them with .to()"
        )
    return w.to(H.device)


# -- the layers -----------------------------------------------------------------------------------


def attn0(stream: Stream, like: Array) -> LogisticAttention:
    """Attn0 of (126): all weights 0, so that nothing changes."""
    zero = zeros((stream.size, stream.size), like)
    return LogisticAttention((Head(zero, zero, zero),), stream, name="Attn0")


def ff2(stream: Stream, like: Array) -> Mlp:
    """FF2 of (126): all weights 0, so that nothing changes."""
    zero = zeros((stream.size, stream.size), like)
    return Mlp(zero, zero, zeros((stream.size,), like), stream, name="FF2")


def ff0(omega: Array, t: Array, tau_ff: Array, lam: Array) -> Mlp:
    """FF0 with the weights (116): writes the features (114), the constant 1 and the penalty.

    Args:
        omega: directions ``(n, d)``, none of them 0; they are divided by their norms.
        t: offsets ``(n,)``.
        tau_ff: the steepness of the features, a number; (115) takes ``1 / sqrt(eps)``.
        lam: the penalty, a number of at least 0.

    Raises:
        ValueError: the shapes do not fit together, or a negative penalty.
    """
    n, d = _features(omega, t)
    if float(values(as_array(lam, omega))) < 0:
        raise ValueError(f"lam is {float(values(as_array(lam, omega)))}; expected at least 0")
    stream = residual_stream(d, n)
    hidden = Stream(plus=n + 1, minus=n + 1, lam=1, rest=d + 4)
    zero, one = zeros((1, 1), omega), ones((1, 1), omega)
    direction = concatenate([omega / norm(omega)[:, None] * tau_ff, zeros((1, d), omega)], 0)
    offset = -t[:, None] * tau_ff
    half = one / 2
    W = _linear(
        hidden,
        {
            ("plus", "x"): direction,
            ("plus", "one"): concatenate([offset + half, one], 0),
            ("minus", "x"): direction,
            ("minus", "one"): concatenate([offset - half, -one], 0),
            ("lam", "one"): zero + lam,
        },
        reads=stream,
        like=omega,
    )
    U = _linear(
        stream, {("phi", "plus"): 1, ("phi", "minus"): -1, ("lam", "lam"): 1}, reads=hidden, like=W
    )
    return Mlp(W, U, zeros((stream.size,), W), stream, hidden, name="FF0")


def attn1(
    stream: Stream, inverse_step: Array, tau: Array, *, weights: Weights, like: Array
) -> LogisticAttention:
    """Attn1: the gradient step (118) with the step size ``1 / inverse_step``.

    Args:
        stream: :func:`residual_stream`.
        inverse_step: one over eta, a number.
        tau: the temperature, a number above 0.
        weights: ``printed`` has the three heads that are listed, the others the fourth as well.
        like: the arithmetic of the weights.

    Raises:
        ValueError: unknown ``weights``, or a temperature out of range (:func:`check_tau`).
    """
    _check_weights(weights)
    check_tau(tau, like.dtype if isinstance(like, Tensor) else None)
    scale = as_array(1, like) / (as_array(tau, like) * inverse_step)
    value = _linear(stream, {("rho", "phi"): as_array(tau, like) * 8}, like=like)
    first = constant([1.0] + [0.0] * (stream.sizes["x"] - 1), like)[:, None]  # row 1 of the scores
    residual = Head(
        value,
        _linear(stream, {("x", "y"): first * scale}, like=value),
        _linear(stream, {("x", "one"): first}, like=value),
        name="label",
    )
    estimate = Head(
        -value,
        _linear(stream, {("phi", "phi"): scale}, like=value),
        _linear(stream, {("phi", "rho"): 1}, like=value),
        name="estimate",
    )
    query = Head(
        value,
        _linear(stream, {("x", "one"): first * scale, ("x", "w"): -first * scale}, like=value),
        _linear(stream, {("x", "yhat"): first}, like=value),
        name="query",
    )
    zero = zeros((stream.size, stream.size), value)
    rest = () if weights == "printed" else (Head(-value, zero, zero, name="rest"),)
    return LogisticAttention((residual, estimate, query, *rest), stream, name="Attn1")


def ff1(stream: Stream, inverse_step: Array, like: Array) -> Mlp:
    """FF1 with the weights (122): soft thresholding of rho at eta lambda, and yhat reset to 0."""
    n1, d = stream.sizes["phi"], stream.sizes["x"]
    hidden = Stream(plus=n1, minus=n1, threshold=1, positive=1, negative=1, rest=d + 2)
    eta = as_array(1, like) / inverse_step
    column = ones((n1, 1), like)
    W = _linear(
        hidden,
        {
            ("plus", "rho"): 1,
            ("plus", "lam"): column * eta,
            ("minus", "rho"): 1,
            ("minus", "lam"): -column * eta,
            ("threshold", "lam"): eta,
            ("positive", "yhat"): 1,
            ("negative", "yhat"): -1,
        },
        reads=stream,
        like=like,
    )
    U = _linear(
        stream,
        {
            ("rho", "plus"): -1,
            ("rho", "minus"): 1,
            ("rho", "threshold"): column,
            ("yhat", "positive"): -1,
            ("yhat", "negative"): 1,
        },
        reads=hidden,
        like=W,
    )
    return Mlp(W, U, zeros((stream.size,), W), stream, hidden, name="FF1")


def attn2(
    stream: Stream, N: int, tau: Array, *, weights: Weights, like: Array
) -> LogisticAttention:
    """Attn2: the prediction (124).

    Args:
        stream: :func:`residual_stream`.
        N: number of examples; only the repaired weights depend on it.
        tau: the temperature, a number above 0.
        weights: ``repaired`` has the values 4 N tau, the others 4 tau.
        like: the arithmetic of the weights.

    Raises:
        ValueError: unknown ``weights``, or a temperature out of range (:func:`check_tau`).
    """
    _check_weights(weights)
    check_tau(tau, like.dtype if isinstance(like, Tensor) else None)
    tau = as_array(tau, like)
    size = tau * 4 * (N if weights == "repaired" else 1)
    value = _linear(stream, {("yhat", "one"): size, ("yhat", "w"): -size}, like=like)
    product = Head(
        value,
        _linear(stream, {("phi", "phi"): 1 / tau}, like=value),
        _linear(stream, {("phi", "rho"): 1}, like=value),
        name="product",
    )
    zero = zeros((stream.size, stream.size), value)
    return LogisticAttention((product, Head(-value, zero, zero, name="rest")), stream, name="Attn2")


def universal_transformer(
    omega: Array,
    t: Array,
    *,
    N: int,
    L: int,
    lam: Array,
    tau_ff: Array,
    tau: Taus,
    weights: Weights,
    inverse_step: Array = None,
) -> Transformer:
    """The whole transformer of Figure 1.

    Args:
        omega: directions ``(n, d)`` of the features.
        t: their offsets ``(n,)``.
        N: number of examples in a prompt.
        L: number of layers, an odd number; (L - 1) / 2 steps are taken.
        lam: the penalty, at least 0.
        tau_ff: steepness of the features, (115).
        tau: temperatures of Attn1 and Attn2; the paper has one for both (:func:`printed_tau`).
        weights: as the paper lists them, or with one or both of the repairs.
        inverse_step: one over the step size; the paper has 2n.

    Returns:
        2L layers, attention and MLP in turn; ``run(H)[::2]`` are the paper's H^(0), ..., H^(L).

    Raises:
        ValueError: an even ``L``, ``N`` below 1, a negative penalty, a temperature out of range,
            or shapes that do not fit together.
    """
    n, d = _features(omega, t)
    if L < 1 or L % 2 == 0:
        raise ValueError(f"L is {L}; expected an odd number, so that (L - 1) / 2 steps fit in")
    if N < 1:
        raise ValueError(f"N is {N}; expected at least 1")
    stream = residual_stream(d, n)
    inverse_step = 2 * n if inverse_step is None else inverse_step
    first = ff0(omega, t, tau_ff, lam)
    like = first.W1
    block: tuple[Layer, ...] = (
        attn1(stream, inverse_step, tau[0], weights=weights, like=like),
        ff1(stream, inverse_step, like),
        attn2(stream, N, tau[1], weights=weights, like=like),
        ff2(stream, like),
    )
    return Transformer(stream, (attn0(stream, like), first, *(block * ((L - 1) // 2))))


# -- what is read off, and the choice of tau --------------------------------------------------------


def iterates(tf: Transformer, H: Array) -> tuple[Array, Array]:
    """The rho block and the prediction after the layers 1, 3, ..., L.

    Args:
        tf: the transformer.
        H: input ``(batch, D, N + 1)``.

    Returns:
        ``(batch, T + 1, n + 1)`` from the last token's rho block, and ``(batch, T + 1)`` (16).
    """
    states = tf.run(H)[2::4]
    rho = stack([tf.stream.read(state, "rho")[..., -1] for state in states], 1)
    return rho, stack([state[:, -1, -1] for state in states], 1)


def printed_tau(N: int, n: int, L: int, barron: float, C: float = 1.0) -> float:
    """The tau of Lemma 7, ``C N n^2 (L + n) (N + n) C_F``, rounded up to a power of two."""
    return 2.0 ** math.ceil(math.log2(C * N * n * n * (L + n) * (N + n) * barron))


def balanced_tau(size: Array, dtype: torch.dtype = torch.float64) -> float:
    """The power of two for which rounding and linearisation errors balance in ``dtype``.

    ``4 tau (logistic(x / tau) - 1/2)`` misses x by ``|x|^3 / (12 tau^2)`` and carries a rounding
    error of about ``4 tau u``; the sum is smallest at ``tau = (|x|^3 / (24 u))^(1/3)``.

    Args:
        size: the size of x, a number above 0 in any arithmetic; its float decides.
        dtype: float32 or float64.

    Raises:
        ValueError: ``size`` is not above 0.
    """
    size = float(values(size))
    if not size > 0:
        raise ValueError(f"size is {size}; expected a number above 0")
    unit = torch.finfo(dtype).eps / 2
    return 2.0 ** round(math.log2(size / (24 * unit) ** (1 / 3)))


def check_tau(tau: Array, dtype: torch.dtype | None = None) -> None:
    """Refuses a temperature that ``dtype`` cannot serve (None: any precision).

    Raises:
        ValueError: it is not a finite number above 0, or so large that the logistic function of
            ``1 / tau`` rounds to 1/2 and every score is lost.
    """
    size = float(values(as_array(tau, torch.zeros((), dtype=torch.float64))))
    if not 0 < size < math.inf:
        raise ValueError(f"tau is {size}; expected a finite number above 0")
    if dtype is not None and size * torch.finfo(dtype).eps > 1 / 4:
        raise ValueError(
            f"tau is {size:.6g}; in {dtype} logistic(1 / tau) then rounds to 1/2 and the scores are "
            f"lost; expected at most {0.25 / torch.finfo(dtype).eps:.6g} (see balanced_tau)"
        )


def _features(omega: Array, t: Array) -> tuple[int, int]:
    if omega.ndim != 2 or tuple(t.shape) != (omega.shape[0],) or omega.shape[0] < 1:
        raise ValueError(
            f"omega has shape {tuple(omega.shape)} and t {tuple(t.shape)}; expected (n, d) and "
            "(n,) with n of at least 1"
        )
    n, d = omega.shape
    return n, d


def _times_eye(size: int, number: Array, like: Array) -> Array:
    identity = constant(torch.eye(size, dtype=torch.float64), like)
    return identity * number


def _linear(
    writes: Stream,
    blocks: Mapping[tuple[str, str], Array],
    *,
    like: Array,
    reads: Stream | None = None,
) -> Array:
    """As :meth:`Stream.linear`, with the many empty blocks of these weights joined: it is faster."""
    source = reads or writes
    rows, empty = [], 0
    for name, height in writes.sizes.items():
        found = {read: entry for (written, read), entry in blocks.items() if written == name}
        if not found:
            empty += height
            continue
        if empty:
            rows.append(zeros((empty, source.size), like))
            empty = 0
        row, gap = [], 0
        for read, width in source.sizes.items():
            entry = found.get(read)
            if entry is None:
                gap += width
                continue
            if gap:
                row.append(zeros((height, gap), like))
                gap = 0
            number = isinstance(entry, int) or not entry.ndim
            row.append(_times_eye(height, entry, like) if number else entry)
        if gap:
            row.append(zeros((height, gap), like))
        rows.append(concatenate(row, -1))
    if empty:
        rows.append(zeros((empty, source.size), like))
    return concatenate(rows, -2)


def _check_weights(weights: str) -> None:
    if weights not in ("printed", "four heads", "repaired"):
        raise ValueError(f"weights must be 'printed', 'four heads' or 'repaired', got {weights!r}")
