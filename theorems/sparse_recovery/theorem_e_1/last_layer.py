r"""The extra layer of Theorem E.1, weight by weight: what it writes into the label row of every token.

The display of the sum has lost the ReLU on its left (so has the display of the MLP), and on its right the
indicator has the index i of the query, with which every $j\le i$ would count: at odd queries that is the same
as long as the estimates at even tokens are 0 and $B'\ge0$, as in the network. As an identity for all tokens: at
even queries the flag shuts B' out of the scores.
"""

from typing import Literal

from constructions.lista_vm import label_layer, residual_stream
from constructions.transformer import Transformer
from lemmata import amended, choices, dims, dyadics, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import constant, relu, sum
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.layer import TOKENS, labels, rows, state


@theorem(
    PAPER,
    "Theorem E.1, last layer",
    rank="slip",
    at=lines(822, 834),
    d=dims(1, 2),
    n=dims(1, 4),
    N0=dims(1, "n", most="n"),
    B=dyadics(0, 1, open_low=True, of="(0, inf)"),  # B'
    x=reals("d"),
    beta=reals("n", "d"),  # of the odd tokens
)
@printed(
    r"On $\mathcal E_1$ ($x_n^\top\beta_j<B'$ for $j\le N_0$), at $i=2n-1$, with estimates 0 at even tokens "
    r"and $B'>0$: $\frac1i\sum_{j=1}^i\langle Qh_i,Kh_j\rangle "
    r"Vh_j=\frac1i\sum_{j=1}^i\sigma(x_n^\top\beta_j-B')(0_d;\mathbb 1_{i\%2=1};0_{d+1})$, where $\langle "
    r"Qh_i,Kh_j\rangle=x_n^\top\beta_j-B'$ and $Vh_j=(0_d;\mathbb 1_{j\%2=1};0_{d+1})$.",
    defect="typo",
    because="The ReLU of Definition 3.1 is missing on the left, where tokens below the threshold, as all "
    r"$j\le N_0$ are on $E_1$, count with their sign. (The indicator on the right should be that of "
    "j, which does not show at these tokens.)",
)
def displayed_sum(n, N0, B, x, beta):
    """The averaged scores of the extra layer of Theorem E.1 are the average of their positive parts."""
    margin = equal(sum(beta @ x - B) / (2 * n - 1), sum(relu(beta @ x - B)) / (2 * n - 1))
    return margin.given(B - beta[:N0] @ x, strict=True)


@amended(
    r"With the weights of the displays ($B'\ge0$ and $p\in\{1,\frac12,\frac14\}$, which is in the factor "
    r"$\frac2p$ alone), on any state with $\|x_i\|\le b_x$ and $\|\beta_i\|\le R$: at every token i "
    r"the label row becomes $\frac2p\left(y+\frac1i\sum_{j\le i}\sigma(x_i^\top\beta_j-B'\mathbb "
    r"1_{i\%2=1})\mathbb 1_{j\%2=1}\right)+B'$.",
    of=displayed_sum,
    adds=r"$\sigma$ around the scores, and the indicator of the key j for that of the query i; every token "
    "and state",
    d=dims(1, 2),
    N=dims(1, 2),
    B=dyadics(0, 1, of="[0, inf)"),
    p=choices(0.5, 1.0, 0.25),
    **TOKENS,
    construction=lambda d, B, p: Transformer(residual_stream(d), label_layer(d, B, p)),
)
@mutants(the_indicator_of_the_query=dict(flag_of="i"))
def label_row(d, N, B, p, tf, X, y, query, beta, flag_of: Literal["i", "j"] = "j"):
    """The extra layer of Theorem E.1 writes the shifted and scaled average of the scores into the label row."""
    tokens, flags = range(2 * N + 1), constant([1, 0] * N + [1])
    scores = rows(X, query) @ beta.T - B * flags[:, None]
    causal = constant([[int(j <= i) for j in tokens] for i in tokens])
    counted = flags if flag_of == "j" else flags[:, None]
    average = sum(relu(scores) * causal * counted, 1) / constant([i + 1 for i in tokens])
    return equal(tf(state(X, y, query, beta))[d], (labels(y) + average) * 2 / p + B)


displayed_sum.derive_mutants(at=dict(d=2, N=2, B=0.5, p=0.5, b_x=2.0, R=2.0))
