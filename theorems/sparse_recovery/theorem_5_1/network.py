"""The network of the proof of Theorem 5.1, and the recursion that it runs."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baselines.proximal import soft_threshold
from lemmata import Margin, at_most, choices
from lemmata.claims.answers import Answer
from lemmata.numbers import Array, Matrix, Number, Vector, full, norm, over_batches
from theorems.sparse_recovery.theorem_5_1.setting import Setting, squared, up_to


@dataclass(frozen=True)
class Weights:
    r"""What the network embeds: $M^{(k)}$, ``scale`` times the identity, and $\theta^{(k)}$, for each layer.

    ``scale`` may also be the diagonal ``(d,)`` of M^(k).
    """

    scale: Array
    theta: list[Array]


def weights_of_the_proof(s: Setting) -> Weights:
    r"""$M^{(k)} = 2 \gamma I$; thresholds are $\gamma$ times coherence times the error bound before."""
    found: Weights = s.of(scaled(1))
    return found


def scaled(step: float) -> Callable[[int, Number, Number, Number, Number], Weights]:
    """The network of the proof with ``step`` times its matrix."""

    def build(K: int, gamma: Number, b_beta: Number, mu: Number, q: Number) -> Weights:
        return Weights(gamma * 2 * step, [gamma * mu * b_beta * q**k for k in range(K)])

    return build


def changed(network: Callable[..., Any], change: Callable[[Any], Any]) -> Callable[..., Any]:
    """The network of the same quantities, changed."""

    def build(**given: Any) -> Any:
        return change(network(**given))

    build.__signature__ = inspect.signature(network)  # type: ignore[attr-defined]
    return build


def path(weights: Weights, X: Array, beta_star: Array) -> list[Array]:
    r"""The estimates $\beta^{(1)}, \ldots, \beta^{(K+1)}$ of (4.4) from all n rows of X: ``(batch, d)`` each.

    beta^(k+1) = S_theta(k)(beta^(k) - M^(k) X^T (X beta^(k) - y) / (2n + 1)), beta^(1) = 0 (4.4). With the
    labels y = X beta* the rows enter by X^T X alone, which is computed once. A test compares it with
    :func:`baselines.proximal.lista_vm_from_all`.

    Args:
        weights: of K layers.
        X: ``(batch, n, d)``.
        beta_star: ``(batch, d)``.
    """
    return path_of_products(weights, X.mT @ X, X.shape[1], beta_star)


def path_of_products(weights: Weights, G: Array, n: int, beta_star: Array) -> list[Array]:
    """:func:`path` from the products ``(batch, d, d)`` of the columns of n rows."""
    step = weights.scale / (2 * n + 1)
    estimates = [full(0, like=beta_star)]
    for theta in weights.theta:
        beta = estimates[-1]
        gradient = (G @ (beta - beta_star)[..., None])[..., 0]
        estimates.append(soft_threshold(beta - gradient * step, theta))
    return estimates


def estimate(tf: Weights, X: Matrix, beta_star: Vector, scale: Array | None = None) -> Vector:
    """The last estimate of one instance, with another ``scale`` than the network's if one is given."""

    def last(scale: Array, X: Array, beta_star: Array) -> Array:
        return path(Weights(scale, tf.theta), X, beta_star)[-1]

    return over_batches(last)(tf.scale if scale is None else scale, X, beta_star)


WRONG: dict[str, Any] = {
    "half the step": dict(construction=scaled(0.5)),
    "the square of the rate": dict(bound=squared),
    "steps up to 5/4": dict(gamma=up_to(1.25)),
    "c = 5/4": dict(c=choices(1.25)),
}
"""Wrong variants of the amended theorem."""


def within(tf: Weights, X: Matrix, beta_star: Vector, answer: Answer, bound: Number, b_beta: Number) -> Margin:
    """The last estimate is as near to beta* as the bound says, which is trivial above b_beta."""
    error = norm(answer(estimate(tf, X, beta_star)) - beta_star)
    return at_most(error, bound).report(distance=error, bound=bound).trivial_where(bound - b_beta)
