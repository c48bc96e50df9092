"""The recursion of Proposition 1 over many scales, with the constants that its proof sets."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.proximal import lista_vm
from lemmata import Prompt, Space, box, dims, in_ball, reals, scales, space, sparse
from lemmata.numbers import Array, absolute, amax, sqrt, sum


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    K: int
    M: Tensor  # (d, d), M^V
    gamma: float
    steps: Tensor  # (K,), gamma^(k) = gamma times these
    theta: Tensor  # (K,)
    b_x: float
    b_beta: float

    @property
    def size(self) -> Array:
        """``gamma_max |M^V|``; the paper does not define the norm: Frobenius', at least the operator norm."""
        return self.gamma * amax(absolute(self.steps), 0) * sqrt(sum(self.M * self.M, (-2, -1)))

    @property
    def matrices(self) -> Array:
        """``M^(k) = gamma^(k) M^V``: ``(K, d, d)``."""
        return self.steps[:, None, None] * self.M * self.gamma


settings = space(
    Setting,
    d=dims(1, 2),
    N=dims(1, 2),
    K=dims(1, 3),
    M=lambda s: reals(s.d, s.d),
    gamma=scales(-17, 1, of="(0, inf)"),
    steps=lambda s: box(s.K, low=-1.0, high=1.0),
    theta=lambda s: box(s.K, low=0.0, high=2.0, of="[0, inf)"),
    b_x=scales(-2, 10, of="(0, inf)"),
    b_beta=scales(-2, 10, of="(0, inf)"),
)


def example(K: int, gamma: float, b_x: float, b_beta: float) -> Setting:
    """One measurement in one dimension, no threshold."""
    one, zero = torch.ones(K).double(), torch.zeros(K).double()
    return Setting(
        d=1, N=1, K=K, M=torch.ones(1, 1).double(), gamma=gamma, steps=one, theta=zero, b_x=b_x, b_beta=b_beta
    )


def prompts(s: Setting) -> Space:
    """Assumption 1: rows and query of norm at most b_x, beta* of l1 norm at most b_beta, no noise."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        beta_star=sparse(s.d, s.d, s.b_beta),
        query=in_ball(s.d, radius=s.b_x),
    )


def data(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X, y and the query."""
    return prompt.X, (prompt.X @ prompt.beta_star[..., None])[..., 0], prompt.query


def path(s: Setting, prompt: Prompt) -> Array:
    """The recursion (4.4): ``(K + 1, batch, N, d)``."""
    X, y, _ = data(s, prompt)
    return lista_vm(X, y, s.matrices, s.theta)


Size = Callable[[Setting], Array]


def printed(s: Setting) -> Array:
    """``C_beta`` as printed."""
    return s.size * s.b_x**2 * s.d + s.size * s.b_beta * s.b_x + 1


def radius(s: Setting, k: int) -> Array:
    """``b_beta ((1 + a)^(k - 1) - 1)`` with ``a = N/(2N + 1) b_x^2 gamma_max |M^V|``.

    A layer makes of a length r at most ``r + a (r + b_beta)``.
    """
    a = s.size * s.b_x**2 * s.N / (2 * s.N + 1)
    # As a sum of powers: for a small a the difference would be lost to rounding.
    return s.b_beta * a * sum_of_powers(a + 1, k - 1)


def sum_of_powers(base: Array, count: int) -> Array:
    """``1 + base + ... + base^(count - 1)``."""
    total: Array = 0
    for _ in range(count):
        total = total * base + 1
    return total


def bound(s: Setting, C: Array) -> Array:
    """The B that the proof prescribes: ``b_beta b_x + b_x sqrt(d) (b_beta + C^K)``."""
    return s.b_beta * s.b_x + s.b_x * sqrt(s.d) * (s.b_beta + C**s.K)
