"""The last layer of Theorem E.1 and the two statements about it (Liu et al. 2025)."""

from __future__ import annotations

from dataclasses import dataclass

from baselines.proximal import lista_vm
from lemmata.arrays import (
    Array,
    absolute,
    amax,
    concatenate,
    eye,
    maximum,
    minimum,
    norm,
    relu,
    sign,
    sqrt,
    stack,
    sum,
)
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt, Space, dims, dyadics, signs, space, sparse
from theorems.sparse_recovery.instances_d_scalars import powers


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    N0: int
    K: int
    gamma: float
    threshold: float  # B' as a share of the smallest x_n beta_j > 0, or of the largest; or -B'


def sizes(d: int, high: float) -> Space:
    """Up to d columns; ``threshold`` is at most ``high``."""
    return space(
        Setting,
        d=dims(1, d, most=d),
        n=dims(3, 8),
        N0=lambda s: dims(2, s.n, most=s.n),
        K=dims(1, 4),
        gamma=dyadics(0, 1, open_low=True),
        threshold=dyadics(0, high, open_low=True),
    )


anywhere = space(
    Setting,
    d=dims(1, 1, most=1),
    n=dims(3, 16),
    N0=lambda s: dims(2, s.n, most=s.n),
    K=dims(1, 4),
    gamma=dyadics(0, 1, open_low=True),
    threshold=dyadics(0, 1, open_low=True, open_high=True),
)
"""B' anywhere between 0 and the largest inner product."""


def data(s: Setting) -> Space:
    """Rademacher rows, the last one being the query."""
    return space(
        X=signs(s.n, s.d), beta_star=sparse(s.d, s.d, 1.0), delta=powers(-8, 0, open_high=True)
    )


def predicted(s: Setting, inner: Array, B: Array, p_inverse: int) -> Array:
    """2/p times the attended sum of sigma(x_n^T beta_j - B') over odd tokens, plus B'."""
    attended = sum(relu(inner - B[:, None]), -1) / (2 * s.n - 1)
    return attended * 2 * p_inverse + B


def as_printed(s: Setting, prompt: Prompt) -> Margin:
    """D = 1, beta* = b_beta = 1: all is decided by the sign of the query, each with chance 1/2."""
    one = prompt.delta * 0 + 1
    a = one - s.gamma * 2 / 3
    # x_n beta_{2j-1} for x_n = 1: from m = j - 1 examples.
    t = stack([one - (one - s.gamma * 2 * m / (2 * m + 1)) ** s.K for m in range(s.n)], -1)
    B = t[:, 1] * s.threshold
    x = prompt.X[:, s.n - 1, 0]
    error = absolute(x - predicted(s, t * x[:, None], B, 2))
    # E_1 fails if y = 1. E_2 fails where |count - (n - 1/2)/2| > epsilon; count is n - 1 or 0.
    epsilon = a**s.K * s.K * sqrt(one * s.n / 2)
    misses = [maximum(sign(one * m / 4 - epsilon), 0) for m in (2 * s.n - 3, 2 * s.n - 1)]
    delta_prime = (misses[0] + misses[1] + 1) / 2
    room = a - sqrt(one / 32) * (s.K - 1)  # (E.7): sqrt(log(1/delta) / (N_0 c)) = 1 / sqrt(32)
    eta = a / maximum(room, a / 64)
    c4 = eta * sqrt(one * s.N0 / 4) + B * 2 + one * 2 * (s.n + 1) / s.n
    bound = a**s.K + c4 * a ** (s.K - 1) * s.K * sqrt(one * 2 / s.n)  # 1 / sqrt(p) = sqrt(2)
    margin = at_most(error, bound).given(one - delta_prime - prompt.delta * s.n)
    return margin.given(room - a / 64).trivial_where(bound - 1)


def for_every_threshold(s: Setting, prompt: Prompt) -> Margin:
    """As ``as_printed``, B' being any share of the largest inner product, and eta of any sign."""
    one = prompt.delta * 0 + 1
    a = one - s.gamma * 2 / 3
    t = stack([one - (one - s.gamma * 2 * m / (2 * m + 1)) ** s.K for m in range(s.n)], -1)
    B = t[:, -1] * s.threshold
    above = maximum(sign(B[:, None] - t), 0) * -1 + 1
    early, count = amax(above[:, : s.N0], -1), sum(above, -1)
    epsilon = a**s.K * s.K * sqrt(one * s.n / 2)
    middle = one * (2 * s.n - 1) / 4
    misses = [maximum(sign(absolute(c - middle) - epsilon), 0) for c in (count, count * 0)]
    promised = one - (early + misses[0] + misses[1]) / 2 - prompt.delta * s.n
    eta = a / (a - sqrt(one / 32) * (s.K - 1))
    c4 = eta * sqrt(one * s.N0 / 4) + B * 2 + one * 2 * (s.n + 1) / s.n
    bound = a**s.K + c4 * a ** (s.K - 1) * s.K * sqrt(one * 2 / s.n)
    # The query is 1 or -1: the claim is false if neither error is within the bound.
    least = minimum(absolute(one - predicted(s, t, B, 2)), one + B)
    return at_most(least, bound).given(promised - one / 2**30)


def averaged(s: Setting, prompt: Prompt, factor: int = 2, floor: int = 1) -> Margin:
    """B' below every inner product: p = 1."""
    beta, x = prompt.beta_star, prompt.X[:, s.n - 1]
    y = (prompt.X @ beta[..., None])[..., 0]
    M = stack([eye(s.d, beta) * s.gamma * 2] * s.K, 0)
    path = lista_vm(prompt.X, y, M, stack([beta[0, 0] * 0] * s.K, 0))[-1]
    betas = concatenate([path[:, :1] * 0, path[:, : s.n - 1]], 1)  # beta_{2j-1}, j = 1, ..., n
    inner = sum(betas * x[:, None, :], -1)
    B = inner[:, 0] * 0 - s.threshold
    error = absolute(sum(x * beta, -1) - predicted(s, inner, B, 1))
    distances = sum(norm(betas - beta[:, None, :]), -1) * norm(x) * factor
    bound = (distances + (norm(x) * norm(beta) + s.threshold) * floor) / (2 * s.n - 1)
    return at_most(error, bound).given(inner - B[:, None])
