r"""Must LISTA-CP have one measurement matrix? Not by the letter: K layers can serve K of them.

Remark 1: since $D^{(k)}$ is fixed, "LISTA-CP requires the measurement matrix $X$ to stay the same during
pre-training and inference" (Remark 2: it "only works for fixed $X$"). In one dimension the error
after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$, $D^{(2)}=-1$ it
vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$ given numbers $X$.
So no positive bound on the error under a second matrix exists. Under $K+1$ numbers it does ($\theta=0$): the
factor is a polynomial in $X$ of degree K that is 1 at 0, so by Lagrange's formula its largest value at
$X_0,\dots,X_K$ is at least $1/\sum_i\prod_{j\ne i}\left|\frac{X_j}{X_j-X_i}\right|$ (1 for $K=1$, $X_1=-X_0$).
With thresholds two layers can have less.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from baselines.proximal import lista_cp
from lemmata import Margin, Prompt, Space, at_least, box, dims, lines, reals, scales, some, space
from lemmata.numbers import Array, absolute, amax, concatenate, full
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    D: Tensor  # (K,), the whole matrices, since d = N = 1
    theta: Tensor  # (K,)
    X: Tensor  # (K + 1,), measurement matrices; the printed statement has the first two
    epsilon: float = 0.0


def two_layers(D: list[float], theta: list[float], X: list[float], epsilon: float = 0.0) -> Setting:
    """Two layers, and matrices that they are to serve."""
    weights, thresholds, matrices = (torch.tensor(x).double() for x in (D, theta, X))
    return Setting(K=2, D=weights, theta=thresholds, X=matrices, epsilon=epsilon)


def exact_for_two(epsilon: float) -> Setting:
    """Two layers that recover exactly under 1 and -1 (not under 2)."""
    return two_layers([1.0, -1.0], [0.0, 0.0], [1.0, -1.0, 2.0], epsilon)


def with_thresholds(top: float, **open_constant: Any) -> Space:
    """Thresholds up to ``top``, and different numbers as measurement matrices."""
    return space(
        Setting,
        where=lambda s: len(set(s.X.tolist())) == s.K + 1,
        K=dims(1, 3),
        D=lambda s: reals(s.K),
        theta=lambda s: box(s.K, low=0.0, high=top),
        X=lambda s: reals(s.K + 1),
        **open_constant,
    )


fixed = PAPER.claim(
    "Remark 1, LISTA-CP",
    id="remark-1/lista-cp",
    origin="read",
    at=lines(179),
    summary="LISTA-CP, its matrices fixed, misses some vector under one of any two measurement matrices",
    pinned={"theta": "the amended statement says theta = 0"},
    settings=with_thresholds(4.0, epsilon=some(scales(-20, -1), weaker="smaller", fails_at=exact_for_two)),
    prompts=lambda s: space(beta_star=reals(1)),
    examples=[
        exact_for_two(0.5),
        two_layers([0.625, -0.625], [0.0, 0.0], [1.0, -1.0, 2.0]),  # 0.98 of the bound
        two_layers([-2.625, 0.375], [2.375, 0.0], [-1.125, 0.875, 2.875]),  # below the bound at beta* = 1
    ],
)
Pair = tuple[Array, Array]
Sides = Callable[[Setting, Array, list[Any], Array], Pair]
"""From the setting, the largest error, the matrices and beta* to the two sides, ``(batch, 1)`` each."""


def some_share(s: Setting, worst: Array, nodes: list[Any], b: Array) -> Pair:
    """The largest error and epsilon |X - X'| |beta*|."""
    return worst, absolute(b) * s.epsilon * abs(nodes[0] - nodes[1])


def lagrange(s: Setting, worst: Array, nodes: list[Any], b: Array) -> Pair:
    """The largest error and what Lagrange's formula leaves, both times the distances of all pairs."""

    def distances(of: list[Any]) -> Any:
        return math.prod(abs(x - y) for x, y in combinations(of, 2))

    total: Any = 0
    for i in range(len(nodes)):
        others = nodes[:i] + nodes[i + 1 :]
        total = total + math.prod(map(abs, others)) * distances(others)
    return worst * total, absolute(b) * distances(nodes)


@fixed.printed(
    r"For some $\epsilon>0$, all $D^{(k)}$, $\theta^{(k)}\ge0$ and $X\ne X'$ (here $d=N=1$ and "
    r"$|X|,|X'|\le4$): over $\pm\beta^*$ "
    r"and the two matrices LISTA-CP's largest error is at least $\epsilon|X-X'||\beta^*|$.",
    defect="statement",
    because="Two layers can recover exactly under two matrices: error 0 refutes every epsilon.",
    fails_where=lambda s: s.K > 1,
    count=lambda s: 2,
    sides=some_share,
)
@fixed.amended(
    r"At $d=N=1$, for K layers, $\theta=0$, all $D^{(k)}$ and any $K+1$ different $X_i$ LISTA-CP's largest "
    r"error over $\pm\beta^*$ and these matrices is at least $|\beta^*|/\sum_i\prod_{j\ne "
    r"i}\left|\frac{X_j}{X_j-X_i}\right|$: K layers cannot serve $K+1$ matrices.",
    because="A polynomial of degree K that is 1 at 0 has no K + 1 roots.",
    adds="theta = 0, K + 1 matrices for two, d = N = 1; the bound of Lagrange's formula",
    settings=with_thresholds(0.0),
    count=lambda s: s.K + 1,
    sides=lagrange,
)
def another_matrix_is_missed(
    s: Setting, prompt: Prompt, count: Callable[[Setting], int], sides: Sides
) -> Margin:
    """Under one of several measurement matrices LISTA-CP misses beta* or -beta*."""
    nodes = [s.X[i] for i in range(count(s))]
    runs = [(X, sign) for X in nodes for sign in (1, -1)]
    target = concatenate([prompt.beta_star * sign for _, sign in runs], 0)
    row = concatenate([full(X, like=prompt.beta_star) for X, _ in runs], 0)
    estimate = lista_cp(row[:, :, None], target * row, s.D[:, None, None], s.theta)[-1]
    errors = absolute(estimate - target).reshape(len(runs), len(prompt), 1)
    return at_least(*sides(s, amax(errors, 0), nodes, prompt.beta_star))


fixed.mutant("as many matrices as layers", count=lambda s: s.K)
fixed.mutant("a tenth more", sides=lambda s, worst, nodes, b: lagrange(s, worst, nodes, b * 11 / 10))
fixed.mutant("thresholds", settings=with_thresholds(4.0))
