r"""The extra layer of Theorem E.1, weight by weight: what it writes into the label row of every token.

By the displays of the proof the head has $Qh_i=(0;1;x_n;0)$, $Kh_j=(0;-B';\beta_j;0)$ and $Vh_j=(0;
\mathbb 1_{i\%2=1};0)$, and the MLP makes $\frac2p\hat y+B'$ of $\hat y$. The indicator in V has the index
of the query in the sum, where every $j\le i$ then counts, even ones, too; it must be $\mathbb
1_{j\%2=1}$, a flag that V reads off the key. As an identity for all tokens: at even queries the flag
shuts B' out of the scores. The mutants change every block of the layer's weights.
"""

from typing import Literal

from constructions.lista_vm import label_layer, residual_stream
from constructions.transformer import Transformer
from lemmata import Margin, amended, choices, dims, dyadics, equal, lines, printed, theorem
from lemmata.numbers import Matrix, Number, Vector, constant, relu, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import TOKENS, labels, rows, state


@theorem(
    PAPER,
    "Theorem E.1, last layer",
    rank="step",
    origin="read",
    at=lines(820, 842),
    d=dims(1, 2),
    N=dims(1, 2),
    B=dyadics(0, 1, of="[0, inf)"),  # B'
    p=choices(0.5, 1.0, 0.25),
    **TOKENS,
    construction=lambda d, B, p: Transformer(residual_stream(d), label_layer(d, B, p)),
)
@printed(
    r"With the weights of the displays ($B'\ge0$ and $p\in\{1,\frac12,\frac14\}$, which is in the factor "
    r"$\frac2p$ alone), on any state with $\|x_i\|\le b_x$ and $\|\beta_i\|\le R$: at every token i "
    r"the label row becomes $\frac2p\left(y+\frac1i\sum_{j\le i}\sigma(x_i^\top\beta_j-B'\mathbb "
    r"1_{i\%2=1})\mathbb 1_{i\%2=1}\right)+B'$.",
    defect="typo",
    because="The indicator belongs to the key: even tokens, with estimates of their own, would count.",
)
@amended(
    r"With the weights of the displays ($B'\ge0$ and $p\in\{1,\frac12,\frac14\}$, which is in the factor "
    r"$\frac2p$ alone), on any state with $\|x_i\|\le b_x$ and $\|\beta_i\|\le R$: at every token i "
    r"the label row becomes $\frac2p\left(y+\frac1i\sum_{j\le i}\sigma(x_i^\top\beta_j-B'\mathbb "
    r"1_{i\%2=1})\mathbb 1_{j\%2=1}\right)+B'$.",
    adds="the indicator of the key j for that of the query i",
    flag_of="j",
)
def label_row(
    d: int,
    N: int,
    B: Number,
    p: Number,
    tf: Transformer,
    X: Matrix,
    y: Vector,
    query: Vector,
    beta: Matrix,
    flag_of: Literal["i", "j"] = "i",
) -> Margin:
    """The extra layer of Theorem E.1 writes the shifted and scaled average of the scores into the label row."""
    tokens, flags = range(2 * N + 1), constant([1, 0] * N + [1])
    scores = rows(X, query) @ beta.T - B * flags[:, None]
    causal = constant([[int(j <= i) for j in tokens] for i in tokens])
    counted = flags if flag_of == "j" else flags[:, None]
    average = sum(relu(scores) * causal * counted, 1) / constant([i + 1 for i in tokens])
    return equal(tf(state(X, y, query, beta))[d], (labels(y) + average) * 2 / p + B)


label_row.derive_mutants(at=dict(d=2, N=2, B=0.5, p=0.5, b_x=2.0, R=2.0))
