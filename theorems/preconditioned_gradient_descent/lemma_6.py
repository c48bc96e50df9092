r"""Lemmas 6 and 7: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$, and "unique".

$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$, data $N(0,I)$ in Lemma 6 and $N(0,\Lambda)$ in Lemma 7. Expectations are
sums over literal prompts. Competitors are any X, and points near $X_j$ in any direction.

After each proof the text calls $X_j$ "the unique global minimum of $f_j$" (suffix ``unique``). It is
not: C is symmetric, only the symmetric part of X counts; $X=X_j^\top$ is a second minimum, and no
$\kappa>0$ bounds $f_j(X)-f_j(X_j)$ below by $\kappa\|X-X_j\|_F^2$. For symmetric parts one does.
"""

from __future__ import annotations

from collections.abc import Callable

from lemmata.arrays import Array, as_array, concatenate, moveaxis, sum
from lemmata.claims import Claim
from lemmata.margins import Margin, at_least
from lemmata.spaces import Prompt
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.instances_lemma_6 import (
    Optimum,
    Setting,
    isotropic_optimum,
    matrices,
    objective,
    optimum,
    population,
    settings,
    smallest,
    symmetric_part,
)

Kappa = Callable[[Setting, Array], Array]
Part = Callable[[Array], Array]


def about(label: str, part: str = "") -> Claim:
    slug = label.lower().replace(" ", "-") + (f"-{part}" if part else "")
    space = settings(isotropic=label == "Lemma 6")
    label += f", {part}" if part else ""
    return PAPER.claim(label, slug=slug, kind="expectation", settings=space, prompts=matrices)


six, seven = about("Lemma 6"), about("Lemma 7")
six_unique, seven_unique = about("Lemma 6", "unique"), about("Lemma 7", "unique")


@six.printed(
    r"$X_j=-\frac{1}{\frac{n-1}n+(d+2)\frac1n}E_{d+1,j}$ is a global minimum of $f_j$.",
    best=isotropic_optimum,
)
@seven.printed(
    r"$X_j=-\frac{1}{\frac{n+1}n\lambda_j+\frac1n\sum_k\lambda_k}E_{d+1,j}$ is a global minimum of $f_j$.",
    best=optimum,
)
def no_matrix_is_below(s: Setting, prompt: Prompt, best: Optimum) -> Margin:
    """No matrix has a smaller value of the objective."""
    X_j = best(s)[None]
    # Sixteenths keep the competitors away from the minimum itself.
    near = [X_j + (prompt.X + 0.0625) / 4, X_j + (prompt.Y + 0.0625) / 64]
    rows = [prompt.X + 0.0625, prompt.Y / 2 + 0.0625, *near, X_j]
    f = objective(population(s), concatenate(rows, 0))
    return at_least(moveaxis(f[:-1].reshape(4, len(prompt)), 0, 1), f[-1:])


PRINTED = r"$X_j$ is the unique global minimum of $f_j$: $f_j(X)\ge f_j(X_j)+\kappa\|X-X_j\|_F^2$."
AMENDED = (
    r"Only the symmetric part of the minimum is unique: "
    r"$f_j(X)\ge f_j(X_j)+\frac{\lambda_{\min}^2}n\|\operatorname{sym}(X-X_j)\|_F^2$."
)
BECAUSE = "C is symmetric: the transpose of X_j, or X_j with any antisymmetric part, does as well."


@six_unique.printed(
    PRINTED,
    expect="refuted",
    defect="statement",
    because=BECAUSE,
    kappa=lambda s, like: as_array(s.kappa, like),
    part=lambda X: X,
)
@six_unique.amended(AMENDED, kappa=smallest, part=symmetric_part)
@seven_unique.printed(
    PRINTED,
    expect="refuted",
    defect="statement",
    because=BECAUSE,
    kappa=lambda s, like: as_array(s.kappa, like),
    part=lambda X: X,
)
@seven_unique.amended(AMENDED, kappa=smallest, part=symmetric_part)
def grows_away_from_the_minimum(s: Setting, prompt: Prompt, kappa: Kappa, part: Part) -> Margin:
    """The objective grows quadratically away from its minimum."""
    X_j = optimum(s)[None]
    far = prompt.Y - prompt.Y.mT + (symmetric_part(prompt.Y) + 0.0625) / 8
    X = concatenate([prompt.X + 0.0625, X_j + far], 0)
    f = objective(population(s), concatenate([X, X_j], 0))
    far = part(X - X_j)
    bound = f[-1:] + sum(far * far, (-2, -1)) * kappa(s, f)
    pair = 2, len(prompt)
    return at_least(moveaxis(f[:-1].reshape(*pair), 0, 1), moveaxis(bound.reshape(*pair), 0, 1))


six.mutant("d + 1 for d + 2", best=lambda s: isotropic_optimum(s, 1))
six.mutant("any covariance", settings=settings(isotropic=False))
seven.mutant("n in place of n + 1", best=lambda s: optimum(s, 0))
seven.mutant("the trace is left out", best=lambda s: optimum(s, 1, 0))
for claim in (six_unique, seven_unique):
    claim.mutant("for the whole matrix", part=lambda X: X)
    claim.mutant("eight times steeper", kappa=lambda s, like: smallest(s, like) * 8 * s.n**2)
