r"""Must LISTA-CP have one measurement matrix? Not by the letter: K layers can serve K of them.

Remark 1: since $D^{(k)}$ is fixed, "LISTA-CP requires the measurement matrix $X$ to stay the same during
pre-training and inference" (Remark 2: it "only works for fixed $X$"). In one dimension the error
after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$, $D^{(2)}=-1$ it
vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$ given numbers $X$.
So no positive bound on the error under a second matrix exists. Under $K+1$ numbers it does ($\theta=0$): the
factor is a polynomial in $X$ of degree K that is 1 at 0, so by Lagrange's formula its largest value at
$X_0,\dots,X_K$ is at least $1/\sum_i\prod_{j\ne i}\left|\frac{X_j}{X_j-X_i}\right|$ (1 for $K=1$, $X_1=-X_0$).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from baselines.proximal import lista_cp
from lemmata import Margin, Prompt, Space, at_least, box, dims, dyadics, lines, reals, scales, some, space
from lemmata.numbers import Array, absolute, amax, concatenate, full
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    D: Tensor  # (K,), the whole matrices, since d = N = 1
    theta: Tensor  # (K,)
    X: float
    other: float  # the second matrix X'; the next ones follow at the same distance
    epsilon: float = 0.0


def exact_for_two(epsilon: float) -> Setting:
    """Two layers that recover exactly under 1 and -1."""
    D, theta = torch.tensor([1.0, -1.0]).double(), torch.zeros(2).double()
    return Setting(K=2, D=D, theta=theta, X=1.0, other=-1.0, epsilon=epsilon)


def two_matrices() -> Space:
    """Any two numbers as measurement matrices, and an open epsilon."""
    return space(
        Setting,
        where=lambda s: s.other != s.X,
        K=dims(1, 2),
        D=lambda s: reals(s.K),
        theta=lambda s: box(s.K, low=0.0, high=1.0),
        X=dyadics(-4, 4),
        other=dyadics(-4, 4),
        epsilon=some(scales(-20, -1), weaker="smaller", fails_at=exact_for_two),
    )


equally_spaced = space(
    Setting,
    where=lambda s: s.other != s.X,
    K=dims(1, 3),
    D=lambda s: reals(s.K),
    theta=lambda s: box(s.K, low=0.0, high=0.0),
    X=dyadics(-4, 4),
    other=dyadics(-4, 4),
)
"""No thresholds, and the first two of the matrices."""
fixed = PAPER.claim(
    "Remark 1, LISTA-CP",
    id="remark-1/lista-cp",
    origin="read",
    at=lines(179),
    summary="LISTA-CP, its matrices fixed, misses some vector under one of any two measurement matrices",
    pinned={"theta": "the amended statement says theta = 0"},
    settings=two_matrices(),
    prompts=lambda s: space(beta_star=reals(1)),
    examples=[exact_for_two(0.5)],
)
Pair = tuple[Array, Array]
Sides = Callable[[Setting, Array, list[Any], Array], Pair]
"""From the setting, the largest error, the matrices and beta* to the two sides, ``(batch, 1)`` each."""


def some_share(s: Setting, worst: Array, _nodes: list[Any], b: Array) -> Pair:
    """The largest error and epsilon |X - X'| |beta*|."""
    return worst, absolute(b) * s.epsilon * abs(s.X - s.other)


def lagrange(s: Setting, worst: Array, nodes: list[Any], b: Array, times: int = 1) -> Pair:
    """The largest error and what Lagrange's formula leaves, both times the denominators.

    For equally spaced nodes the product of |X_j - X_i| over j is i! (m - i)! times the m-th power of
    their distance, so that multiplying by m! leaves binomial coefficients.
    """
    m = len(nodes) - 1
    total: Any = 0
    for i in range(m + 1):
        total = total + math.prod(abs(x) for j, x in enumerate(nodes) if j != i) * math.comb(m, i)
    return worst * total, absolute(b) * abs(s.other - s.X) ** m * (math.factorial(m) * times)


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
    r"At $d=N=1$, for K layers, $\theta=0$, all $D^{(k)}$ and $K+1$ equally spaced $X_i$ LISTA-CP's largest "
    r"error over $\pm\beta^*$ and these matrices is at least $|\beta^*|/\sum_i\prod_{j\ne "
    r"i}\left|\frac{X_j}{X_j-X_i}\right|$: K layers cannot serve $K+1$ matrices.",
    because="A polynomial of degree K that is 1 at 0 has no K + 1 roots.",
    adds="theta = 0, K + 1 equally spaced matrices for two, d = N = 1; the bound of Lagrange's formula",
    settings=equally_spaced,
    count=lambda s: s.K + 1,
    sides=lagrange,
)
def another_matrix_is_missed(
    s: Setting, prompt: Prompt, count: Callable[[Setting], int], sides: Sides
) -> Margin:
    """Under one of several measurement matrices LISTA-CP misses beta* or -beta*."""
    nodes = [s.X + (s.other - s.X) * i for i in range(count(s))]
    runs = [(X, sign) for X in nodes for sign in (1, -1)]
    target = concatenate([prompt.beta_star * sign for _, sign in runs], 0)
    row = concatenate([full(X, like=prompt.beta_star) for X, _ in runs], 0)
    estimate = lista_cp(row[:, :, None], target * row, s.D[:, None, None], s.theta)[-1]
    errors = absolute(estimate - target).reshape(len(runs), len(prompt), 1)
    return at_least(*sides(s, amax(errors, 0), nodes, prompt.beta_star))


fixed.mutant("as many matrices as layers", count=lambda s: s.K)
fixed.mutant("twice beta*", sides=lambda s, worst, nodes, b: lagrange(s, worst, nodes, b, times=2))
