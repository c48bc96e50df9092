r"""Theorem 5.2 "under the same setting as in section 4.3": what K layers and a linear read-out cannot do.

*What is open.* Theorem E.1 adds a layer and an MLP that section 4.3 does not have. The main text does not
define $\delta'$; that of Theorem E.1 belongs to the threshold B' of the layer that is added. A $\delta'\ge1$
claims nothing, so that the printed words cannot be put to a test. Wherever $n\delta+\delta'<\frac14$ they
cannot be had without the layer: with the K layers of section 4.3, in the form (4.4), and any $v$ of Definition
4.1, one of the four instances $(\pm x,\pm\beta^*)$ has an error of at least $|x^\top\beta^*|$
(`section-5.2/linear-readout`; whichever token is read, x enters linearly and the estimate is even in X). Under
laws that do not change with these signs each is as likely, so that the error is at least $|x^\top\beta^*|$ with
probability $\frac14$ or more, at $d = S = 1$ at least 1, while the bound vanishes with K, for every $c_4$ and
n.

*What is certain.* The best that K layers can have is $b_xb_\beta$, by predicting 0: at $x=b_xe_1$,
$\beta^*=b_\beta e_1$ one of the four instances is missed by that much, whatever the weights.
"""

from fractions import Fraction

from lemmata import amended, at_least, lines, mutants, printed, theorem
from lemmata.numbers import eye
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_5_2 import (
    READ,
    Readout,
    by_the_query,
    largest_error,
    linearly,
    some_label_is_missed,
)


@theorem(
    PAPER,
    "Theorem 5.2, K layers",
    origin="read",
    at=lines(201, 205),
    uses=[some_label_is_missed],
    **{name: given for name, given in READ.items() if name not in ("beta_star", "query")},
)
@printed(
    r"Under the same setting as in section 4.3, with probability at least $1-n\delta-\delta'$, $\|y_n-\hat "
    r"y_n\|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for a linear read-out "
    "function, where $c_4$ is a constant.",
    open=r"The main text does not say what $\delta'$ is; that of Theorem E.1 belongs to a layer that section "
    r"4.3 does not have. Without that layer no weights meet the bound where $n \delta + \delta' < 1/4$: a "
    r"linear read-out misses a label by $|x^\top \beta^*|$ or more with probability 1/4 or more.",
)
@amended(
    r"For the K layers (any weights of the form (4.4), $\theta^{(k)}\ge0$, B large), any $v$ of a linear "
    r"read-out and any rows of norm at most $b_x$: over $x_{N+1}=\pm b_xe_1$ and $\beta^*=\pm b_\beta e_1$ "
    r"the largest $|y_{N+1}-\hat y_{N+1}|$ is at least $b_xb_\beta$ (and no larger for $v=0$), so that no "
    "smaller bound holds under Assumption 1.",
    adds=r"$b_x b_\beta$ as the bound, which no weights and no v better",
    because=r"$|x^\top \beta^*| \le |x| |\beta^*|_1$, with equality here; a linear read-out of the K layers "
    "misses as much as 0 does on one of the four instances.",
)
@mutants({"a tenth more": dict(share=Fraction(11, 10)), "the query read-out": dict(readout=by_the_query)})
def no_smaller_bound(d, b_x, b_beta, v, tf, X, readout: Readout = linearly, share=1):
    """The K layers of section 4.3 alone, with a linear read-out, have the error of Theorem 5.2."""
    e_1 = eye(d)[0]
    return at_least(largest_error(tf, v, X, b_x * e_1, b_beta * e_1, readout), b_x * b_beta * share)


no_smaller_bound.waive(
    "all weights zero", because="What every network misses, one that does nothing misses, too."
)
