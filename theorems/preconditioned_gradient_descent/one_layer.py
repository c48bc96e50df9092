"""The population loss of one layer with any P and Q, over literal prompts: (6), (7), (15)."""

from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, linear_transformer
from constructions.transformer import Transformer
from lemmata import Expectation, Space, box, dims, space
from lemmata.numbers import Array, broadcast_to, constant, sum
from theorems.preconditioned_gradient_descent.draws import drawn
from theorems.preconditioned_gradient_descent.finite_law import WEIGHT, nodes


@dataclass(frozen=True)
class Setting:
    """Weights P and Q."""

    d: int
    n: int
    P: Tensor  # (d + 1, d + 1)
    Q: Tensor


def square(s: Setting) -> drawn:
    return drawn(s.d + 1, s.d + 1)


def settings(holder: type[Setting] = Setting, **more: Any) -> Space:
    """Settings, and ``more`` quantities that a ``holder`` has."""
    return space(holder, d=dims(1, 2), n=lambda s: dims(1, 4 // s.d), P=square, Q=square, **more)


def spectra(s: Setting) -> Space:
    """The square roots of the eigenvalues of Sigma = diag(root^2), which may be singular."""
    return space(root=box(s.d, low=0.0, high=2.0, of="[0, inf)"))


def network(s: Setting) -> Transformer:
    return linear_transformer(s.P[None], s.Q[None])


ON_PROMPTS: dict[str, Any] = {
    "kind": Expectation(),
    "settings": settings(),
    "prompts": spectra,
    "batch": 32,  # each of them means hundreds of literal prompts
}


@dataclass(frozen=True)
class Population:
    """Prompts of a finite law with the moments of (x, w, query) that the loss needs.

    ``Z`` is ``(batch points, d + 1, n + 1)``, ``w`` ``(batch points, d)``, ``truth`` is w^T x^(n+1).
    """

    Z: Array
    w: Array
    truth: Array
    weight: Array

    def mean(self, v: Array) -> Array:
        """``(batch,)`` from one number a prompt."""
        return sum(v.reshape(-1, self.weight.shape[0]) * self.weight, 1) / WEIGHT**3


def population(s: Setting, root: Array) -> Population:
    """The prompts at a batch of roots ``(batch, d)``."""
    (x, px), (w, pw), (q, pq) = nodes(s.n * s.d, 5), nodes(s.d, 5), nodes(s.d, 3)
    a, b, c = len(x), len(w), len(q)
    points, batch = a * b * c, root.shape[0]
    X = x[:, None, None].expand(a, b, c, s.n * s.d).reshape(points, s.n, s.d)
    W = w[:, None].expand(a, b, c, s.d).reshape(points, s.d)
    query = q.expand(a, b, c, s.d).reshape(points, s.d)
    weight = (px[:, None, None] * pw[:, None] * pq).reshape(-1)
    scale = root[:, None]
    samples = (constant(X, root) * scale[..., None, :]).reshape(batch * points, s.n, s.d)
    queries = (constant(query, root) * scale).reshape(batch * points, s.d)
    task = broadcast_to(constant(W, root), (batch, points, s.d)).reshape(batch * points, s.d)
    Z = embed(samples, labels(samples, task), queries)
    return Population(Z, task, sum(task * queries, -1), constant(weight, root))


def loss(tf: Transformer, m: Population, power: int = 2) -> Array:
    """The loss (5) of the literal forward pass, ``(batch,)``."""
    return m.mean((tf(m.Z)[:, -1, -1] + m.truth) ** power)
