r"""Theorem 3: with isotropic covariates some diagonal pair is as good as any, for two layers.

A minimiser exists, since the loss grows without bound on symmetric pairs (its part of highest degree,
$GA_0GA_1$, vanishes for no symmetric $A_0,A_1\ne0$); what the proof shows is the deterministic inequality that
is checked here, of $A_1=UB_1U^\top$. The loss is exact, in rational arithmetic. (The set $\{Q_i\}_{i=1,2}$ of
$A_0,A_1$ in the theorem is a shift of index.)
"""

from lemmata import at_most, choices, lines, mutants, printed, theorem
from lemmata.numbers import diag
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_3.figure import against_diagonal
from theorems.preconditioned_gradient_descent.theorem_3.proof import jensen, rotation
from theorems.preconditioned_gradient_descent.theorem_3.setting import ROTATED, TURNED, diagonal, loss


@theorem(
    PAPER,
    "Theorem 3",
    origin="read",
    at=lines(191, 197),
    uses=[rotation, jensen],
    **TURNED | {"rank": "headline", "reflections": choices(1, 2, 3, 4)},  # one is enough in the plane
    **ROTATED,
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    "(9). Some diagonal pair is a global minimiser of f over symmetric pairs: a minimiser exists (see the "
    r"notes), and for any symmetric $A_1$ and $A_0=UD_0U^\top$, U orthogonal and $D_0$ diagonal, a diagonal "
    r"pair is as good, $f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$."
)
@mutants(
    the_diagonal_before_rotating=dict(part=lambda A_1: diagonal(A_1)),
    a_tenth_more=dict(part=lambda B_1: diagonal(B_1) * 11 / 10),
)
def theorem_3(D_0, A_0, A_1, f=loss, part=lambda B_1: diagonal(B_1)):
    """For two layers and isotropic data some diagonal pair is a global minimiser."""
    return at_most(f(diag(D_0), part), f(A_0, A_1))


theorem_3.figure(against_diagonal)
