"""D^T X on event A, and the recursion of Proposition 2 on it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from baselines.proximal import soft_threshold
from lemmata import Prompt, Space, box, dims, reals, space
from lemmata.numbers import (
    Array,
    absolute,
    amax,
    concatenate,
    diag_embed,
    eye,
    full,
    minimum,
    norm,
    stack,
    sum,
    zeros,
)
from theorems.sparse_recovery.event_a import Setting, Sizes, at
from theorems.sparse_recovery.powers import powers

Answer = Callable[..., Array]
"""What a check passes its answer through."""
Rate = Callable[[Setting, Array], Array]
"""A rate, from the sizes and Lemma 1's q = gamma (2S - 1) sigma_max + |1 - gamma sigma_min|."""


EVENT = (
    r"Under Assumption 1 and on event A (D.4), its third line read with $X_{1:n,j}$, for $y=X\beta^*$, "
    r"S-sparse $\beta^*$, $c_1=\|"
    r"\beta^*\|_1$, any $c>0$, $\delta\in(0,1)$ and $n\ge N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ (only "
    r"$n>S$ is drawn; excess is $n/N_0$, t and off say where in its range each entry of $D^\top X$ lies): "
)
"""The hypotheses of Proposition 2."""
RATE = (
    r"$e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+"
    r"\gamma\sqrt{\frac{\log S-\log\delta}{nc}}$"
)
"""(D.3)."""
FACTOR = {"factor": "16 times the 8 of N_0, which the statement fixes"}
"""Why nothing is lost by the one value of ``factor``."""


@dataclass(frozen=True)
class Layers(Sizes):
    """Sizes, and a number of layers."""

    K: int = 1


def layered(whole: Space) -> Space:
    """The settings with a number of layers."""
    return replace(whole, holder=Layers, fields={**whole.fields, "K": dims(1, 4)})


def data(s: Sizes) -> Space:
    """A symmetric D^T X of event A, S being the first coordinates; and beta* on them.

    ``off`` has the entries above the diagonal, row by row, as shares of their bound.
    """
    return space(
        delta=powers(-6, 0, open_high=True),
        excess=powers(0, 9),
        t=box(s.d, low=0.0, high=1.0),
        off=box(max(s.d * (s.d - 1) // 2, 1), low=-1.0, high=1.0),
        beta_star=reals(s.S),
    )


def more_rows(whole: Space) -> Space:
    """Those of the settings with n > S, so that there is an X with what is read of D^T X, whatever is drawn.

    Read are its columns of the support (beta stays there) and the largest entry off the diagonal. The others
    of X may lie in the span of the first, with small products by (2S - 1) sigma_max <= sigma_min, and one more
    dimension gives a pair of them the largest.
    """
    return replace(whole, where=lambda s: s.n > s.S)


def rate(q: Setting, _contraction: Array) -> Array:
    """exp(-alpha_n) by (D.3)."""
    return (q.dimension * (2 * q.S - 1) + q.support) * q.gamma + 1 - q.gamma * 2 / 3


def too_fast(q: Setting, contraction: Array) -> Array:
    """The rate with the whole step."""
    return rate(q, contraction) - q.gamma / 3


def own(_q: Setting, contraction: Array) -> Array:
    """exp(-c_2), Lemma 1's contraction."""
    return contraction


def places(d: int) -> list[int]:
    """Where each entry of a symmetric matrix, row by row, stands among those above the diagonal."""
    above = {pair: k for k, pair in enumerate(combinations(range(d), 2))}
    return [above.get((min(i, j), max(i, j)), 0) for i in range(d) for j in range(d)]


class Products(NamedTuple):
    """D^T X on event A, with Lemma 1's quantities."""

    G: Array  # D^T X, (batch, d, d)
    diagonal: Array  # (batch, d)
    sigma_max: Array
    contraction: Array  # gamma (2S - 1) sigma_max + |1 - gamma sigma_min|


def products(s: Layers, prompt: Prompt) -> Products:
    """A symmetric D^T X of event A."""
    q, t = at(s, prompt), prompt.t
    # Its diagonal on S anywhere in the range of (D.4), elsewhere from its lower end to 2. (Any two such columns
    # exist. Shorter ones would say no more: they are read only where beta is not 0.) ...
    low = (1 - q.support) * s.n / (s.n + 2)
    inside = low[:, None] + (q.support * s.n * 2 / (s.n + 2))[:, None] * t[:, : s.S]
    diagonal = concatenate([inside, low[:, None] + (2 - low)[:, None] * t[:, s.S :]], -1)
    # ... and what is off the diagonal up to sqrt((log d - log delta) / (n c)).
    off = prompt.off * (q.dimension * (1 if s.d > 1 else 0))[:, None]
    G = off[:, places(s.d)].reshape(len(t), s.d, s.d) * (1 - eye(s.d, t)) + diag_embed(diagonal)
    sigma_min, sigma_max = -amax(-inside, -1), amax(absolute(off), -1)
    contraction = sigma_max * s.gamma * (2 * s.S - 1) + absolute(1 - sigma_min * s.gamma)
    return Products(G, diagonal, sigma_max, contraction)


def conditions(s: Layers, prompt: Prompt) -> Array:
    """A number that is not negative where (D.5) and (D.6) hold."""
    a = products(s, prompt)
    return minimum(1 - a.contraction, 1 - amax(a.diagonal, -1) * s.gamma)


def errors(
    s: Layers, prompt: Prompt, answer: Answer, falls: Rate, bound: Rate, late: int, shrink: Fraction | int = 1
) -> tuple[Array, Array]:
    """``|beta^(k+1) - beta*|`` on event A, with thresholds that fall, and the bound after so many layers.

    For k = 1, ..., K: ``(batch, K)`` each. What is computed is passed through ``answer`` before it is judged.
    """
    q, (G, _, sigma_max, contraction) = at(s, prompt), products(s, prompt)
    beta_star = concatenate([prompt.beta_star, zeros((len(prompt), s.d - s.S), G)], -1)
    c_1 = sum(absolute(beta_star), -1)
    beta, threshold, allowed = full(0, like=beta_star), sigma_max * c_1 * s.gamma * shrink, c_1
    fall, step = falls(q, contraction), bound(q, contraction)
    if late:
        threshold = threshold / fall
    distances, bounds = [], []
    for _ in range(s.K):
        gradient = (G @ (beta - beta_star)[..., None])[..., 0]
        beta = soft_threshold(beta - gradient * s.gamma, threshold[:, None])
        threshold, allowed = threshold * fall, allowed * step
        distances.append(norm(answer(beta) - beta_star))
        bounds.append(allowed)
    return stack(distances, -1), stack(bounds, -1)
