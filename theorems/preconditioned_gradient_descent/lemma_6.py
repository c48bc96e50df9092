r"""Lemmas 6 and 7: the minimiser of $f_j(X)=\mathbf E[\langle C,X\rangle+w_\star[j]]^2$.

$C=\frac1n\sum_iz^{(i)}z^{(i)\top}$, data $N(0,I)$ in Lemma 6 and $N(0,\Lambda)$ in Lemma 7. Expectations are
sums over literal prompts. Competitors are any X, and points near $X_j$ in any direction. That the minimum is
called unique is a claim of its own (``lemma-6-unique``, ``lemma-7-unique``).
"""

from __future__ import annotations

from lemmata import Claim, Margin, Prompt, at_least
from lemmata.numbers import concatenate, moveaxis
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
)


def about(label: str) -> Claim:
    space = settings(isotropic=label == "Lemma 6")
    return PAPER.claim(label, kind="expectation", settings=space, prompts=matrices)


six, seven = about("Lemma 6"), about("Lemma 7")


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


six.mutant("d + 1 for d + 2", best=lambda s: isotropic_optimum(s, 1))
six.mutant("any covariance", settings=settings(isotropic=False))
seven.mutant("n in place of n + 1", best=lambda s: optimum(s, 0))
seven.mutant(
    "the trace is left out",
    settings=settings(isotropic=False, least=0.125),  # else it divides by zero
    best=lambda s: optimum(s, 1, 0),
)
