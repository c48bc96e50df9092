"""One layer of the decoder transformer, on any state of the form of (4.2) and Proposition 1.

With any ``beta_i`` of norm at most ``R``, so that (C.5) to (C.13) are tested for every ``k`` at once.
"""

from typing import Any

from constructions.attention import Attention
from constructions.lista_vm import attention_layer, embed, lista_vm_transformer, residual_stream
from constructions.transformer import Transformer
from lemmata import dims, dyadics, in_ball, reals, scales
from lemmata.numbers import Array, Matrix, Vector, concat, over_batches, relu, stack, zeros

STATE = (
    r"On a state of the form of (4.2), rows of norm at most $b_x$, any labels, any estimates $\beta_i$ of norm "
    r"at most $R$, with the parameters after (C.6), $M=\gamma M^V$ and $B>b_xR$: "
)
"""The hypotheses of the displays of appendix C.2."""
TOKENS: dict[str, Any] = dict(
    b_x=scales(-2, 2, of="(0, inf)"),
    R=scales(-2, 2, of="(0, inf)"),  # the radius of the estimates
    X=in_ball("N", "d", radius="b_x"),
    y=reals("N"),
    query=in_ball("d", radius="b_x"),
    beta=in_ball("2 * N + 1", "d", radius="R"),
)
"""Assumption 1's rows, any labels and any estimates."""
ATTENTION: dict[str, Any] = dict(
    d=dims(1, 3),
    N=dims(1, 3),
    given=["M"],
    M=reals("d", "d"),  # $\gamma^{(k)} M^V$
    **TOKENS,
    excess=scales(-4, 4, of="(0, inf)"),  # $B - b_x R$
    B=lambda b_x, R, excess: b_x * R + excess,  # exceeds $|\beta_i^\top x_j|$
    construction=lambda M, B: attention_layer(M, B),
)
"""The attention of the layer alone."""


def layer(M: Array, B: Array, theta: Array) -> Transformer:
    """Attention and MLP, the bias of (C.2) corrected."""
    return lista_vm_transformer(M[None], zeros((1,), M) + theta, B, bias="corrected")


LAYER: dict[str, Any] = ATTENTION | dict(theta=dyadics(0, 2, of="[0, inf)"), construction=layer)


def state(X: Matrix, y: Vector, query: Vector, beta: Matrix) -> Matrix:
    """``H^(k)`` of Proposition 1: ``(2d + 2, 2N + 1)``."""
    H = over_batches(embed)(X, y, query)
    return H + over_batches(residual_stream(len(query)).embed)(beta=beta.T)


# What the tokens of that state hold, and what the heads make of them


def rows(X: Matrix, query: Vector) -> Matrix:
    """``X_{floor((i + 1) / 2), :}`` for every token i: ``(2N + 1, d)``."""
    return concat([X, query[None]])[[i // 2 for i in range(2 * len(X) + 1)]]


def labels(y: Vector) -> Vector:
    """0 at odd tokens, ``y_{i/2}`` at even ones: ``(2N + 1,)``."""
    return concat([stack([0 * y, y], 1).reshape(2 * len(y)), [0]])


def column(middle: Array, last: Array | int = 0, label: Array | int = 0) -> Array:
    """Vectors ``(0_d, label, middle, last)`` along the last axis, from ``middle`` ``(..., d)``."""
    return concat([0 * middle, label, middle, last], -1)


def outputs(tf: Attention, H: Matrix, u: int) -> tuple[Matrix, Matrix, Matrix]:
    """``Q_u h_i``, ``K_u h_i`` and ``V_u h_i``, a column for every token i."""
    head = next(h for h in tf.heads if h.name == f"{u:+d}")
    Q, K, V = (over_batches(lambda H, W=W: W @ H)(H) for W in (head.Q, head.K, head.V))
    return Q, K, V


def drawn(tf: Attention, H: Matrix, u: int) -> list[Matrix]:
    r"""``sigma(<Q_u h_i, K_u h_j>) V_u h_j`` for $i = 1, 3, \dots$, a row for each $j \le i$."""
    Q, K, V = outputs(tf, H, u)
    return [relu(K[:, :i].T @ Q[:, i - 1])[:, None] * V[:, :i].T for i in range(1, H.shape[1] + 1, 2)]
