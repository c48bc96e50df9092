r"""Must LISTA-CP have one measurement matrix? In one dimension K layers serve K, without thresholds no more.

Remark 1: since $D^{(k)}$ is fixed, "LISTA-CP requires the measurement matrix $X$ to stay the same during
pre-training and inference" (Remark 2: it "only works for fixed $X$"), without a bound. In one dimension the
error after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$, $D^{(2)}=-1$ it
vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$ given $X\ne0$.
Under $K+1$ numbers it does ($\theta=0$): the factor is a polynomial in $X$ of degree K that is 1 at 0, so by
Lagrange's formula its largest value at $X_0,\dots,X_K$ is at least $1/\sum_i\prod_{j\ne
i}\left|\frac{X_j}{X_j-X_i}\right|$ (1 for $K=1$, $X_1=-X_0$). With thresholds two layers can have less.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import torch
from torch import Tensor

from baselines.proximal import lista_cp
from lemmata import Margin, Prompt, Space, at_least, box, dims, reals, space
from lemmata.numbers import absolute, amax, concatenate, full
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    D: Tensor  # (K,), the whole matrices, since d = N = 1
    theta: Tensor  # (K,)
    X: Tensor  # (K + 1,), measurement matrices


def two_layers(D: list[float], theta: list[float], X: list[float]) -> Setting:
    """Two layers, and matrices that they are to serve."""
    weights, thresholds, matrices = (torch.tensor(x).double() for x in (D, theta, X))
    return Setting(K=2, D=weights, theta=thresholds, X=matrices)


def with_thresholds(top: float) -> Space:
    """Thresholds up to ``top``, and different numbers as measurement matrices."""
    return space(
        Setting,
        where=lambda s: len(set(s.X.tolist())) == s.K + 1,
        K=dims(1, 3),
        D=lambda s: reals(s.K),
        theta=lambda s: box(s.K, low=0.0, high=top),
        X=lambda s: reals(s.K + 1),
    )


fixed = PAPER.claim(
    "Remark 1, LISTA-CP",
    id="remark-1/lista-cp",
    rank="step",
    origin="ours",
    summary="In one dimension and without thresholds K layers of LISTA-CP, their matrices fixed, cannot serve "
    "K + 1 measurement matrices, though they may serve K",
    pinned={"theta": "the statement says theta = 0"},
    settings=with_thresholds(0.0),
    prompts=lambda s: space(beta_star=reals(1)),
    examples=[
        two_layers([1.0, -1.0], [0.0, 0.0], [1.0, -1.0, 2.0]),  # exact under 1 and -1, not under 2
        two_layers([0.625, -0.625], [0.0, 0.0], [1.0, -1.0, 2.0]),  # 0.98 of the bound
        two_layers([-2.625, 0.375], [2.375, 0.0], [-1.125, 0.875, 2.875]),  # below the bound at beta* = 1
    ],
)


def distances(nodes: list[Any]) -> Any:
    """The product of the distances of all pairs."""
    return math.prod(abs(x - y) for x, y in combinations(nodes, 2))


def weights(nodes: list[Any]) -> Any:
    """The sum over i of prod_{j != i} |X_j / (X_j - X_i)|, times the product of the distances of all pairs."""
    total: Any = 0
    for i in range(len(nodes)):
        others = nodes[:i] + nodes[i + 1 :]
        total = total + math.prod(map(abs, others)) * distances(others)
    return total


@fixed.printed(
    r"At $d=N=1$, for K layers, $\theta=0$, all $D^{(k)}$ and any $K+1$ different $X_i$ LISTA-CP's largest "
    r"error over $\pm\beta^*$ and these matrices is at least $|\beta^*|/\sum_i\prod_{j\ne "
    r"i}\left|\frac{X_j}{X_j-X_i}\right|$: K layers cannot serve $K+1$ matrices.",
    because="A polynomial of degree K that is 1 at 0 has no K + 1 roots.",
    count=lambda s: s.K + 1,
    share=1,
)
def another_matrix_is_missed(
    s: Setting, prompt: Prompt, count: Callable[[Setting], int], share: Fraction | int
) -> Margin:
    """Under one of several measurement matrices LISTA-CP misses beta* or -beta*."""
    nodes = [s.X[i] for i in range(count(s))]
    runs = [(X, sign) for X in nodes for sign in (1, -1)]
    target = concatenate([prompt.beta_star * sign for _, sign in runs], 0)
    row = concatenate([full(X, like=prompt.beta_star) for X, _ in runs], 0)
    estimate = lista_cp(row[:, :, None], target * row, s.D[:, None, None], s.theta)[-1]
    worst = amax(absolute(estimate - target).reshape(len(runs), len(prompt), 1), 0)
    # Both sides are multiplied by the distances of all pairs.
    return at_least(worst * weights(nodes), absolute(prompt.beta_star) * distances(nodes) * share)


fixed.mutant("as many matrices as layers", count=lambda s: s.K)
fixed.mutant("a tenth more", share=Fraction(11, 10))
fixed.mutant("thresholds", settings=with_thresholds(4.0))
