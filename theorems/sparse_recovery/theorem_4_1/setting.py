"""Quantities, network and reference of Theorem 4.1: all claims on the whole network use them."""

from collections.abc import Callable
from typing import Any

from baselines.proximal import lista_vm
from constructions.lista_vm import Bias, embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import box, dims, in_ball, reals, scales, sparse
from lemmata.numbers import Array, Matrix, Number, Vector, abs, moveaxis, over_batches, stack, sum


def enough(M: Array, b_x: Number, b_beta: Number) -> Number:
    """Exceeds ``|beta^T x|`` in every layer, by the growth of the recursion from layer to layer."""
    radius: Number = 0
    for size in sum(abs(M), (-2, -1)):  # at least the operator norm
        # |X^T X| / (2n + 1) is at most n b_x^2 / (2n + 1), less than half of b_x^2.
        radius = radius + size * b_x * b_x * (radius + b_beta) / 2
    return b_x * radius + 1


def network(bias: Bias = "corrected") -> Callable[[Array, Array, Number], Transformer]:
    """The decoder transformer of (C.1) and (C.2) with the parameters listed after (C.6)."""
    return lambda M, theta, B: lista_vm_transformer(M, theta, B, bias=bias)


def without_B(M: Array, theta: Array) -> Transformer:
    """The same with B = 0, so that odd tokens are attended to."""
    return lista_vm_transformer(M, theta, 0.0, bias="corrected")


NETWORK: dict[str, Any] = dict(
    d=dims(1, 3),
    N=dims(1, 3),
    K=dims(1, 2),
    given=["M", "theta"],
    M=reals("K", "d", "d"),
    theta=box("K", low=0.0, high=2.0, of="[0, inf)"),
    b_x=scales(-2, 2, of="(0, inf)"),
    b_beta=scales(-2, 2, of="(0, inf)"),
    B=enough,
    X=in_ball("N", "d", radius="b_x"),
    beta_star=sparse("d", "d", "b_beta"),
    query=in_ball("d", radius="b_x"),
    construction=network(),
)
"""Any matrices and thresholds; Assumption 1: rows and query of norm at most b_x, beta* of l1 norm at most
b_beta, no noise."""
PAPER_SIZE: dict[str, Any] = dict(d=20, N=10, K=12, b_x=2.0, b_beta=2.0)
PAPER_SIZE |= dict(M=reals(12, 20, 20).seeded(7) / 8, theta=box(12, low=0.0, high=2.0).seeded(7) / 8)


def estimates(tf: Transformer, X: Matrix, y: Vector, query: Vector) -> Array:
    r"""The $\beta$ block at odd tokens from 3 on of $H^{(1)}, \ldots, H^{(K+1)}$: ``(K + 1, N, d)``."""
    states = tf.run(over_batches(embed)(X, y, query))[::2]
    return stack([H[X.shape[1] + 1 : -1, 2::2].T for H in states])


def recursion(X: Matrix, y: Vector, M: Array, theta: Vector) -> Array:
    """(4.4) at every layer and prefix: ``(K + 1, N, d)``."""
    return over_batches(_recursion, given=["M", "theta"])(X, y, M=M, theta=theta)


def _recursion(X: Array, y: Array, M: Array, theta: Array) -> Array:
    return moveaxis(lista_vm(X, y, M, theta), 0, 1)
