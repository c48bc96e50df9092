"""D^T X on event A, and the recursion on it, for Proposition 2 (Liu et al. 2025)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from baselines.proximal import soft_threshold
from lemmata import Prompt, Space, box, space, sparse
from lemmata.numbers import Array, absolute, amax, concatenate, diag_embed, eye, norm, sum, zeros
from theorems.sparse_recovery.event_a import Setting, Sizes, at
from theorems.sparse_recovery.powers import powers

Rate = Callable[[Setting, Array], Array]
"""A rate, from the sizes and Lemma 1's q = gamma (2S - 1) sigma_max + |1 - gamma sigma_min|."""


def data(s: Sizes) -> Space:
    """A symmetric D^T X of event A, S being the first coordinates; and beta* on them.

    ``off`` has the entries above the diagonal, row by row, as shares of their bound.
    """
    return space(
        delta=powers(-6, 0, open_high=True),
        excess=powers(0, 9),
        t=box(s.d, low=0.0, high=1.0),
        off=box(max(s.d * (s.d - 1) // 2, 1), low=-1.0, high=1.0),
        beta_star=sparse(s.S, s.S, 1.0),
    )


def places(d: int) -> list[int]:
    """Where each entry of a symmetric matrix, row by row, stands among those above the diagonal."""
    above = {pair: k for k, pair in enumerate(combinations(range(d), 2))}
    return [above.get((min(i, j), max(i, j)), 0) for i in range(d) for j in range(d)]


def rate(q: Setting, _own: Array) -> Array:
    """exp(-alpha_n) by (D.3)."""
    return (q.dimension * (2 * q.S - 1) + q.support) * q.gamma + 1 - q.gamma * 2 / 3


def too_fast(q: Setting, own: Array) -> Array:
    """The rate with the whole step."""
    return rate(q, own) - q.gamma / 3


def own(_q: Setting, own: Array) -> Array:
    """exp(-c_2), Lemma 1's contraction."""
    return own


def errors(
    s: Sizes, prompt: Prompt, falls: Rate, bound: Rate, late: int, layers: int, shrink: int = 1
) -> tuple[Array, Array]:
    """Errors after 1, ..., ``layers`` layers and their bounds, ``(batch, layers)``.

    theta^(k) is gamma sigma_max c_1 times the power k - 1 of ``falls``, or k - 2 if ``late`` is 1.
    """
    q, t = at(s, prompt), prompt.t
    low = (q.support * -1 + 1) * s.n / (s.n + 2)
    inside = low[:, None] + (q.support * s.n * 2 / (s.n + 2))[:, None] * t[:, : s.S]
    diagonal = concatenate([inside, t[:, s.S :] * 2], -1)
    off = prompt.off * (q.dimension * (1 if s.d > 1 else 0))[:, None]
    G = off[:, places(s.d)].reshape(len(t), s.d, s.d) * (eye(s.d, t) * -1 + 1)
    G = G + diag_embed(diagonal)
    sigma_min = -amax(-inside, -1)
    sigma_max = amax(absolute(off), -1)
    factor = sigma_max * s.gamma * (2 * s.S - 1) + absolute(sigma_min * s.gamma * -1 + 1)
    beta_star = concatenate([prompt.beta_star, zeros((len(t), s.d - s.S), t)], -1)
    size = sum(absolute(beta_star), -1)
    beta, threshold, allowed = beta_star * 0, sigma_max * size * s.gamma * shrink, size
    fall, step = falls(q, factor), bound(q, factor)
    if late:
        threshold = threshold / fall
    found, bounds = [], []
    for _ in range(layers):
        gradient = (G @ (beta - beta_star)[..., None])[..., 0]
        beta = soft_threshold(beta - gradient * s.gamma, threshold[:, None])
        threshold, allowed = threshold * fall, allowed * step
        found.append(norm(beta - beta_star)[:, None])
        bounds.append(allowed[:, None])
    return concatenate(found, -1), concatenate(bounds, -1)
