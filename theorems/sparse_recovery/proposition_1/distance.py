r"""The display before the choice of B: the $\ell_1$ distance to $\beta^*$ by the two sizes. It holds.

Its $|\beta_i^{(k)}|$ is read as the Euclidean norm. The display has $C_\beta^k$ where the line before it bounds
$|\beta_i^{(k)}|$ by $C_\beta^{k+1}$; how large an estimate may be is `growth`, and here it is any R.
"""

from lemmata import at_most, dims, lines, mutants, printed, reals, sparse, theorem
from lemmata.numbers import norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import SIZE, l1


@theorem(
    PAPER,
    "C.2, l1 distance",
    rank="step",
    origin="read",
    at=lines(465, 467),
    d=dims(1, 3),
    b_x=SIZE,
    b_beta=SIZE,
    beta=reals("d"),
    beta_star=sparse("d", "d", "b_beta"),
)
@printed(
    r"If $\|\beta_i^{(k)}\|\le R$ (Euclidean norm; there $R=C_\beta^k$, which the line before has as "
    r"$C_\beta^{k+1}$) and $\|\beta^*\|_1\le b_\beta$: $b_x\|\beta_i^{(k)}-\beta^*\|_1\le b_x\sqrt "
    r"d(b_\beta+R)$ (evaluated at the smallest such $R$, $\|\beta_i^{(k)}\|$).",
    factor=lambda d: sqrt(d),
)
@mutants({"no sqrt(d)": dict(factor=1), "nine tenths of sqrt(d)": dict(factor=lambda d: sqrt(d) * 9 / 10)})
def distance_is_bounded(b_x, b_beta, beta, beta_star, factor):
    r"""The $\ell_1$ distance of an estimate to $\beta^*$ is at most $\sqrt d$ times the sum of both sizes."""
    return at_most(b_x * l1(beta - beta_star), b_x * factor * (b_beta + norm(beta)))
