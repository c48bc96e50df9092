"""Theorem 13 of the slides (Q. Liu 2025): Theorem 5.1 for "any randomly generated sparse recovery instance".

The slides allow every transformer of Definition 11, where Theorem 5.1 speaks of section 4.3. What networks of
the form (4.4) cannot do with one column, one layer whose MLP clips does. (Theorem 12 of the slides is Theorem
4.1 word for word: its claims cover it.)
"""

from collections.abc import Callable

from constructions.attention import Head, causal_relu_attention
from constructions.lista_vm import embed, residual_stream
from constructions.mlp import Mlp
from constructions.transformer import Transformer
from lemmata import Probability, amended, dims, equal, lines, mutants, printed, reals, scales, signs, theorem
from lemmata.numbers import Number, constant, over_batches
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.network import WRONG, scaled, within
from theorems.sparse_recovery.theorem_5_1.setting import (
    AS_PRINTED,
    CLOSE,
    LONG,
    NEAREST,
    TWENTY,
    WIDE,
    as_printed,
    with_c,
)

SLIDES = "pca_and_sparse_recovery_slides.txt"
NEAR_AND_WIDE = (CLOSE, NEAREST, LONG, WIDE, TWENTY, CLOSE | dict(gamma=1.25))


@theorem(
    PAPER,
    "Theorem 13",
    at=lines(606, 610, file=SLIDES),
    kind=Probability(failure=lambda delta: delta),
    uses=[convergence],
    **AS_PRINTED,
    construction=scaled(1),
    examples=NEAR_AND_WIDE,
)
@printed(
    r"Let $\delta\in(0,1)$, $N_0=8(4S-2)^2\frac{\log d+\log S-\log\delta}c$, "
    r"$e^{-\alpha_n}=1-\frac23\gamma+\gamma(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}+\sqrt{\frac{\log "
    r"S-\log\delta}{nc}}$, c a positive constant, $0<\gamma\le\frac32$. For a K-layer Transformer with the "
    r"structure described (Definition 11) there is a set of parameters such that for any randomly generated "
    r"sparse recovery instance and any $n\in[N_0:N]$, with probability at least $1-\delta$: "
    r"$\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    open=r"For rows of signs it is so for $\gamma\le1$, and for $d\ge2$ and $\gamma<\frac32$ with a small c, "
    r"by "
    "the network of Theorem 5.1. For other laws, and larger steps, we know neither a proof nor a "
    "counterexample: what is known of one column is about networks of section 4.3, to which the slides do not "
    "restrict it.",
)
@amended(
    r"For rows of independent signs, $\frac14\le c\le\frac78$ and $\gamma\le1$ there is a network such that "
    r"for any instance with an $S$-sparse $\beta^*$, $\|\beta^*\|_1\le b_\beta$, and any $n\in[N_0:N]$, with "
    r"probability at least $1-\delta$: $\|\beta^{(K+1)}_{2n+1}-\beta^*\|\le b_\beta e^{-\alpha_nK}$.",
    adds=r"Rademacher rows, $1/4 \le c \le 7/8$, $\gamma \le 1$",
    because="Theorem 5.1 as amended.",
    **with_c(0.25, 0.875, S=2),
)
@mutants(WRONG | {"2/(2n + 1) in place of 1/(2n + 1)": dict(construction=scaled(2))})
def converges(b_beta, tf, X, beta_star, answer, bound=as_printed):
    """For every step up to 3/2 one network recovers any random instance of any length at the printed rate."""
    return within(tf, X, beta_star, answer, bound, b_beta)


def clipping(step: float = 3.0, clipped: float = 1.0) -> Callable[[Number], Transformer]:
    r"""One layer of Definition 11: it adds ``step/(2n + 1)`` times $\sum_jx_jy_j$, and clips at $b_\beta$."""

    def build(b_beta: Number) -> Transformer:
        stream, like = residual_stream(1), constant(0, b_beta)
        label = stream.linear({("beta", "y"): step}, like=like)
        key = stream.linear({("x", "x"): 1.0}, like=like)
        # relu(x) y - relu(-x) y = x y, at odd tokens, whose flag is 1
        queries = {sign: stream.linear({("x", "flag"): sign}, like=like) for sign in (1.0, -1.0)}
        heads = tuple(Head(label * sign, Q, key, name=f"{sign:+.0f}") for sign, Q in queries.items())
        # beta - relu(beta - b) + relu(-beta - b) is beta, clipped to [-b, b]
        W1 = constant([[0, 0, 1, 0], [0, 0, -1, 0]], like)
        mlp = Mlp(W1, -W1.mT * clipped, constant([-1, -1], like) * b_beta, stream)
        return Transformer(stream, (causal_relu_attention(heads, stream), mlp))

    return build


@theorem(
    PAPER,
    "Theorem 13",
    part="one column",
    id="theorem-13/one-column",
    rank="step",
    origin="ours",
    at=lines(577, 610, file=SLIDES),
    N=dims(1, 8),
    b_beta=scales(-2, 4, of="(0, inf)"),
    X=signs("N", 1),
    sign=signs(1),
    query=reals(1),
    construction=clipping(),
)
@printed(
    r"At $d=S=K=1$, with rows $\pm1$, $|\beta^*|=b_\beta$ and the embedding (5), one layer of Definition 11 "
    r"(two heads, $W_1$ with two rows, weights that do not depend on n) has $\beta^{(2)}_{2n+1}=\beta^*$ for "
    r"every $n\in[N]$."
)
@mutants(
    a_step_that_is_too_short=dict(construction=clipping(step=2.0)),
    without_the_clipping=dict(construction=clipping(clipped=0.0)),
)
def recovers(b_beta, tf, X, sign, query):
    r"""At $d = 1$ one layer of Definition 11 recovers $\pm b_\beta$ exactly from every number of signs."""
    beta_star = sign * b_beta
    H = tf(over_batches(embed)(X, X @ beta_star, query))
    return equal(H[2, 2::2], beta_star)
