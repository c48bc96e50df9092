r"""The weights that appendix C.1 prints do not follow LISTA-VM; with one sign changed they do.

The construction of Theorem 4.1 as a claim of its own: heads of (C.1), MLP of (C.2), parameters listed
after (C.6). (C.2) fails (its fourth bias block has the wrong sign), and the network with it: at
$d=N=K=1$ and $\theta=\frac18$ the estimate from data that are all zero is $-\frac18$. The existence claim
survives. The mutants of every block of these weights are tested on (C.12) and (C.2), the exact
identities of a layer and of an MLP.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import max
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.theorem_4_1 import WRONG, Recursion
from theorems.sparse_recovery.theorem_4_1.setting import NETWORK, PAPER_SIZE, estimates, network, recursion


@theorem(
    PAPER,
    "Theorem 4.1, weights of C.1",
    origin="read",
    at=lines(377, 383),
    uses=[soft_threshold_mlp],
    **NETWORK,
    examples=[PAPER_SIZE],
)
@printed(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ being "
    r"$+\theta^{(k)}\cdot\mathbf 1_d$, $\theta^{(k)}\ge0$ and B large enough for the bounds of Assumption 1 "
    r"($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), for any $k\in[1:K]$, $n\in[N]$: "
    r"$\listavm$.",
    defect="construction",
    because=r"The fourth bias block of (C.2) has the wrong sign, so that every layer subtracts $\theta$ "
    "instead of thresholding.",
    fails_where=lambda theta: max(theta) > 0,
    construction=network("printed"),
    falls_with="sparse_recovery/eq-c.2",
)
@amended(
    r"With the weights of (C.1), (C.2) and those listed after (C.6), the fourth block of $\mathbf b$ being "
    r"$-\theta^{(k)}\cdot\mathbf 1_d$, $\theta^{(k)}\ge0$ and B large enough for the bounds of Assumption 1 "
    r"($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), for any $k\in[1:K]$, $n\in[N]$: "
    r"$\listavm$.",
    adds=r"$-\theta$ in the fourth block of b",
)
@mutants(WRONG)
def these_weights_follow_the_recursion(
    M, theta, tf, X, beta_star, query, answer, recursion: Recursion = recursion
):
    """The weights of appendix C.1, as they are printed, run LISTA-VM at every layer and every prefix."""
    y = X @ beta_star
    return equal(answer(estimates(tf, X, y, query)), recursion(X, y, M, theta))
