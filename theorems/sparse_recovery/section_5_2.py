r"""What a linear read-out cannot do (section 5.2: the prediction "critically depends" on the read-out).

Behind Theorem 5.2. True in a strong form: the estimate at the query's token does not depend on the query, so
that $\hat y$ is $v_x^\top x$ plus something free of $x$. (Theorem E.1 adds a layer for that reason.)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from constructions.lista_vm import embed, query_matrix, query_readout
from constructions.transformer import Transformer
from lemmata import at_least, box, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, Matrix, Vector, abs, max, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK

READ: dict[str, Any] = NETWORK | dict(
    given=["M", "theta", "v"], theta=box("K", low=0.0, high=1.0, of="[0, inf)"), v=reals("2 * d + 2")
)
Readout = Callable[[Vector, Vector, Vector], Array]
"""From v, the query's token and its x to a label."""


def linearly(v: Vector, h: Vector, _x: Vector) -> Array:
    r"""$v^\top h$."""
    return v @ h


def by_the_query(_v: Vector, h: Vector, x: Vector) -> Array:
    """The query read-out of Corollary E.1, which sees x."""
    return over_batches(lambda h, x: query_readout(query_matrix(x.shape[-1], h), h, 1, x))(h, x[None])


def largest_error(
    tf: Transformer, v: Vector, X: Matrix, x: Vector, beta_star: Vector, readout: Readout
) -> Array:
    """The largest error of the label over the instances (X, +-x, +-beta*)."""
    errors = []
    for query in (x, -x):
        for beta in (beta_star, -beta_star):
            h = tf(over_batches(embed)(X, X @ beta, query))[:, -1]
            errors.append(abs(readout(v, h, query) - query @ beta))
    return max(stack(errors))


@theorem(
    PAPER, "section 5.2, linear read-out", id="section-5.2/linear-readout", origin="ours", at=lines(199), **READ
)
@printed(
    r"Under Assumption 1 (rows and query of norm at most $b_x$, $\|\beta^*\|_1\le b_\beta$, no noise), for "
    r"all networks of the form (4.4) (any $M^{(k)}$, any $\theta^{(k)}\ge0$, B large), and all $v$: over the "
    r"instances $(X,\pm x,\pm\beta^*)$ the largest $|\hat y_{N+1}-x^\top\beta^*|$ of the read-out $v^\top "
    r"h_{2N+1}^{(K+1)}$ is at least $|x^\top\beta^*|$."
)
@mutants(
    {
        "the query read-out": dict(readout=by_the_query),
        "a tenth more than the label": dict(share=Fraction(11, 10)),
    }
)
def some_label_is_missed(v, tf, X, beta_star, query, readout: Readout = linearly, share=1):
    """On one of four instances a linear read-out of the K layers misses the label by as much as 0 does."""
    return at_least(largest_error(tf, v, X, query, beta_star, readout), abs(query @ beta_star) * share)


some_label_is_missed.waive(
    "all weights zero", because="What every network misses, one that does nothing misses, too."
)
