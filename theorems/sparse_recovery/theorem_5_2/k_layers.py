r"""Theorem 5.2 "under the same setting as in section 4.3": K layers and a linear read-out cannot do it.

Theorem E.1 adds a layer and an MLP that section 4.3 does not have. With the K layers of section 4.3, in the
form (4.4), and any $v$ of Definition 4.1, one of the four instances $(\pm x,\pm\beta^*)$ has an error of at
least $|x^\top\beta^*|$ (`section-5.2/linear-readout`; whichever token is read, x enters linearly and the
estimate is even in X). Under laws that do not change with these signs each is as likely, so that the error is
at least $|x^\top\beta^*|$ with probability $\frac14$ or more, so that wherever $n\delta+\delta'<\frac14$ the
bound is at least 1 at $d = S = 1$. It vanishes with K, for every $c_4$ and n. (The main text does not define
$\delta'$; a $\delta'\ge1$ claims nothing, see `theorem-5.2/linear/low-threshold`.) The best that K layers can
have is $b_xb_\beta$, by predicting 0: at $x=b_xe_1$, $\beta^*=b_\beta e_1$ one of the four instances is missed
by that much, whatever the weights.
"""

import math
from fractions import Fraction
from typing import Any

from constructions.transformer import Transformer
from lemmata import (
    Margin,
    amended,
    at_least,
    at_most,
    dims,
    dyadics,
    lines,
    mutants,
    printed,
    scales,
    some,
    theorem,
)
from lemmata.numbers import Matrix, Number, Vector, eye, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_5_2 import (
    READ,
    Readout,
    by_the_query,
    largest_error,
    linearly,
    some_label_is_missed,
)


def many_layers(c4: float) -> dict[str, Any]:
    """So many layers that the bound is below 1, at the step 1."""
    return dict(K=2 * math.ceil(math.log2(c4)) + 4, n=1, gamma=1.0, c4=c4)


@theorem(
    PAPER,
    "Theorem 5.2, K layers",
    origin="read",
    at=lines(201, 205),
    summary="The K layers of section 4.3 alone, with a linear read-out, have the error of Theorem 5.2",
    uses=[some_label_is_missed],
    K=dims(1, 64),
    n=dims(1, 16),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True),
    c4=some(scales(0, 12), weaker="larger", fails_at=many_layers),
    examples=[many_layers(2.0**12)],
)
@printed(
    r"For some $c_4$, the K layers of section 4.3 and a linear read-out, with probability at least "
    r"$1-n\delta-\delta'$: $|y_n-\hat y_n|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt "
    r"n}(1-\frac23\gamma)^{K-1}$. At $d=S=1$, rows and $\beta^*$ independent signs, and "
    r"$n\delta+\delta'<\frac14$ it "
    r"implies $1\le(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for every K and n.",
    defect="statement",
    because=r"A linear read-out of K layers misses a label by $|x^\top \beta^*|$ or more with probability "
    "1/4 or more, and the bound vanishes as K grows, for every $c_4$. The left side holds for all "
    r"weights of the form (4.4), $\theta \ge 0$ and B large.",
)
def bound_exceeds_one(K: int, n: int, gamma: Number, c4: Number) -> Margin:
    """What every linear read-out misses, 1, is within the bound."""
    a = 1 - gamma * 2 / 3
    return at_most(1, a**K + c4 * K / sqrt(n) * a ** (K - 1))


@amended(
    r"For the K layers (any weights of the form (4.4), $\theta^{(k)}\ge0$, B large), any $v$ of a linear "
    r"read-out and any rows of norm at most $b_x$: over $x_{N+1}=\pm b_xe_1$ and $\beta^*=\pm b_\beta e_1$ "
    r"the largest $|y_{N+1}-\hat y_{N+1}|$ is at least $b_xb_\beta$ (and no larger for $v=0$), so that no "
    "smaller bound holds under Assumption 1.",
    of=bound_exceeds_one,
    adds=r"$b_x b_\beta$ as the bound, which no weights and no v better",
    because=r"$|x^\top \beta^*| \le |x| |\beta^*|_1$, with equality here; a linear read-out of the K layers "
    "misses as much as 0 does on one of the four instances.",
    **{name: given for name, given in READ.items() if name not in ("beta_star", "query")},
)
@mutants({"a tenth more": dict(share=Fraction(11, 10)), "the query read-out": dict(readout=by_the_query)})
def no_smaller_bound(
    d: int,
    b_x: Number,
    b_beta: Number,
    v: Vector,
    tf: Transformer,
    X: Matrix,
    readout: Readout = linearly,
    share: Number = 1,
) -> Margin:
    """The largest error over the four instances is at least b_x b_beta."""
    e_1 = eye(d)[0]
    return at_least(largest_error(tf, v, X, b_x * e_1, b_beta * e_1, readout), b_x * b_beta * share)


bound_exceeds_one.waive(
    "all weights zero", because="What every network misses, one that does nothing misses, too."
)
