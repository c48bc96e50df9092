r"""Theorem 5.2 "under the same setting as in section 4.3": K layers and a linear read-out cannot do it.

Theorem E.1 adds a layer and an MLP that section 4.3 does not have. With the K layers of section 4.3, in
the form (4.4), and any $v$ of Definition 4.1, one of the four instances $(\pm x,\pm\beta^*)$ has an error
of at least $|x^\top\beta^*|$ (`section-5.2/linear-readout`; whichever token is read, x enters linearly
and the estimate is even in X). Under laws that do not change with these signs each is as likely, so that
the error is at least $|x^\top\beta^*|$ with probability $\frac14$ or more. At d = S = 1, rows $\pm1$,
$|\beta^*|=b_\beta=1$ it would have to be at most $a^K+\frac{c_4K}{\sqrt n}a^{K-1}$, $a=1-\frac23\gamma$,
with probability $1-n\delta-\delta'$: wherever $n\delta+\delta'<\frac14$ this bound is at least 1. It
vanishes with K, for every $c_4$ and n. (The main text does not define $\delta'$; a $\delta'\ge1$ claims
nothing, see `theorem-5.2/linear`.) What K layers can have is $b_xb_\beta$, by predicting 0.
"""

import math
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, dims, dyadics, in_ball, lines, scales, some, space, sparse
from lemmata.numbers import absolute, sqrt, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_5_2 import linear


@dataclass(frozen=True)
class Setting:
    K: int
    n: int
    gamma: float
    c4: float


@dataclass(frozen=True)
class Sizes:
    d: int
    b_x: float
    b_beta: float


def many_layers(c4: float) -> Setting:
    """So many layers that the bound is below 1, at the step 1."""
    return Setting(K=2 * math.ceil(math.log2(c4)) + 4, n=1, gamma=1.0, c4=c4)


def data(s: Sizes) -> Space:
    """Assumption 1: a row of norm at most b_x, beta* of l1 norm at most b_beta."""
    return space(x=in_ball(s.d, radius=s.b_x), beta_star=sparse(s.d, s.d, s.b_beta))


layers = PAPER.claim(
    "Theorem 5.2, K layers",
    id="theorem-5.2/k-layers",
    origin="read",
    at=lines(201, 205),
    summary="The K layers of section 4.3 alone, with a linear read-out, have the error of Theorem 5.2",
    uses=[linear],
    settings=space(
        Setting,
        K=dims(1, 64),
        n=dims(1, 16),
        gamma=dyadics(0, 1.5, True, True),
        c4=some(scales(0, 12), weaker="larger", fails_at=many_layers),
    ),
    examples=[many_layers(2.0**12)],
)


@layers.printed(
    r"For some $c_4$, the K layers of section 4.3 and a linear read-out, with probability at least "
    r"$1-n\delta-\delta'$: $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt "
    r"n}(1-\frac23\gamma)^{K-1}$. At $d=S=1$, rows $\pm1$, $|\beta^*|=1$ and $n\delta+\delta'<\frac14$ it "
    r"implies $1\le(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for every K and n.",
    defect="statement",
    because="A linear read-out of K layers misses a label by |x^T beta*| or more with probability 1/4 or more, "
    "and the bound vanishes as K grows, for every c_4. The left side holds for all weights of the form (4.4).",
)
def bound_exceeds_one(s: Setting) -> Margin:
    """What every linear read-out misses, 1, is within the bound."""
    a = 1 - s.gamma * 2 / 3
    return at_most(1, a**s.K + s.c4 * s.K / sqrt(s.n) * a ** (s.K - 1))


@layers.amended(
    r"For $\|x_n\|\le b_x$ and $\|\beta^*\|_1\le b_\beta$ the K layers with the linear read-out $v=0$, that is "
    r"$\hat y_n=0$, have $|y_n-\hat y_n|\le b_xb_\beta$.",
    adds="b_x b_beta as the bound, by v = 0",
    because="|x^T beta*| <= |x| |beta*|_1. (At d = 1 no smaller bound holds with probability above 3/4.)",
    settings=space(Sizes, d=dims(1, 4), b_x=scales(-2, 3), b_beta=scales(-2, 3)),
    prompts=data,
    share=1,
)
def zero_is_within_the_bound(s: Sizes, prompt: Prompt, share: float) -> Margin:
    """The label itself, which the prediction 0 misses, is at most b_x b_beta."""
    return at_most(absolute(sum(prompt.x * prompt.beta_star, -1)), s.b_x * s.b_beta * share)


layers.mutant("7/8 of it", share=7 / 8)
