r"""The last layer of Theorem E.1 and the two statements about it (Liu et al. 2025).

The statements about the last layer of Theorem E.1 (Liu et al. 2025).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from baselines.proximal import lista_vm
from lemmata import Margin, Prompt, Space, at_most, choices, dims, dyadics, signs, space, sparse
from lemmata.numbers import (
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
from theorems.sparse_recovery.powers import powers


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
between = replace(
    anywhere,
    fields={
        **anywhere.fields,
        "n": dims(11, 16),
        "N0": dims(2, 6),
        "K": dims(3, 4),
        "gamma": dyadics(1, 1),
        "threshold": choices(2047 / 2048),
    },
)
"""B' just below the largest inner product, and a negative eta."""
often = replace(
    anywhere,
    fields={
        **anywhere.fields,
        "n": dims(3, 8),
        "gamma": dyadics(0, 0.5, open_low=True),
        "threshold": dyadics(0.75, 1, open_high=True),
    },
)
"""Where the events of Theorem E.1 mostly leave something to be claimed."""


def data(s: Setting) -> Space:
    """Rademacher rows, the last one being the query."""
    return space(
        X=signs(s.n, s.d), beta_star=sparse(s.d, s.d, 1.0), delta=powers(-8, 0, open_high=True)
    )


def rare(s: Setting) -> Space:
    """The same with delta so small that something is claimed."""
    usual = data(s)
    return replace(usual, fields={**usual.fields, "delta": powers(-14, -5)})


def predicted(s: Setting, inner: Array, B: Array, p_inverse: int) -> Array:
    """2/p times the attended sum of sigma(x_n^T beta_j - B') over odd tokens, plus B'."""
    attended = sum(relu(inner - B[:, None]), -1) / (2 * s.n - 1)
    return attended * 2 * p_inverse + B


def inner_products(s: Setting, one: Array) -> Array:
    """x_n beta_{2j-1} at d = 1, x_n = beta* = 1, ``(batch, n)``: from m = j - 1 examples, for every X."""
    return stack([one - (one - s.gamma * 2 * m / (2 * m + 1)) ** s.K for m in range(s.n)], -1)


def contraction(s: Setting, one: Array) -> Array:
    """A = 1 - 2 gamma / 3."""
    return one - s.gamma * 2 / 3


def room(s: Setting, one: Array) -> Array:
    """The denominator of eta in (E.7): sqrt(log(1/delta) / (N_0 c)) is 1 / sqrt(32)."""
    return contraction(s, one) - sqrt(one / 32) * (s.K - 1)


def tolerance(s: Setting, one: Array) -> Array:
    """Epsilon = K sqrt(n p) a^K with p = 1/2."""
    return contraction(s, one) ** s.K * s.K * sqrt(one * s.n / 2)


def bounded(s: Setting, B: Array, denominator: Array) -> Array:
    """The bound of Theorem E.1 with p = 1/2, d = b_x = b_beta = 1 and C_x = (n + 1) / n."""
    one = B * 0 + 1
    a = contraction(s, one)
    c4 = a / denominator * sqrt(one * s.N0 / 4) + B * 2 + one * 2 * (s.n + 1) / s.n
    return a**s.K + c4 * a ** (s.K - 1) * s.K * sqrt(one * 2 / s.n)  # 1 / sqrt(p) = sqrt(2)


def as_printed(s: Setting, prompt: Prompt) -> Margin:
    """D = 1, beta* = b_beta = 1: all is decided by the sign of the query, each with chance 1/2."""
    one = prompt.delta * 0 + 1
    t = inner_products(s, one)
    B = t[:, 1] * s.threshold
    x = prompt.X[:, s.n - 1, 0]
    error = absolute(x - predicted(s, t * x[:, None], B, 2))
    # E_1 fails if y = 1. E_2 fails where |count - (n - 1/2)/2| > epsilon; count is n - 1 or 0.
    epsilon = tolerance(s, one)
    misses = [maximum(sign(one * m / 4 - epsilon), 0) for m in (2 * s.n - 3, 2 * s.n - 1)]
    delta_prime = (misses[0] + misses[1] + 1) / 2
    least = contraction(s, one) / 64
    bound = bounded(s, B, maximum(room(s, one), least))
    margin = at_most(error, bound).given(one - delta_prime - prompt.delta * s.n)
    return margin.given(room(s, one) - least).trivial_where(bound - 1)


def for_every_threshold(
    s: Setting, prompt: Prompt, positive: bool = False, share: int = 1
) -> Margin:
    """As ``as_printed``, B' being any share of the largest inner product.

    eta is of any sign, or ``positive``; ``share`` divides the bound.
    """
    one = prompt.delta * 0 + 1
    t = inner_products(s, one)
    B = t[:, -1] * s.threshold
    above = maximum(sign(B[:, None] - t), 0) * -1 + 1
    early, count = amax(above[:, : s.N0], -1), sum(above, -1)
    middle, epsilon = one * (2 * s.n - 1) / 4, tolerance(s, one)
    misses = [maximum(sign(absolute(c - middle) - epsilon), 0) for c in (count, count * 0)]
    promised = one - (early + misses[0] + misses[1]) / 2 - prompt.delta * s.n
    # The query is 1 or -1: one of the two errors is to be within the bound, or both.
    errors = absolute(one - predicted(s, t, B, 2)), one + B
    least, both = minimum(*errors), maximum(sign(promised - one / 2), 0)
    found = least + (maximum(*errors) - least) * both
    margin = at_most(found, bounded(s, B, room(s, one)) / share).given(promised - one / 2**30)
    return margin.given(room(s, one) - one / 2**10) if positive else margin


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
