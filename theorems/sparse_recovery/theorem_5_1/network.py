"""The network of the proof of Theorem 5.1, and the recursion that it runs."""

from collections.abc import Callable
from dataclasses import dataclass

from baselines.proximal import soft_threshold
from lemmata.numbers import Array, full
from theorems.sparse_recovery.theorem_5_1.setting import Setting


@dataclass(frozen=True)
class Weights:
    """What the network embeds: M^(k) = scale times the identity, and theta^(k), for each layer.

    ``scale`` may also be the diagonal ``(d,)`` of M^(k).
    """

    scale: Array
    theta: list[Array]


def weights_of_the_proof(s: Setting) -> Weights:
    """M^(k) = 2 gamma I; the threshold of a layer is gamma times coherence times the error bound before it."""
    thresholds = [s.gamma * s.coherence * s.b_beta * s.q**k for k in range(s.K)]
    return Weights(s.gamma * 2, thresholds)


def path(weights: Weights, X: Array, beta_star: Array) -> list[Array]:
    """The estimates beta^(1), ..., beta^(K+1) of (4.4) from all n rows of X: ``(batch, d)`` each.

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


def scaled(step: float) -> Callable[[Setting], Weights]:
    """The network with ``step`` times its matrix."""
    return lambda s: Weights(weights_of_the_proof(s).scale * step, weights_of_the_proof(s).theta)
