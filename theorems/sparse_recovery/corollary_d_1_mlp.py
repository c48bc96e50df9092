r"""The proof of Corollary D.1: the changed MLP, the changed attention, and an index.

The four blocks $W_{1,\mathrm{sub}(1..4)}$ threshold the entries of $\mathbb S$ and zero the others. The
others come out as 0; on $\mathbb S$ the fourth bias has the sign of (C.2), $+\theta$, and the result is
$x-\theta$ for every x: it should be $-\theta$. The attention leaves the rows of x alone (its value
matrices write to beta only), so that its output is not $\operatorname{diag}(I^{\mathbb S},1,I^{\mathbb S},1)$
times itself: the first $I^{\mathbb S}$ should be I. And $\beta^{(K)}=[H^{(K+1)}]$ contradicts section 4.3, by
which $\beta^{(K)}$ has passed K - 1 layers: at K = 1 it is 0, for every network.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch

from baselines.proximal import soft_threshold
from lemmata import (
    Margin,
    Prompt,
    Space,
    at_most,
    dims,
    dyadics,
    equal,
    every,
    reals,
    signs,
    space,
    sparse,
)
from lemmata.numbers import as_array, concatenate, constant, norm, relu, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery import instances_corollary_d_1 as corollary
from theorems.sparse_recovery.instances_theorem_5_1_free import half
from theorems.sparse_recovery.instances_theorem_5_1_network import network, path

OUT = (-1, 1, 1, -1)


@dataclass(frozen=True)
class Setting:
    d: int
    inside: int  # |S|, the first entries
    theta: float


settings = space(
    Setting, d=dims(1, 4), inside=lambda s: dims(1, s.d, most=s.d), theta=dyadics(0, 2)
)
tokens = lambda s: space(h=reals(2 * s.d + 2))  # noqa: E731
mlp = PAPER.claim("Corollary D.1", suffix="mlp", kind="forall", settings=settings, prompts=tokens)


@mlp.printed(
    r"With $W_{1,\mathrm{sub}(1)},\dots,W_{1,\mathrm{sub}(4)}$ and biases $-\theta$, $+\theta$ on $\mathbb S$: "
    r"$\operatorname{MLP}(h)=(h_{1:d+1},\mathcal S_\theta(h_{d+2:d+|\mathbb S|+1}),0,h_{2d+2})$.",
    expect="refuted",
    defect="construction",
    because="As in (C.2), the fourth bias makes it x - theta for every x.",
    last=1,
    outside=(1, 1, -1, 1),
)
@mlp.amended(r"The same with biases $-\theta$ and $-\theta$.", last=-1, outside=(1, 1, -1, 1))
def thresholds(s: Setting, prompt: Prompt, last: int, outside: tuple[int, ...]) -> Margin:
    """The MLP thresholds the known set and zeroes the rest."""
    d, k, width = s.d, s.inside, 2 * s.d + 2
    on = torch.zeros(width, dtype=torch.float64)
    on[d + 1 : d + 1 + k] = 1.0
    off = torch.zeros(width, dtype=torch.float64)
    off[d + 1 + k : 2 * d + 1] = 1.0
    found = prompt.h
    for copy, (sign, kept) in enumerate(zip((1, -1, 1, -1), outside, strict=True)):
        W = constant(torch.diag(sign * on + kept * off), prompt.h)
        bias = constant(on * (0, 0, -1, last)[copy], prompt.h) * s.theta
        found = found + relu(prompt.h @ W + bias) * OUT[copy]
    beta = soft_threshold(prompt.h[:, d + 1 : d + 1 + k], s.theta)
    gone = zeros((len(prompt), d - k), prompt.h)
    parts = [prompt.h[:, : d + 1], beta, gone, prompt.h[:, 2 * d + 1 :]]
    return equal(found, concatenate(parts, -1))


mlp.mutant("the first block for the third", last=-1, outside=(1, 1, 1, 1))
mlp.mutant("no bias", last=0)


def deterministic(s: corollary.Setting) -> Space:
    return space(X=signs(s.n, 1), beta_star=every(sparse(1, 1, 1.0)))


alone = corollary.settings(half(1, 1))
index = PAPER.claim(
    "Corollary D.1", suffix="index", kind="forall", prompts=deterministic,
    settings=replace(alone, fields={**alone.fields, "d": dims(1, 1, most=1), "spare": dims(0, 0, most=0)}),
)  # fmt: skip


@index.printed(
    r"$\|\beta^{(K)}_{2n+1}-\beta^*\|\le c_1e^{-\alpha_n^{\mathbb S}K}$ of (D.15) with $\beta^{(K)}$ as in "
    r"section 4.3 (d = 1, Rademacher rows, $c=\frac12$, $\gamma\le1$).",
    expect="refuted",
    defect="typo",
    because="beta^(K) has passed K - 1 layers; beta^(1) = 0 for every network.",
    back=1,
)
@index.amended(r"The same for $\beta^{(K+1)}=[H^{(K+1)}]_{d+2:2d+1}$.", back=0)
def counted(s: corollary.Setting, prompt: Prompt, back: int) -> Margin:
    """The bound is about the output of layer K."""
    estimates = path(network(s), prompt.X, prompt.beta_star)
    error = norm(estimates[max(s.K - back, 0)] - prompt.beta_star)
    return at_most(error, norm(prompt.beta_star) * as_array(s.rate**s.K, like=error))


index.mutant("two layers less", back=2)
index.mutant("no layer", back=9)
