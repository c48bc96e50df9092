r"""Section 2 of the proof of Theorem 7: power iterations by attention.

pow,1 multiplies the start by $XX^\top$, pow,2 (``pow_2``) normalises, pow,3 multiplies again; ``error`` is what
small errors in them add up to. Offsets are read as blocks of $(X;\widetilde y;p_1;p_2;\dots)$. As printed, the
queries and keys of pow,1 and pow,3 never meet: Q writes the rows of $p_1$ and K those of $p_3$, or those of
$p_3$ and $p_4$.

``count``: the display counts from the first normalised product on. (The error that it allows is 0 at $\tau=0$,
which one layer need not meet: see ``error``. pow,4, which the slides set equal to every later even layer, is
printed nowhere.)
"""

from collections.abc import Callable

from constructions.attention import Attention
from constructions.pca import Build, Gains
from constructions.pca_printed import power_layer, printed_stream
from constructions.transformer import Transformer
from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, eye, outer, over_batches
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
    id="power-iterations/pow-1",
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


@theorem(
    PAPER,
    "pow,3",
    id="power-iterations/pow-3",
    at=lines(367, 373),
    **TOKENS,
    v=reals("d"),
    construction=layer(writes="p3", query="p3", key="p4", vector="p4"),
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With pow,3 as printed and a vector $v$ in $p_{4,1}$: $p_{4,1}$ becomes $XX^\top v$, the rest stays.",
    defect="construction",
    because="Q and K write different rows, so the layer is the identity; and attention adds.",
    falls_with="pca/power-iterations/pow-1",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With $Q$ and $K$ writing the same rows and $V$ writing $p_4$: $p_{4,1}$ becomes $v+XX^\top v$, the rest "
    "stays.",
    adds="V writes $p_4$; Q and K write the same rows; the old vector stays beside",
    construction=layer(query="p4", key="p4", vector="p4"),
    keeps=1,
)
@mutants(
    nothing_is_kept=dict(keeps=0),
    the_starts_are_read=dict(construction=layer(query="p4", key="p4", vector="p3")),
)
def matrix_is_applied_again(tf, X, starts, v, keeps=0):
    r"""The third power layer replaces the iterate by its product with $X X^\top$."""
    A, v = X @ X.T, v[:, None]
    return equal(tf(tokens(X, starts, p1=A, p4=v)), tokens(X, starts, p1=A, p4=A @ v + keeps * v))


BUILD = Build(2, 2, 1)


def layers(number: int, gains: Array) -> Transformer:
    """So many layers, of which two make a power iteration, whatever the heads multiply by."""
    constant, linear, knot = gains
    rescale = BUILD.rescale(Gains(constant, (16.0, linear), ((2.0, knot),)))
    return Transformer(BUILD.stream, tuple(rescale if i % 2 else BUILD.apply() for i in range(number)))


@theorem(
    PAPER,
    "power iterations, count",
    id="power-iterations/count",
    rank="step",
    origin="read",
    at=lines(377, 390),
    tau=dims(0, 3),
    gains=reals(3),
    given=["gains"],
    X=reals(2, 2),
    p=reals(2),
    number=lambda tau: 2 * tau + 2,
    construction=layers,
)
@printed(
    r"With $\widetilde p^{(0)}=\frac{XX^\top p}{\|XX^\top p\|_2}$ for the start $p\in\mathbb R^2$ (what the "
    r"display shows at $\tau=0$) and $X\in\mathbb R^{2\times2}$, two layers of the working transformer making "
    r"one power iteration, whatever the three heads of the second multiply by: $\widetilde H^{pow,2\tau+2}$ "
    r"has a multiple of $\widetilde p^{(\tau)}$ in $p_4$."
)
@mutants(
    the_start_is_iterate_0=dict(number=lambda tau: 2 * tau),
    one_iteration_more=dict(number=lambda tau: 2 * tau + 4),
    a_layer_an_iteration=dict(number=lambda tau: tau + 1),
)
def iterate_is_reached(tau, tf, X, p):
    r"""After $2 \tau + 2$ power layers the block holds iterate number $\tau$."""
    A = X @ X.T
    H = over_batches(BUILD.stream.embed)(covariance=A, identity=eye(2), iterate=outer(p, eye(2)[0]))
    reached = over_batches(BUILD.stream.read)(tf(H), "iterate")[:, 0]
    for _ in range(tau + 1):
        p = A @ p
    # The layers are exact up to a scalar: in the plane, two vectors with one direction have det = 0.
    return equal(reached[0] * p[1], reached[1] * p[0])
