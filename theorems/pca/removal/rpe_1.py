r"""The first removal layer is to multiply the iterate by $XX^\top$; as printed it is the identity.

rpe,1 of the slides writes $XX^\top p_4$ for the next layer; the display of its output is missing in the text.
It is pow,1 (:mod:`theorems.pca.power_iterations.pow_1`) with other rows.
"""

from lemmata import amended, dims, equal, lines, mutants, printed, reals, theorem
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_1 import layer
from theorems.pca.tokens import TOKENS, TWO, tokens


@theorem(
    PAPER,
    "rpe,1",
    at=lines(412, 418),
    **{**TOKENS, "d": dims(2, 3), "k": dims(2, "d", most="d")},
    p=reals("d"),
    construction=layer(writes="p3", query="p1", key="p4", vector="p4"),
)
@printed(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With $k\ge2$ (for $k=1$ the design has no $p_5$), rpe,1 as printed and $p$ in $p_{4,1}$: $p_{5,1}$ "
    r"becomes $XX^\top p$, the rest stays.",
    defect="construction",
    because="Q writes the rows of $p_1$ and K those of $p_4$, so the layer is the identity.",
    falls_with="pca/power-iterations/pow-1",
)
@amended(
    r"On $H=(X;\widetilde y;p_1;\dots;p_{k+3})$, for every $X$ with $N\ge d$, with $\widetilde y=0$, "
    r"$p_1=[XX^\top\;0]$, $p_2=[I_d\;0]$, any vectors as starts in $p_3$, and 0 below where nothing is said, "
    r"attention being without the factor $1/N$ and in its matrix form, with scores $\sigma((QH)^\top(KH))$: "
    r"With $k\ge2$ (for $k=1$ the design has no $p_5$), one set of rows for $Q$ and $K$ and $V$ writing "
    r"$p_5$: $p_{5,1}$ becomes $XX^\top p$, the rest stays.",
    adds="V writes $p_5$; Q and K write the same rows",
    construction=layer(writes="p5", vector="p4"),
)
@mutants(
    the_starts_are_read=dict(construction=layer(writes="p5")),
    V_writes_the_starts=dict(construction=layer(writes="p3", vector="p4")),
)
def product_is_written(tf, X, starts, p):
    r"""The first removal layer multiplies the iterate by $X X^\top$."""
    A, p = X @ X.T, p[:, None]
    return equal(tf(tokens(X, starts, p1=A, p4=p)), tokens(X, starts, p1=A, p4=p, p5=A @ p))


product_is_written.derive_mutants(at=TWO)
