"""What one layer of attention does: von Oswald's construction."""

from __future__ import annotations

from classics import PAPER
from constructions.attention import LinearAttention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata import amended, dims, dyadics, equal, lines, printed, reals, theorem
from lemmata.numbers import Array, concat, over_batches


def one_layer(d: int, eta: Array) -> Transformer:
    """Tokens $(x_i, y_i)$, and (x, 0) for the query; a label changes by what the others say of it."""
    stream = Stream(x=d, y=1)
    Q = stream.linear({("x", "x"): 1})
    P = stream.linear({("y", "y"): -eta})
    return Transformer(stream, (LinearAttention(P, Q),))


@theorem(
    PAPER,
    "Statement 25",
    id="attention/gradient-descent",
    at=lines(90, 91),
    d=dims(1, 3),
    n=dims(1, 4),
    eta=dyadics(0, 1, of="[0, inf)"),
    X=reals("n", "d"),
    y=reals("n"),
    query=reals("d"),
    construction=one_layer,
)
@printed(
    r"The label of the query becomes $w_1^\top x$, with $w_1=\frac\eta n\sum_iy_ix_i$, a step from $w_0=0$.",
    defect="statement",
    because="Labels become residuals: the layer subtracts the prediction from the label 0.",
)
@amended(
    r"The label of the query becomes $-w_1^\top x$, with $w_1=\frac\eta n\sum_iy_ix_i$, a step from $w_0=0$.",
    adds="a minus",
    sign=-1,
)
def descent(n, eta, X, y, query, tf, sign=1):
    """A layer of linear self-attention makes the label of the query a prediction."""
    w = eta / n * (y @ X)
    tokens = concat([concat([X, query[None]]), concat([y, 0])[:, None]], 1).T
    label = over_batches(tf.stream.read)(tf(tokens), "y")[0, -1]
    return equal(label, sign * (w @ query))


descent.derive_mutants(at=dict(d=2, n=3, eta=0.5))
