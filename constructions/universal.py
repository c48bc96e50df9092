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
from typing import Literal

import torch
from torch import Tensor

from constructions.attention import Attention, Head
from constructions.layer import Layer
from constructions.mlp import Mlp
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata.numbers import Array, as_array, concat, constant, has_values, norm, ones, stack, values, zeros

Weights = Literal["printed", "four heads", "repaired"]
"""As listed; with the fourth head of Attn1; with that and the factor N in Attn2."""
Taus = tuple[Array, Array]
"""The temperatures of Attn1 and of Attn2, numbers."""
_SLACK = 2.0**-40
"""A vector that was divided by its norm in floats may be longer than 1 by that much."""


def residual_stream(d: int, n: int) -> Stream:
    r"""The rows of (50): x (d), one, y, w, $\phi$, $\rho$ (n + 1 each), $\lambda$, yhat; $d + 2n + 7$ in all.

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
    _refuse_long(X=X, query=query)
    examples = constant([[[1.0] * N + [0.0]]], X)
    return residual_stream(d, n).embed(
        x=concat([X.mT, query[:, :, None]], -1), one=1.0, y=concat([y[:, None, :], 0], -1), w=examples
    )


def _refuse_long(**named: Array) -> None:
    """Refuses inputs outside of the unit ball.

    Raises:
        ValueError: one of them is longer than 1.
    """
    for name, inputs in named.items():
        if not has_values(inputs):
            continue
        floats = values(inputs).detach()
        longest = float((floats * floats).sum(-1).amax().sqrt()) if floats.numel() else 0.0
        if not longest <= 1 + _SLACK:
            raise ValueError(
                f"{name} holds an input of norm {longest:.6g}; expected at most 1, as (3) says "
                f"(divide by the largest norm)"
            )


def logistic_attention(heads: tuple[Head, ...], stream: Stream, name: str = "") -> Attention:
    """Attention with logistic scores, summed over its first index: (11) and (12).

    Token ``j`` becomes ``h_j + (1/N) sum_m sum_i V_m h_i logistic(<Q_m h_i, K_m h_j>)``; ``i`` runs
    over all N + 1 tokens.
    """
    return Attention(heads, stream, name, score="logistic", mask="none", average="examples", form="matrix")


# -- the layers -----------------------------------------------------------------------------------


def attn0(stream: Stream, like: Array) -> Attention:
    """Attn0 of (126): all weights 0, ``(D, D)`` each, so that nothing changes."""
    zero = zeros((stream.size, stream.size), like)
    return logistic_attention((Head(zero, zero, zero),), stream, name="Attn0")


def ff2(stream: Stream, like: Array) -> Mlp:
    """FF2 of (126): all weights 0, ``(D, D)``, ``(D, D)`` and ``(D,)``, so that nothing changes."""
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
    if has_values(lam) and float(values(as_array(lam, omega))) < 0:
        raise ValueError(f"lam is {float(values(as_array(lam, omega)))}; expected at least 0")
    stream = residual_stream(d, n)
    hidden = Stream(plus=n + 1, minus=n + 1, lam=1, rest=d + 4)
    zero, one = zeros((1, 1), omega), ones((1, 1), omega)
    direction = concat([omega / norm(omega)[:, None] * tau_ff, zeros((1, d), omega)], 0)
    offset = -t[:, None] * tau_ff
    half = one / 2
    W = hidden.linear(
        {
            ("plus", "x"): direction,
            ("plus", "one"): concat([offset + half, one], 0),
            ("minus", "x"): direction,
            ("minus", "one"): concat([offset - half, -one], 0),
            ("lam", "one"): zero + lam,
        },
        reads=stream,
        like=omega,
    )
    U = stream.linear({("phi", "plus"): 1, ("phi", "minus"): -1, ("lam", "lam"): 1}, reads=hidden, like=W)
    return Mlp(W, U, zeros((stream.size,), W), stream, hidden, name="FF0")


def attn1(stream: Stream, inverse_step: Array, tau: Array, *, weights: Weights, like: Array) -> Attention:
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
    value = stream.linear({("rho", "phi"): as_array(tau, like) * 8}, like=like)
    first = constant([1.0] + [0.0] * (stream.sizes["x"] - 1), like)[:, None]  # row 1 of the scores
    residual = Head(
        value,
        stream.linear({("x", "y"): first * scale}, like=value),
        stream.linear({("x", "one"): first}, like=value),
        name="label",
    )
    estimate = Head(
        -value,
        stream.linear({("phi", "phi"): scale}, like=value),
        stream.linear({("phi", "rho"): 1}, like=value),
        name="estimate",
    )
    query = Head(
        value,
        stream.linear({("x", "one"): first * scale, ("x", "w"): -first * scale}, like=value),
        stream.linear({("x", "yhat"): first}, like=value),
        name="query",
    )
    zero = zeros((stream.size, stream.size), value)
    fourth = () if weights == "printed" else (Head(-value, zero, zero, name="rest"),)
    return logistic_attention((residual, estimate, query, *fourth), stream, name="Attn1")


def ff1(stream: Stream, inverse_step: Array, like: Array) -> Mlp:
    r"""FF1 with the weights (122): soft thresholding of $\rho$ at $\eta \lambda$, and yhat reset to 0.

    Args:
        stream: :func:`residual_stream`.
        inverse_step: one over eta, a number.
        like: the arithmetic of the weights.
    """
    n1, d = stream.sizes["phi"], stream.sizes["x"]
    hidden = Stream(plus=n1, minus=n1, threshold=1, positive=1, negative=1, rest=d + 2)
    eta = as_array(1, like) / inverse_step
    column = ones((n1, 1), like)
    W = hidden.linear(
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
    U = stream.linear(
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


def attn2(stream: Stream, N: int, tau: Array, *, weights: Weights, like: Array) -> Attention:
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
    value = stream.linear({("yhat", "one"): size, ("yhat", "w"): -size}, like=like)
    product = Head(
        value,
        stream.linear({("phi", "phi"): 1 / tau}, like=value),
        stream.linear({("phi", "rho"): 1}, like=value),
        name="product",
    )
    zero = zeros((stream.size, stream.size), value)
    return logistic_attention((product, Head(-value, zero, zero, name="rest")), stream, name="Attn2")


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
        ValueError: an even ``L``, ``N`` below 1, a negative penalty, unknown ``weights``, a temperature
            out of range, or shapes that do not fit together.
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

    Raises:
        ValueError, TypeError: as :class:`~constructions.transformer.Transformer` has them for a call.
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
    if not has_values(tau):
        return
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


def _check_weights(weights: str) -> None:
    if weights not in ("printed", "four heads", "repaired"):
        raise ValueError(f"weights must be 'printed', 'four heads' or 'repaired', got {weights!r}")
