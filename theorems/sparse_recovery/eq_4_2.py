"""(4.2), the embedding of an instance: the constructed network's input is that.

(C.4) repeats it, and so does (5) of the slides.
"""

from constructions.lista_vm import embed
from lemmata import dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, over_batches, stack, zeros
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "(4.2)",
    rank="step",
    at=lines(133, 137),
    d=dims(1, 6),
    N=dims(1, 6),
    X=reals("N", "d"),
    y=reals("N"),
    query=reals("d"),
)
@printed(
    r"For all $x_n\in\mathbb R^d$ and $y_n\in\mathbb R$ the input $H^{(1)}\in\mathbb R^{(2d+2)\times(2N+1)}$ "
    r"has the columns $(x_n;0;0_d;1)$ and $(x_n;y_n;0_d;0)$ for $n\in[N]$, then $(x_{N+1};0;0_d;1)$."
)
@mutants(labels_at_odd_tokens=dict(odd=1), flags_exchanged=dict(flags=(0, 1)))
def input_is_4_2(d, N, X, y, query, odd=0, flags=(1, 0)):
    """The network reads each measurement twice, without and with its label, and then the query."""
    tokens = [
        concat([X[n], [y[n] * label], zeros(d), [flag]])
        for n in range(N)
        for label, flag in zip((odd, 1 - odd), flags, strict=True)
    ]
    last = concat([query, [0], zeros(d), [flags[0]]])
    return equal(over_batches(embed)(X, y, query), stack([*tokens, last], 1))
