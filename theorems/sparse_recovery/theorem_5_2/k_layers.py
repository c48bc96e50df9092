r"""Theorem 5.2 "under the same setting as in section 4.3": K layers and a linear read-out cannot do it.

Theorem E.1 adds a layer and an MLP that section 4.3 does not have. With the K layers of section 4.3, in
the form (4.4), and any $v$ of Definition 4.1, one of the four instances $(\pm x,\pm\beta^*)$ has an error
of at least $|x^\top\beta^*|$ (`section-5.2/linear-readout`; whichever token is read, x enters linearly
and the estimate is even in X). Under laws that do not change with these signs each is as likely, so that
the error is at least $|x^\top\beta^*|$ with probability $\frac14$ or more. At d = S = 1, rows and
$\beta^*$ independent signs, it would have to be at most $a^K+\frac{c_4K}{\sqrt n}a^{K-1}$, $a=1-\frac23\gamma$,
with probability $1-n\delta-\delta'$: wherever $n\delta+\delta'<\frac14$ this bound is at least 1. It
vanishes with K, for every $c_4$ and n. (The main text does not define $\delta'$; a $\delta'\ge1$ claims
nothing, see `theorem-5.2/linear/low-threshold`.) The best that K layers can have is $b_xb_\beta$, by predicting
0: at $x=b_xe_1$, $\beta^*=b_\beta e_1$ one of the four instances is missed by that much, whatever the weights.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, at_least, at_most, dims, dyadics, in_ball, lines, scales, some, space
from lemmata.numbers import constant, full, sqrt
from theorems.sparse_recovery import PAPER, section_5_2
from theorems.sparse_recovery.section_5_2 import Readout, largest_error, linear, linearly
from theorems.sparse_recovery.theorem_4_1.setting import network


@dataclass(frozen=True)
class Setting:
    K: int
    n: int
    gamma: float
    c4: float


def many_layers(c4: float) -> Setting:
    """So many layers that the bound is below 1, at the step 1."""
    return Setting(K=2 * math.ceil(math.log2(c4)) + 4, n=1, gamma=1.0, c4=c4)


def data(s: section_5_2.Setting) -> Space:
    """Assumption 1: rows of norm at most b_x; query and beta* are b_x e_1 and b_beta e_1."""
    return space(X=in_ball(s.N, s.d, radius=s.b_x))


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
    r"n}(1-\frac23\gamma)^{K-1}$. At $d=S=1$, rows and $\beta^*$ independent signs, and "
    r"$n\delta+\delta'<\frac14$ it "
    r"implies $1\le(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for every K and n.",
    defect="statement",
    because="A linear read-out of K layers misses a label by |x^T beta*| or more with probability 1/4 or more, "
    "and the bound vanishes as K grows, for every c_4. The left side holds for all weights of the "
    "form (4.4), theta >= 0 and B large.",
)
def bound_exceeds_one(s: Setting) -> Margin:
    """What every linear read-out misses, 1, is within the bound."""
    a = 1 - s.gamma * 2 / 3
    return at_most(1, a**s.K + s.c4 * s.K / sqrt(s.n) * a ** (s.K - 1))


@layers.amended(
    r"For the K layers (any weights of the form (4.4), $\theta^{(k)}\ge0$, B large), any $v$ of a linear "
    r"read-out and any rows of norm at most $b_x$: over $x_{N+1}=\pm b_xe_1$ and $\beta^*=\pm b_\beta e_1$ "
    r"the largest $|y_{N+1}-\hat "
    r"y_{N+1}|$ is at least $b_xb_\beta$ (and no larger for $v=0$), so that no smaller bound holds under "
    r"Assumption 1.",
    adds="b_x b_beta as the bound, which no weights and no v better",
    because="|x^T beta*| <= |x| |beta*|_1, with equality here; a linear read-out of the K layers misses as "
    "much as 0 does on one of the four instances.",
    settings=section_5_2.settings,
    prompts=data,
    construction=network(),
    readout=linearly,
    share=1,
)
def no_smaller_bound(
    s: section_5_2.Setting, tf: Transformer, prompt: Prompt, readout: Readout, share: Fraction | int
) -> Margin:
    """The largest error over the four instances is at least b_x b_beta."""
    e_1 = constant([1.0] + [0.0] * (s.d - 1), prompt.X) + full(0, like=prompt.X[:, 0])
    worst = largest_error(s, tf, prompt.X, e_1 * s.b_x, e_1 * s.b_beta, readout)
    return at_least(worst, s.b_x * s.b_beta * share)


layers.mutant("a tenth more", share=Fraction(11, 10))
layers.mutant("the query read-out", readout=section_5_2.query)
layers.waive("all weights zero", because="What every network misses, one that does nothing misses, too.")
