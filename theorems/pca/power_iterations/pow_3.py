"""The second power iteration: as printed, its queries and keys never meet either.

pow,3 of the slides is pow,1 (:mod:`theorems.pca.power_iterations.pow_1`) with $p_4$ in the place of $p_3$; here
$Q$ writes the rows of $p_3$, $K$ those of $p_4$.
"""

from lemmata import amended, equal, lines, mutants, printed, reals, theorem
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_1 import layer
from theorems.pca.tokens import TOKENS, tokens


@theorem(
    PAPER,
    "pow,3",
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
