r"""Step 1 of B.2 and B.3: the slope is the sum over the layers, so that (27) gives (25).

$\frac d{dt}f(A+tR)=\sum_j\frac d{dt}f(A(tR_j,j))$ at $t=0$ (below (27)), and with B the sum of the slopes in
every $A_j$ and every $B_j$ (step 1 of B.3). At any A and B, in S or not; slopes of the exact loss.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from baselines.in_context_loss import slope
from lemmata import Margin, Prompt, Space, equal, space
from lemmata.numbers import Array, concatenate, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.eq_25 import one_by_one
from theorems.preconditioned_gradient_descent.instances_critical_points import Setting, settings
from theorems.preconditioned_gradient_descent.instances_draws import drawn, drawn_symmetric


def prompts(s: Setting) -> Space:
    return space(
        A=drawn_symmetric(s.L, s.d),
        R=drawn_symmetric(s.L, s.d),
        B=drawn(s.L, s.d, s.d),
        S=drawn(s.L, s.d, s.d),
    )


fixed = PAPER.claim(
    "below (27)",
    slug="eq-25-layers",
    kind="expectation",
    settings=settings(d=2, n=3, L=3),
    prompts=prompts,
)
moving = PAPER.claim(
    "B.3, step 1",
    slug="eq-34-layers",
    kind="expectation",
    settings=settings(d=2, n=2, L=2),
    prompts=prompts,
)
Scale = Callable[[Setting, Array], Array]


def each(s: Setting, R: Array) -> Array:
    return one_by_one(s, R)


@fixed.printed(r"At $t=0$, $\frac d{dt}f(A+tR)=\sum_{j=0}^k\frac d{dt}f(A(tR_j,j))$.", parts=each)
def sum_over_layers(s: Setting, prompt: Prompt, parts: Scale) -> Margin:
    """The slope of the loss is the sum of those of the layers."""
    directions = concatenate([prompt.R[:, None], parts(s, prompt.R)], 1)
    found = slope(prompt.A[:, None], directions, s.Sigma, s.n, task="inverse")
    return equal(found[:, 0], sum(found[:, 1:], 1))


@moving.printed(
    r"At $t=0$, $\frac d{dt}f(A+tR,B+tS)=\sum_j\frac d{dt}f(A(tR_j,j),B)+\sum_j\frac d{dt}f(A,B(tS_j,j))$.",
    parts=each,
)
def sum_over_layers_of_both(s: Setting, prompt: Prompt, parts: Scale) -> Margin:
    """The slope of the loss is the sum of those of all matrices."""
    R, S = parts(s, prompt.R), parts(s, prompt.S)
    law: dict[str, Any] = {"task": "inverse", "precision": s.precision}
    found = slope(
        prompt.A[:, None],
        concatenate([prompt.R[:, None], R, S * 0], 1),
        s.Sigma,
        s.n,
        B=prompt.B[:, None],
        S=concatenate([prompt.S[:, None], R * 0, S], 1),
        **law,
    )
    return equal(found[:, 0], sum(found[:, 1:], 1))


for claim in (fixed, moving):
    claim.mutant("the last layer is left out", parts=lambda s, R: each(s, R)[:, :-1])
    claim.mutant("twice", parts=lambda s, R: each(s, R) * 2)
    claim.mutant("the mean", parts=lambda s, R: each(s, R) / (s.L + 1))
