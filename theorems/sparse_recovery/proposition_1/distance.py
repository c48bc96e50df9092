r"""The display before the choice of B: the $\ell_1$ distance to $\beta^*$ by the two sizes. It holds.

Its $|\beta_i^{(k)}|$ is read as the Euclidean norm. The display has $C_\beta^k$ where the line before it bounds
$|\beta_i^{(k)}|$ by $C_\beta^{k+1}$; how large an estimate may be is `growth`, and here it is any R.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, at_most, lines, reals, space, sparse
from lemmata.numbers import Array, norm, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.proposition_1.eq_c_7 import Setting, l1, settings

distance = PAPER.claim(
    "C.2, l1 distance",
    id="proposition-1/distance",
    rank="step",
    origin="read",
    at=lines(465, 467),
    summary="The l1 distance of an estimate to beta* is at most sqrt(d) times the sum of their two sizes",
    settings=replace(settings, fields={n: domain for n, domain in settings.fields.items() if n != "B"}),
    prompts=lambda s: space(beta=reals(s.d), beta_star=sparse(s.d, s.d, s.b_beta)),
)


@distance.printed(
    r"If $\|\beta_i^{(k)}\|\le R$ (Euclidean norm; there $R=C_\beta^k$, which the line before has as "
    r"$C_\beta^{k+1}$) and $\|\beta^*\|_1\le b_\beta$: $b_x\|\beta_i^{(k)}-\beta^*\|_1\le b_x\sqrt "
    r"d(b_\beta+R)$ (evaluated at the smallest such $R$, $\|\beta_i^{(k)}\|$).",
    factor=lambda s: sqrt(s.d),
)
def distance_is_bounded(s: Setting, prompt: Prompt, factor: Callable[[Setting], Array]) -> Margin:
    """The l1 distance to beta* is at most sqrt(d) times the sum of the two sizes."""
    R = norm(prompt.beta)
    return at_most(l1(prompt.beta - prompt.beta_star) * s.b_x, (R + s.b_beta) * factor(s) * s.b_x)


distance.mutant("no sqrt(d)", factor=lambda s: 1)
distance.mutant("nine tenths of sqrt(d)", factor=lambda s: sqrt(s.d) * 9 / 10)
