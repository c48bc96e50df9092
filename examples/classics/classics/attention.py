"""What one layer of attention does: von Oswald's construction."""

from __future__ import annotations

from dataclasses import dataclass

from classics import PAPER
from constructions.attention import LinearAttention
from constructions.streams import Stream
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import concat


@dataclass(frozen=True)
class Setting:
    """n examples in d dimensions, and the step size."""

    d: int
    n: int
    eta: float


descent = PAPER.claim(
    "Statement 25",
    id="attention/gradient-descent",
    at=lines(90, 91),
    settings=space(Setting, d=dims(1, 3), n=dims(1, 4), eta=dyadics(0, 1, of="[0, inf)")),
    prompts=lambda s: space(X=reals(s.n, s.d), y=reals(s.n), query=reals(s.d)),
)


@descent.construction
def one_layer(s: Setting) -> Transformer:
    """Tokens (x_i, y_i), and (x, 0) for the query; a label changes by what the others say of it."""
    stream = Stream(x=s.d, y=1)
    Q = stream.linear({("x", "x"): 1})
    P = stream.linear({("y", "y"): -s.eta})
    return Transformer(stream, (LinearAttention(P, Q),))


@descent.printed(
    r"The label of the query becomes $w_1^\top x$, with $w_1=\frac\eta n\sum_iy_ix_i$, a step from $w_0=0$.",
    defect="statement",
    because="Labels become residuals: the layer subtracts the prediction from the label 0.",
    sign=1,
)
@descent.amended(
    r"The label of the query becomes $-w_1^\top x$, with $w_1=\frac\eta n\sum_iy_ix_i$, a step from $w_0=0$.",
    adds="a minus",
    sign=-1,
)
def predicts(s: Setting, tf: Transformer, prompt: Prompt, sign: int) -> Margin:
    """A layer of linear self-attention makes the label of the query a prediction."""
    X, y, query = prompt.X, prompt.y, prompt.query[:, :, None]
    w = X.mT @ y[:, :, None] * s.eta / s.n
    tokens = tf.stream.embed(x=concat([X.mT, query], -1), y=concat([y, y[:, :1] * 0], -1)[:, None])
    label = tf.stream.read(tf(tokens), "y")[:, 0, -1]
    return equal(label, sign * (w.mT @ query)[:, 0, 0])


descent.derive_mutants(at=Setting(2, 3, 0.5))
