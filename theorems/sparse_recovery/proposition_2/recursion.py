"""D^T X on event A, and the recursion of Proposition 2 on it."""

import builtins
from itertools import combinations
from typing import Any, NamedTuple

from baselines.proximal import soft_threshold
from lemmata import box, dims, reals
from lemmata.numbers import Array, Matrix, Number, Vector, abs, concat, diag, eye, max, min, norm, sum, zeros
from theorems.sparse_recovery.event_a import LENGTHS, deviations, steps

LAYERS: dict[str, Any] = LENGTHS | dict(
    gamma=steps(1.6, below=True),
    K=dims(1, 4),
    excess=box(low=1, high=2**9, of="[1, inf)", scale="log"),  # $n/N_0$
    t=box("d", low=0.0, high=1.0),
    off=box("d * (d - 1) // 2 + 1 // d", low=-1.0, high=1.0),  # one entry, which is not read, for d = 1
    beta_star=reals("S"),
    # So that there is an X with what is read of D^T X, whatever is drawn. Read are its columns of the support
    # (beta stays there) and the largest entry off the diagonal. The others of X may lie in the span of the
    # first, with small products by (2S - 1) sigma_max <= sigma_min; one more dimension gives two of them the
    # largest product.
    where=lambda n, S: n > S,
)
"""A symmetric D^T X of event A, S being the first coordinates; and beta* on them.

``off`` has the entries above the diagonal, row by row, as shares of their bound.
"""


class Products(NamedTuple):
    """D^T X on event A, with Lemma 1's quantities and the rate (D.3)."""

    G: Matrix  # $D^\top X$
    diagonal: Vector
    sigma_max: Number
    rate: Number
    S: int
    gamma: Number

    @property
    def contraction(self) -> Number:
        r"""$\gamma (2S - 1) \sigma_{\max} + |1 - \gamma \sigma_{\min}|$."""
        return self.gamma * (2 * self.S - 1) * self.sigma_max + abs(
            1 - self.gamma * min(self.diagonal[: self.S])
        )


def products(
    d: int, S: int, n: int, gamma: Number, delta: Number, excess: Number, t: Vector, off: Vector, share: int = 2
) -> Products:
    r"""A symmetric $D^\top X$ of event A, and the rate with ``share`` thirds of the step."""
    dimension, support = deviations(d, S, delta, excess)
    # Its diagonal on S anywhere in the range of (D.4), elsewhere from its lower end to 2. (Any two such columns
    # exist. Shorter ones would say no more: they are read only where beta is not 0.) ...
    low = (1 - support) * n / (n + 2)
    diagonal = concat([low + support * n * 2 / (n + 2) * t[:S], low + (2 - low) * t[S:]])
    # ... and what is off the diagonal up to sqrt((log d - log delta) / (n c)).
    off = off * dimension * (1 if d > 1 else 0)
    above = {pair: k for k, pair in enumerate(combinations(range(d), 2))}
    places = [above.get((builtins.min(i, j), builtins.max(i, j)), 0) for i in range(d) for j in range(d)]
    G = off[places].reshape(d, d) * (1 - eye(d)) + diag(diagonal)
    rate = 1 - gamma * share / 3 + gamma * (2 * S - 1) * dimension + gamma * support
    return Products(G, diagonal, max(abs(off)), rate, S, gamma)


def distances(
    K: int, gamma: Number, a: Products, beta_star: Vector, answer: Any, fall: Number, late: int, shrink: Number
) -> list[Array]:
    r"""$\|\beta^{(k+1)}-\beta^*\|$ for $k=1,\dots,K$, with thresholds that fall.

    They begin with $\gamma\sigma_{\max}\|\beta^*\|_1$ times ``shrink``, one layer later if ``late``. What is
    computed is passed through ``answer`` before it is judged.
    """
    beta_star = concat([beta_star, zeros(len(a.diagonal) - len(beta_star))])
    threshold = shrink * gamma * a.sigma_max * sum(abs(beta_star))
    threshold = threshold / fall if late else threshold
    beta, found = 0 * beta_star, []
    for _ in range(K):
        beta = soft_threshold(beta - gamma * a.G @ (beta - beta_star), threshold)
        threshold = threshold * fall
        found.append(norm(answer(beta) - beta_star))
    return found


def bounds(K: int, beta_star: Vector, rate: Number) -> list[Array]:
    """The l1 norm of beta* times the first K powers of the rate."""
    return [sum(abs(beta_star)) * rate**k for k in range(1, K + 1)]
