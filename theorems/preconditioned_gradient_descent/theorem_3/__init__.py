r"""Theorem 3: with isotropic covariates some diagonal pair is as good as any, for two layers.

$L=2$ layers, $x\sim N(0,I)$, $w_\star\sim N(0,I)$, parameters (9): diagonal $A_0,A_1$ minimise the
in-context loss. A minimiser exists, since the loss grows without bound on symmetric pairs (its part
of highest degree, $GA_0GA_1$, vanishes for no symmetric $A_0,A_1\ne0$); what the proof shows is the
deterministic inequality checked here: for any symmetric $A_0=UD_0U^\top$ and $A_1$,
$f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$. The loss is exact, in rational arithmetic. (The
theorem's set $\{Q_i\}_{i=1,2}$ of $A_0,A_1$ is a shift of index.)
"""

from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import diag_embed
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_3.figure import against_diagonal
from theorems.preconditioned_gradient_descent.theorem_3.proof import jensen, rotation
from theorems.preconditioned_gradient_descent.theorem_3.setting import (
    ISOTROPIC,
    SPACES,
    Change,
    Setting,
    diagonal,
    losses,
    rotated,
)

theorem = PAPER.claim(
    "Theorem 3",
    summary="For two layers and isotropic data some diagonal pair is a global minimiser.",
    rank="headline",
    origin="read",
    at=lines(191, 197),
    uses=[rotation, jensen],
    **SPACES,
)


@theorem.printed(
    ISOTROPIC + r"Some diagonal pair is a global minimiser of f over symmetric pairs: a minimiser exists (see "
    r"the "
    r"notes), and for any symmetric $A_1$ and $A_0=UD_0U^\top$, U orthogonal and $D_0$ diagonal, a diagonal "
    r"pair is as good, "
    r"$f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$.",
    part=lambda s, A: diagonal(rotated(s, A)),
)
def some_diagonal_pair_is_as_good(s: Setting, prompt: Prompt, part: Change) -> Margin:
    """No symmetric pair is below every diagonal pair."""
    A_1 = prompt.A_1[:, 0]
    return at_most(*losses(s, (diag_embed(s.D_0), part(s, A_1)), (s.A_0, A_1)))


theorem.mutant("the diagonal before rotating", part=lambda s, A: diagonal(A))
theorem.mutant("a tenth more", part=lambda s, A: diagonal(rotated(s, A)) * 11 / 10)
theorem.figure(against_diagonal)
