r"""Must LISTA-CP have one measurement matrix? Not by the letter: K layers can serve K of them.

Remark 1: since $D^{(k)}$ is fixed, "LISTA-CP requires the measurement matrix $X$ to stay the same during
pre-training and inference" (Remark 2: it "only works for fixed $X$"). In one dimension the error
after $K$ layers with $\theta=0$ is $\prod_k(1-D^{(k)}X)\beta^*$: with $K=2$, $D^{(1)}=1$, $D^{(2)}=-1$ it
vanishes for $X=1$ and for $X=-1$, and $K$ layers recover every $\beta^*$ exactly under $K$ given numbers $X$.
So no positive bound on the error under a second matrix exists. For one layer it does: $(X,\beta^*)$ and
$(-X,-\beta^*)$ have the same $y$, so one of the two is missed by $|\beta^*|$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from baselines.proximal import lista_cp
from lemmata.arrays import Array, absolute, as_array, maximum
from lemmata.margins import Margin, at_least
from lemmata.spaces import Prompt, Space, box, choices, dims, reals, scales, space
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    D: Tensor  # (K,), the whole matrices, since d = N = 1
    theta: Tensor  # (K,)
    X: float
    other: float
    share: float


def settings(layers: int | None) -> Space:
    return space(
        Setting,
        where=lambda s: s.other != s.X,
        K=dims(1, layers or 3, most=layers),
        D=lambda s: reals(s.K),
        theta=lambda s: box(s.K, low=0.0, high=1.0),
        X=choices(1.0, -1.0, 2.0, 0.5),
        other=lambda s: choices(-s.X) if layers else choices(-1.0, 1.0, 2.0, 0.5),
        share=scales(-20, -1),
    )


fixed = PAPER.claim(
    "Remark 1, LISTA-CP", slug="remark-1-lista-cp", kind="forall", settings=settings(None),
    prompts=lambda s: space(beta_star=reals(1)),
    examples=[Setting(2, torch.tensor([1.0, -1.0]).double(), torch.zeros(2).double(), 1.0, -1.0, 0.5)],
)  # fmt: skip
Bound = Callable[[Setting, Array], Array]


@fixed.printed(
    r"For all $D^{(k)}$, $\theta^{(k)}$ and $X\ne X'$: over $\pm\beta^*$ and the two matrices LISTA-CP's "
    r"largest error is at least $\epsilon|X-X'||\beta^*|$, for some $\epsilon>0$.",
    expect="refuted",
    defect="statement",
    because="Two layers can recover exactly under two matrices. The witness has error 0, so that it "
    "refutes every epsilon.",
    bound=lambda s, b: absolute(b) * s.share * abs(s.X - s.other),
)
@fixed.amended(
    r"For one layer, all $D$, $\theta$ and $X'=-X$: over $\pm\beta^*$ and the two matrices LISTA-CP's largest "
    r"error is at least $|\beta^*|$.",
    because="The instances (X, beta*) and (-X, -beta*) have the same measurements.",
    settings=settings(1),
    bound=lambda s, b: absolute(b),
)
def second_matrix_is_missed(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """Under one of two measurement matrices LISTA-CP misses beta*."""
    worst = prompt.beta_star * 0
    for X in (s.X, s.other):
        for sign in (1, -1):
            target = prompt.beta_star * sign
            rows = (target * 0 + as_array(X, target))[:, :, None]
            found = lista_cp(rows, target * X, s.D[:, None, None], s.theta)[-1]
            worst = maximum(worst, absolute(found - target))
    return at_least(worst, bound(s, prompt.beta_star))


fixed.mutant("two layers", settings=settings(2))
fixed.mutant("twice beta*", bound=lambda s, b: absolute(b) * 2)
fixed.mutant("any other matrix", bound=lambda s, b: absolute(b) * 5 / 4)
