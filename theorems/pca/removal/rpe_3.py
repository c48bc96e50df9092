r"""The third removal layer is to subtract the outer product; as printed one column changes.

rpe,3 of the slides is to subtract $ww^\top$, $w=\|XX^\top p\|^{1/2}p$. It reads $p_4$, so that w is put there
(the state before has p in $p_4$, and w in $p_5$). All this is in the matrix form of the scores,
$\sigma((QH)^\top(KH))$, which the displays of the proof have. In the vector form, which is another layer (claim
``attention-layer``), queries and keys change places, and the keys from the identity do not work (mutant "the
vector form").
"""

from collections.abc import Callable
from dataclasses import replace

from constructions.attention import Attention
from constructions.pca_printed import printed_stream, removal_layer
from lemmata import amended, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import norm, sqrt
from theorems.pca import PAPER
from theorems.pca.tokens import TOKENS, TWO, tokens


def removal(key: str) -> Callable[[int, int], Attention]:
    return lambda d, k: removal_layer(printed_stream(d, k), key=key)


@theorem(PAPER, "rpe,3", at=lines(466, 474), **TOKENS, p=reals("d"), construction=removal("p4"))
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    "With $-V_1=V_2$ writing $p_1$ from $p_4$, $Q_1=-Q_2$ reading $p_4$, $K_1=K_2$ reading $p_4$ (rpe,3), "
    r"and $w=\|XX^\top p\|^{1/2}p$ in $p_{4,1}$ for any vector $p$: $p_1$ becomes $XX^\top-\|XX^\top "
    r"p\|pp^\top$, and the rest stays.",
    defect="construction",
    because="Queries and keys both read $p_4$: only the first column changes, by $-|w|^2 w$.",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    "With $-V_1=V_2$ writing $p_1$ from $p_4$, $Q_1=-Q_2$ reading $p_4$, $K_1=K_2$ reading $p_2$, and any "
    r"vector $w$ in $p_{4,1}$: $p_1$ becomes $XX^\top-ww^\top$, and the rest stays.",
    adds="keys from $p_2$ (matrix form of the scores, as printed)",
    construction=removal("p2"),
    w=lambda p: p,
)
@mutants(
    the_vector_form=dict(construction=lambda d, k: replace(removal("p2")(d, k), form="vector")),
    keys_from_X=dict(construction=removal("x")),
    keys_from_the_starts=dict(construction=removal("p3")),
)
def component_is_removed(tf, X, starts, w=lambda X, p: sqrt(norm(X @ X.T @ p)) * p):
    """The third removal layer subtracts the outer product of the weighted vector."""
    A, w = X @ X.T, w[:, None]
    return equal(tf(tokens(X, starts, p1=A, p4=w)), tokens(X, starts, p1=A - w @ w.T, p4=w))


component_is_removed.derive_mutants(at=TWO)
