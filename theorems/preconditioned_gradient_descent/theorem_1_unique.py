r"""Section 1: "a complete characterization of the unique global optimum of a single-layer transformer".

It is not unique: Theorem 1 itself has the rescalings $(\gamma b,\gamma^{-1}A)$, at the same loss and far
away, so that no $\kappa>0$ bounds the excess of the loss from below by
$\kappa(\|b-b_\star\|^2+\|A-A_\star\|_F^2)$. For $d=1$ even "up to
rescaling" is not enough: $b=(1,0)$ with the number of A in its second row is a minimum, too. What is
unique are the symmetric parts of $ba_j^\top$, j = 1, ..., d: in the eigenbasis,
$f(b,A)\ge f_\star+\frac{\lambda_{\min}^2}n\sum_j\lambda_j\|\operatorname{sym}(ba_j^\top-X_j)\|_F^2$.
"""

from __future__ import annotations

from baselines.gaussian_moments import in_context_loss
from lemmata.arrays import concatenate, diag_embed
from lemmata.margins import Margin, at_least
from lemmata.spaces import Prompt
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_unique import (
    Bound,
    Setting,
    competitors,
    distance,
    optimum,
    products,
    settings,
    swapped,
)
from theorems.preconditioned_gradient_descent.theorem_1 import minimum

claim = PAPER.claim(
    "Section 1, unique global optimum",
    slug="theorem-1-unique",
    kind="expectation",
    settings=settings,
    prompts=competitors,
    uses=[minimum],
)


@claim.printed(
    r"(8) is the unique global optimum: $f(b,A)\ge f_\star+\kappa(\|b-b_\star\|^2+\|A-A_\star\|_F^2)$.",
    expect="refuted",
    defect="statement",
    because="Theorem 1 has a whole curve of minima, the rescalings; for d = 1 there are two curves.",
    bound=distance,
)
@claim.amended(
    r"The symmetric parts of $ba_j^\top$ are unique: $f(b,A)\ge f_\star+\frac{\lambda_{\min}^2}n"
    r"\sum_j\lambda_j\|\operatorname{sym}(ba_j^\top-X_j)\|_F^2$.",
    bound=products,
)
def grows_away_from_the_optimum(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """The loss grows away from its global optimum."""
    b, A = optimum(s, prompt.b)
    gamma = prompt.gamma[:, None]
    rows_b, rows_A = [prompt.b, b * gamma], [prompt.A, A / gamma[..., None]]
    if s.d == 1:
        other = swapped(s, b, A)
        rows_b.append(other[0] * gamma)
        rows_A.append(other[1] / gamma[..., None])
    # A sixteenth keeps the competitors away from the minima themselves.
    all_b, all_A = concatenate(rows_b, 0), concatenate(rows_A, 0) + 0.0625
    f = in_context_loss(
        concatenate([all_b, b[None]], 0),
        concatenate([all_A, A[None]], 0),
        diag_embed(s.spectrum),
        s.n,
    )
    pair = len(rows_b), len(prompt)
    bounds = (f[-1:] + bound(s, all_b, all_A)).reshape(*pair)
    return at_least(f[:-1].reshape(*pair).mT, bounds.mT)


claim.mutant("the products themselves", bound=lambda s, b, A: products(s, b, A, symmetric=False))
claim.mutant("sixteen times steeper", bound=lambda s, b, A: products(s, b, A) * 16 * s.n)
