r"""One power iteration by attention: as printed, the queries and keys never meet.

The display pow,1 of the slides, offsets read as blocks of $(X;\widetilde y;p_1;p_2;\dots)$. It is to add
$XX^\top p_{3,1}$ in token 1 of the placeholder $p_4$. But $Q$ writes the rows of $p_1$ and $K$ the rows of
$p_3$, and $V$ would write $p_3$. pow,3 is in :mod:`theorems.pca.power_iterations.pow_3`.
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca_printed import power_layer, printed_stream
from lemmata import amended, equal, lines, mutants, printed, theorem
from theorems.pca import PAPER
from theorems.pca.tokens import TOKENS, TWO, tokens


def layer(
    writes: str = "p4", query: str = "p3", key: str = "p3", vector: str = "p3"
) -> Callable[[int, int], Attention]:
    """The layer as it must be, or with some rows as printed."""
    return lambda d, k: power_layer(printed_stream(d, k), writes=writes, query=query, key=key, vector=vector)


@theorem(
    PAPER,
    "pow,1",
    part="the product",
    at=lines(337, 341),
    **TOKENS,
    construction=layer(writes="p3", query="p1"),
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With pow,1 as printed: $p_4$ becomes $(XX^\top p_{3,1},0)$, the rest stays.",
    defect="construction",
    because="Q and K write different rows, so every score is 0 and the layer is the identity.",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    "With $V$ writing $p_4$ and $Q$ writing the rows that $K$ writes: $p_4$ becomes "
    r"$XX^\top[p_{3,1},\dots,p_{3,N}]$, the rest stays.",
    adds="V writes $p_4$; Q and K write the same rows; the products of all starts",
    construction=layer(),
    components=lambda k: k,
)
@mutants(
    V_writes_the_starts=dict(construction=layer(writes="p3")),
    the_queries_stay_on_p1=dict(construction=layer(query="p1")),
    the_keys_read_X=dict(construction=layer(vector="x")),
)
def matrix_is_applied(tf, X, starts, components=1):
    r"""The first power layer multiplies a start by $X X^\top$."""
    A = X @ X.T
    images = A @ starts[:components].T
    return equal(tf(tokens(X, starts, p1=A)), tokens(X, starts, p1=A, p4=images))


matrix_is_applied.derive_mutants(at=TWO)


@theorem(
    PAPER,
    "pow,1",
    part="the first token alone",
    id="power-iterations/pow-1/first-token",
    at=lines(341),
    **TOKENS,
    construction=layer(),
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With the rows of pow,1 repaired: $p_4$ becomes $(XX^\top p_{3,1},0)$.",
    defect="statement",
    because="Every token with a start receives its product, not only the first one: for two components and "
    "more.",
    fails_where=lambda k: k >= 2,
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With the rows of pow,1 repaired and $k=1$: $p_4$ becomes $(XX^\top p_{3,1},0)$.",
    adds="$k = 1$",
    most=1,
)
@mutants(
    any_k=dict(most=lambda k: k),
    V_writes_the_starts=dict(construction=layer(writes="p3")),
    the_queries_stay_on_p1=dict(construction=layer(query="p1")),
)
def only_the_first_token(k, tf, X, starts, most=lambda k: k):
    """The first power layer writes a product into the first token alone."""
    A = X @ X.T
    output = tf(tokens(X, starts, p1=A))
    return equal(output, tokens(X, starts, p1=A, p4=A @ starts[:1].T)).given(most - k)
