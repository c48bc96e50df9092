"""The population loss of one layer with any P and Q, over literal prompts: (6), (7), (15)."""

from dataclasses import dataclass
from typing import Any

from constructions.gradient_descent import linear_transformer
from constructions.transformer import Transformer
from lemmata import Expectation, box, dims
from lemmata.numbers import Array, concat, constant, over_batches, sum
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import WEIGHT, nodes


def network(P: Array, Q: Array) -> Transformer:
    """One layer with the weights P and Q."""
    return linear_transformer(P[None], Q[None])


ANY_LAYER: dict[str, Any] = {
    "given": ["P", "Q"],
    "kind": Expectation(),
    "batch": 32,  # each of them means hundreds of literal prompts
    "d": dims(1, 2),
    "n": lambda d: dims(1, 4 // d),
    "P": drawn("d + 1", "d + 1"),
    "Q": drawn("d + 1", "d + 1"),
    "root": box("d", low=0.0, high=2.0, of="[0, inf)"),  # of the diagonal of $\Sigma$, which may be singular
    "construction": network,
}


@dataclass(frozen=True)
class Population:
    """Prompts of a finite law with the moments of (x, w, query) that the loss needs.

    ``Z`` is ``(points, d + 1, n + 1)``, ``w`` ``(points, d)``, ``truth`` is w^T x^(n+1).
    """

    Z: Array
    w: Array
    truth: Array
    weight: Array

    def mean(self, v: Array) -> Array:
        """The mean of one number a prompt."""
        return v @ self.weight / WEIGHT**3


def population(n: int, d: int, root: Array) -> Population:
    r"""The prompts for $\Sigma=\operatorname{diag}(\mathrm{root}^2)$."""
    (x, px), (w, pw), (q, pq) = nodes(n * d, 5), nodes(d, 5), nodes(d, 3)
    a, b, c = len(x), len(w), len(q)
    X = x[:, None, None].expand(a, b, c, n * d).reshape(-1, n, d)
    W = constant(w[:, None].expand(a, b, c, d).reshape(-1, d), root)
    weight = constant((px[:, None, None] * pw[:, None] * pq).reshape(-1), root)
    samples, queries = constant(X, root) * root, constant(q.expand(a, b, c, d).reshape(-1, d), root) * root
    labels = (samples @ W[..., None])[..., 0]
    columns = concat([samples, queries[:, None]], 1)
    Z = concat([columns.mT, concat([labels, 0 * labels[:, :1]], 1)[:, None]], 1)
    return Population(Z, W, sum(W * queries, -1), weight)


def at_prompts(tf: Transformer, Z: Array) -> Array:
    """The network at each prompt of an instance."""
    return over_batches(lambda Z: tf(Z.reshape(-1, *Z.shape[-2:])).reshape(*Z.shape))(Z)


def loss(tf: Transformer, m: Population) -> Array:
    """The loss (5) of the literal forward pass."""
    return m.mean((at_prompts(tf, m.Z)[:, -1, -1] + m.truth) ** 2)
