"""Settings, prompts and predictions of the last layer of Theorem E.1, the linear read-out of Theorem 5.2."""

from dataclasses import dataclass, replace

from lemmata import Space, choices, dims, dyadics, signs, space, sparse
from lemmata.numbers import Array, relu, stack, sum
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
    return space(X=signs(s.n, s.d), beta_star=sparse(s.d, s.d, 1.0), delta=powers(-8, 0, open_high=True))


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
